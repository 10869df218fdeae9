/// The text without its marks: breaks are spaces, and an image is its alternative text.
///
/// - Complexity: O(length)
public func plainText(of inlines: [Inline], withImages: Bool = true) -> String {
  var text = ""
  inlines.forEachInline { inline in
    switch inline.kind {
    case .text(let piece), .code(let piece): text += piece
    case .softBreak, .hardBreak: text += " "
    case .image(_, title: _, let alt, width: _): if withImages { text += alt }
    case .wordBreak, .span, .link: break
    }
  }
  return text
}
