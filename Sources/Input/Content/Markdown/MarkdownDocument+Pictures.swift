extension MarkdownDocument {
  /// The document with some pictures in separate paragraphs: the text before and after such a picture is two
  /// paragraphs, in the same elements as before. A link stays around the picture.
  ///
  /// - Parameter isBlock: whether the picture with this target and width gets a separate paragraph. Pictures in
  ///   headings stay.
  /// - Complexity: O(length); O(1) without pictures.
  public func separatingPictures(_ isBlock: (LinkTarget, _ width: Int?) -> Bool) -> MarkdownDocument {
    guard hasImages else { return self }
    var document = self
    document.blocks = blocks.flatMap { $0.separatingPictures(isBlock) }
    return document
  }
}

extension Block {
  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  fileprivate func separatingPictures(_ isBlock: (LinkTarget, Int?) -> Bool) -> [Block] {
    guard case .paragraph(let content) = kind else {
      return [mapContent { $0.flatMap { $0.separatingPictures(isBlock) } }]
    }
    let parts = content.parts(isBlock)
    guard parts.contains(where: \.isPicture) else { return [self] }
    return parts.compactMap { part in
      let content = part.isPicture ? part.content : part.content.trimmed
      return content.isEmpty ? nil : Block(.paragraph(content), range: range)
    }
  }
}

/// A stretch of a paragraph.
private struct ParagraphPart {
  /// True for a single picture, perhaps in a link.
  var isPicture: Bool
  var content: [Inline]
}

extension [Inline] {
  /// Divides a paragraph before and after each picture that stands alone.
  fileprivate func parts(_ isBlock: (LinkTarget, Int?) -> Bool) -> [ParagraphPart] {
    var parts: [ParagraphPart] = []
    func add(text inline: Inline) {
      if let last = parts.indices.last, !parts[last].isPicture {
        parts[last].content.append(inline)
      } else {
        parts.append(ParagraphPart(isPicture: false, content: [inline]))
      }
    }
    for inline in self {
      switch inline.kind {
      case .image(let target, title: _, alt: _, let width) where isBlock(target, width):
        parts.append(ParagraphPart(isPicture: true, content: [inline]))
      case .span(_, let content), .link(_, title: _, let content):
        let inner = content.parts(isBlock)
        guard inner.contains(where: \.isPicture) else {
          add(text: inline)
          continue
        }
        for part in inner {
          if part.isPicture {
            parts.append(ParagraphPart(isPicture: true, content: inline.around(picture: part.content)))
          } else {
            add(text: inline.replacing(part.content))
          }
        }
      default: add(text: inline)
      }
    }
    return parts
  }

  /// The inlines without breaks and white space at both ends.
  fileprivate var trimmed: [Inline] { trimmed(atStart: true).trimmed(atStart: false) }

  private func trimmed(atStart: Bool) -> [Inline] {
    var rest = self
    while let inline = atStart ? rest.first : rest.last {
      let place = atStart ? 0 : rest.count - 1
      switch inline.kind {
      case .softBreak, .hardBreak, .wordBreak: break
      case .text(let text) where text.utf8.allSatisfy { $0 <= 0x20 }: break
      case .span(_, let content), .link(_, title: _, let content):
        let own = content.trimmed(atStart: atStart)
        guard own.isEmpty else {
          rest[place] = inline.replacing(own)
          return rest
        }
      case .text, .code, .image: return rest
      }
      rest.remove(at: place)
    }
    return rest
  }
}

extension Inline {
  /// The element with other content.
  fileprivate func replacing(_ content: [Inline]) -> Inline {
    var inline = self
    switch kind {
    case .span(let span, _): inline.kind = .span(span, content)
    case .link(let target, let title, _): inline.kind = .link(target, title: title, content)
    default: break
    }
    return inline
  }

  /// The picture in this element: only links have an effect on it.
  fileprivate func around(picture content: [Inline]) -> [Inline] {
    if case .link = kind { [replacing(content)] } else { content }
  }
}
