public import Arrangements
public import ShelfArrangements

/// A number of columns, or the least width of a column.
public enum ColumnCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
  case count(Int)
  /// As many columns as fit.
  case minimumWidth(Int)

  public init(integerLiteral count: Int) { self = .count(count) }
}

/// A reader's choice between one column and two.
public struct ColumnToggle: Sendable, Hashable {
  /// The number of columns before the reader chooses: 1 or 2.
  public var first = 2
  /// The labels of the choices.
  public var oneColumn = "1 column"
  public var twoColumns = "2 columns"
}

/// The number of columns that a card spans; more than exist means all.
public enum SpanSetting: Sendable, Hashable {
  case columns(Int)
  case full
}

/// The greatest height of a card.
public enum MaximumHeight: Sendable, Hashable, ExpressibleByIntegerLiteral {
  case length(Int)
  /// A height that four out of five cards do not exceed.
  case auto

  public init(integerLiteral length: Int) { self = .length(length) }
}

/// The height of a card whose body is cut.
public enum HeightClamp: String, Sendable, Hashable, CaseIterable {
  /// Exactly the maximum.
  case exact
  /// As tall as its last whole line.
  case wholeLine = "whole-line"
}

/// The positions at which a shelf comes to rest when it scrolls.
public enum ShelfSnap: String, Sendable, Hashable, CaseIterable { case none, item, page, center }

/// The alignment of the cards of a flow in their lines.
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

/// The layout settings of a shelf: the keys of its `_index.md`. Lengths are whole CSS pixels; nil means the theme's
/// default.
public struct ShelfSettings: Sendable, Hashable {
  /// The widths of cards that can be set.
  static let cardWidths = 40...4000
  /// The heights of cards that can be set.
  static let heights = 1...4000

  public var arrangement = AnyArrangement.shelf
  /// The width of cards in a shelf; in a flow, the greatest width.
  public var cardWidth: ByWidthClass<Int>?
  public var maxCardHeight: ByWidthClass<MaximumHeight>?
  /// The height of each card; nil means as tall as needed.
  public var height: ByWidthClass<Int>?
  public var clamp = HeightClamp.wholeLine
  public var inset: ByWidthClass<EdgeLengths>?
  public var spacing: ByWidthClass<Int>?
  /// The space between lines, rows, or the cards of a column; nil means the same as `spacing`.
  public var lineSpacing: ByWidthClass<Int>?
  public var columns: ByWidthClass<ColumnCount>?
  /// The reader's choice; nil means that there is none; otherwise it replaces `columns`.
  public var columnToggle: ColumnToggle?
  public var columnRule = ColumnRuleName.shortest
  public var heightMode = GridHeight.row
  public var flow = FlowSettings()
  /// The name of a group: shelves of a page in the same group are equally tall.
  public var heightGroup: String?
  public var snap = ShelfSnap.none
  /// The padding of each waterfall cell: each card is inset by this much on every side, instead of `spacing`.
  public var cellPadding: Int?
  public var tags = TagSettings()
  public var maxLines: LineSettings = [:]
  /// The card anatomy of the theme for these cards, with its range; nil means the theme's first.
  public var anatomy: FieldText?
  /// The width classes in these values; the names are checked against the theme later.
  public var widthClasses: [FieldText] = []
}
