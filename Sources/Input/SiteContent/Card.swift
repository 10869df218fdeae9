public import Diagnostics
public import Images
public import MarkdownTree

/// A text of the front matter and where it was written.
public struct FieldText: Sendable, Hashable {
  public var text: String
  public var range: SourceRange

  public init(_ text: String, range: SourceRange) {
    self.text = text
    self.range = range
  }
}

/// One item of a shelf: what its Markdown file, or a row of a data file, says. What depends on the folders around it is
/// settled once they are known: `id`, `image`, `language`, `direction`, and the images in `body`.
public struct Card: Sendable, Hashable {
  /// The folder path and file name (or `slug`) under `Content/`, without `.md`: `planets/saturn`.
  public var id = ""
  /// The file, relative to the site's root: `Content/planets/saturn.md`.
  public let source: SourceText
  /// nil where the file gives none, which was reported.
  public var title: FieldText?
  public var subtitle: FieldText?
  public var eyebrow: FieldText?
  public var footer: FieldText?
  public var tags: [FieldText] = []
  /// As written: a path relative to the card's folder.
  public internal(set) var writtenImage: FieldText?
  /// A file of the content folder, as a path relative to the site's root: `Content/planets/saturn.svg`.
  public var image: String?
  public var imageAlt = ""
  /// nil is the middle.
  public var imageFocus: ImageFocus?
  public var link: PlacedLink?
  var writtenLanguage: FieldText?
  var writtenDirection: DirectionSetting?
  /// A BCP 47 tag; the page's where the card names none.
  public var language = "en"
  public var direction = WritingDirection.ltr
  var weight: Int?
  var date: CalendarDate?
  public internal(set) var isDraft = false
  var slug: FieldText?
  /// In a grid or waterfall; nil is one column.
  public var span: SpanSetting?
  /// Starts a line of a flow.
  public var breakBefore = false
  /// Where these are written, for what only the shelf can tell.
  var placementRanges: [String: SourceRange] = [:]
  public var body = MarkdownDocument.empty
  /// nil for a file of its own.
  public internal(set) var row: CardRow?

  /// A row of a data file.
  public struct CardRow: Sendable, Hashable {
    /// From 0.
    public var number: Int
    /// Its `id`, or made of its title.
    public var name: String
    /// Of the name in the data file; nil where it was made.
    var namePlace: SourceText?
  }

  /// The file's name without `.md`, or the row's.
  public var name: String { row?.name ?? ContentPath.stem(of: source.path) }

  /// A card that says nothing yet.
  public init(source: SourceText) { self.source = source }
}
