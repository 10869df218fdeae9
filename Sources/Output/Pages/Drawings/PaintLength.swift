import Themes

/// A length in a value.
enum PaintLength: Hashable {
  /// A number of CSS pixels.
  case pixels(Double)
  /// A multiple of the font size.
  case em(Double)
  /// A fraction from 0 to 1 of a reference length.
  case share(Double)

  init?(_ term: PaintTerm) {
    guard case .number(let number, let unit) = term, number.isFinite, abs(number) < 100_000 else { return nil }
    switch unit {
    case "px": self = .pixels(number)
    case "rem": self = .pixels(number * 16)
    case "em": self = .em(number)
    case "%": self = .share(number / 100)
    case "" where number == 0: self = .pixels(0)
    default: return nil
    }
  }

  func pixels(of whole: Double, fontSize: Double = 16) -> Double {
    switch self {
    case .pixels(let length): length
    case .em(let number): number * fontSize
    case .share(let share): share * whole
    }
  }
}
