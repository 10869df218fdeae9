public import Geometry

/// What a shelf's cards leave blank because all of them are as tall as the tallest. Areas per pixel of card width.
public struct ShelfWaste: Hashable, Sendable {
  /// The index of the tallest card; of equals, the first.
  public let tallest: Int
  /// All cards at the height of the tallest.
  public let total: Pixels
  /// Of that, what the cards do not need.
  public let blank: Pixels
  /// Of that, what would go if the tallest card were no taller than the second.
  public let blankBecauseOfTallest: Pixels
  /// The maximum card height that would mend it: the second tallest; none where that is just as tall.
  public let mendingMaximum: Pixels?

  /// In thousandths of the whole, rounded down.
  public var outlierPermille: Int {
    total > .zero ? blankBecauseOfTallest.sixtyFourths * 1000 / total.sixtyFourths : 0
  }
}

/// What one card costs all others of a shelf.
///
/// - Returns: nothing for fewer than two cards.
/// - Complexity: O(cards).
public func shelfWaste(naturalHeights: [Pixels]) -> ShelfWaste? {
  guard naturalHeights.count > 1 else { return nil }
  var tallest = 0
  var height = Pixels(sixtyFourths: -1)
  var second = Pixels(sixtyFourths: -1)
  var sum = Pixels.zero
  for (index, natural) in naturalHeights.enumerated() {
    let natural = natural.bounded
    sum += natural
    if natural > height {
      second = height
      height = natural
      tallest = index
    } else {
      second = max(second, natural)
    }
  }
  let count = naturalHeights.count
  return ShelfWaste(
    tallest: tallest, total: height * count, blank: height * count - sum,
    blankBecauseOfTallest: (height - second) * (count - 1), mendingMaximum: second < height ? second : nil)
}

/// A maximum card height that so many of a hundred cards keep to: the nearest rank of their heights.
///
/// - Parameters:
///   - heights: of cards, in any order.
///   - percentile: below 1 counts as 1, above 100 as 100.
/// - Returns: nothing without cards.
/// - Complexity: O(cards x log cards).
public func maximumCardHeight(ofNaturalHeights heights: [Pixels], percentile: Int) -> Pixels? {
  let sorted = heights.map(\.bounded).sorted()
  let percentile = max(1, min(percentile, 100))
  return sorted.isEmpty ? nil : sorted[(percentile * sorted.count + 99) / 100 - 1]
}
