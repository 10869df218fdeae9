extension Sequence<Block> {
  /// Hands over each block that holds no other blocks, in the order of the text.
  ///
  /// - Complexity: O(length); the depth is that of the tree, which ``readMarkdown(_:in:into:)`` limits to 64.
  public func forEachLeaf(_ visit: (Block) -> Void) {
    for block in self {
      switch block.kind {
      case .quote(let blocks): blocks.forEachLeaf(visit)
      case .list(let list): for item in list.items { item.forEachLeaf(visit) }
      case .paragraph, .heading, .code, .thematicBreak: visit(block)
      }
    }
  }

  /// Hands over every inline, in the order of the text; one that holds others comes before these.
  public func forEachInline(_ visit: (Inline) -> Void) {
    forEachLeaf { $0.inlines.forEachInline(visit) }
  }
}

extension Sequence<Inline> {
  /// Hands over these and all that they hold, in the order of the text; one that holds others comes before these.
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
  /// The text of a paragraph or heading; other blocks have none of their own.
  public var inlines: [Inline] {
    switch kind {
    case .paragraph(let content), .heading(_, let content): content
    case .quote, .list, .code, .thematicBreak: []
    }
  }
}
