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
///
/// What few cards have is stored outside, because a site holds all of its cards at once. It is available as properties:
/// `card.eyebrow`.
@dynamicMemberLookup
public struct Card: Sendable, Hashable {
  /// The folder path and file name (or `slug`) under `Content/`, without `.md`: `planets/saturn`.
  public var id = ""
  /// The file, relative to the site's root: `Content/planets/saturn.md`.
  public let source: SourceText
  /// nil if the file has no title, which was reported.
  public var title: FieldText?
  public var subtitle: FieldText?
  public var tags: [FieldText] = []
  /// As written: a path relative to the card's folder.
  public internal(set) var writtenImage: FieldText?
  /// A file of the content folder, as a path relative to the site's root: `Content/planets/saturn.svg`.
  public var image: String?
  /// A BCP 47 tag; that of the page if the card has none.
  public var language = "en"
  public var direction = WritingDirection.ltr
  public internal(set) var isDraft = false
  public var body = MarkdownDocument.empty
  private var storedDetails: StoredDetails?

  private indirect enum StoredDetails: Sendable, Hashable { case details(CardDetails) }

  var details: CardDetails {
    get { if case .details(let details)? = storedDetails { details } else { .none } }
    set { storedDetails = newValue == .none ? nil : .details(newValue) }
  }

  public subscript<Value>(dynamicMember key: KeyPath<CardDetails, Value>) -> Value { details[keyPath: key] }

  public subscript<Value>(dynamicMember key: WritableKeyPath<CardDetails, Value>) -> Value {
    get { details[keyPath: key] }
    set { details[keyPath: key] = newValue }
  }

  /// The file's name without `.md`, or the row's.
  public var name: String { self.row?.name ?? ContentPath.stem(of: source.path) }

  /// An empty card.
  public init(source: SourceText) { self.source = source }
}

/// The properties of a card that few cards have.
public struct CardDetails: Sendable, Hashable {
  public var eyebrow: FieldText?
  public var footer: FieldText?
  public var imageAlt = ""
  /// nil is the centre.
  public var imageFocus: ImageFocus?
  public var link: PlacedLink?
  var writtenLanguage: FieldText?
  var writtenDirection: DirectionSetting?
  var weight: Int?
  var date: CalendarDate?
  var slug: FieldText?
  /// In a grid or waterfall; nil is one column.
  public var span: SpanSetting?
  /// True if the card starts a new line of a flow.
  public var breakBefore = false
  /// The places of these keys, for checks that only the shelf can make.
  var placementRanges: [String: SourceRange] = [:]
  /// nil for a Markdown file.
  public internal(set) var row: CardRow?

  static let none = CardDetails()
}

/// A row of a data file.
public struct CardRow: Sendable, Hashable {
  /// From 0.
  public var number: Int
  /// Its `id`, or a name made from its title.
  public var name: String
  /// The place of the name in the data file; nil if it was made.
  var namePlace: SourceText?
}
