public import TextLayout

/// A card as it is at some steps. What is found out about it holds for all of them.
public struct CardAtSteps {
  public let card: MeasuredCard
  /// Those of the card.
  public let texts: [MeasuredText?]
  public var steps: StepSet

  /// The different layouts of a card, in the order in which they first come up.
  ///
  /// - Parameter cards: of its shelf at each step.
  public static func all(ofCard index: Int, in cards: [[MeasuredCard]]) -> [CardAtSteps] {
    var found: [CardAtSteps] = []
    found.reserveCapacity(cards.count)
    for step in cards.indices {
      let card = cards[step][index]
      // Neighbouring steps are most alike.
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
