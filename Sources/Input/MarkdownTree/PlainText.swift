/// The text without its marks: breaks are spaces, an image is its alternative text.
///
/// - Complexity: O(length); the depth is that of the tree, which ``readMarkdown(_:in:into:)`` limits to 64.
public func plainText(of inlines: [Inline]) -> String {
  var text = ""
  appendPlainText(of: inlines, to: &text)
  return text
}

private func appendPlainText(of inlines: [Inline], to text: inout String) {
  for inline in inlines {
    switch inline.kind {
    case .text(let piece), .code(let piece): text += piece
    case .softBreak, .hardBreak: text += " "
    case .wordBreak: break
    case .span(_, let content), .link(_, title: _, let content): appendPlainText(of: content, to: &text)
    case .image(_, title: _, let alt): text += alt
    }
  }
}
