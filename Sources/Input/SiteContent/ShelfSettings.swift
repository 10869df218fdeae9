public import Arrangements

/// How a shelf places its cards.
public enum ArrangementName: String, Sendable, Hashable, CaseIterable {
  /// One row of cards that are equally tall, to be scrolled.
  case shelf
  /// Lines of cards that are as wide as they need.
  case flow
  /// Rows of equal columns.
  case grid
  /// Columns of cards that are as tall as they need.
  case waterfall
  /// One card below the other.
  case list
}

/// How a waterfall chooses the column of the next card.
public enum ColumnRuleName: Sendable, Hashable {
  case shortest
  case roundRobin
  /// Columns that end at most so many CSS pixels lower than the shortest are taken in turn.
  case tolerant(Int)
  case balanced
}

/// A number of columns, or how wide a column must be.
public enum ColumnCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
  case count(Int)
  /// As many as there is room for.
  case minimumWidth(Int)

  public init(integerLiteral count: Int) { self = .count(count) }
}

/// A reader's choice between one column and two.
public struct ColumnToggle: Sendable, Hashable {
  /// How many columns there are before the reader chooses: 1 or 2.
  public var first = 2
  /// What the reader chooses from.
  public var oneColumn = "1 column"
  public var twoColumns = "2 columns"
}

/// How many columns a card takes; more than there are count as all.
public enum SpanSetting: Sendable, Hashable {
  case columns(Int)
  case full
}

/// The most that a card may be tall.
public enum MaximumHeight: Sendable, Hashable, ExpressibleByIntegerLiteral {
  case length(Int)
  /// What four of five cards keep to.
  case auto

  public init(integerLiteral length: Int) { self = .length(length) }
}

/// How tall a card is that was cut.
public enum HeightClamp: String, Sendable, Hashable, CaseIterable {
  /// As tall as the maximum.
  case exact
  /// As tall as its last whole line needs.
  case wholeLine = "whole-line"
}

/// Where a shelf that is scrolled comes to rest.
public enum ShelfSnap: String, Sendable, Hashable, CaseIterable { case none, item, page, center }

/// How the cards of a flow stand in their lines.
public struct FlowSettings: Sendable, Hashable {
  public var align: LineAlignment = .leading
  public var lastLine: LastLine = .natural
  public var lineAlign: ItemAlignment = .top
  public var distribute: LineDistribution = .greedy
  public var minCardWidth: ByWidthClass<Int>?
}

/// Distances in whole CSS pixels.
public struct EdgeLengths: Sendable, Hashable {
  public var top: Int
  public var leading: Int
  public var bottom: Int
  public var trailing: Int

  public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}

/// How a shelf is laid out, as the keys of its `_index.md` say. Lengths are whole CSS pixels; nil means the theme's default.
public struct ShelfSettings: Sendable, Hashable {
  public var arrangement = ArrangementName.shelf
  /// Of a shelf; in a flow the most.
  public var cardWidth: ByWidthClass<Int>?
  public var maxCardHeight: ByWidthClass<MaximumHeight>?
  public var clamp = HeightClamp.wholeLine
  public var inset: ByWidthClass<EdgeLengths>?
  public var spacing: ByWidthClass<Int>?
  /// Between lines, rows, or the cards of a column; nil means as `spacing`.
  public var lineSpacing: ByWidthClass<Int>?
  public var columns: ByWidthClass<ColumnCount>?
  /// nil leaves the reader no choice; otherwise what it says stands in place of `columns`.
  public var columnToggle: ColumnToggle?
  public var columnRule = ColumnRuleName.shortest
  public var heightMode = GridHeight.row
  public var flow = FlowSettings()
  /// Shelves of one page with one name are equally tall.
  public var heightGroup: String?
  public var snap = ShelfSnap.none
  /// Waterfall cells that are padded from within: each card is inset by this much on every side, instead of `spacing`.
  public var cellPadding: Int?
  public var tags = TagSettings()
  public var maxLines = LineSettings()
  /// The card anatomy of the theme that draws these cards, with its place; nil means the theme's first.
  public var anatomy: FieldText?
  /// The width classes that these values are named for; names are checked against the theme where it is known.
  public var widthClasses: [FieldText] = []
}
