import Fonts
import TextLayout

extension PreparedShelf {
  /// Notes which texts the markup divides at some step. It ends the lines of the others nowhere, so that they may be
  /// fuller.
  ///
  /// - Returns: whether it divides more than was known.
  mutating func divideTexts(asIn layouts: [ShelfLayout]) -> Bool {
    // Most sites have no grid, and all texts of a site are on the same one: a card's title is never empty.
    let isOnGrid = ([preparedTitle].compactMap(\.self) + (cards.first?.texts ?? [])).contains { $0.grid != .designed }
    guard isOnGrid else { return false }
    var isNew = false
    func divide(_ text: inout PreparedText, _ measured: (ShelfLayout) -> MeasuredText?) {
      guard !text.isDivided else { return }
      text.isDivided = layouts.contains { measured($0)?.isDivided ?? false }
      isNew = isNew || text.isDivided
    }
    if var title = preparedTitle {
      divide(&title) { $0.title }
      preparedTitle = title
    }
    for part in parts.indices {
      guard var header = parts[part].header else { continue }
      divide(&header.prepared) { $0.parts[part].header }
      parts[part].header = header
    }
    for card in cards.indices {
      for text in cards[card].texts.indices { divide(&cards[card].texts[text]) { $0.cards[card].texts[text] } }
    }
    return isNew
  }

  var hasDividedTexts: Bool { cards.contains { $0.texts.contains(where: \.isDivided) } }
}
