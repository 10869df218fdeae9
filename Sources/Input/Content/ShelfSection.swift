public import Diagnostics

/// A part of a shelf with its own title and columns; it begins below everything above it.
public struct ShelfSection: Sendable, Hashable {
  /// The folder path under `Content/`: `planets/giants`.
  public var id: String
  /// The section's `_index.md`.
  public var source: SourceText
  /// The title; nil if the section has none, so that only a gap divides it from what is above.
  public var title: FieldText?
  public var language = "en"
  public var direction: WritingDirection = .ltr
  /// The indices of the section's cards; never empty.
  public var cards: Range<Int>
  /// The columns; nil means those of the shelf.
  public var columns: ByWidthClass<ColumnCount>?
  /// The space above it, in CSS pixels; nil means twice the theme's gap below titles.
  public var gap: ByWidthClass<Int>?
  /// The inset; nil means that of the shelf.
  public var inset: ByWidthClass<EdgeLengths>?
  /// The names of width classes in these values.
  public var widthClasses: [FieldText] = []
}
