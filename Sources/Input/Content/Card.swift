public import Diagnostics
public import Images

/// A text of the front matter and its range.
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
/// Properties that only some cards have are stored out of line, because a site holds all of its cards at once.
public struct Card: Sendable, Hashable {
  /// The folder path and file name (or `slug`) under `Content/`, without `.md`: `planets/saturn`.
  public var id = ""
  /// The file, relative to the site's root: `Content/planets/saturn.md`.
  public let source: SourceText
  private var texts = TextsBySlot()
  public var tags: [FieldText] = []
  /// The image as written: a path relative to the card's folder, or an address.
  public internal(set) var writtenImage: FieldText?
  public var image: PictureSource?
  /// A BCP 47 tag; the page's if the card has none.
  public var language = "en"
  public var body = MarkdownDocument.empty
  // It is stored after the body because it needs no extra room there.
  public var direction = WritingDirection.ltr
  private var storedDetails: StoredDetails?
  private var storedSettings: StoredSettings?
  // It is apart from the other settings because a shelf asks each of its cards for it.
  private var storedSizes: StoredSizes?

  private indirect enum StoredDetails: Sendable, Hashable { case details(CardDetails) }
  private indirect enum StoredSettings: Sendable, Hashable { case settings(CardSettings) }
  private indirect enum StoredSizes: Sendable, Hashable { case sizes(OwnSizes) }

  var details: CardDetails {
    get { if case .details(let details)? = storedDetails { details } else { CardDetails() } }
    set { storedDetails = newValue == CardDetails() ? nil : .details(newValue) }
  }

  var settings: CardSettings {
    get { if case .settings(let settings)? = storedSettings { settings } else { CardSettings() } }
    set { storedSettings = newValue == CardSettings() ? nil : .settings(newValue) }
  }

  /// The sizes that the card or its section sets; nil if they set none, as for nearly all cards.
  public var sizes: OwnSizes? {
    get { if case .sizes(let sizes)? = storedSizes { sizes } else { nil } }
    set { storedSizes = newValue.map { .sizes($0) } }
  }

  private func detail<Value>(_ other: Value, _ value: (CardDetails) -> Value) -> Value {
    if case .details(let details)? = storedDetails { value(details) } else { other }
  }

  private func setting<Value>(_ other: Value, _ value: (CardSettings) -> Value) -> Value {
    if case .settings(let settings)? = storedSettings { value(settings) } else { other }
  }

  /// The file's name without a date before it and without its ending, as addresses have it, or the row's name. An
  /// `index.md` has the name of its folder.
  public var name: String { row?.name ?? publishedName(of: writtenName) }

  /// The name of the card's file without a date before it and without its ending.
  var writtenName: String {
    let stem = ContentPath.stem(of: source.path)
    return DatedName(stem)?.rest ?? stem
  }

  /// The last part of the id: the name, unless another is chosen.
  var ownID: String {
    get { slug?.text ?? name }
    set {
      if row != nil, slug == nil {
        row?.name = newValue
      } else {
        slug = FieldText(newValue, range: slug?.range ?? SourceRange(0, 0))
      }
    }
  }

  /// An empty card.
  public init(source: SourceText) { self.source = source }
}

extension Card {
  /// The text of a slot of ``SlotKind/text``.
  public subscript(slot: Slot) -> FieldText? {
    get { texts[slot] }
    set { texts[slot] = newValue }
  }

  /// The title; nil if the file has none, which was reported.
  public var title: FieldText? {
    get { self[.title] }
    set { self[.title] = newValue }
  }

  mutating func take(_ texts: TextsBySlot) { self.texts = texts }
}

