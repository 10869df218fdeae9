import Images

extension LinkIndex {
  /// The text with its missing images replaced by their descriptions, so that the layout matches the page.
  ///
  /// - Parameter path: the path of the file with the text.
  /// - Complexity: O(length) if the text has images, else O(1)
  func withoutMissingImages(_ document: MarkdownDocument, from path: String) -> MarkdownDocument {
    guard document.hasImages else { return document }
    let blocks = document.blocks
    var isAnyMissing = false
    blocks.forEachInline { inline in
      if case .image(let target, title: _, alt: _, width: _) = inline.kind, isMissing(target, from: path) {
        isAnyMissing = true
      }
    }
    guard isAnyMissing else { return document }
    var changed = document
    changed.blocks = blocks.map { block($0, from: path) }
    return changed
  }

  private func isMissing(_ target: LinkTarget, from path: String) -> Bool {
    guard target.kind == .relative, let image = self.path(of: target, from: path) else { return true }
    return storedFile(image) == nil || ImageKind(path: image) == nil
  }

  private func block(_ block: Block, from path: String) -> Block {
    var changed = block
    switch block.kind {
    case .paragraph(let content): changed.kind = .paragraph(inlines(content, from: path))
    case .heading(let level, let content): changed.kind = .heading(level: level, inlines(content, from: path))
    case .quote(let content): changed.kind = .quote(content.map { self.block($0, from: path) })
    case .list(var list):
      list.items = list.items.map { $0.map { self.block($0, from: path) } }
      changed.kind = .list(list)
    case .code, .thematicBreak: break
    }
    return changed
  }

  private func inlines(_ inlines: [Inline], from path: String) -> [Inline] {
    inlines.compactMap { inline in
      var changed = inline
      switch inline.kind {
      case .image(let target, title: _, let alt, width: _):
        guard isMissing(target, from: path) else { return inline }
        if alt.isEmpty { return nil }
        changed.kind = .text(alt)
      case .span(let span, let content): changed.kind = .span(span, self.inlines(content, from: path))
      case .link(let target, let title, let content):
        changed.kind = .link(target, title: title, self.inlines(content, from: path))
      case .text, .softBreak, .hardBreak, .wordBreak, .code: break
      }
      return changed
    }
  }
}
