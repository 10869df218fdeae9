public import Diagnostics

/// A link to an address of the web.
public struct OutsideLink: Sendable, Hashable {
  /// The address, `https:` or `http:`, with characters that are not allowed percent-encoded.
  public let address: String
  public let source: SourceText
  public let range: SourceRange
}

extension Library {
  /// External links of the content, in the order of file paths and texts.
  ///
  /// - Complexity: O(length of the content)
  public var outsideLinks: [OutsideLink] {
    var found: [OutsideLink] = []
    func add(_ target: LinkTarget, at range: SourceRange, in source: SourceText) {
      // Addresses with other schemes cannot be requested.
      guard case .url(let address)? = links.resolve(target, from: source.path), address.utf8.first == UInt8(ascii: "h")
      else { return }
      found.append(OutsideLink(address: address, source: source, range: range))
    }
    func add(_ text: MarkdownDocument, in source: SourceText) {
      text.forEachTarget { target, range, isImage in
        if !isImage { add(target, at: range, in: source) }
      }
    }
    for page in pages {
      add(page.introduction, in: page.source)
      for card in page.shelves.lazy.flatMap(\.cards) {
        for link in card.links { add(link.target, at: link.range, in: card.source) }
        add(card.body, in: card.source)
      }
    }
    return found
  }
}
