public import Arrangements
public import Diagnostics
public import MarkdownTree

/// One page: an ordered list of shelves.
public struct Page: Sendable, Hashable {
  /// The folder path under `Content/`, empty for the home page.
  public var id: String
  public var source: SourceText
  public var title: FieldText
  public var language: String
  public var direction: WritingDirection
  public var introduction: MarkdownDocument
  /// The reader's text size that the page is laid out for.
  public var textSize: TextSizeCategory
  /// Only shelves that have cards.
  public var shelves: [Shelf]

  public init(
    id: String, source: SourceText, title: FieldText, language: String = "en", direction: WritingDirection = .ltr,
    introduction: MarkdownDocument = .empty, textSize: TextSizeCategory = .large, shelves: [Shelf]
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.language = language
    self.direction = direction
    self.introduction = introduction
    self.textSize = textSize
    self.shelves = shelves
  }

  /// The file that a build writes for the page, relative to the output folder.
  public var outputPath: String { id.isEmpty ? "index.html" : id + "/index.html" }
}
