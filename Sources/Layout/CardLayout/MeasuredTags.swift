public import Arrangements
public import Geometry

/// The tags of a card at one width.
public struct MeasuredTags: Sendable, Hashable {
  /// Relative to the leading top corner of the slot.
  public var arrangement: TagArrangement
  public var rules: TagRules
  /// The width of the rows.
  public var available: Pixels

  /// The frames of the visible tags and of the chip after them.
  public var frames: [Frame] { arrangement.frames + (arrangement.chip.map { [$0] } ?? []) }

  /// The frames in each row, as indices in `frames`.
  public var rows: [Range<Int>] {
    guard arrangement.chip != nil, let last = arrangement.rows.last else { return arrangement.rows }
    return arrangement.rows.dropLast() + [last.lowerBound..<last.upperBound + 1]
  }
}

extension [MeasuredCard] {
  /// The numbers that the chip of a card shows in its layouts, ascending.
  public var hiddenTagCounts: [Int] {
    Set(compactMap { $0.tags?.arrangement.hiddenCount }.filter { $0 > 0 }).sorted()
  }
}
