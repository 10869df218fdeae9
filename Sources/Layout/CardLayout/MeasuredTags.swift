public import Arrangements
public import Geometry

/// The tags of a card at one width.
public struct MeasuredTags: Sendable, Hashable {
  /// From the leading top corner of the slot.
  public var arrangement: TagArrangement
  public var rules: TagRules
  /// Of the rows.
  public var available: Pixels

  /// The frames of the tags that show and of the chip behind them.
  public var frames: [Frame] { arrangement.frames + (arrangement.chip.map { [$0] } ?? []) }

  /// For each row the frames that stand in it, as places in `frames`.
  public var rows: [Range<Int>] {
    guard arrangement.chip != nil, let last = arrangement.rows.last else { return arrangement.rows }
    return arrangement.rows.dropLast() + [last.lowerBound..<last.upperBound + 1]
  }
}

extension [MeasuredCard] {
  /// The numbers that the chip of one card says among its layouts, ascending.
  public var hiddenTagCounts: [Int] {
    Set(compactMap { $0.tags?.arrangement.hiddenCount }.filter { $0 > 0 }).sorted()
  }
}
