public import Geometry

/// The empty area of a shelf's cards because all of them are as tall as the tallest one. Areas are per pixel of card
/// width.
public struct ShelfWaste: Hashable, Sendable {
  /// The index of the tallest card; ties go to the first.
  public let tallest: Int
  /// The area of all cards at the height of the tallest.
  public let total: Pixels
  /// The part of the total that the cards do not need.
  public let blank: Pixels
  /// The part of the blank area that would disappear if the tallest card were only as tall as the second tallest.
  public let blankBecauseOfTallest: Pixels
  /// The maximum card height that would fix it: that of the second tallest card; nil if that card is just as tall.
  public let mendingMaximum: Pixels?

  /// The blank area because of the tallest card, in thousandths of the total, rounded down.
  public var outlierPermille: Int {
    total > .zero ? blankBecauseOfTallest.sixtyFourths * 1000 / total.sixtyFourths : 0
  }
}

/// Computes how much empty area one card causes in all others of a shelf.
///
/// - Returns: nil for fewer than two cards.
/// - Complexity: O(cards).
public func shelfWaste(naturalHeights: [Pixels]) -> ShelfWaste? {
  guard naturalHeights.count > 1 else { return nil }
  var tallest = 0
  var height = Pixels.zero
  var second = Pixels.zero
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

/// A maximum card height that a given percentage of cards does not exceed: the nearest rank of their heights.
///
/// - Parameters:
///   - heights: the heights of cards, in any order.
///   - percentile: below 1 counts as 1, above 100 as 100.
/// - Returns: nil without cards.
/// - Complexity: O(cards x log cards).
public func maximumCardHeight(ofNaturalHeights heights: [Pixels], percentile: Int) -> Pixels? {
  let sorted = heights.map(\.bounded).sorted()
  let percentile = max(1, min(percentile, 100))
  return sorted.isEmpty ? nil : sorted[(percentile * sorted.count + 99) / 100 - 1]
}
