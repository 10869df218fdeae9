/// A colour of sRGB with its opacity.
public struct SRGBColor: Hashable, Sendable {
  /// Red, from 0 to 1 as the other channels and the opacity.
  public var red: Double
  public var green: Double
  public var blue: Double
  public var opacity: Double

  public static let black = SRGBColor(red: 0, green: 0, blue: 0)
  public static let white = SRGBColor(red: 1, green: 1, blue: 1)
  public static let clear = SRGBColor(red: 0, green: 0, blue: 0, opacity: 0)

  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// Reads a hex colour: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` (CSS Color 4, section 5.2); nil for any other text.
  public init?(hexadecimal text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), [3, 4, 6, 8].contains(digits.count),
      digits.allSatisfy(isHexadecimal), let number = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let bits: UInt32 = digits.count < 6 ? 4 : 8
    let largest: UInt32 = 1 << bits - 1
    let hasOpacity = digits.count % 4 == 0
    let shifted = hasOpacity ? number : number << bits | largest
    func channel(_ place: UInt32) -> Double { Double(shifted >> (place * bits) & largest) / Double(largest) }
    self.init(red: channel(3), green: channel(2), blue: channel(1), opacity: channel(0))
  }

  /// The colour as `#rrggbb`, without the opacity.
  public var hexadecimal: String {
    "#"
      + [red, green, blue].map { channel in
        let digits = String(Int((min(max(channel, 0), 1) * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }

  /// The visible colour on top of an opaque one.
  public func over(_ other: SRGBColor) -> SRGBColor {
    SRGBColor(
      red: red * opacity + other.red * (1 - opacity), green: green * opacity + other.green * (1 - opacity),
      blue: blue * opacity + other.blue * (1 - opacity))
  }

  /// The result of `color-mix(in srgb, …)`: channels are mixed premultiplied (CSS Color 5, section 3.1).
  public func mixed(_ share: Double, with other: SRGBColor, _ otherShare: Double) -> SRGBColor {
    let sum = share + otherShare
    guard sum > 0 else { return .clear }
    let (a, b) = (opacity * share / sum, other.opacity * otherShare / sum)
    let alpha = a + b
    guard alpha > 0 else { return .clear }
    return SRGBColor(
      red: (red * a + other.red * b) / alpha, green: (green * a + other.green * b) / alpha,
      blue: (blue * a + other.blue * b) / alpha, opacity: alpha * min(1, sum))
  }
}

func isHexadecimal(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
    UInt8(ascii: "A")...UInt8(ascii: "F"):
    true
  default: false
  }
}
