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
  /// few paragraphs, has many lines, or has headings and is not short; then the excerpt is how its first paragraph begins.
  ///
  /// - Complexity: O(length), or O(1) for a short text
  init?(of card: Card) {
    // A fast check, which excludes most texts: the whole file has no more bytes than a short text has characters.
    if card.moreOffset == nil, card.excerpt == nil,
      card.source.bytes.count <= Self.mostShown(hasHeadings: card.body.hasHeadings),
      !card.body.mayHaveManyLines || !card.source.hasMoreLines(than: Self.mostLines)
    {
      return nil
    }
    let blocks = card.body.blocks
    if let stated = card.excerpt {
      guard !blocks.isEmpty else { return nil }
      excerpt = stated
    } else if let more = card.moreOffset {
      let shown = blocks.prefix { $0.range.upper <= more }
      guard shown.count < blocks.count else { return nil }
      excerpt = MarkdownDocument(blocks: Array(shown))
    } else {
      guard
        blocks.areLong(in: card.source)
          || card.source.hasMoreLines(than: Self.mostLines) && blocks.roughLineCount > Self.mostLines
      else { return nil }
      excerpt = MarkdownDocument(blocks: blocks.first(where: \.isRunningText).map { [$0.beginning] } ?? [])
    }
    image = card.writtenImage == nil ? blocks.firstImage : nil
  }

  /// The most characters of a text that is shown whole.
  fileprivate static func mostShown(hasHeadings: Bool) -> Int { hasHeadings ? 600 : 2000 }
  /// The least width of a picture that is more than an icon, in CSS pixels.
  fileprivate static let leastPictureWidth = 100
  /// The most lines of a text that is shown whole.
  private static let mostLines = 30
  /// The most characters of an excerpt.
  fileprivate static let mostOfExcerpt = 320
}

extension SourceText {
  /// - Complexity: O(length)
  fileprivate func hasMoreLines(than most: Int) -> Bool {
    let bytes = bytes.span
    var (count, start) = (1, 0)
    while count <= most, let end = bytes.firstIndex(of: 0x0A, from: start) { (count, start) = (count + 1, end + 1) }
    return count > most
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
      case .link(_, title: _, let inner): !inner.allSatisfy(\.isImage)
      case .code, .span: true
      }
    }
  }

  /// How a paragraph begins, without its pictures.
  fileprivate var beginning: Block {
    guard case .paragraph(let content) = kind else { return self }
    let texts = content.filter { inline in
      if case .link(_, title: _, let inner) = inline.kind { return !inner.contains(where: \.isImage) }
      return !inline.isImage
    }
    return Block(.paragraph(texts.beginning(most: Article.mostOfExcerpt)), range: range)
  }
}

extension Inline {
  fileprivate var isImage: Bool { if case .image = kind { true } else { false } }
}

extension [Block] {
  /// Returns whether the blocks have more characters than a card shows.
  fileprivate func areLong(in source: SourceText) -> Bool {
    guard count > 1, let lower = map(\.range.lower).min(), let upper = map(\.range.upper).max() else { return false }
    let length = source.bytes[lower..<upper].count { $0 & 0xC0 != 0x80 }
    return length > Article.mostShown(hasHeadings: contains(where: \.isHeading))
  }

  fileprivate var firstImage: FieldText? {
    var image: FieldText?
    forEachInline { inline in
      if image == nil, case .image(let target, title: _, alt: _, let width) = inline.kind, target.isInContent,
        width ?? .max >= Article.leastPictureWidth
      {
        image = FieldText(target.text, range: inline.range)
      }
    }
    return image
  }
}
