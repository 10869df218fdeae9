public import TextLayout

/// A card at some steps. Its properties hold for all of them.
public struct CardAtSteps {
  public let card: MeasuredCard
  /// The texts of the card.
  public let texts: [MeasuredText?]
  public var steps: StepSet

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
        found.append(CardAtSteps(card: card, texts: card.texts, steps: steps))
      }
    }
    return found
  }
}
