public import Arrangements
public import Geometry

/// How a waterfall chooses the column of the next card.
public enum ColumnRuleName: Sendable, Hashable {
  case shortest
  case roundRobin
  /// Columns that are at most this many CSS pixels taller than the shortest are used in turn.
  case tolerant(Int)
  case balanced
}

/// What a shelf says about the places of its cards, at one step.
public struct PlacementSettings: Sendable, Hashable {
  /// The space between neighbours.
  public var spacing = Pixels.zero
  /// The space between lines, rows, or the cards of a column.
  public var lineSpacing = Pixels.zero
  /// True if the space between lines is set apart from that between neighbours.
  public var hasLineSpacing = false
  /// The width of a card, or the greatest one.
  public var cardWidth = Pixels.zero
  public var minimumCardWidth = Pixels(1)
  public var cellPadding: Pixels?
  public var heightMode = GridHeight.row
  public var columnRule = ColumnRuleName.shortest
  public var align = LineAlignment.leading
  public var lastLine = LastLine.natural
  public var lineAlign = ItemAlignment.top
  public var distribute = LineDistribution.greedy

  public init() {}
}
