import Diagnostics

/// Writes the code of a list of nodes, and finds the first text that would take more than linear time, or much memory,
/// to lay out.
struct NodeWriter {
  private let list: NodeList
  private let file: SourceText
  private let mayBeCostly: Bool
  private let keepsTextsApart: Bool
  private(set) var code: DocumentWriter
  private(set) var content: DocumentCode.DocumentContent = []
  private(set) var costlyText: Diagnostic?
  private var texts: CostlyTextScan
  /// Checks text that is compared rather than shown.
  private var addresses: CostlyTextScan

  /// - Parameters:
  ///   - mayBeCostly: whether to look for costly text.
  ///   - keepsTextsApart: whether escapes and entities are texts of their own, so that those around them are as written.
  init(_ list: NodeList, of file: SourceText, mayBeCostly: Bool, keepsTextsApart: Bool) {
    self.list = list
    self.mayBeCostly = mayBeCostly
    self.keepsTextsApart = keepsTextsApart
    self.file = file
    code = DocumentWriter(source: file.bytes, capacity: 16 + 6 * list.count + list.texts.count)
    texts = CostlyTextScan(of: file, length: file.bytes.count)
    addresses = CostlyTextScan(of: file, length: 0)
  }

  /// - Complexity: O(length)
  mutating func write() {
    var index = 0
    while index < list.count { index = writeBlock(index) }
  }

  /// The number of nodes between two indices, without the content of containers.
  private func countBlocks(from start: Int, to end: Int) -> Int {
    var count = 0
    var index = start
    while index < end {
      count += 1
      index = list.nodes[index].end
    }
    return count
  }

  /// - Returns: the index of the next block. The content of a container follows it in the list, as it does in the code.
  private mutating func writeBlock(_ index: Int) -> Int {
    let node = list.nodes[index]
    switch node.kind {
    case .paragraph:
      code.begin(DocumentCode.CodeMark.paragraph, node.range, countInlines(from: index + 1, to: node.end))
      writeParagraph(from: index + 1, to: node.end)
    case .heading:
      content.insert(.headings)
      code.begin(DocumentCode.CodeMark.heading, node.range, node.value)
      code.write(countInlines(from: index + 1, to: node.end))
      writeParagraph(from: index + 1, to: node.end)
    case .quote, .list, .item:
      if node.kind == .quote { code.begin(DocumentCode.CodeMark.quote, node.range) }
      if node.kind == .list {
        code.begin(DocumentCode.CodeMark.list, node.range)
        code.write(listFrom: node.isOrdered ? node.value : nil, isTight: node.isTight)
      }
      code.write(countBlocks(from: index + 1, to: node.end))
      return index + 1
    case .code: writeCode(node)
    default: code.begin(DocumentCode.CodeMark.thematicBreak, node.range)
    }
    return node.end
  }

  private mutating func writeCode(_ node: DocumentNode) {
    let bytes = list.texts
    let info = bytes.span.extracting(node.text.lower..<node.text.lower + node.value)
    let text = bytes.span.extracting(node.text.lower + node.value..<node.text.upper)
    code.begin(DocumentCode.CodeMark.code, node.range)
    code.write(info)
    code.write(text)
    texts.startParagraph(isCode: true)
    check(text, at: node.range)
    checkAddress(info, at: node.range)
  }

  /// Keeps the first finding.
  private mutating func check(_ text: Span<UInt8>, at range: SourceRange) {
    guard mayBeCostly, let excess = texts.excess(in: text), costlyText == nil else { return }
    costlyText = texts.finding(excess, of: text, at: range)
  }

  private mutating func checkAddress(_ text: Span<UInt8>, at range: SourceRange) {
    guard mayBeCostly else { return }
    addresses.startParagraph()
    guard let excess = addresses.excess(in: text), costlyText == nil else { return }
    costlyText = addresses.finding(excess, of: text, at: range)
  }

  // MARK: - Inlines

  private mutating func writeParagraph(from start: Int, to end: Int) {
    if mayBeCostly { texts.startParagraph() }
    writeInlines(from: start, to: end)
  }

  /// The number of inlines between two indices, where texts that become one count as one.
  private func countInlines(from start: Int, to end: Int) -> Int {
    var count = 0
    var index = start
    while index < end {
      switch list.nodes[index].kind {
      case .removed, .emptyText: index += 1
      case .sourceText, .text:
        count += 1
        index = endOfText(from: index, to: end)
      default:
        count += 1
        index = list.nodes[index].end
      }
    }
    return count
  }

