import Diagnostics

extension DocumentWriter {
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
      write(listFrom: list.start, isTight: list.isTight)
      write(list.items.count)
      for item in list.items { write(item) }
    case .code(let info, let text):
      begin(DocumentCode.CodeMark.code, block.range)
      write(info)
      write(text)
    case .thematicBreak: begin(DocumentCode.CodeMark.thematicBreak, block.range)
    case .table(let table):
      begin(DocumentCode.CodeMark.table, block.range)
      write(hasHeader: table.hasHeader, columns: table.columns)
      write(table.rows.count)
      for cell in table.rows.joined() { write(cell) }
    }
  }

  private mutating func write(_ blocks: [Block]) {
    write(blocks.count)
    for block in blocks { write(block) }
  }

  private mutating func write(_ inlines: [Inline]) {
    write(inlines.count)
    for inline in inlines { write(inline) }
  }

  private mutating func write(_ inline: Inline) {
    switch inline.kind {
    case .text(let text):
      begin(DocumentCode.CodeMark.text, inline.range)
      write(text.utf8Span.span, at: inline.range)
    case .softBreak: begin(DocumentCode.CodeMark.softBreak, inline.range)
    case .hardBreak: begin(DocumentCode.CodeMark.hardBreak, inline.range)
    case .wordBreak: begin(DocumentCode.CodeMark.wordBreak, inline.range)
    case .code(let text):
      begin(DocumentCode.CodeMark.codeSpan, inline.range)
      write(text.utf8Span.span, at: inline.range)
    case .span(let span, let inlines):
      begin(DocumentCode.CodeMark.span, inline.range)
      write(DocumentCode.number(of: span))
      write(inlines)
    case .link(let target, let title, let inlines):
      begin(DocumentCode.CodeMark.link, inline.range)
      write(target)
      write(title)
      write(inlines)
    case .image(let target, let title, let alt, let width):
      begin(DocumentCode.CodeMark.image, inline.range)
      write(target)
      write(title)
      write(alt)
      write(width ?? 0)
    }
  }
}
