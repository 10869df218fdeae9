/// A colour of sRGB.
struct Ink: Hashable {
  /// From 0 to 1, as the opacity is.
  var red: Double
  var green: Double
  var blue: Double
  var opacity: Double

  static let black = Ink(red: 0, green: 0, blue: 0, opacity: 1)
  static let clear = Ink(red: 0, green: 0, blue: 0, opacity: 0)

  /// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`.
  init?(hexadecimal text: String) {
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.first == "#", digits.count == text.count - 1, [3, 4, 6, 8].contains(digits.count) else { return nil }
    let isShort = digits.count < 6
    let parts =
      isShort
      ? digits.map { $0 * 17 } : stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    self.init(
      red: Double(parts[0]) / 255, green: Double(parts[1]) / 255, blue: Double(parts[2]) / 255,
      opacity: parts.count > 3 ? Double(parts[3]) / 255 : 1)
  }

  init(red: Double, green: Double, blue: Double, opacity: Double) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// As `color-mix(in srgb, …)` mixes: of premultiplied channels (CSS Color 5, 3.1).
  func mixed(_ share: Double, with other: Ink, _ otherShare: Double) -> Ink {
    let sum = share + otherShare
    guard sum > 0 else { return .clear }
    let (a, b) = (opacity * share / sum, other.opacity * otherShare / sum)
    let alpha = a + b
    guard alpha > 0 else { return .clear }
    return Ink(
      red: (red * a + other.red * b) / alpha, green: (green * a + other.green * b) / alpha,
      blue: (blue * a + other.blue * b) / alpha, opacity: alpha * min(1, sum))
  }

  /// `#rrggbb`, which every reader of SVG knows.
  var hexadecimal: String {
    "#"
      + [red, green, blue].map { channel in
        let digits = String(Int((min(max(channel, 0), 1) * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}

/// The colour of a mark.
enum DrawnColor: Hashable {
  /// A colour of the theme, defined by the picture's own style sheet, which may depend on the scheme.
  case token(String)
  case ink(Ink)
}