/// Properties that only some cards have.
extension Card {
  public var imageAlt: String {
    get { detail("") { $0.imageAlt } }
    set { details.imageAlt = newValue }
  }
  /// The focus of the image; nil is the centre.
  public var imageFocus: ImageFocus? {
    get { setting(nil) { $0.imageFocus } }
    set { settings.imageFocus = newValue }
  }
  /// The size of an image on another site, as written.
  var statedSize: StatedSize? { setting(nil) { $0.statedSize } }
  public var link: PlacedLink? {
    get { detail(nil) { $0.link } }
    set { details.link = newValue }
  }
  /// The links of its front matter: its own, and those of its tags.
  @inline(__always)
  public var links: [PlacedLink] { (link.map { [$0] } ?? []) + tagLinks.compactMap(\.self) }
  /// By the number of the tag; empty if no tag has a link.
  public internal(set) var tagLinks: [PlacedLink?] {
    get { setting([]) { $0.tagLinks } }
    set { settings.tagLinks = newValue }
  }
  var writtenLanguage: FieldText? {
    get { setting(nil) { $0.writtenLanguage } }
    set { settings.writtenLanguage = newValue }
  }
  var writtenDirection: DirectionSetting? {
    get { setting(nil) { $0.writtenDirection } }
    set { settings.writtenDirection = newValue }
  }
  var visibility: Visibility {
    get { setting(Visibility()) { $0.visibility } }
    set { settings.visibility = newValue }
  }
  /// True if a key of the front matter keeps the card back at any setting.
  public var isHidden: Bool { setting(false) { $0.visibility.hiddenBy != nil } }
  var weight: Double? {
    get { setting(nil) { $0.weight } }
    set { settings.weight = newValue }
  }
  var date: CalendarDate? {
    get { setting(nil) { $0.date } }
    set { settings.date = newValue }
  }
  /// True or false if the card says whether it has a page of its own.
  var hasPage: Bool? { setting(nil) { $0.hasPage } }
  /// The offset at which the author ends what the card shows of its text.
  var moreOffset: Int? {
    get { setting(nil) { $0.moreOffset } }
    set { settings.moreOffset = newValue }
  }
  /// The text that the card shows instead of the beginning of its own.
  var excerpt: MarkdownDocument? {
    get { setting(nil) { $0.excerpt } }
    set { settings.excerpt = newValue }
  }
  /// See ``FieldReader/addresses``.
  var addresses: [String] { setting([]) { $0.addresses } }
  var slug: FieldText? {
    get { setting(nil) { $0.slug } }
    set { settings.slug = newValue }
  }
  /// The columns that the card spans in a grid or waterfall; nil is one column.
  public var span: SpanSetting? {
    get { setting(nil) { $0.span } }
    set { settings.span = newValue }
  }
  /// True if the card starts a new line of a flow.
  public var breakBefore: Bool {
    get { setting(false) { $0.breakBefore } }
    set { settings.breakBefore = newValue }
  }
  /// The ranges of these keys, for checks that only the shelf can make.
  var placementRanges: [String: SourceRange] {
    get { setting([:]) { $0.placementRanges } }
    set { settings.placementRanges = newValue }
  }
  /// The row of a data file; nil for a Markdown file.
  public internal(set) var row: CardRow? {
    get { setting(nil) { $0.row } }
    set { settings.row = newValue }
  }
}

/// Properties that many cards have.
struct CardDetails: Sendable, Hashable {
  var imageAlt: String = ""
  var link: PlacedLink?
}

/// Properties that few cards have.
struct CardSettings: Sendable, Hashable {
  var imageFocus: ImageFocus?
  var statedSize: StatedSize?
  var tagLinks: [PlacedLink?] = []
  var writtenLanguage: FieldText?
  var writtenDirection: DirectionSetting?
  var visibility = Visibility()
  var weight: Double?
  var date: CalendarDate?
  var slug: FieldText?
  var span: SpanSetting?
  var breakBefore: Bool = false
  var hasPage: Bool?
  var moreOffset: Int?
  var excerpt: MarkdownDocument?
  var addresses: [String] = []
  var placementRanges: [String: SourceRange] = [:]
  var row: CardRow?
}

/// A row of a table: the values of its cells, keyed as in the front matter of cards, and a text.
///
/// Ranges refer to the card's source, which consists of the texts of the cells, each with its position in the data
/// file.
public struct CardRow: Sendable, Hashable {
  /// The number of the row, from 0.
  public var number: Int
  /// The row's `id`, or a name made from its title.
  public var name: String
  /// The range of the name; nil if the name was made from the title.
  var nameRange: SourceRange?
  let values: YAMLNode
  /// The Markdown, which follows the values.
  let body: SourceRange
}
