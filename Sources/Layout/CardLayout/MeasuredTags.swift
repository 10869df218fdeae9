public import Arrangements
public import Geometry

/// The tags of a card at one width.
///
/// Values for an interval of widths share their content.
public struct MeasuredTags: Sendable, Hashable {
  private let shared: TagsInRows
  /// The width of the rows.
  public let available: Pixels

  init(_ tags: TagsInRows, available: Pixels) {
    shared = tags
    self.available = available
  }

  /// The arrangement, relative to the leading top corner of the slot.
  public var arrangement: TagArrangement { shared.arrangement }
  public var rules: TagRules { shared.rules }

  public static func == (a: MeasuredTags, b: MeasuredTags) -> Bool {
    a.available == b.available
      && (a.shared === b.shared || a.rules == b.rules && a.arrangement == b.arrangement)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(available)
    hasher.combine(rules)
    hasher.combine(arrangement)
  }

  /// The number of visible tags.
  public var shownCount: Int { shared.arrangement.frames.count }
  /// The number that the chip shows.
  public var hiddenCount: Int { shared.arrangement.hiddenCount }

  /// The frames of the visible tags and of the chip after them.
  public var frames: [Frame] { arrangement.frames + (arrangement.chip.map { [$0] } ?? []) }

  /// The frames in each row, as indices in `frames`.
  public var rows: [Range<Int>] {
    guard arrangement.chip != nil, let last = arrangement.rows.last else { return arrangement.rows }
    return arrangement.rows.dropLast() + [last.lowerBound..<last.upperBound + 1]
  }
}

/// The rows of a card's tags, for an interval of widths.
final class TagsInRows: Sendable {
  let rules: TagRules
  let arrangement: TagArrangement
  /// The visible tags and the chip, each with the number of its lines.
  let texts: [(text: Int, lines: Int)]

  init(_ arrangement: TagArrangement, rules: TagRules, texts: [(text: Int, lines: Int)]) {
    self.rules = rules
    self.arrangement = arrangement
    self.texts = texts
  }
}

extension MeasuredCard {
  /// The rules by which tags fill their rows; nil if no tags are visible.
  public var tagRules: TagRules? { row.tags.map { layouts.tags[$0].rules } }
}

extension [MeasuredCard] {
  /// The numbers that the chip of a card shows in its layouts, ascending.
  public var hiddenTagCounts: [Int] {
    Set(compactMap { $0.tags?.arrangement.hiddenCount }.filter { $0 > 0 }).sorted()
  }
}
