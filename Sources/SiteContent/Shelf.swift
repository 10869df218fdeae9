public import Diagnostics

/// One arranged run of cards. Lengths are whole CSS pixels; nil means the theme's default.
public struct Shelf: Sendable, Hashable {
  /// The folder path under `Content/`: `planets`, or `sky/planets` on a page of its own.
  public var id: String
  /// The shelf's `_index.md`; where the folder has none, an empty text with the path it would have.
  public var source: SourceText
  public var title: FieldText?
  public var arrangement: ArrangementName
  public var cardWidth: ByWidthClass<Int>?
  public var maxCardHeight: ByWidthClass<Int>?
  public var inset: EdgeLengths
  public var spacing: ByWidthClass<Int>?
  public var columns: ByWidthClass<Int>?
  public var columnRule: ColumnRuleName
  /// Waterfall cells that are padded from within: each card is inset by this much on every side, instead of `spacing`.
  public var cellPadding: Int?
  /// The card anatomy of the theme that draws these cards, with its place; nil means the theme's first.
  public var anatomy: FieldText?
  public var language: String
  public var direction: WritingDirection
  /// In order, without drafts unless they were asked for.
  public var cards: [Card]

  public init(
    id: String, source: SourceText, title: FieldText?, arrangement: ArrangementName = .shelf,
    cardWidth: ByWidthClass<Int>? = nil, maxCardHeight: ByWidthClass<Int>? = nil, inset: EdgeLengths = EdgeLengths(),
    spacing: ByWidthClass<Int>? = nil, columns: ByWidthClass<Int>? = nil, columnRule: ColumnRuleName = .shortest,
    cellPadding: Int? = nil, anatomy: FieldText? = nil, language: String = "en", direction: WritingDirection = .ltr,
    cards: [Card]
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.arrangement = arrangement
    self.cardWidth = cardWidth
    self.maxCardHeight = maxCardHeight
    self.inset = inset
    self.spacing = spacing
    self.columns = columns
    self.columnRule = columnRule
    self.cellPadding = cellPadding
    self.anatomy = anatomy
    self.language = language
    self.direction = direction
    self.cards = cards
  }
}
