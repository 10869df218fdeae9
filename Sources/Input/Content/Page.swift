public import Arrangements
public import Diagnostics

/// One page: an ordered list of shelves.
public struct Page: Sendable, Hashable {
  /// The folder path under `Content/`, empty for the home page.
  public var id: String
  public var source: SourceText
  public var title: FieldText
  public var language = "en"
  public var direction = WritingDirection.ltr
  public var introduction = MarkdownDocument.empty
  /// The ids of the headings of the introduction.
  public var headingIDs = HeadingIDs()
  /// The reader's text size for which the page is laid out.
  public var textSize = TextSizeCategory.large
  /// The shelves that have cards.
  public var shelves: [Shelf]
  /// True if the introduction is the generated list of all pages.
  public var isListOfPages = false

  /// The file that a build writes for the page, relative to the output folder.
  public var outputPath: String { id.isEmpty ? "index.html" : id + "/index.html" }
}
