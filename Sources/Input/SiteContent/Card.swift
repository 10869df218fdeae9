public import Diagnostics
public import Images
public import MarkdownTree

/// A text of the front matter and its place.
public struct FieldText: Sendable, Hashable {
  public var text: String
  public var range: SourceRange

  public init(_ text: String, range: SourceRange) {
    self.text = text
    self.range = range
  }
}

/// One item of a shelf: the content of its Markdown file, or of a row of a data file. The properties that depend on
/// parent folders are set later: `id`, `image`, `language`, `direction`, and the images in `body`.
public struct Card: Sendable, Hashable {
  /// The folder path and file name (or `slug`) under `Content/`, without `.md`: `planets/saturn`.
  public var id = ""
  /// The file, relative to the site's root: `Content/planets/saturn.md`.
  public let source: SourceText
  /// nil if the file has no title, which was reported.
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
  /// nil is the centre.
  public var imageFocus: ImageFocus?
  public var link: PlacedLink?
  var writtenLanguage: FieldText?
  var writtenDirection: DirectionSetting?
  /// A BCP 47 tag; that of the page if the card has none.
  public var language = "en"
  public var direction = WritingDirection.ltr
  var weight: Int?
  var date: CalendarDate?
  public internal(set) var isDraft = false
  var slug: FieldText?
  /// In a grid or waterfall; nil is one column.
  public var span: SpanSetting?
  /// True if the card starts a new line of a flow.
  public var breakBefore = false
  /// The places of these keys, for checks that only the shelf can make.
  var placementRanges: [String: SourceRange] = [:]
  public var body = MarkdownDocument.empty
  /// nil for a Markdown file.
  public internal(set) var row: CardRow?

  /// A row of a data file.
  public struct CardRow: Sendable, Hashable {
    /// From 0.
    public var number: Int
    /// Its `id`, or a name made from its title.
    public var name: String
    /// The place of the name in the data file; nil if it was made.
    var namePlace: SourceText?
  }

  /// The file's name without `.md`, or the row's.
  public var name: String { row?.name ?? ContentPath.stem(of: source.path) }

  /// An empty card.
  public init(source: SourceText) { self.source = source }
}
