import Diagnostics

/// The rules of style sheets that affect how elements look, for drawing what a browser would show.
///
/// Rules for page widths and for pointers are left out: pictures show a page at rest.
public struct PaintSheet: Sendable {
  private struct PaintRule: Sendable {
    let selector: PaintSelector
    /// nil applies to both.
    let isDark: Bool?
    let declarations: [(name: String, value: String)]
  }

  private var rules: [PaintRule] = []

  /// - Parameter sheets: the sheets of a page, joined in their order.
  /// - Complexity: O(bytes).
  public init(_ bytes: [UInt8]) {
    var reader = PaintSheetReader(bytes)
    reader.readRules(isDark: nil, depth: 0)
    rules = reader.rules
  }

  /// The declarations that apply to an element itself, by property. `!important` and inheritance are ignored.
  ///
  /// - Complexity: O(rules).
  public func declarations(of element: Int, in tree: ElementTree, isDark: Bool) -> [String: String] {
    var found: [(weight: PaintSelector.Weight, rule: PaintRule)] = []
    for rule in rules where rule.isDark == nil || rule.isDark == isDark {
      if let weight = rule.selector.weight(of: element, in: tree) { found.append((weight, rule)) }
    }
    // The sort is stable, so that the later of two equal specificities wins.
    var result: [String: String] = [:]
    for (_, rule) in found.sorted(by: { $0.weight < $1.weight }) {
      for declaration in rule.declarations { result.set(declaration.name, to: declaration.value) }
    }
    return result
  }

  /// The properties that pictures show, and custom properties.
  fileprivate static func isWanted(_ property: String) -> Bool {
    property.hasPrefix("--paint-") || property == "border" || PaintVocabulary.properties.contains(property)
  }
}

extension [String: String] {
  /// Their names begin like a shorthand, but they are not part of it.
  private static let ownProperties: Set<String> = ["border-radius", "outline-offset"]

  /// A shorthand resets its parts.
  fileprivate mutating func set(_ name: String, to value: String) {
    for part in keys where part.hasPrefix(name + "-") && !Self.ownProperties.contains(part) {
      removeValue(forKey: part)
    }
    self[name] = value
  }
}

extension PaintSheet {
  private struct PaintSheetReader {
    private let bytes: [UInt8]
    private var tokenizer: CSSTokenizer
    private(set) var rules: [PaintRule] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      tokenizer = CSSTokenizer(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    /// Reads to the end of a block, or of the sheet.
    ///
    /// - Parameter isDark: nil for both schemes.
    mutating func readRules(isDark: Bool?, depth: Int) {
      var prelude: [CSSToken] = []
      while let token = tokenizer.next() {
        switch token.kind {
        case .closing(UInt8(ascii: "}")): return
        case .semicolon: prelude = []
        case .opening(UInt8(ascii: "{")):
          let first = prelude.first
          if first?.kind == .atKeyword {
            let isMedia = depth < 4 && first.map(text(of:)) == "@media"
            switch isMedia ? answer(toQuery: text(of: prelude.dropFirst()).lowercased()) : .no {
            case .no: skipBlock()
            case .inBoth: readRules(isDark: isDark, depth: depth + 1)
            case .inLight: readRules(isDark: false, depth: depth + 1)
            case .inDark: readRules(isDark: true, depth: depth + 1)
            }
          } else {
            let declarations = readDeclarations()
            if !declarations.isEmpty, let selector = PaintSelectorParser.parse(sourceText(of: prelude)) {
              rules.append(PaintRule(selector: selector, isDark: isDark, declarations: declarations))
            }
          }
          prelude = []
        default: prelude.append(token)
        }
      }
    }

    private enum Answer { case no, inBoth, inLight, inDark }

    private func answer(toQuery query: String) -> Answer {
      switch query.filter({ $0 != " " }) {
      case "(prefers-color-scheme:dark)": .inDark
      case "(prefers-color-scheme:light)": .inLight
      case "screen", "all", "(prefers-reduced-motion:no-preference)", "(prefers-contrast:no-preference)",
        "(hover:none)", "not(hover)":
        .inBoth
      default: .no
      }
    }

    private mutating func skipBlock() {
      var depth = 1
      while depth > 0, let token = tokenizer.next() {
        if token.kind == .opening(UInt8(ascii: "{")) { depth += 1 }
        if token.kind == .closing(UInt8(ascii: "}")) { depth -= 1 }
      }
    }

    private mutating func readDeclarations() -> [(name: String, value: String)] {
      var declarations: [(name: String, value: String)] = []
      var tokens: [CSSToken] = []
      func take() {
        guard let first = tokens.first, tokens.count > 2, tokens[1].kind == .colon else { return }
        let name = text(of: first)
        let property = name.hasPrefix("--") ? name : name.lowercased()
        guard PaintSheet.isWanted(property) else { return }
        var value = tokens.dropFirst(2)
        if let mark = value.firstIndex(where: { $0.kind == .delimiter(UInt8(ascii: "!")) }) { value = value[..<mark] }
        declarations.append((property, text(of: value)))
      }
      while let token = tokenizer.next() {
        switch token.kind {
        case .semicolon:
          take()
          tokens = []
        case .closing(UInt8(ascii: "}")):
          take()
          return declarations
        case .opening(UInt8(ascii: "{")):
          // Nested rules are not supported.
          skipBlock()
          tokens = []
        default: tokens.append(token)
        }
      }
      return declarations
    }

    private func text(of token: CSSToken) -> String {
      String(decoding: bytes[token.range.lower..<token.range.upper], as: UTF8.self)
    }

    /// White space and comments become one space.
    private func text(of tokens: ArraySlice<CSSToken>) -> String {
      var text = ""
      var end: Int?
      for token in tokens {
        if let end, token.range.lower > end { text += " " }
        text += self.text(of: token)
        end = token.range.upper
      }
      return text
    }

    private func sourceText(of tokens: [CSSToken]) -> String { text(of: tokens[...]) }
  }
}
