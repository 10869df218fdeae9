import Diagnostics

/// A part of a property's value: a component value of CSS (CSS Syntax Module Level 3, section 5).
public enum PaintTerm: Sendable, Hashable {
  /// A word of CSS, or the name of a custom property.
  case word(String)
  /// A number with its unit: `px`, `%`, or nothing.
  case number(Double, String)
  case color(SRGBColor)
  /// A function with its arguments; brackets have no name.
  case function(String, PaintValue)
  /// Anything else, such as `/`.
  case sign(String)
}

/// The value of a property: the terms between its commas, each without white space.
public typealias PaintValue = [[PaintTerm]]

extension PaintTerm {
  /// A colour of the theme.
  static func token(_ name: String) -> PaintTerm { .function("var", [[.word("--" + name)]]) }

  /// - Parameter tokens: the tokens of `tokenizer` that form the value, in which brackets match.
  /// - Returns: nil if functions are nested more than a few times.
  static func value(_ tokens: some Sequence<CSSToken>, of tokenizer: CSSTokenizer) -> PaintValue? {
    // The functions within the value that are open.
    var open: [(name: String, items: PaintValue)] = [("", [[]])]
    for token in tokens {
      switch token.kind {
      case .function: open.append((tokenizer.text(of: token).lowercased(), [[]]))
      case .opening: open.append(("", [[]]))
      case .comma: open[open.count - 1].items.append([])
      case .closing:
        let inner = open.removeLast()
        if open.isEmpty { return nil }
        open.add(.function(inner.name, inner.items.filter { !$0.isEmpty }))
      default: open.add(PaintTerm(token, of: tokenizer))
      }
      if open.count > 8 { return nil }
    }
    return open.count == 1 ? open[0].items.filter { !$0.isEmpty } : nil
  }

  private init(_ token: CSSToken, of tokenizer: CSSTokenizer) {
    let text = tokenizer.text(of: token)
    self =
      switch token.kind {
      case .identifier: .word(text.hasPrefix("--") ? text : text.lowercased())
      case .number: tokenizer.number(in: token).map { .number($0.value, $0.unit) } ?? .sign(text)
      case .hash: SRGBColor(hexadecimal: "#" + text).map { .color($0) } ?? .sign("#" + text)
      default: .sign(text)
      }
  }
}

extension [(name: String, items: PaintValue)] {
  fileprivate mutating func add(_ term: PaintTerm) {
    let (open, item) = (count - 1, self[count - 1].items.count - 1)
    self[open].items[item].append(term)
  }
}

/// Writes the term as in a style sheet.
extension PaintTerm: CustomStringConvertible {
  public var description: String {
    switch self {
    case .word(let text), .sign(let text): text
    case .number(let value, let unit): Self.decimal(value) + unit
    case .color(let color): color.hexadecimal
    case .function(let name, let arguments): "\(name)(\(arguments.css))"
    }
  }

  /// Writes a number in as few characters as possible.
  private static func decimal(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text.hasPrefix("0.") ? String(text.dropFirst()) : text
  }
}

extension PaintValue {
  /// The value as in a style sheet.
  var css: String { map { $0.map(\.description).joined(separator: " ") }.joined(separator: ",") }
}
