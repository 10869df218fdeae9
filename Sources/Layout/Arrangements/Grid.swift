public import Geometry

/// The heights of the cards of a grid.
public enum GridHeight: String, Hashable, Sendable, CaseIterable {
  /// Each card is as tall as needed, at the top of its row.
  case natural
  /// All cards of a row are as tall as its tallest.
  case row
  /// All cards are as tall as the tallest of all.
  case uniform
}

/// Cards in rows of equally wide columns.
public struct GridArrangement: Hashable, Sendable {
  /// One frame per card, in source order, from the leading top corner, including the insets.
  public let frames: [Frame]
  /// The cards of each row, from the top; together they are all cards in source order.
  public let rows: [Range<Int>]
  /// The first column of each card, from 0 at the leading edge.
  public let columnIndexes: [Int]
  /// The size of the grid, including insets; zero in both directions if there are no cards.
  public let size: Size
}

/// The columns of the cards of a grid, one card after the other.
package struct GridColumns {
  private let count: Int
  /// The first column after the last card.
  private var next = 0

  /// - Parameter count: the number of columns, at least one.
  package init(count: Int) { self.count = count }

  /// Places the next card, in a new row if its columns do not fit.
  ///
  /// - Returns: its first column, and the number of columns that it spans.
  package mutating func place(_ span: ColumnSpan) -> (first: Int, count: Int) {
    let own = span.count(of: count)
    let first = next + own > count ? 0 : next
    next = first + own
    return (first, own)
  }
}

/// Places cards in rows. A row ends if the next card's columns do not fit; the rest of the row stays empty.
///
/// - Parameters:
///   - count: the number of cards.
///   - columns: from `columnTracks`. No columns count as one column of no width.
///   - spans: one per card, in source order; cards beyond the last span one column.
///   - lineSpacing: between rows only.
///   - insets: the space around all rows; a grid without cards has none.
///   - heights: which cards are equally tall.
///   - height: returns the height of the card at an index at the given width; called once per card, in source order.
/// - Complexity: O(cards) and one call of `height` per card.
public func arrangeGrid(
  count: Int, columns: [ColumnTrack], spans: [ColumnSpan] = [], lineSpacing: Pixels, insets: Insets = .zero,
  heights: GridHeight = .row, height: (_ index: Int, _ width: Pixels) -> Pixels
) -> GridArrangement {
  guard count > 0 else { return GridArrangement(frames: [], rows: [], columnIndexes: [], size: .zero) }
  let columns = columns.orOneEmpty
  let insets = insets.bounded
  var rows: [Range<Int>] = []
  var columnIndexes: [Int] = []
  var frames: [Frame] = []
  frames.reserveCapacity(count)
  var rowStart = 0
  var places = GridColumns(count: columns.count)
  for index in 0..<count {
    let (column, span) = places.place(index < spans.count ? spans[index] : .columns(1))
    if column == 0, index > 0 {
      rows.append(rowStart..<index)
      rowStart = index
    }
    let width = columns.width(from: column, count: span)
    frames.append(
      Frame(x: insets.leading + columns[column].x, y: .zero, width: width, height: height(index, width).bounded))
    columnIndexes.append(column)
  }
  rows.append(rowStart..<count)

  let tallest = frames.reduce(Pixels.zero) { max($0, $1.height) }
  var y = insets.top
  for row in rows {
    if row.lowerBound > 0 { y += lineSpacing.bounded }
    let rowHeight = heights == .uniform ? tallest : frames[row].reduce(Pixels.zero) { max($0, $1.height) }
    for index in row {
      frames[index].y = y
      if heights != .natural { frames[index].height = rowHeight }
    }
    y += rowHeight
  }
  let width = columns.reduce(Pixels.zero) { max($0, $1.end) }
  return GridArrangement(
    frames: frames, rows: rows, columnIndexes: columnIndexes,
    size: Size(width: insets.leading + width + insets.trailing, height: y + insets.bottom))
}
