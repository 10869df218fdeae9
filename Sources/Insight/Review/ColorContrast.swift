import Glibc
import Themes

extension SRGBColor {
  /// The "relative luminance" of WCAG 2.2.
  private var luminance: Double {
    func linear(_ channel: Double) -> Double {
      channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The "contrast ratio" of WCAG 2.2: from 1 to 21.
  func contrast(on other: SRGBColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The nearest colour towards black or white that is readable on all of some other colours; nil if none is.
  func readable(on others: [SRGBColor], ratio: Double) -> String? {
    for step in 1...64 {
      for end in [SRGBColor.black, .white] {
        let share = Double(step) / 64
        // The colour is rounded to bytes, since that is what the author will write.
        let written = end.mixed(share, with: SRGBColor(red: red, green: green, blue: blue), 1 - share).hexadecimal
        if let mixed = SRGBColor(hexadecimal: written), others.allSatisfy({ mixed.contrast(on: $0) >= ratio }) {
          return written
        }
      }
    }
    return nil
  }
}
