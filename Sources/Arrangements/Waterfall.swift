public import Geometry

/// How a waterfall chooses the column of the next card.
public enum ColumnRule: Hashable, Sendable, CaseIterable {
  /// The column whose next card would stand highest; of equals, the most leading.
  case shortest
  /// The columns in turn, whatever their heights.
  case roundRobin
}

/// Cards in columns, each as tall as it needs.
public struct WaterfallArrangement: Hashable, Sendable {
  /// One frame a card, in source order, from the leading top corner with the insets counted in.
  public let frames: [Frame]
  /// The column of each card, from 0 at the leading edge.
  public let columnIndexes: [Int]
  /// Everything the waterfall takes, insets included; zero in both directions when there is no card.
  public let size: Size
}

/// Places cards one after the other, each at the end of the column that the rule chooses.
///
/// The column is chosen before the card is measured, so columns may differ in width. With a cell padding, a card takes
/// its height and twice the padding in its column, and its frame lies that far inside; the padding above the first and
/// below the last card belongs to their cells and stays. `lineSpacing` comes on top and stands between cards only.
///
/// - Parameters:
///   - columns: from `columnTracks`, with the same cell padding. None at all counts as one column of no width.
///   - lineSpacing: between cards of one column only, at least zero.
///   - insets: kept free around all columns; a waterfall without cards has none.
///   - height: of the card at an index when it is as wide as given; asked once a card, in source order.
/// - Complexity: O(cards x columns) and one call of `height` a card.
public func arrangeWaterfall(
  count: Int, columns: [ColumnTrack], lineSpacing: Pixels, insets: Insets = .zero, rule: ColumnRule,
  cellPadding: Pixels = .zero, height: (_ index: Int, _ width: Pixels) -> Pixels
) -> WaterfallArrangement {
  guard count > 0 else {
    return WaterfallArrangement(frames: [], columnIndexes: [], size: Size(width: .zero, height: .zero))
  }
  let columns = columns.isEmpty ? [ColumnTrack(x: .zero, width: .zero)] : columns
  var nextY = columns.map { _ in insets.top }
  var frames: [Frame] = []
  var columnIndexes: [Int] = []
  var bottom = insets.top
  frames.reserveCapacity(count)
  columnIndexes.reserveCapacity(count)
  for index in 0..<count {
    let column =
      switch rule {
      case .shortest: firstIndexOfLeast(nextY)
      case .roundRobin: index % columns.count
      }
    let track = columns[column]
    let cardHeight = max(.zero, height(index, track.width))
    let y = nextY[column] + cellPadding
    frames.append(Frame(x: insets.leading + track.x, y: y, width: track.width, height: cardHeight))
    columnIndexes.append(column)
    let cellBottom = y + cardHeight + cellPadding
    bottom = max(bottom, cellBottom)
    nextY[column] = cellBottom + lineSpacing
  }
  let contentWidth = columns.reduce(Pixels.zero) { max($0, $1.x + $1.width) } + cellPadding
  return WaterfallArrangement(
    frames: frames, columnIndexes: columnIndexes,
    size: Size(width: insets.leading + contentWidth + insets.trailing, height: bottom + insets.bottom))
}

private func firstIndexOfLeast(_ lengths: [Pixels]) -> Int {
  var least = 0
  for index in lengths.indices where lengths[index] < lengths[least] { least = index }
  return least
}
