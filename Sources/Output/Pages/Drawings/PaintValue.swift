/// A value of a style sheet, split at white space and commas outside brackets.
struct PaintValue {
  private let text: String

  init(_ text: some StringProtocol) { self.text = String(text) }

  /// Of a list.
  var items: [PaintValue] { cut { $0 == UInt8(ascii: ",") } }

  /// Of one item.
  var words: [String] { cut { $0 == 0x20 }.map(\.text) }

  /// The name and arguments, if the value is a single function.
  var function: (name: String, arguments: PaintValue)? {
    guard text.utf8.last == UInt8(ascii: ")"), let start = text.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let name = text[..<start].lowercased()
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 == 0x2D || (0x61...0x7A).contains($0) }) else { return nil }
    return (name, PaintValue(text[text.index(after: start)...].dropLast()))
  }

  private func cut(_ isCut: (UInt8) -> Bool) -> [PaintValue] {
    var parts: [[UInt8]] = [[]]
    var depth = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, isCut(byte) { parts.append([]) } else { parts[parts.count - 1].append(byte) }
    }
    return parts.map { part in
      var part = part[...]
      while part.first == 0x20 { part = part.dropFirst() }
      while part.last == 0x20 { part = part.dropLast() }
      return PaintValue(String(decoding: part, as: UTF8.self))
    }.filter { !$0.text.isEmpty }
  }
}

/// A length in a style sheet.
enum PaintLength: Hashable {
  /// CSS pixels.
  case pixels(Double)
  /// Of the font size.
  case em(Double)
  /// A fraction from 0 to 1 of a reference length.
  case share(Double)

  init?(_ text: String) {
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" }
    guard let number = Double(digits), number.isFinite, abs(number) < 100_000 else { return nil }
    switch text.dropFirst(digits.count).lowercased() {
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
