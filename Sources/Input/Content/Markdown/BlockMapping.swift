extension Block {
  /// The block with each list of blocks in it changed: that of a quote, of each item of a list and of each cell of a
  /// table. Other blocks stay.
  func mapContent(_ change: ([Block]) -> [Block]) -> Block {
    var changed = self
    switch kind {
    case .quote(let blocks): changed.kind = .quote(change(blocks))
    case .list(var list):
      list.items = list.items.map(change)
      changed.kind = .list(list)
    case .table(var table):
      table.rows = table.rows.map { $0.map(change) }
      changed.kind = .table(table)
    case .paragraph, .heading, .code, .thematicBreak: break
    }
    return changed
  }

  /// The lists of blocks in it, in the order of the text; see ``mapContent(_:)``.
  var content: [[Block]] {
    switch kind {
    case .quote(let blocks): [blocks]
    case .list(let list): list.items
    case .table(let table): Array(table.rows.joined())
    case .paragraph, .heading, .code, .thematicBreak: []
    }
  }
}

extension [Block] {
  /// The blocks with the content of each paragraph and heading changed, at any depth.
  ///
  /// - Parameter change: changes the inlines of a block, a span or a link; its second argument is true inside a link.
  func mapInlines(_ change: ([Inline], Bool) -> [Inline]) -> [Block] {
    // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
    map { block in
      var changed = block.mapContent { $0.mapInlines(change) }
      switch block.kind {
      case .paragraph(let content): changed.kind = .paragraph(content.mapContents(isInLink: false, change))
      case .heading(let level, let content):
        changed.kind = .heading(level: level, content.mapContents(isInLink: false, change))
      case .quote, .list, .table, .code, .thematicBreak: break
      }
      return changed
    }
  }
}

extension [Inline] {
  fileprivate func mapContents(isInLink: Bool, _ change: ([Inline], Bool) -> [Inline]) -> [Inline] {
    let changed = map { inline in
      var changed = inline
      switch inline.kind {
      case .span(let span, let content):
        changed.kind = .span(span, content.mapContents(isInLink: isInLink, change))
      case .link(let target, let title, let content):
        changed.kind = .link(target, title: title, content.mapContents(isInLink: true, change))
      case .text, .softBreak, .hardBreak, .wordBreak, .code, .image: break
      }
      return changed
    }
    return change(changed, isInLink)
  }
}
