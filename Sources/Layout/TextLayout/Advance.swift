/// The width that a part of text adds to a line, and its uncertainty.
struct Advance: Sendable, Hashable {
  /// The width in 1/65536 CSS px.
  var width: Int
  /// The width in Firefox.
  var rounded: RoundedAdvance
  private var items: Int32
  /// The additional uncertainty of the width, in 1/65536 px.
  var slack: Int

  /// The number of runs that an engine may round up individually.
  var itemCount: Int {
    get { Int(items) }
    set { items = Int32(clamping: newValue) }
  }

  init(width: Int = 0, rounded: RoundedAdvance = RoundedAdvance(), itemCount: Int = 0, slack: Int = 0) {
    self.width = width
    self.rounded = rounded
    items = Int32(clamping: itemCount)
    self.slack = slack
  }

  static func + (a: Advance, b: Advance) -> Advance {
    var sum = a
    sum += b
    return sum
  }

  static func - (a: Advance, b: Advance) -> Advance {
    var difference = a
    difference.width -= b.width
    difference.rounded = a.rounded - b.rounded
    difference.items -= b.items
    difference.slack -= b.slack
    return difference
  }

  static func += (a: inout Advance, b: Advance) {
    a.width += b.width
    a.rounded += b.rounded
    a.items += b.items
    a.slack += b.slack
  }
}

extension Advance {
  /// A box of `width / divisor` CSS px, which is a whole number of 1/60 px.
  init(of width: Int, in divisor: Int) {
    let sixtieths = 60 * width / divisor
    self.init(
      width: (width << 16) / divisor, rounded: RoundedAdvance(least: sixtieths, most: sixtieths), itemCount: 1)
  }

  /// A space, whose width is in 1/65536 px.
  init(ofSpace width: Int) {
    var rounded = RoundedAdvance()
    rounded.add(width, dividedBy: 1 << 16)
    self.init(width: width, rounded: rounded)
  }

  /// The amount by which the advance can be wider or narrower than another, beyond the uncertainty of the other, in
  /// 1/65536 px.
  func distance(outside other: Advance) -> Int {
    let sixtieths = max(rounded.most - other.rounded.most, other.rounded.least - rounded.least, 0)
    return max(abs(width - other.width), (sixtieths << 16 + 59) / 60)
  }
}

extension RoundedAdvance {
  /// A smaller interval: each end moves inwards.
  func narrowed(by sixtieths: Int) -> RoundedAdvance {
    RoundedAdvance(least: least + sixtieths, most: most - sixtieths)
  }
}
