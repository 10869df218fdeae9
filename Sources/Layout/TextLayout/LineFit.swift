/// Compares the width of a line with an interval of possible widths of a text.
///
/// Firefox allows a line to be as wide as the available width, in units of 1/60 px, to which it rounds each glyph.
/// Chromium and WebKit allow 1/64 px more; Chromium rounds each inline item up to 1/64 px. All add up advances that
/// FreeType scaled with a factor of 16 fractional bits, at sizes in 1/64 of a device pixel: a width may differ by 1/8192
/// at ratios other than 1 (``RoundedAdvance`` includes that).
extension Advance {
  /// The parts of an advance that decide whether it certainly fits and whether it certainly does not, in 1/65536 of
  /// 1/60 px. They are additive: the bounds of a sum are the sums of bounds.
  struct Bounds: Sendable {
    /// The bound in Chromium and WebKit.
    var least: Int
    var most: Int
    /// The bound in Firefox.
    var leastRounded: Int
    var mostRounded: Int

    static let zero = Bounds(least: 0, most: 0, leastRounded: 0, mostRounded: 0)
    /// Bounds below those of any text, to which something can be added without overflow.
    static let lowest = Bounds(least: .min / 4, most: .min / 4, leastRounded: .min / 4, mostRounded: .min / 4)
    /// Bounds above those of any text.
    static let highest = Bounds(least: .max / 4, most: .max / 4, leastRounded: .max / 4, mostRounded: .max / 4)
  }

  @inline(__always)
  var bounds: Bounds {
    Bounds(
      least: (width &- slack) &* 60, most: (width &+ itemCount &* itemUnits &+ slack) &* 60,
      leastRounded: rounded.least &<< 16 &- slack &* 60, mostRounded: rounded.most &<< 16 &+ slack &* 60)
  }

  /// The width of the narrowest line on which the advance fits in all engines, in whole CSS pixels.
  var leastSureWidth: Int { bounds.leastSureWidth }

  /// The advance that Chromium compares with the line if it ends with a space that begins an item from right to left:
  /// Chromium also rounds the position from which it measures the item, by less than 1/64 px.
  var withoutRoundingOfItem: Advance { self - Advance(width: itemUnits) }

  /// The greatest difference between `width` and the width of a line on which it certainly fits, in 1/65536 px.
  var doubt: Int {
    let bounds = bounds
    let needed = max(bounds.most + unitsOfOtherItems, bounds.mostRounded + sumUnits * 60)
    return (needed + needed >> 13 + needed >> 26) / 60 + 2 - width
  }
}

/// The width of a line, as bounds are compared with it.
struct LineRoom {
  fileprivate let most: Int
  fileprivate let mostRounded: Int
  /// The least bounds above which an advance is too wide in all engines.
  fileprivate let least: Int
  fileprivate let leastRounded: Int

  /// - Parameter width: the width in whole CSS pixels.
  @inline(__always)
  init(width: Int) {
    // No text is wider, and products with greater widths would overflow.
    let width = min(max(width, -1 << 24), 1 << 24)
    most = width * (pixel - pixel >> 13) - unitsOfOtherItems
    mostRounded = width * pixel - sumUnits * 60
    least = width * (pixel + pixel >> 13) + (itemUnits + sumUnits) * 60
    leastRounded = width * pixel + sumUnits * 60
  }

  /// The greatest end that certainly fits on the line.
  ///
  /// - Parameter start: the start of the line, from the start of the text, as the end.
  @inline(__always)
  func end(from start: Advance.Bounds) -> (most: Int, mostRounded: Int) {
    (most &+ start.most, mostRounded &+ start.mostRounded)
  }
}

extension Advance.Bounds {
  @inline(__always)
  static func + (a: Self, b: Self) -> Self {
    Self(
      least: a.least &+ b.least, most: a.most &+ b.most, leastRounded: a.leastRounded &+ b.leastRounded,
      mostRounded: a.mostRounded &+ b.mostRounded)
  }

  @inline(__always)
  static func - (a: Self, b: Self) -> Self {
    Self(
      least: a.least &- b.least, most: a.most &- b.most, leastRounded: a.leastRounded &- b.leastRounded,
      mostRounded: a.mostRounded &- b.mostRounded)
  }

  /// Returns whether the advance fits on the line in all engines.
  @inline(__always)
  func certainlyFits(in room: LineRoom) -> Bool { most <= room.most && mostRounded <= room.mostRounded }

  /// Returns whether the advance fits on the line in no engine.
  @inline(__always)
  func certainlyExceeds(_ room: LineRoom) -> Bool { least > room.least && leastRounded > room.leastRounded }

  /// The width of the narrowest line on which the advance fits in all engines, in whole CSS pixels.
  var leastSureWidth: Int {
    max(quotient(most + unitsOfOtherItems, pixel - pixel >> 13), quotient(mostRounded + sumUnits * 60, pixel))
  }

  /// The least possible width, rounded up to whole CSS pixels.
  var leastWidth: Int { quotient(least, pixel) }

  /// The width of the widest line on which the advance fits in no engine, in whole CSS pixels.
  var greatestExceededWidth: Int {
    min(
      quotient(least - (itemUnits + sumUnits) * 60, pixel + pixel >> 13),
      quotient(leastRounded - sumUnits * 60, pixel)) - 1
  }

  /// Forms the maximum: lines that have room for the result have room for both.
  @inline(__always)
  mutating func formGreatest(_ other: Self) {
    most = max(most, other.most)
    mostRounded = max(mostRounded, other.mostRounded)
  }

  /// Forms the minimum: lines that the result exceeds are exceeded by both.
  @inline(__always)
  mutating func formLeast(_ other: Self) {
    least = min(least, other.least)
    leastRounded = min(leastRounded, other.leastRounded)
  }
}

/// A pixel, in 1/65536 of 1/60 px.
private let pixel = 60 << 16

/// Chromium rounds each inline item up to a multiple of this; Chromium and WebKit also allow text to be wider than a
/// line by this much. In 1/65536 px.
private let itemUnits = 1024

/// An upper bound on the error of sums of numbers with 16 fractional bits, or with 24 bits in all; in 1/65536 px.
private let sumUnits = 256

/// The rounding of up to four more items, into which breaks and cuts in the markup for other steps divide a line's
/// text, minus the amount by which a line may be too wide. In 1/65536 of 1/60 px.
private let unitsOfOtherItems = (3 * itemUnits + sumUnits) * 60

/// The quotient rounded up.
///
/// - Precondition: `divisor` is positive.
@inline(__always)
private func quotient(_ dividend: Int, _ divisor: Int) -> Int {
  dividend > 0 ? (dividend + divisor - 1) / divisor : dividend / divisor
}
