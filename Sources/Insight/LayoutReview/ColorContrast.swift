import Diagnostics
import Glibc
import PageRendering
import Themes

/// A colour of a theme, with its opacity.
struct ThemeColor {
  private let channels: [Double]
  private let alpha: Double

  /// `#rgb`, `#rrggbb` or `#rrggbbaa`.
  init?(_ text: String) {
    let digits = text.dropFirst().compactMap(\.hexDigitValue)
    guard text.first == "#", digits.count == text.count - 1 else { return nil }
    let bytes =
      digits.count == 3
      ? digits.map { $0 * 17 } : stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    guard bytes.count == 3 || bytes.count == 4 else { return nil }
    channels = bytes.prefix(3).map { Double($0) / 255 }
    alpha = bytes.count == 4 ? Double(bytes[3]) / 255 : 1
  }

  private init(_ channels: [Double]) {
    self.channels = channels
    alpha = 1
  }

  static let white = ThemeColor([1, 1, 1])

  /// The visible colour on top of an opaque one.
  func over(_ other: ThemeColor) -> ThemeColor {
    ThemeColor(zip(channels, other.channels).map { $0 * alpha + $1 * (1 - alpha) })
  }

  /// WCAG 2.2, "relative luminance".
  private var luminance: Double {
    let linear = channels.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// WCAG 2.2, "contrast ratio": from 1 to 21.
  func contrast(on other: ThemeColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The nearest colour on the way to black or white that is readable on all of some others; nil if none is.
  func readable(on others: [ThemeColor], ratio: Double) -> String? {
    for step in 1...64 {
      for end in [0.0, 1.0] {
        let mixed = ThemeColor(
          channels.map { ((($0 + (end - $0) * Double(step) / 64) * 255).rounded()) / 255 })
        if others.allSatisfy({ mixed.contrast(on: $0) >= ratio }) { return mixed.text }
      }
    }
    return nil
  }

  private var text: String {
    "#"
      + channels.map { channel in
        let digits = String(Int((channel * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}
