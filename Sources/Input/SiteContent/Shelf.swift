public import Arrangements
public import Diagnostics

/// One arranged run of cards. Lengths are whole CSS pixels; nil means the theme's default.
public struct Shelf: Sendable, Hashable {
  /// The folder path under `Content/`: `planets`, or `sky/planets` on a page of its own.
  public var id: String
  /// The shelf's `_index.md`; where the folder has none, an empty text with the path it would have.
  public var source: SourceText
  public var title: FieldText?
  public var arrangement: ArrangementName
  /// Of a shelf; in a flow the most.
  public var cardWidth: ByWidthClass<Int>?
  public var maxCardHeight: ByWidthClass<MaximumHeight>?
  public var clamp: HeightClamp
  public var inset: ByWidthClass<EdgeLengths>?
  public var spacing: ByWidthClass<Int>?
  /// Between lines, rows, or the cards of a column; nil means as `spacing`.
  public var lineSpacing: ByWidthClass<Int>?
  public var columns: ByWidthClass<ColumnCount>?
  /// nil leaves the reader no choice; otherwise what it says stands in place of `columns`.
  public var columnToggle: ColumnToggle?
  public var columnRule: ColumnRuleName
  public var heightMode: GridHeight
  public var flow: FlowSettings
  /// Shelves of one page with one name are equally tall.
  public var heightGroup: String?
  public var snap: ShelfSnap
  /// Waterfall cells that are padded from within: each card is inset by this much on every side, instead of `spacing`.
  public var cellPadding: Int?
  public var tags: TagSettings
  public var maxLines: LineSettings
  /// The card anatomy of the theme that draws these cards, with its place; nil means the theme's first.
  public var anatomy: FieldText?
  public var language: String
  public var direction: WritingDirection
  /// In order, without drafts unless they were asked for.
  public var cards: [Card]
  /// In order; cards before the first section are in none.
  public var sections: [ShelfSection]

  public init(
    id: String, source: SourceText, title: FieldText?, arrangement: ArrangementName = .shelf,
    cardWidth: ByWidthClass<Int>? = nil, maxCardHeight: ByWidthClass<MaximumHeight>? = nil,
    clamp: HeightClamp = .wholeLine, inset: ByWidthClass<EdgeLengths>? = nil, spacing: ByWidthClass<Int>? = nil,
    lineSpacing: ByWidthClass<Int>? = nil, columns: ByWidthClass<ColumnCount>? = nil,
    columnRule: ColumnRuleName = .shortest, heightMode: GridHeight = .row, flow: FlowSettings = FlowSettings(),
    heightGroup: String? = nil, snap: ShelfSnap = .none, cellPadding: Int? = nil, anatomy: FieldText? = nil,
    language: String = "en", direction: WritingDirection = .ltr, cards: [Card], sections: [ShelfSection] = [],
    columnToggle: ColumnToggle? = nil, tags: TagSettings = TagSettings(), maxLines: LineSettings = LineSettings()
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.arrangement = arrangement
    self.cardWidth = cardWidth
    self.maxCardHeight = maxCardHeight
    self.clamp = clamp
    self.inset = inset
    self.spacing = spacing
    self.lineSpacing = lineSpacing
    self.columns = columns
    self.columnToggle = columnToggle
    self.columnRule = columnRule
    self.heightMode = heightMode
    self.flow = flow
    self.heightGroup = heightGroup
    self.snap = snap
    self.cellPadding = cellPadding
    self.anatomy = anatomy
    self.language = language
    self.direction = direction
    self.cards = cards
    self.sections = sections
    self.tags = tags
    self.maxLines = maxLines
  }
}
