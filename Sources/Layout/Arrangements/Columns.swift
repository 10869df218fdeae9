public import Geometry

/// Where the cards of one column stand.
public struct ColumnTrack: Hashable, Sendable {
  /// From the leading edge of the content.
  public let x: Pixels
  /// Of a card in the column, never negative.
  public let width: Pixels

  public init(x: Pixels, width: Pixels) {
    self.x = x
    self.width = width
  }

  var end: Pixels { x + width }
}

/// No arrangement has more columns; a larger number counts as this one.
public let mostColumns = 1024

/// Divides a width into columns that fill it exactly.
///
/// Every column has the same number of whole pixels; pixels left over are spread (`spreadShares`), so that cards that take as
/// many columns are alike too. Widths, gaps and paddings together are exactly `contentWidth`.
///
/// - Parameters:
///   - count: up to `mostColumns`.
///   - contentWidth: what is inside the insets.
///   - spacing: between neighbours only; not used where there is a cell padding.
///   - cellPadding: where given, the content is divided without spacing, and a card stands this far inside its part on
///     every side: gutters are twice as wide as the outer margin.
/// - Returns: one track a column, from the leading edge; none for a count below one. A width too narrow for its
///   gaps or paddings gives columns of width zero inside it.
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

/// How many columns of at least a minimum width fit: `floor((content + spacing) / (minimum + spacing))`, at least one.
///
/// With a cell padding every column takes its padding twice and no spacing, as in `columnTracks`.
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

/// How many columns of a row or a waterfall a card takes.
public enum ColumnSpan: Hashable, Sendable {
  /// Fewer than one count as one, more than there are as all.
  case columns(Int)
  case full

  /// The columns taken of so many.
  public func count(of columns: Int) -> Int {
    switch self {
    case .columns(let count): max(1, min(count, columns))
    case .full: max(1, columns)
    }
  }
}

extension [ColumnTrack] {
  /// Without columns, one of no width: nothing is lost, and everything is where it can be seen to be wrong.
  var orOneEmpty: [ColumnTrack] { isEmpty ? [ColumnTrack(x: .zero, width: .zero)] : self }

  /// From the first column's leading edge to the last one's trailing edge, gaps between them included.
  func width(from start: Int, count: Int) -> Pixels { self[start + count - 1].end - self[start].x }
}
