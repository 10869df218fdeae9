/// A card at the steps that show it in the same layout.
public struct CardAtSteps {
  /// The layout of the card at all of these steps.
  public let card: MeasuredCard
  public var steps: StepSet

  /// - Parameter steps: the steps with this layout.
  public init(_ card: MeasuredCard, steps: StepSet = StepSet()) {
    self.card = card
    self.steps = steps
  }

  /// The different layouts of a card, in the order of their first steps.
  ///
  /// - Parameter cards: the cards of its shelf at each step.
  public static func all(ofCard index: Int, in cards: [LaidOutCards]) -> [CardAtSteps] {
    var found: [CardAtSteps] = []
    found.reserveCapacity(cards.count)
    let steps = cards.span
    for step in steps.indices {
      let row = steps[step].rows[index]
      // Neighbouring steps are most similar.
      var place = found.count - 1
      while place >= 0, !found[place].card.isRow(row, of: steps[step].layouts) { place -= 1 }
      if place >= 0 {
        found[place].steps.insert(step)
      } else {
        var own = StepSet()
        own.insert(step)
        found.append(CardAtSteps(steps[step][index], steps: own))
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
