/// A length in CSS pixels, kept as a whole number of 1/64 px.
///
/// Blink and WebKit lay out blocks in units of 1/64 px. Every whole pixel is a whole number of these units, so sums of
/// sizes are exact and do not depend on the order of addition.
public struct Pixels: Hashable, Comparable, Sendable {
  /// The length in 1/64 px.
  public var sixtyFourths: Int

  public init(sixtyFourths: Int) { self.sixtyFourths = sixtyFourths }

  /// A whole number of CSS pixels.
  public init(_ whole: Int) { self.sixtyFourths = whole * 64 }

  public static let zero = Pixels(sixtyFourths: 0)

  public static func < (a: Pixels, b: Pixels) -> Bool { a.sixtyFourths < b.sixtyFourths }
  public static func + (a: Pixels, b: Pixels) -> Pixels { Pixels(sixtyFourths: a.sixtyFourths + b.sixtyFourths) }
  public static func - (a: Pixels, b: Pixels) -> Pixels { Pixels(sixtyFourths: a.sixtyFourths - b.sixtyFourths) }
  public static func * (a: Pixels, count: Int) -> Pixels { Pixels(sixtyFourths: a.sixtyFourths * count) }
  public static func += (a: inout Pixels, b: Pixels) { a = a + b }
  public static func -= (a: inout Pixels, b: Pixels) { a = a - b }

  /// The largest whole number of pixels that is not larger.
  public var roundedDown: Int { sixtyFourths >> 6 }

  /// The smallest whole number of pixels that is not smaller.
  public var roundedUp: Int { roundedDown + (sixtyFourths & 63 == 0 ? 0 : 1) }
}

extension Pixels {
  /// The nearest length to a number of CSS pixels, up to 2^50 px either way. What is not a number counts as zero.
  public init(nearestTo pixels: Double) {
    let most = Double(1 << 56)
    self.init(sixtyFourths: pixels.isNaN ? 0 : Int(min(max(pixels * 64, -most), most).rounded()))
  }
}

extension Double {
  /// A length in CSS pixels; exact up to 2^47 px.
  public init(_ length: Pixels) { self = Double(length.sixtyFourths) / 64 }
}

extension Pixels: CustomStringConvertible {
  /// CSS pixels in decimal, exact: 1/64 has six decimals.
  public var description: String { decimal(sixtyFourths, dividedBy: 64) }

  /// The same length in rem, exact: 1 rem is 16 px.
  public var rem: String { decimal(sixtyFourths, dividedBy: 1024) + "rem" }
}

/// `value / divisor` as the shortest exact decimal; `divisor` is a power of two up to 1024.
private func decimal(_ value: Int, dividedBy divisor: Int) -> String {
  let magnitude = value.magnitude
  let divisor = UInt(divisor)
  let whole = magnitude / divisor
  var rest = magnitude % divisor
  var text = (value < 0 ? "-" : "") + String(whole)
  guard rest != 0 else { return text }
  text += "."
  while rest != 0 {
    rest *= 10
    text += String(rest / divisor)
    rest %= divisor
  }
  return text
}
