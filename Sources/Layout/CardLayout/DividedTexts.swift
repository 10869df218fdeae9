import TextLayout

extension PreparedShelf {
  /// Allows for words that the markup divides at some step: they may be wider at all other steps.
  ///
  /// - Returns: whether there is a new divided word, and the cards with such words.
  /// - Complexity: O(texts x steps).
  mutating func allowForDivisions(in layouts: [ShelfLayout], _ memo: CardMemo) -> (isNew: Bool, cards: Set<Int>) {
    var isNew = false
    func allow(_ text: inout PreparedText, _ measured: (ShelfLayout) -> MeasuredText?) -> Bool {
      guard layouts.contains(where: { measured($0)?.isDivided ?? false }),
        text.allow(forDivisionsIn: layouts.compactMap(measured))
      else { return false }
      isNew = true
      return true
    }
    if var title = preparedTitle, allow(&title, { $0.title }) { preparedTitle = title }
    for part in parts.indices {
      guard var header = parts[part].header else { continue }
      if allow(&header.prepared, { $0.parts[part].header }) { parts[part].header = header }
    }
    var changed: Set<Int> = []
    let measured = layouts.map(\.cards)
    for card in cards.indices where memo.dividesText(ofCard: card) {
      let divisible = cards[card].texts.indices.filter { cards[card].texts[$0].isDivisible }
      if divisible.isEmpty { continue }
      let found = CardAtSteps.all(ofCard: card, in: measured)
      for number in divisible {
        guard found.contains(where: { $0.card.dividesText(number) }),
          cards[card].texts[number].allow(forDivisionsIn: found.compactMap { $0.card.text(number) })
        else { continue }
        isNew = true
        changed.insert(card)
      }
    }
    return (isNew, changed)
  }
}
