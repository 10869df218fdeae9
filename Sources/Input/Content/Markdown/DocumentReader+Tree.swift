import Diagnostics

extension DocumentReader {
  /// All blocks as trees.
  mutating func document() -> [Block] {
    var blocks: [Block] = []
    while !isAtEnd { blocks.append(block()) }
    return blocks
  }

  private mutating func blocks(_ count: Int) -> [Block] { list(of: count) { $0.block() } }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private mutating func block() -> Block {
    let (node, range) = nextBlock()
    let kind: Block.BlockKind
    switch node {
    case .paragraph(let count): kind = .paragraph(inlines(count))
    case .heading(let level, let count): kind = .heading(level: level, inlines(count))
    case .quote(let count): kind = .quote(blocks(count))
    case .list(let start, let isTight, let count):
      let items = list(of: count) { $0.blocks($0.nextItem()) }
      kind = .list(Block.BlockList(start: start, isTight: isTight, items: items))
    case .code(let info, let text): kind = .code(info: info, text: text)
    case .thematicBreak: kind = .thematicBreak
    case .table(let columns, let hasHeader, let count):
      let rows = list(of: count) { $0.list(of: columns.count) { $0.blocks($0.nextItem()) } }
      kind = .table(Block.BlockTable(columns: columns, hasHeader: hasHeader, rows: rows))
    }
    return Block(kind, range: range)
  }

  private mutating func inlines(_ count: Int) -> [Inline] { list(of: count) { $0.inline() } }

  private mutating func inline() -> Inline {
    let isSoftBreak = isAtSoftBreak
    let (node, range) = nextInline()
    let kind: Inline.InlineKind
    switch node {
    case .text(let text): kind = isSoftBreak ? .softBreak : .text(text)
    case .hardBreak: kind = .hardBreak
    case .wordBreak: kind = .wordBreak
    case .code(let text): kind = .code(text)
    case .span(let span, let count): kind = .span(span, inlines(count))
    case .link(let target, let title, let count): kind = .link(target, title: title, inlines(count))
    case .image(let target, let title, let alt, let width):
      kind = .image(target, title: title, alt: alt, width: width)
    }
    return Inline(kind, range: range)
  }

  private mutating func list<Item>(of count: Int, _ next: (inout DocumentReader) -> Item) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(count)
    for _ in 0..<count { items.append(next(&self)) }
    return items
  }
}
