import CardLayout

/// A card as it is at some steps. What is found out about it holds for all of them.
struct CardAtSteps {
  let card: MeasuredCard
  var steps: StepSet

  /// The different layouts of a card, in the order in which they first come up.
  ///
  /// - Parameter layouts: of its shelf, one for each step.
  static func all(ofCard index: Int, in layouts: [ShelfLayout]) -> [CardAtSteps] {
    var found: [CardAtSteps] = []
    found.reserveCapacity(layouts.count)
    for step in layouts.indices {
      let card = layouts[step].cards[index]
      // Neighbouring steps are most alike.
      if let place = found.lastIndex(where: { $0.card.isIdentical(to: card) }) {
        found[place].steps.insert(step)
      } else {
        var steps = StepSet()
        steps.insert(step)
        found.append(CardAtSteps(card: card, steps: steps))
      }
    }
    return found
  }
}
