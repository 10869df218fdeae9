import Diagnostics

/// Walks a style sheet statement by statement, with a stack of the open blocks: checks everything, and keeps what
/// pictures show.
struct PaintSheetReader {
  static let mostBytes = 256 * 1024
  static let mostErrors = 64

  let source: SourceText
  let findings: PaintFindings
  /// The names of the theme's colours.
  let colors: Set<String>
  private(set) var diagnostics: [Diagnostic] = []
  /// The rules that are closed.
  private(set) var rules: [PaintRule] = []
  private(set) var classes: [PlacedName] = []
  private var knownClasses: Set<String> = []
  private(set) var tokenizer: CSSTokenizer
  private var blocks: [PaintBlock] = []
  private var isDone = false

  private struct PaintBlock {
    var opening = SourceRange(0, 0)
    /// The content of a refused at-rule is not checked.
    var isSkipped = false
    /// True if pictures show the rules in the block.
    var isShown = true
    /// The colour scheme of the block's rules; nil is both.
    var isDark: Bool?
    /// The rule of a style block, with the declarations so far.
    var rule: PaintRule?
  }

  init(_ source: SourceText, colors: Set<String>) {
    self.source = source
    self.colors = colors
    findings = PaintFindings(source: source)
    tokenizer = CSSTokenizer(source.bytes)
  }

  mutating func run() {
    while !isDone, let statement = nextStatement() { check(statement) }
    for block in blocks {
      reportSyntax("`{` without its `}`", at: block.opening, help: "close the block")
    }
  }

  /// Each finding copies its line, so none is created beyond the limit.
  mutating func report(at range: SourceRange, _ finding: (PaintFindings, SourceRange) -> Diagnostic) {
    guard !isDone, !isSkipping else { return }
    isDone = diagnostics.count == Self.mostErrors
    diagnostics.append(isDone ? findings.tooManyErrors(Self.mostErrors, at: range) : finding(findings, range))
  }

  mutating func reportSyntax(_ problem: String, at range: SourceRange, help: String) {
    report(at: range) { $0.syntax(problem, at: $1, help: help) }
  }

  /// Keeps a declaration of a rule that pictures show.
  mutating func keep(_ property: String, _ value: ArraySlice<CSSToken>) {
    guard blocks.last?.rule != nil else { return }
    let value = value.prefix { $0.kind != .delimiter(UInt8(ascii: "!")) }
    guard let value = PaintTerm.value(value, of: tokenizer) else { return }
    blocks[blocks.count - 1].rule?.declarations.append((property, value))
  }

  private var isSkipping: Bool { blocks.last?.isSkipped ?? false }
}

// MARK: - Statements

extension PaintSheetReader {
  /// The tokens up to `;`, `{`, `}` or the end.
  private typealias Statement = (tokens: [CSSToken], end: CSSToken?)

  private mutating func nextStatement() -> Statement? {
    var tokens: [CSSToken] = []
    while let token = tokenizer.next() {
      switch token.kind {
      case .semicolon, .opening(UInt8(ascii: "{")), .closing(UInt8(ascii: "}")): return (tokens, token)
      case .unterminatedComment:
        reportSyntax("this comment is not closed", at: token.range, help: "close it with */")
      default: tokens.append(token)
      }
    }
    return tokens.isEmpty ? nil : (tokens, nil)
  }

  private mutating func check(_ statement: Statement) {
    checkTokens(statement.tokens)
    var block = PaintBlock(isSkipped: isSkipping, isShown: false)
    let isBlock = statement.end?.kind == .opening(UInt8(ascii: "{"))
    if let first = statement.tokens.first {
      if first.kind == .atKeyword {
        return checkAtRule(first, statement)
      } else if isBlock {
        block.rule = rule(for: statement.tokens)
      } else if blocks.isEmpty {
        reportSyntax("this is not a rule", at: span(statement.tokens), help: "write selector { … }")
      } else {
        checkDeclaration(statement.tokens)
      }
    } else if isBlock, let end = statement.end {
      reportSyntax("a block without a selector", at: end.range, help: "write a selector before it")
    }
    if let end = statement.end { pass(end, into: block) }
  }

  /// Opens or closes a block.
  private mutating func pass(_ end: CSSToken, into block: PaintBlock) {
    switch end.kind {
    case .opening:
      blocks.append(block)
      blocks[blocks.count - 1].opening = end.range
    case .closing where blocks.isEmpty:
      reportSyntax("`}` without its `{`", at: end.range, help: "remove it")
    case .closing: if let rule = blocks.removeLast().rule, !rule.declarations.isEmpty { rules.append(rule) }
    default: break
    }
  }

