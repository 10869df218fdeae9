import Diagnostics

/// A card's text that is too long for a card: the card shows how it begins, and a page of its own has all of it.
struct Article {
  /// What the card shows.
  let excerpt: MarkdownDocument
  /// The first picture of the text, for a card that has none.
  let image: FieldText?

  /// Divides a text; nil if a card can show all of it.
  ///
  /// The excerpt ends where the author says (`<!-- more -->`). A text without that is an article if it is longer than a
  /// few paragraphs, or has headings and is not short; then the excerpt is its first paragraph.
  ///
  /// - Complexity: O(length), or O(1) for a short text
  init?(of card: Card) {
    if card.moreOffset == nil, card.excerpt == nil, card.body.isShort(card.source.bytes.count) { return nil }
    let blocks = card.body.blocks
    if let stated = card.excerpt {
      guard !blocks.isEmpty else { return nil }
      excerpt = stated
    } else if let more = card.moreOffset {
      let shown = blocks.prefix { $0.range.upper <= more }
      guard shown.count < blocks.count else { return nil }
      excerpt = MarkdownDocument(blocks: Array(shown))
    } else {
      guard let first = blocks.first, let last = blocks.last, blocks.count > 1 else { return nil }
      let text = card.source.bytes[first.range.lower..<last.range.upper]
      let length = text.count { $0 & 0xC0 != 0x80 }
      guard length > (blocks.contains(where: \.isHeading) ? Self.leastLength : Self.leastLengthWithoutHeadings) else {
        return nil
      }
      excerpt = MarkdownDocument(blocks: blocks.first(where: \.isRunningText).map { [$0.withoutImages] } ?? [])
    }
    image = card.writtenImage == nil ? blocks.firstImage : nil
  }

  /// Shorter texts are shown whole, in characters.
  fileprivate static let leastLength = 600
  fileprivate static let leastLengthWithoutHeadings = 2000
}

extension MarkdownDocument {
  /// A fast check, which excludes most texts.
  fileprivate func isShort(_ byteCount: Int) -> Bool {
    byteCount <= (hasHeadings ? Article.leastLength : Article.leastLengthWithoutHeadings)
  }
}

extension Block {
  var isHeading: Bool { if case .heading = kind { true } else { false } }

  /// True for a paragraph with more than pictures.
  fileprivate var isRunningText: Bool {
    guard case .paragraph(let content) = kind else { return false }
    return content.contains { inline in
      switch inline.kind {
      case .text(let text): !collapsed(text).isEmpty
      case .image, .softBreak, .hardBreak, .wordBreak: false
      case .link(_, title: _, let inner): !inner.allSatisfy { if case .image = $0.kind { true } else { false } }
      case .code, .span: true
      }
    }
  }

  fileprivate var withoutImages: Block {
    guard case .paragraph(let content) = kind else { return self }
    var block = self
    block.kind = .paragraph(
      content.filter { inline in
        switch inline.kind {
        case .image: false
        case .link(_, title: _, let inner): !inner.contains { if case .image = $0.kind { true } else { false } }
        default: true
        }
      })
    return block
  }
}

extension [Block] {
  fileprivate var firstImage: FieldText? {
    var image: FieldText?
    forEachInline { inline in
      if image == nil, case .image(let target, title: _, alt: _, width: _) = inline.kind, target.isInContent {
        image = FieldText(target.text, range: inline.range)
      }
    }
    return image
  }
}
