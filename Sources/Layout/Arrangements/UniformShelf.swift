public import Geometry

/// The cards of a shelf in one row, all equally tall.
public struct ShelfArrangement: Hashable, Sendable {
  /// One frame per card, in source order, from the shelf's leading top corner, including the insets.
  public let frames: [Frame]
  /// The size of the shelf, including insets; zero in both directions if there are no cards.
  public let size: Size
}

/// Places cards of individual widths and the same height in one row that never wraps.
///
/// - Parameters:
///   - cardWidths: in source order.
///   - cardHeight: the height of every card.
///   - spacing: between neighbours only.
///   - insets: the space around the row; a shelf without cards has none.
/// - Complexity: O(cards).
public func arrangeShelf(
  cardWidths: [Pixels], cardHeight: Pixels, spacing: Pixels, insets: Insets = .zero
) -> ShelfArrangement {
  guard !cardWidths.isEmpty else { return ShelfArrangement(frames: [], size: .zero) }
  let insets = insets.bounded
  let height = cardHeight.bounded
  var frames: [Frame] = []
  frames.reserveCapacity(cardWidths.count)
  var x = insets.leading
  for width in cardWidths {
    if !frames.isEmpty { x += spacing.bounded }
    frames.append(Frame(x: x, y: insets.top, width: width.bounded, height: height))
    x += width.bounded
  }
  return ShelfArrangement(
    frames: frames, size: Size(width: x + insets.trailing, height: insets.top + height + insets.bottom))
}