  @inline(__always)
  private func endOfText(from start: Int, to end: Int) -> Int {
    var index = start + 1
    while index < end, list.nodes[index].kind.isText, !keepsTextsApart || continues(index) { index += 1 }
    return index
  }

  /// Returns whether a text and the one before it are one text in the file.
  @inline(never)
  private func continues(_ index: Int) -> Bool {
    list.nodes[index - 1].range.upper == list.nodes[index].range.lower && isAsWritten(index - 1) && isAsWritten(index)
  }

  private func isAsWritten(_ index: Int) -> Bool {
    let node = list.nodes[index]
    switch node.kind {
    case .sourceText: return true
    case .text:
      return list.source[node.range.lower..<node.range.upper].elementsEqual(
        list.texts[node.text.lower..<node.text.upper])
    default: return false
    }
  }

  private mutating func writeInlines(from start: Int, to end: Int) {
    var index = start
    while index < end {
      let node = list.nodes[index]
      switch node.kind {
      case .removed, .emptyText: index += 1
      case .sourceText, .text:
        let next = endOfText(from: index, to: end)
        if next > index + 1 { writeTexts(from: index, to: next) } else { writeText(node) }
        index = next
      default:
        writeInline(node, at: index)
        index = node.end
      }
    }
  }

  private mutating func writeText(_ node: DocumentNode) {
    guard node.kind == .sourceText else {
      code.begin(DocumentCode.CodeMark.text, node.range)
      return writeStored(node)
    }
    code.begin(sourceText: node.range)
    guard mayBeCostly else { return }
    let bytes = list.source
    check(bytes.span.extracting(node.range.lower..<node.range.upper), at: node.range)
  }

  private mutating func writeStored(_ node: DocumentNode) {
    let bytes = list.texts
    let text = bytes.span.extracting(node.text.lower..<node.text.upper)
    code.write(text, at: node.range)
    check(text, at: node.range)
  }

  /// Writes several texts as one.
  private mutating func writeTexts(from start: Int, to end: Int) {
    var range = list.nodes[start].range
    var text = ""
    for node in list.nodes[start..<end] where node.kind != .removed {
      range = SourceRange(min(range.lower, node.range.lower), max(range.upper, node.range.upper))
      text += list.text(of: node)
    }
    code.begin(DocumentCode.CodeMark.text, range)
    code.write(text.utf8Span.span, at: range)
    check(text.utf8Span.span, at: range)
  }

  // The depth of inlines is limited too.
  private mutating func writeInline(_ node: DocumentNode, at index: Int) {
    switch node.kind {
    case .softBreak: writeBreak(DocumentCode.CodeMark.softBreak, node.range)
    case .hardBreak: writeBreak(DocumentCode.CodeMark.hardBreak, node.range)
    case .wordBreak: writeBreak(DocumentCode.CodeMark.wordBreak, node.range)
    case .codeSpan:
      code.begin(DocumentCode.CodeMark.codeSpan, node.range)
      writeStored(node)
    case .span:
      code.begin(DocumentCode.CodeMark.span, node.range, node.value)
      code.write(countInlines(from: index + 1, to: node.end))
      writeInlines(from: index + 1, to: node.end)
    case .link:
      content.insert(.links)
      code.begin(DocumentCode.CodeMark.link, node.range)
      writeTarget(of: list.links[node.value], at: node.range)
      code.write(countInlines(from: index + 1, to: node.end))
      writeInlines(from: index + 1, to: node.end)
    default:
      let image = list.links[node.value]
      content.insert(.images)
      code.begin(DocumentCode.CodeMark.image, node.range)
      check(image.alt.utf8Span.span, at: node.range)
      writeTarget(of: image, at: node.range)
      code.write(image.alt)
      code.write(0)
    }
  }

  private mutating func writeBreak(_ mark: UInt8, _ range: SourceRange) {
    code.begin(mark, range)
    if mayBeCostly { check(" ".utf8Span.span, at: range) }
  }

  private mutating func writeTarget(of link: NodeLink, at range: SourceRange) {
    code.write(link.target)
    code.write(link.title)
    guard mayBeCostly else { return }
    let text = link.title.isEmpty ? link.target.text : link.target.text + " " + link.title
    checkAddress(text.utf8Span.span, at: range)
  }
}
