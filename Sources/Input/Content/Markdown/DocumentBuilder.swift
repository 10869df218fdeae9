import CMarkdownMemory
import Diagnostics

/// Turns the tree of libcmark into a list of nodes, and determines their ranges in the file.
struct DocumentBuilder {
  let source: SourceText
  let targets: TargetRule
  var findings: Findings
  var list: NodeList
  private let lines: LineTable
  /// True if there are masks over comments.
  let hasMasks: Bool
  /// False if HTML stays as it is written, which is a finding.
  let readsDialects: Bool
  /// Blocks of HTML by their offsets; each is a paragraph until ``Dialect`` reads it.
  private(set) var htmlBlocks: [Int: String] = [:]
  /// Tags in texts by their offsets; each is a text until ``Dialect`` reads it.
  var tags: [Int: String] = [:]
  let mayHaveTargets: Bool
  /// True if escapes and entities are texts of their own, so that ``Dialect`` reads what is around them.
  let keepsTextsApart: Bool
  /// The number of quotes and items around the next block.
  private var depth = 0
  private var quotes = 0

  // The state of the paragraph or heading that is being read.

  var cursor: InlineCursor
  /// The containers around the next inline, but not its block.
  var frames: [InlineFrame] = []
  /// The tags in all frames, from the outermost.
  var openTags: [OpenTag] = []
  /// Open containers that are nested too deeply; their text goes to the last frame.
  var flattened = 0
  /// The names of open tags that are shown as text.
  var openedAsText: [String] = []

  init(
    source: SourceText, survey: TextSurvey, hasMasks: Bool = false, readsDialects: Bool = true,
    targets: @escaping TargetRule
  ) {
    self.source = source
    lines = LineTable(survey)
    self.hasMasks = hasMasks
    self.readsDialects = readsDialects
    mayHaveTargets = survey.mayHaveTargets
    keepsTextsApart = readsDialects && (survey.mayHaveForeignSyntax || survey.mayHaveBareAddresses)
    self.targets = targets
    findings = Findings(path: source.path)
    list = NodeList(source: source.bytes, length: survey.range.upper - survey.range.lower)
    cursor = InlineCursor(bytes: source.bytes, mayHaveEscapes: survey.mayHaveEscapes)
  }

  mutating func read(_ tree: borrowing CmarkTree) { readBlocks(in: tree.root) }

  // The depth is limited, so the recursion is bounded.
  private mutating func readBlocks(in container: CmarkTree.CmarkNode) {
    var next = container.firstChild
    while let node = next {
      readBlock(node)
      next = node.next
    }
  }

  private mutating func readBlock(_ node: CmarkTree.CmarkNode) {
    let range = range(of: node)
    switch node.type {
    case CMARK_NODE_PARAGRAPH:
      let index = list.append(.paragraph, at: range)
      readInlines(of: node, in: range, quotes: quotes, isHeading: false)
      if list.isEmpty(from: index + 1) { list.removeAll(from: index) } else { list.close(index) }
    case CMARK_NODE_HEADING:
      let index = list.append(.heading, at: range)
      list.change(index) { $0.value = node.headingLevel }
      readInlines(of: node, in: range, quotes: quotes, isHeading: true)
      list.close(index)
    case CMARK_NODE_BLOCK_QUOTE:
      guard mayBegin(at: range) else { return }
      let index = list.append(.quote, at: range)
      depth += 1
      quotes += 1
      readBlocks(in: node)
      depth -= 1
      quotes -= 1
      list.close(index)
    case CMARK_NODE_LIST:
      guard mayBegin(at: range) else { return }
      readList(node, at: range)
    case CMARK_NODE_CODE_BLOCK:
      var text = unmasked(node.literal)
      if text.utf8.last == 0x0A { text.unicodeScalars.removeLast() }
      let info = singleLine(withoutControls(unmasked(node.fenceInfo), at: range, in: source, findings: &findings))
      list.append(code: text, info: info, at: range)
    case CMARK_NODE_THEMATIC_BREAK: list.append(.thematicBreak, at: range)
    case CMARK_NODE_HTML_BLOCK: addHTMLBlock(node)
    default: return
    }
  }

  /// Returns whether a quote or list can begin here; if not, reports it.
  private mutating func mayBegin(at range: SourceRange) -> Bool {
    if depth < MarkdownLimits.depth { return true }
    findings.report(.markdownTooDeep, .tooDeep("quotes and lists", at: range, in: source))
    return false
  }

  private mutating func readList(_ node: CmarkTree.CmarkNode, at range: SourceRange) {
    let index = list.append(.list, at: range)
    list.change(index) {
      $0.isTight = node.isTight
      $0.isOrdered = node.listStart != nil
      $0.value = node.listStart ?? 0
    }
    depth += 1
    var next = node.firstChild
    while let item = next {
      let index = list.append(.item, at: range)
      readBlocks(in: item)
      list.close(index)
      next = item.next
    }
    depth -= 1
    list.close(index)
  }

  /// A text of libcmark without the masks of comments.
  func unmasked(_ text: String) -> String { hasMasks ? Comments.unmasked(text) : text }

  // MARK: - Ranges of blocks

  /// libcmark closes a block only at the next one, so white space at the end does not belong to the block.
  private func range(of node: CmarkTree.CmarkNode) -> SourceRange {
    let lower = lines.offset(line: node.startLine, column: node.startColumn)
    return trimmed(lower, lines.offset(line: node.endLine, column: node.endColumn + 1))
  }

  /// libcmark ends a block of HTML one line early if its last line contains the end condition, such as `-->`.
  private func range(ofHTML html: String, from node: CmarkTree.CmarkNode) -> SourceRange {
    let lower = lines.offset(line: node.startLine, column: node.startColumn)
    let count = html.utf8.count { $0 == 0x0A }
    return trimmed(lower, lines.range(ofLine: node.startLine + max(0, count - 1)).upper)
  }

  private func trimmed(_ lower: Int, _ end: Int) -> SourceRange {
    var upper = max(lower, end)
    while upper > lower {
      switch source.bytes[upper - 1] {
      case 0x20, 0x09, 0x0A, 0x0D: upper -= 1
      default: return SourceRange(lower, upper)
      }
    }
    return SourceRange(lower, upper)
  }

  // MARK: - HTML

  private mutating func addHTMLBlock(_ node: CmarkTree.CmarkNode) {
    let written = node.literal
    let range = self.range(ofHTML: written, from: node)
    let html = unmasked(written)
    if html.utf8.allSatisfy({ $0 <= 0x20 }) { return }
    if readsDialects {
      htmlBlocks[range.lower] = html
    } else {
      let line = String(decoding: html.utf8.drop { $0 <= 0x20 }.prefix { $0 != 0x0A }, as: UTF8.self)
      findings.report(.rawHTML, .rawHTML(line, at: range, in: source))
    }
    let index = list.append(.paragraph, at: range)
    for line in html.utf8.split(separator: 0x0A) {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      if text.isEmpty { continue }
      if list.count > index + 1 { list.append(.softBreak, at: range) }
      list.append(text: String(decoding: text, as: UTF8.self), at: range)
    }
    list.close(index)
  }
}

/// The text with line breaks as spaces: an entity can contain one inside a line.
func singleLine(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
  return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
}
