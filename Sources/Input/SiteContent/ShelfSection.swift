public import Diagnostics

/// A part of a shelf with a title and columns of its own; it begins where everything above it has ended.
public struct ShelfSection: Sendable, Hashable {
  /// The folder path under `Content/`: `planets/giants`.
  public var id: String
  /// The section's `_index.md`.
  public var source: SourceText
  public var title: FieldText
  public var language: String
  public var direction: WritingDirection
  /// Of the shelf's cards; never empty.
  public var cards: Range<Int>
  /// nil means the shelf's.
  public var columns: ByWidthClass<ColumnCount>?
  /// nil means the shelf's.
  public var inset: ByWidthClass<EdgeLengths>?

  public init(
    id: String, source: SourceText, title: FieldText, language: String = "en", direction: WritingDirection = .ltr,
    cards: Range<Int>, columns: ByWidthClass<ColumnCount>? = nil, inset: ByWidthClass<EdgeLengths>? = nil
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.language = language
    self.direction = direction
    self.cards = cards
    self.columns = columns
    self.inset = inset
  }
}