  /// Strings, comments and brackets must end inside their statement, so that all parsers split the sheet in the same
  /// way.
  private mutating func checkTokens(_ tokens: [CSSToken]) {
    var open: [CSSToken] = []
    for token in tokens {
      switch token.kind {
      case .unterminatedString:
        reportSyntax("this string is not closed on its line", at: token.range, help: "close the quotes")
      case .function, .opening: open.append(token)
      case .closing:
        if let last = open.popLast(), token.kind.closes(last.kind) { continue }
        reportSyntax("this bracket closes nothing", at: token.range, help: "remove it")
      default: break
      }
    }
    for token in open {
      reportSyntax("this bracket is not closed", at: token.range, help: "close it before the statement ends")
    }
  }

  func text(_ token: CSSToken) -> String { source.text(in: token.range) }

  /// The token's text in lower case, without the sign of its kind.
  func name(_ token: CSSToken) -> String {
    var text = text(token).lowercased()
    if token.kind == .function { text = String(text.prefix { $0 != "(" }) }
    return text
  }

  private func span(_ tokens: [CSSToken]) -> SourceRange {
    SourceRange(tokens.first?.range.lower ?? 0, tokens.last?.range.upper ?? 0)
  }
}

// MARK: - Rules

extension PaintSheetReader {
  /// Checks a selector.
  ///
  /// - Returns: nil if pictures do not show a rule with this selector.
  private mutating func rule(for selector: [CSSToken]) -> PaintRule? {
    if let first = selector.first, first.kind == .identifier, text(first).hasPrefix("--") {
      reportSyntax("a custom property cannot contain a block", at: first.range, help: "write a value without braces")
    }
    if let slash = selector.first(where: { $0.kind == .delimiter(UInt8(ascii: "/")) }) {
      reportSyntax("`/` is not allowed in a selector", at: slash.range, help: "write comments between /* and */")
    }
    for (dot, name) in zip(selector, selector.dropFirst())
    where dot.kind == .delimiter(UInt8(ascii: ".")) && name.kind == .identifier && dot.range.upper == name.range.lower {
      if knownClasses.insert(text(name)).inserted {
        classes.append(PlacedName(name: text(name), range: SourceRange(dot.range.lower, name.range.upper)))
      }
    }
    let around = blocks.last ?? PaintBlock()
    guard around.isShown else { return nil }
    return PaintSelectorReader.selector(selector, in: source).map { PaintRule($0, isDark: around.isDark) }
  }

  private mutating func checkAtRule(_ keyword: CSSToken, _ statement: Statement) {
    let written = text(keyword)
    let name = name(keyword)
    var block = PaintBlock(isSkipped: true, isShown: false)
    switch name {
    case "@media":
      block = mediaBlock(statement.tokens.dropFirst())
      if let refused = firstRefused(inMedia: statement.tokens.dropFirst()) {
        let text = text(refused)
        report(at: refused.range) { $0.media(text, at: $1) }
      }
    case "@import", "@font-face": report(at: keyword.range) { $0.loads(name, at: $1) }
    case "@supports", "@container", "@layer", "@scope", "@starting-style":
      block.isSkipped = false
      report(at: keyword.range) { $0.atRule(written, at: $1) }
    default: report(at: keyword.range) { $0.atRule(written, at: $1) }
    }
    block.isSkipped = block.isSkipped || isSkipping
    if let end = statement.end { pass(end, into: block) }
  }

  /// A block of rules for a page at rest, if the query is true for some reader of one.
  private func mediaBlock(_ query: ArraySlice<CSSToken>) -> PaintBlock {
    var block = blocks.last ?? PaintBlock()
    block.rule = nil
    switch query.map(text).joined().lowercased() {
    case "(prefers-color-scheme:dark)", "(prefers-color-scheme:light)":
      let isDark = query.contains { name($0) == "dark" }
      block.isShown = block.isShown && block.isDark != !isDark
      block.isDark = isDark
    case "screen", "all", "(prefers-reduced-motion:no-preference)", "(prefers-contrast:no-preference)",
      "(hover:none)", "not(hover)":
      break
    default: block.isShown = false
    }
    return block
  }

  /// The first word or sign of a media query that is not an allowed feature, type or junction.
  private func firstRefused(inMedia query: ArraySlice<CSSToken>) -> CSSToken? {
    var isFeatureNext = false
    var depth = 0
    for token in query {
      switch token.kind {
      case .opening:
        depth += 1
        isFeatureNext = true
        continue
      case .closing: depth -= 1
      case .identifier where isFeatureNext: if !isFeature(name(token)) { return token }
      case .identifier where depth == 0: if !PaintVocabulary.mediaWords.contains(name(token)) { return token }
      case .identifier, .comma: break
      case .colon where depth > 0: break
      default: return token
      }
      isFeatureNext = false
    }
    return nil
  }

  /// `not` is allowed before a condition in brackets.
  private func isFeature(_ name: String) -> Bool {
    name.hasPrefix("prefers-") || name == "not" || PaintVocabulary.mediaFeatures.contains(name)
  }
}
