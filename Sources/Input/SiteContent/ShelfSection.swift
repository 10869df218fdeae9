public import Diagnostics

/// A part of a shelf with a title and columns of its own; it begins where everything above it has ended.
public struct ShelfSection: Sendable, Hashable {
  /// The folder path under `Content/`: `planets/giants`.
  public var id: String
  /// The section's `_index.md`.
  public var source: SourceText
  public var title: FieldText
  public var language = "en"
  public var direction: WritingDirection = .ltr
  /// Of the shelf's cards; never empty.
  public var cards: Range<Int>
  /// nil means the shelf's.
  public var columns: ByWidthClass<ColumnCount>?
  /// nil means the shelf's.
  public var inset: ByWidthClass<EdgeLengths>?
  /// Those that these are named for.
  public var widthClasses: [FieldText] = []
}
