import Diagnostics

/// The classes in a style sheet, the files that it loads, and its faults.
struct StyleSheet: Sendable {
  struct StyleFault: Sendable {
    let rule: Diagnostic.Rule
    let message: String
    let range: SourceRange
  }

  /// The address in a `url(…)`.
  struct Load: Sendable {
    let link: String
    let range: SourceRange
  }

  private(set) var loads: [Load] = []
  private(set) var faults: [StyleFault] = []
  /// The classes in all selectors.
  private(set) var classes = ByteTable()
  /// The first line that is not UTF-8.
  let invalidLine: SourceRange?

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    invalidLine = firstInvalidUTF8(bytes)
    var tokenizer = CSSTokenizer(bytes)
    var brackets: Brackets = []
    var depth = 0
    var start = 0
    while let token = tokenizer.nextMark() {
      switch token.kind {
      case .opening(UInt8(ascii: "{")):
        insertClasses(in: bytes, start..<token.range.lower)
        depth += 1
        endStatement(at: token, &brackets, &start)
      case .closing(UInt8(ascii: "}")):
        if depth == 0 { report("a } without its {", at: token.range) }
        depth = max(0, depth - 1)
        endStatement(at: token, &brackets, &start)
      case .semicolon: if brackets.isEmpty { endStatement(at: token, &brackets, &start) }
      default: read(token, of: tokenizer, &brackets)
      }
    }
    let end = SourceRange(bytes.count, bytes.count)
    if !brackets.isEmpty { report("a parenthesis or bracket is not closed", at: end) }
    if depth > 0 { report("a { without its }", at: end) }
  }

  /// The open parentheses and brackets; strings in those of some functions name files.
  private typealias Brackets = [(opening: CSSToken, loads: Bool)]

  private mutating func endStatement(at token: CSSToken, _ brackets: inout Brackets, _ start: inout Int) {
    if !brackets.isEmpty {
      report("a parenthesis or bracket is not closed", at: token.range)
      brackets = []
    }
    start = token.range.upper
  }

  private mutating func read(_ token: CSSToken, of tokenizer: CSSTokenizer, _ brackets: inout Brackets) {
    switch token.kind {
    case .opening: brackets.append((token, loads: false))
    case .closing:
      if let last = brackets.popLast(), token.kind.closes(last.opening.kind) { return }
      report("a parenthesis or bracket that was not opened", at: token.range)
    case .function:
      let name = tokenizer.text(of: token).lowercased()
      if name == "expression" { report("expression() is not allowed", at: token.range, .styleExpression) }
      brackets.append((token, loads: Self.loadingFunctions.contains(name)))
    case .address:
      let start = brackets.last?.opening.range.lower ?? token.range.lower
      // The range includes the parenthesis.
      loads.append(Load(link: tokenizer.text(of: token), range: SourceRange(start, token.range.upper + 1)))
    case .string, .unterminatedString:
      if token.kind != .string { report("a string without its end", at: token.range) }
      if brackets.last?.loads == true {
        loads.append(Load(link: tokenizer.text(of: token), range: token.range))
      }
    case .atKeyword where tokenizer.text(of: token).lowercased() == "import":
      report("@import is not allowed", at: token.range, .styleImport)
    case .unterminatedComment: report("a comment without its end", at: token.range)
    case .delimiter: report("a backslash that escapes nothing", at: token.range)
    default: break
    }
  }

  /// Functions whose strings name files.
  private static let loadingFunctions = ["url", "src", "image", "image-set", "-webkit-image-set"]

  private mutating func report(_ message: String, at range: SourceRange, _ rule: Diagnostic.Rule = .styleSyntax) {
    faults.append(StyleFault(rule: rule, message: message, range: range))
  }

  /// Inserts the classes in the text before a `{`.
  private mutating func insertClasses(in bytes: [UInt8], _ prelude: Range<Int>) {
    var tokenizer = CSSTokenizer(bytes, in: prelude)
    var dot: Int?
    while let token = tokenizer.next(), token.kind != .atKeyword {
      if token.kind == .identifier, token.range.lower == dot {
        _ = classes.insert(tokenizer.bytes(of: token))
      }
      dot = token.kind == .delimiter(UInt8(ascii: ".")) ? token.range.upper : nil
    }
  }
}
