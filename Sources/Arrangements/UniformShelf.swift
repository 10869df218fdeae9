public import Geometry

/// The cards of a shelf in one row, all as tall as the tallest.
public struct ShelfArrangement: Hashable, Sendable {
  /// One frame a card, in source order, from the shelf's leading top corner with the insets counted in.
  public let frames: [Frame]
  /// Everything the shelf takes, insets included; zero in both directions when there is no card.
  public let size: Size
}

/// Places cards in one row that never wraps and makes all of them as tall as the tallest.
///
/// - Parameters:
///   - naturalHeights: what each whole card needs at `cardWidth`, in source order.
///   - spacing: between neighbours only.
///   - insets: kept free around the row; a shelf without cards has none.
///   - maximumCardHeight: no card is taller; what it needs beyond that is the caller's to cut.
/// - Returns: heights that do not depend on the order of the cards and never fall when a card is added.
/// - Complexity: O(cards).
public func arrangeShelf(
  naturalHeights: [Pixels], cardWidth: Pixels, spacing: Pixels, insets: Insets = .zero,
  maximumCardHeight: Pixels? = nil
) -> ShelfArrangement {
  guard let tallest = naturalHeights.max() else {
    return ShelfArrangement(frames: [], size: Size(width: .zero, height: .zero))
  }
  let height = max(.zero, maximumCardHeight.map { min(tallest, $0) } ?? tallest)
  let frames = naturalHeights.indices.map { index in
    Frame(x: insets.leading + (cardWidth + spacing) * index, y: insets.top, width: cardWidth, height: height)
  }
  let row = cardWidth * frames.count + spacing * (frames.count - 1)
  return ShelfArrangement(
    frames: frames,
    size: Size(width: insets.leading + row + insets.trailing, height: insets.top + height + insets.bottom))
}
