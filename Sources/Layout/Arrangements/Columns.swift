public import Geometry

/// The position and width of a column.
public struct ColumnTrack: Hashable, Sendable {
  /// The distance from the leading edge of the content.
  public let x: Pixels
  /// The width of a card in the column, never negative.
  public let width: Pixels

  public init(x: Pixels, width: Pixels) {
    self.x = x
    self.width = width
  }

  var end: Pixels { x + width }
}

/// The limit on the number of columns; a larger number counts as this one.
public let mostColumns = 1024

/// Divides a width into columns that fill it exactly.
///
/// Every column has the same number of whole pixels. Leftover pixels are spread (`spreadShares`), so that cards that
/// span as many columns have similar widths too. Widths, gaps and paddings together are exactly `contentWidth`.
///
/// - Parameters:
///   - count: up to `mostColumns`.
///   - contentWidth: the width inside the insets.
///   - spacing: between neighbours only; not used with a cell padding.
///   - cellPadding: if given, the content is divided without spacing, and a card is inset by this much on every side:
///     gutters are twice as wide as the outer margin.
/// - Returns: one track per column, from the leading edge; none for a count below one. If the width is too narrow for
///   the gaps or paddings, columns have the width zero.
/// - Complexity: O(columns).
public func columnTracks(
  count: Int, in contentWidth: Pixels, spacing: Pixels, cellPadding: Pixels? = nil
) -> [ColumnTrack] {
  guard count > 0 else { return [] }
  let count = min(count, mostColumns)
  let content = contentWidth.bounded
  let gap = cellPadding == nil ? spacing.bounded : .zero
  let shares = spreadShares(of: max(.zero, content - gap * (count - 1)), among: count)
  var tracks: [ColumnTrack] = []
  var x = Pixels.zero
  for share in shares {
    let padding = min((cellPadding ?? .zero).bounded, share.half)
    tracks.append(ColumnTrack(x: min(x, content) + padding, width: share - padding * 2))
    x += share + gap
  }
  return tracks
}

/// The number of columns of at least a minimum width that fit: `floor((content + spacing) / (minimum + spacing))`, at
/// least one.
///
/// With a cell padding, every column includes its padding twice and no spacing, as in `columnTracks`.
///
/// - Returns: 1 to `mostColumns`.
public func columnCount(
  minimumWidth: Pixels, in contentWidth: Pixels, spacing: Pixels, cellPadding: Pixels? = nil
) -> Int {
  let gap = cellPadding.map { $0.bounded * 2 } ?? spacing.bounded
  let content = contentWidth.bounded + (cellPadding == nil ? gap : .zero)
  let pitch = minimumWidth.bounded + gap
  guard pitch > .zero else { return mostColumns }
  return min(max(1, content.sixtyFourths / pitch.sixtyFourths), mostColumns)
}

/// The number of columns of a row or a waterfall that a card spans.
public enum ColumnSpan: Hashable, Sendable {
  /// A number of columns. Less than one counts as one, and more than there are as all.
  case columns(Int)
  case full

  /// The number of columns that the card spans, of a number of columns.
  public func count(of columns: Int) -> Int {
    switch self {
    case .columns(let count): max(1, min(count, columns))
    case .full: max(1, columns)
    }
  }
}

extension [ColumnTrack] {
  /// The tracks, or a single column of no width if there are none: nothing is lost, and the fault is visible.
  var orOneEmpty: [ColumnTrack] { isEmpty ? [ColumnTrack(x: .zero, width: .zero)] : self }

  /// The width from the first column's leading edge to the last one's trailing edge, including the gaps between them.
  public func width(from start: Int, count: Int) -> Pixels { self[start + count - 1].end - self[start].x }
}
