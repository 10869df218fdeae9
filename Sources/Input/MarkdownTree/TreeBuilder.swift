import CCmark
import Diagnostics

/// Turns libcmark's events into values, with one frame on its stack for each container that is open.
struct TreeBuilder {
  private struct BlockFrame {
    enum BlockContainer { case document, quote, list(start: Int?, isTight: Bool), item }

    let container: BlockContainer
    let range: SourceRange
    var blocks: [Block] = []
    var items: [[Block]] = []
  }

  private let source: SourceText
  private let lines: LineTable
  private let targets: TargetRule
  private(set) var findings: Findings
  private(set) var blocks: [Block] = []
  private var frames: [BlockFrame] = []
  /// The number of quotes and items among the frames.
  private var depth = 0
  private var quotes = 0
  private var inlines: InlineBuilder?

  init(source: SourceText, lines: LineTable, targets: @escaping TargetRule) {
    self.source = source
    self.lines = lines
    self.targets = targets
    findings = Findings(path: source.path)
  }

  mutating func take(_ step: CmarkTree.TreeStep) -> CmarkTree.Descent {
    switch step {
    case .enter(let node): return enter(node)
    case .exit(let node):
      exit(node)
      return .into
    }
  }

  private mutating func enter(_ node: CmarkTree.CmarkNode) -> CmarkTree.Descent {
    if inlines != nil {
      inlines?.enter(node, findings: &findings)
      return .into
    }
    let range = range(of: node)
    switch node.type {
    case CMARK_NODE_DOCUMENT: frames.append(BlockFrame(container: .document, range: range))
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST:
      guard depth < MarkdownLimits.depth else {
        findings.report(.markdownTooDeep, .tooDeep("quotes and lists", at: range, in: source))
        return .over
      }
      if node.type == CMARK_NODE_LIST {
        frames.append(BlockFrame(container: .list(start: node.listStart, isTight: node.isTight), range: range))
      } else {
        frames.append(BlockFrame(container: .quote, range: range))
        depth += 1
        quotes += 1
      }
    case CMARK_NODE_ITEM:
      frames.append(BlockFrame(container: .item, range: range))
      depth += 1
    case CMARK_NODE_CODE_BLOCK:
      var text = node.literal
      if text.utf8.last == 0x0A { text.unicodeScalars.removeLast() }
      let info = singleLine(withoutControls(node.fenceInfo, at: range, in: source, findings: &findings))
      append(Block(.code(info: info, text: text), range: range))
    case CMARK_NODE_THEMATIC_BREAK: append(Block(.thematicBreak, range: range))
    case CMARK_NODE_HTML_BLOCK:
      let html = node.literal
      let range = self.range(ofHTML: html, from: node)
      let line = firstLine(of: html)
      findings.report(.rawHTML, .rawHTML(line, at: range, in: source))
      append(Block(.paragraph(text(of: html, range: range)), range: range))
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
      inlines = InlineBuilder(
        source: source, block: range, quotes: quotes, isHeading: node.type == CMARK_NODE_HEADING, targets: targets)
    default: return .over
    }
    return .into
  }

  private mutating func exit(_ node: CmarkTree.CmarkNode) {
    switch node.type {
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
      guard let content = inlines?.finish(findings: &findings) else { return }
      inlines = nil
      if node.type == CMARK_NODE_HEADING {
        append(Block(.heading(level: node.headingLevel, content), range: range(of: node)))
      } else if !content.isEmpty {
        append(Block(.paragraph(content), range: range(of: node)))
      }
    case CMARK_NODE_DOCUMENT, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM: closeFrame()
    default: inlines?.exit(node, findings: &findings)
    }
  }

  private mutating func closeFrame() {
    guard let frame = frames.popLast() else { return }
    switch frame.container {
    case .document: blocks = frame.blocks
    case .quote:
      depth -= 1
      quotes -= 1
      append(Block(.quote(frame.blocks), range: frame.range))
    case .list(let start, let isTight):
      append(Block(.list(Block.BlockList(start: start, isTight: isTight, items: frame.items)), range: frame.range))
    case .item:
      depth -= 1
      if !frames.isEmpty { frames[frames.count - 1].items.append(frame.blocks) }
    }
  }

  private mutating func append(_ block: Block) {
    if !frames.isEmpty { frames[frames.count - 1].blocks.append(block) }
  }

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
    while upper > lower, [0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[upper - 1]) { upper -= 1 }
    return SourceRange(lower, upper)
  }

  /// An HTML block is not searched for the tags that are allowed inside a text: its content is not running text, and a
  /// mixture of spans and text would be harder to understand than text alone.
  private func text(of html: String, range: SourceRange) -> [Inline] {
    var content: [Inline] = []
    for line in html.utf8.split(separator: 0x0A) {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      if text.isEmpty { continue }
      if !content.isEmpty { content.append(Inline(.softBreak, range: range)) }
      content.append(Inline(.text(String(decoding: text, as: UTF8.self)), range: range))
    }
    return content
  }

  private func firstLine(of html: String) -> String {
    String(decoding: html.utf8.drop { $0 <= 0x20 }.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
