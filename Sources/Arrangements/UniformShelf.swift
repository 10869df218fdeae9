public import Geometry

/// The cards of a shelf in one row, all equally tall.
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
///   - cardWidth: of every card.
///   - spacing: between neighbours only.
///   - insets: kept free around the row; a shelf without cards has none.
///   - maximumCardHeight: no card is taller; what it needs beyond that is the caller's to cut.
/// - Returns: heights that do not depend on the order of the cards and never fall when a card is added.
/// - Complexity: O(cards).
public func arrangeShelf(
  naturalHeights: [Pixels], cardWidth: Pixels, spacing: Pixels, insets: Insets = .zero,
  maximumCardHeight: Pixels? = nil
) -> ShelfArrangement {
  let tallest = naturalHeights.max()?.bounded ?? .zero
  return arrangeShelf(
    cardWidths: naturalHeights.map { _ in cardWidth },
    cardHeight: maximumCardHeight.map { min(tallest, $0.bounded) } ?? tallest, spacing: spacing, insets: insets)
}

/// Places cards of their own widths and one height in one row that never wraps.
///
/// - Parameters:
///   - cardWidths: in source order.
///   - cardHeight: from `uniformCardHeights`, where shelves share one.
///   - spacing: between neighbours only.
///   - insets: kept free around the row; a shelf without cards has none.
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

/// Which card follows which in a shelf of several lines.
public enum ShelfOrder: Hashable, Sendable, CaseIterable {
  /// The first line holds the first cards.
  case lineByLine
  /// The first column holds the first cards.
  case columnByColumn
}

/// Places equal cards in a number of lines that never wrap, below each other, to be scrolled as one.
///
/// - Parameters:
///   - count: of the cards.
///   - cardSize: of every card.
///   - lineCount: fewer than one count as one; no line is made that would be empty.
///   - order: which card follows which.
///   - spacing: between neighbours of a line only.
///   - lineSpacing: between lines only.
///   - insets: kept free around all lines; a shelf without cards has none.
/// - Complexity: O(cards).
public func arrangeShelfLines(
  count: Int, cardSize: Size, lineCount: Int, order: ShelfOrder, spacing: Pixels, lineSpacing: Pixels,
  insets: Insets = .zero
) -> ShelfArrangement {
  guard count > 0 else { return ShelfArrangement(frames: [], size: .zero) }
  let insets = insets.bounded
  let card = Size(width: cardSize.width.bounded, height: cardSize.height.bounded)
  let lineCount = max(1, min(lineCount, count))
  let columns = (count - 1) / lineCount + 1
  var frames: [Frame] = []
  frames.reserveCapacity(count)
  for index in 0..<count {
    let (line, column) =
      switch order {
      case .lineByLine: (index / columns, index % columns)
      case .columnByColumn: (index % lineCount, index / lineCount)
      }
    frames.append(
      Frame(
        x: insets.leading + (card.width + spacing.bounded) * column,
        y: insets.top + (card.height + lineSpacing.bounded) * line, width: card.width, height: card.height))
  }
  let right = frames.reduce(Pixels.zero) { max($0, $1.maxX) }
  let bottom = frames.reduce(Pixels.zero) { max($0, $1.maxY) }
  return ShelfArrangement(
    frames: frames, size: Size(width: right + insets.trailing, height: bottom + insets.bottom))
}
