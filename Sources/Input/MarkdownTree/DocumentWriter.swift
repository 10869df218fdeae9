import Diagnostics

/// Writes the code of a document, node by node.
struct DocumentWriter {
  let source: [UInt8]
  private(set) var bytes: [UInt8] = []
  private(set) var content: DocumentCode.DocumentTargets = []
  /// The start of the last range: the next one is near.
  private var last = 0

  init(source: [UInt8]) {
    self.source = source
    bytes.reserveCapacity(512)
  }

  private mutating func write(_ blocks: [Block]) {
    write(blocks.count)
    for block in blocks { write(block) }
  }

  mutating func write(_ block: Block) {
    switch block.kind {
    case .paragraph(let inlines):
      begin(DocumentCode.CodeMark.paragraph, block.range)
      write(inlines)
    case .heading(let level, let inlines):
      begin(DocumentCode.CodeMark.heading, block.range)
      write(level)
      write(inlines)
    case .quote(let blocks):
      begin(DocumentCode.CodeMark.quote, block.range)
      write(blocks)
    case .list(let list):
      begin(DocumentCode.CodeMark.list, block.range)
      bytes.append((list.isTight ? 1 : 0) | (list.start == nil ? 0 : 2))
      if let start = list.start { write(start) }
      write(list.items.count)
      for item in list.items { write(item) }
    case .code(let info, let text):
      begin(DocumentCode.CodeMark.code, block.range)
      write(info, at: SourceRange(0, 0))
      write(text, at: SourceRange(0, 0))
    case .thematicBreak: begin(DocumentCode.CodeMark.thematicBreak, block.range)
    }
  }

  private mutating func write(_ inlines: [Inline]) {
    write(inlines.count)
    for inline in inlines { write(inline) }
  }

  private mutating func write(_ inline: Inline) {
    switch inline.kind {
    case .text(let text):
      begin(DocumentCode.CodeMark.text, inline.range)
      write(text, at: inline.range)
    case .softBreak: begin(DocumentCode.CodeMark.softBreak, inline.range)
    case .hardBreak: begin(DocumentCode.CodeMark.hardBreak, inline.range)
    case .wordBreak: begin(DocumentCode.CodeMark.wordBreak, inline.range)
    case .code(let text):
      begin(DocumentCode.CodeMark.codeSpan, inline.range)
      write(text, at: inline.range)
    case .span(let span, let inlines):
      begin(DocumentCode.CodeMark.span, inline.range)
      write(DocumentCode.spans.firstIndex(of: span) ?? 0)
      write(inlines)
    case .link(let target, let title, let inlines):
      content.insert(.links)
      begin(DocumentCode.CodeMark.link, inline.range)
      write(target)
      write(title, at: SourceRange(0, 0))
      write(inlines)
    case .image(let target, let title, let alt):
      content.insert(.images)
      begin(DocumentCode.CodeMark.image, inline.range)
      write(target)
      write(title, at: SourceRange(0, 0))
      write(alt, at: SourceRange(0, 0))
    }
  }

  private mutating func begin(_ mark: UInt8, _ range: SourceRange) {
    bytes.append(mark)
    write(range.lower &- last)
    write(range.upper &- range.lower)
    last = range.lower
  }

  private mutating func write(_ target: LinkTarget) {
    bytes.append(target.kind == .absolute ? 0 : target.kind == .relative ? 1 : 2)
    write(target.text, at: SourceRange(0, 0))
  }

  /// Writes a text, or a note that the file contains it at a range.
  private mutating func write(_ text: String, at range: SourceRange) {
    if !text.isEmpty, isSource(text, range) { return bytes.append(0) }
    write(text.utf8.count + 1)
    bytes.append(contentsOf: text.utf8)
  }

  private func isSource(_ text: String, _ range: SourceRange) -> Bool {
    guard range.lower >= 0, range.upper <= source.count, range.upper - range.lower == text.utf8.count else {
      return false
    }
    let isSame = unsafe text.utf8.withContiguousStorageIfAvailable { text in
      for index in 0..<text.count where unsafe text[index] != source[range.lower + index] { return false }
      return true
    }
    return isSame ?? source[range.lower..<range.upper].elementsEqual(text.utf8)
  }

  /// Numbers near 0, of either sign, take one byte.
  private mutating func write(_ number: Int) {
    var rest = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
