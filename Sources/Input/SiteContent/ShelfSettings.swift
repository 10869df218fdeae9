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
  public var first: Int
  /// What the reader chooses from.
  public var oneColumn: String
  public var twoColumns: String

  public init(first: Int = 2, oneColumn: String = "1 column", twoColumns: String = "2 columns") {
    self.first = first
    self.oneColumn = oneColumn
    self.twoColumns = twoColumns
  }
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
  public var align: LineAlignment
  public var lastLine: LastLine
  public var lineAlign: ItemAlignment
  public var distribute: LineDistribution
  public var minCardWidth: ByWidthClass<Int>?

  public init(
    align: LineAlignment = .leading, lastLine: LastLine = .natural, lineAlign: ItemAlignment = .top,
    distribute: LineDistribution = .greedy, minCardWidth: ByWidthClass<Int>? = nil
  ) {
    self.align = align
    self.lastLine = lastLine
    self.lineAlign = lineAlign
    self.distribute = distribute
    self.minCardWidth = minCardWidth
  }
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
