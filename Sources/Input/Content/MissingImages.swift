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
    changed.blocks = blocks.mapInlines { inlines, _ in
      inlines.compactMap { inline in
        guard case .image(let target, title: _, let alt, width: _) = inline.kind, isMissing(target, from: path) else {
          return inline
        }
        return alt.isEmpty ? nil : Inline(.text(alt), range: inline.range)
      }
    }
    return changed
  }

  private func isMissing(_ target: LinkTarget, from path: String) -> Bool {
    image(target, from: path) == nil
  }
}
