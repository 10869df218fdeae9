import Themes

/// The anatomies of the cards of a shelf, each with a number. Cards that choose from the same anatomies share numbers.
struct AnatomyNumbers: Sendable {
  /// The anatomies from which some cards choose, in order of preference.
  private struct Choice: Sendable {
    let anatomies: [CardAnatomy]
    /// The number of the first one; the others follow.
    let first: Int
  }

  private var choices: [Choice] = []
  /// The index of the last choice that was requested: most cards choose from the same as the card before.
  private var last = 0
  /// The greatest height in each anatomy, indexed by its number.
  private(set) var maximumHeights: [Int?] = []

  /// The number of the first anatomy of a card.
  ///
  /// - Complexity: O(choices), usually O(1).
  mutating func first(of card: ComposedCard) -> Int {
    if choices.indices.contains(last), choices[last].anatomies == card.anatomies { return choices[last].first }
    if let known = choices.firstIndex(where: { $0.anatomies == card.anatomies }) {
      last = known
    } else {
      last = choices.count
      choices.append(Choice(anatomies: card.anatomies, first: maximumHeights.count))
      for anatomy in card.anatomies { maximumHeights.append(anatomy.maxHeight) }
    }
    return choices[last].first
  }
}
