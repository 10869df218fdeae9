public import TextLayout

/// A card at some steps. Its properties hold for all of them.
public struct CardAtSteps {
  public let card: MeasuredCard
  /// The texts of the card.
  public let texts: [MeasuredText?]
  /// The slots of the card.
  public let slots: [MeasuredSlot]
  /// The tags of the card; nil if none are visible.
  public let tags: MeasuredTags?
  public var steps: StepSet

  /// - Parameter steps: those at which the card is so.
  public init(_ card: MeasuredCard, steps: StepSet = StepSet()) {
    self.card = card
    texts = card.texts
    slots = card.slots
    tags = card.tags
    self.steps = steps
  }

  /// The different layouts of a card, in the order of their first steps.
  ///
  /// - Parameter cards: of its shelf at each step.
  public static func all(ofCard index: Int, in cards: [[MeasuredCard]]) -> [CardAtSteps] {
    var found: [CardAtSteps] = []
    found.reserveCapacity(cards.count)
    for step in cards.indices {
      let card = cards[step][index]
      // Neighbouring steps are most similar.
      if let place = found.lastIndex(where: { $0.card.isIdentical(to: card) }) {
        found[place].steps.insert(step)
      } else {
        var steps = StepSet()
        steps.insert(step)
        found.append(CardAtSteps(card, steps: steps))
      }
    }
    return found
  }

  /// The different layouts of each card of a shelf.
  ///
  /// - Complexity: O(cards x steps).
  public static func all(of shelf: LaidOutShelf) -> [[CardAtSteps]] {
    let measured = shelf.allLayouts.map(\.cards)
    return shelf.prepared.cards.indices.map { all(ofCard: $0, in: measured) }
  }
}
