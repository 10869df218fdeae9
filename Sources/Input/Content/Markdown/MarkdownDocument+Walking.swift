extension Sequence<Block> {
  /// Visits each block that contains no other blocks, in the order of the text.
  ///
  /// - Complexity: O(length); the depth is that of the tree, which ``readMarkdown(_:in:into:)`` limits to 64.
  public func forEachLeaf(_ visit: (Block) -> Void) {
    for block in self {
      switch block.kind {
      case .quote, .list, .table: for blocks in block.content { blocks.forEachLeaf(visit) }
      case .paragraph, .heading, .code, .thematicBreak: visit(block)
      }
    }
  }

  /// Visits every inline, in the order of the text; containers come before their content.
  public func forEachInline(_ visit: (Inline) -> Void) {
    forEachLeaf { $0.inlines.forEachInline(visit) }
  }
}

extension Sequence<Inline> {
  /// Visits these inlines and their content, in the order of the text; containers come before their content.
  public func forEachInline(_ visit: (Inline) -> Void) {
    for inline in self {
      visit(inline)
      switch inline.kind {
      case .span(_, let content), .link(_, title: _, let content): content.forEachInline(visit)
      case .text, .softBreak, .hardBreak, .wordBreak, .code, .image: continue
      }
    }
  }
}

extension Block {
  /// The text of a paragraph or heading; other blocks have none.
  public var inlines: [Inline] {
    switch kind {
    case .paragraph(let content), .heading(_, let content): content
    case .quote, .list, .table, .code, .thematicBreak: []
    }
  }
}
