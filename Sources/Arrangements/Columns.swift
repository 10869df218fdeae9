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
}

/// Divides a width into columns that fill it exactly.
///
/// Every column has the same number of whole pixels; pixels left over go one each to the leading columns, and a rest
/// smaller than a pixel to the column after those. Widths, gaps and paddings together are exactly `contentWidth`.
///
/// - Parameters:
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
  let content = max(.zero, contentWidth)
  let gap = cellPadding == nil ? max(.zero, spacing) : .zero
  let shares = evenShares(of: max(.zero, content - gap * (count - 1)), among: count)
  var tracks: [ColumnTrack] = []
  var x = Pixels.zero
  for share in shares {
    let padding = min(max(.zero, cellPadding ?? .zero), Pixels(sixtyFourths: share.sixtyFourths / 2))
    tracks.append(ColumnTrack(x: min(x, content) + padding, width: share - padding * 2))
    x += share + gap
  }
  return tracks
}

/// Parts of a width that differ by at most one pixel, wider ones first, and add up to it.
private func evenShares(of width: Pixels, among count: Int) -> [Pixels] {
  let whole = Pixels(width.roundedDown / count)
  var left = width - whole * count
  return (0..<count).map { _ in
    let extra = min(left, Pixels(1))
    left -= extra
    return whole + extra
  }
}
