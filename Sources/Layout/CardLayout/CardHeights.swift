import Arrangements
import Content
import Themes

/// The limits on the height of a card, in whole CSS pixels.
struct HeightLimit: Sendable, Hashable {
  /// The greatest height; nil is unlimited. Text is cut to it.
  var maximum: Int?
  /// The height that the card, its section or its shelf sets: the card is at least so tall, and its greatest height is
  /// none but this.
  var own: Int?

  /// The greatest height in an anatomy, which may have a greatest height too.
  func maximum(inAnatomyWith height: Int?, _ limits: CardLimits) -> Int? {
    own == nil ? limits.maximumHeight(maximum, height) : maximum
  }
}

/// The limits on the heights of the cards of a shelf at a step.
struct CardHeights: Sendable {
  /// The greatest height of cards that have none of their own.
  var maximum: Int?
  /// The height that is set for each card; empty if there is none.
  let own: [Int?]
  /// True if heights are only least heights: at accessibility text sizes, and if text is enlarged.
  private let areLifted: Bool

  /// - Complexity: O(cards), O(1) if no heights are set.
  init(of shelf: borrowing PreparedShelf, at step: borrowing Step, maximum: Int?, areLifted: Bool) {
    self.maximum = maximum
    self.areLifted = areLifted
    if !shelf.hasOwnHeights {
      own = []
      return
    }
    let (shelf, names) = (copy shelf, step.classNames)
    own = shelf.shelf.cards.map { shelf.shelf.heightOfCard($0, upTo: names) }
  }

  func limit(of card: Int) -> HeightLimit {
    guard !own.isEmpty, let height = own[card] else { return HeightLimit(maximum: maximum) }
    return HeightLimit(maximum: areLifted ? nil : height, own: height)
  }
}

extension Theme {
  /// Returns whether text is not cut to the heights of cards: at accessibility text sizes, and if text is enlarged.
  func liftsHeights(at step: Step) -> Bool { textSize.isAccessibilityCategory || step.isNarrowerThanDevices }

  /// The greatest height of cards.
  func maximumHeight(of shelf: Shelf, at step: Step) -> MaximumHeight? {
    liftsHeights(at: step) ? nil : shelf.maxCardHeight?.value(upTo: step.classNames)
  }
}
