import Diagnostics

/// The rules of style sheets that say how something looks, for those who draw what a browser would show.
///
/// Rules at page widths are left out, as are those that ask for a pointer: what is drawn is a page that nobody touches.
public struct PaintSheet: Sendable {
  private struct PaintRule: Sendable {
    let selector: PaintSelector
    /// nil holds in both.
    let isDark: Bool?
    let declarations: [(name: String, value: String)]
  }

  private var rules: [PaintRule] = []

  /// - Parameter sheets: in the order in which a page has them, as one.
  /// - Complexity: O(bytes).
  public init(_ bytes: [UInt8]) {
    var reader = PaintSheetReader(bytes)
    reader.readRules(isDark: nil, depth: 0)
    rules = reader.rules
  }

  /// What is declared of an element itself, by property; `!important` and inheritance are not looked at.
  ///
  /// - Complexity: O(rules).
  public func declarations(of element: Int, in tree: ElementTree, isDark: Bool) -> [String: String] {
    var found: [(weight: PaintSelector.Weight, rule: PaintRule)] = []
    for rule in rules where rule.isDark == nil || rule.isDark == isDark {
      if let weight = rule.selector.weight(of: element, in: tree) { found.append((weight, rule)) }
    }
    // Sorting is stable: of equal weights the later wins.
    var result: [String: String] = [:]
    for (_, rule) in found.sorted(by: { $0.weight < $1.weight }) {
      for declaration in rule.declarations { result.set(declaration.name, to: declaration.value) }
    }
    return result
  }

  /// Those that pictures show, and custom properties.
  fileprivate static func isWanted(_ property: String) -> Bool {
    property.hasPrefix("--paint-") || property == "border" || PaintVocabulary.properties.contains(property)
  }
}

extension [String: String] {
  /// Their names begin like a shorthand that they are no part of.
  private static let ownProperties: Set<String> = ["border-radius", "outline-offset"]

  /// A shorthand takes back what was said of its parts.
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

    /// Up to the end of a block, or of the sheet.
    ///
    /// - Parameter isDark: nil in both schemes.
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
          // Rules inside of rules are not read.
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

    /// With one space where there is white space or a comment.
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
