public import Arrangements
public import Diagnostics
import ShelfArrangements

/// The `_index.md` of a page, a shelf or a section, read on its own.
public struct IndexFile: Sendable, Hashable {
  /// The kind of the folder.
  public enum FolderKind: String, Sendable, Hashable, CaseIterable { case page, shelf, section }

  public let source: SourceText
  public internal(set) var kind: FolderKind
  /// True if the front matter has the kind.
  var isKindStated = false
  /// True if the front matter has the arrangement.
  private(set) var isArrangementStated = false
  public internal(set) var title: FieldText?
  public internal(set) var language: FieldText?
  public internal(set) var direction: DirectionSetting?
  public internal(set) var weight: Double?
  var visibility = Visibility()
  /// True if a key of the front matter keeps the folder back at any setting.
  public var isHidden: Bool { visibility.hiddenBy != nil }

  /// The folders of a page's shelves, in order; nil means all of them.
  public internal(set) var shelves: [FieldText]?
  /// The introduction of a page. A folder is one if it has an introduction and no kind.
  public internal(set) var introduction = MarkdownDocument.empty
  /// The text size of a page.
  public internal(set) var textSize: TextSizeCategory?

  /// The settings of a shelf; a section has only `columns` and `inset`, and ``sizes``.
  public internal(set) var settings = ShelfSettings()
  /// The sizes of the cards of a section.
  private(set) var sizes: OwnSizes?
  /// The gap above a section.
  public private(set) var gap: ByWidthClass<Int>?
  /// The range of `columns`, for checks that depend on the shelf of a section.
  var columnsRange: SourceRange?
  public internal(set) var sort: CardSort?
  public internal(set) var limit: Int?
  /// True or false if a shelf says whether its cards have pages of their own.
  var cardsHavePages: Bool?
  /// The data file of a shelf or section with one card per row, as it is written.
  public internal(set) var cards: FieldText?
  /// The columns of the data file that give the keys of the cards of a shelf or section.
  public internal(set) var fields: [DataField] = []
  /// The separator of cells in the data file of a shelf or section; nil means that it is detected.
  var delimiter: CSVDelimiter?
  /// The encoding of the data file of a shelf or section.
  var encoding: DataEncoding?

  /// True if there is a key that has a meaning only for a data file.
  var saysOfTable: Bool { !fields.isEmpty || delimiter != nil || encoding != nil }

  /// The keys of the Markdown files in the folder that give the keys of their cards; empty if a data file has the cards.
  private var namesOfKeys: [FieldNames.Field] {
    guard cards == nil else { return [] }
    return fields.compactMap { field in
      field.column.map { FieldNames.Field(key: field.key, sources: [$0]) }
    }
  }

  /// The declarations with which the cards of the folder are read; nil if they are those of the site.
  public func declarationsOfCards(in site: ContentDeclarations) -> ContentDeclarations? {
    let names = namesOfKeys
    guard !names.isEmpty else { return nil }
    var own = site
    own.fields = FieldNames(names + site.fields.fields.filter { field in !names.contains { $0.key == field.key } })
    return own
  }

  /// Returns whether a file of this path can be a card of the folder: one in it, or the `index.md` of a folder in it.
  public func mayHaveCard(_ path: String) -> Bool {
    let around = ContentPath.folder(of: path)
    return around == folder || ContentPath.isNamed("index.md", path) && ContentPath.folder(of: around) == folder
  }

  /// The folder of the index, such as `Content/planets`.
  public var folder: String { ContentPath.folder(of: source.path) }

  /// The index of a folder without `_index.md`.
  init(source: SourceText, kind: FolderKind) {
    self.source = source
    self.kind = kind
  }
}

extension YAMLKey {
  /// The key of shelves and sections.
  fileprivate static let inset = YAMLKey(
    "inset",
    """
    The space around the cards: one length, or lengths for top, leading, bottom and trailing, \
    optionally by width class. Default: 0.
    """)
  static func page(of cards: String) -> YAMLKey {
    YAMLKey("page", "Gives \(cards) a page of its own, or none. Without it, those have one whose text is too long.")
  }
  fileprivate static let columns = YAMLKey(
    "columns",
    """
    A number from 1 to 24, numbers by width class, or min with the least width of a column. Default: \
    the theme's.
    """)
}

/// The key by which the cards of a shelf are sorted.
public enum CardSort: String, Sendable, Hashable, CaseIterable { case weight, date, title, name }

/// Reads the `_index.md` of the home page, a page or a shelf. It has no side effects, so files can be read in parallel.
///
/// A key of the other kind is an unknown key.
///
/// - Complexity: O(length)
public func readIndex(
  _ source: SourceText, _ declarations: ContentDeclarations = ContentDeclarations(), into sink: inout DiagnosticSink
) -> IndexFile {
  let isHome = ContentPath.folder(of: source.path) == ContentPath.root
  var index = IndexFile(source: source, kind: isHome ? .page : .shelf)
  index.settings.arrangement = declarations.arrangement
  let isTolerant = declarations.policy.toleratesFaults
  let found = FrontMatter.find(in: source, into: &sink) ?? (isTolerant ? .mended(in: source) : nil)
  guard let parts = found else { return index }
  var hasTitleKey = false
  if parts.values != nil {
    var reading = parts.reading(of: source)
    let unreadKey = isTolerant ? reading.mend(parts, of: source) : nil
    defer { if let unreadKey { index.visibility.unreadKey = unreadKey } }
    let fields = FieldReader(
      reading, of: source, fault: .finding, slots: declarations.slots,
      arrangements: declarations.arrangements, into: &sink)
    if var fields {
      fields.resolvesEntities = declarations.policy.isForOtherPrograms
      index.take(&fields, isHome: isHome, into: &sink)
      hasTitleKey = fields.isSet("title")
    }
  }
  var body = readMarkdown(source, in: parts.body, into: &sink)
  if index.kind == .page || index.kind == .shelf && !index.isKindStated && index.saysNothingOfShelves {
    if index.title == nil, !hasTitleKey, let heading = TitleHeading.take(from: &body, of: source, into: &sink) {
      index.title = heading.title
      if let link = heading.link {
        sink.report(.titleLinkLost(at: link.range, in: source, because: "it is that of a page"))
      }
    } else {
      TitleHeading.drop(repeating: index.title, from: &body)
    }
    index.introduction = index.visibility.pageHiddenBy == nil ? body : .empty
  } else if let first = body.blocks.first {
    sink.report(.shelfText(at: first.range, in: source))
  }
  return index
}

extension IndexFile {
  /// The index of a folder whose text is in a file `index.md`, read as a card.
  init(_ card: Card) {
    self.init(source: card.source, kind: .page)
    title = card.title
    language = card.writtenLanguage
    direction = card.writtenDirection
    weight = card.weight
    visibility = card.visibility
    introduction = card.body
  }

  /// True if no key has a meaning for a shelf alone.
  fileprivate var saysNothingOfShelves: Bool {
    !isArrangementStated && settings == ShelfSettings(arrangement: settings.arrangement) && sort == nil
      && cardsHavePages == nil && limit == nil && cards == nil && !saysOfTable
  }

  /// Removes the texts that the author wrote for readers.
  mutating func hideText() {
    title = nil
    introduction = .empty
  }

  /// - Parameter known: the kind of the folder, unless it is to be read.
  fileprivate mutating func take(
    _ fields: inout FieldReader, isHome: Bool, as known: FolderKind? = nil, into sink: inout DiagnosticSink
  ) {
    if isHome {
      _ = fields.choice("kind", of: HomeKind.self, into: &sink)
    } else {
      let stated = fields.choice(
        YAMLKey(
          "kind",
          """
          The kind of the folder: page for a folder of shelves, section for a part of a shelf. Default: page for a \
          folder with a text or with folders in it, else shelf.
          """),
        of: FolderKind.self, into: &sink)
      isKindStated = stated != nil
      kind = stated ?? known ?? .shelf
      weight = fields.weight(
        says: "A number for sorting: a smaller weight comes first, no weight comes last.", into: &sink)
    }
    visibility = fields.visibility(isOfFolder: true, into: &sink)
    let title = YAMLKey(
      "title",
      kind == .page
        ? """
        The title. Default: the first heading of the text, else made from the folder's name; for the \
        home page the title of the site.
        """
        : "The title. Default: made from the folder's name.")
    self.title = fields.text(title, mayBeEmpty: kind != .page, into: &sink)
    language = fields.language(
      says: "The language, such as en, pt-BR or zh-Hant (BCP 47). Default: that of the parent.", into: &sink)
    direction = fields.choice(
      YAMLKey("dir", "The direction of the text. Default: that of the language."), of: DirectionSetting.self,
      into: &sink)
    switch kind {
    case .page:
      shelves = fields.texts(
        YAMLKey("shelves", "The folders of the page's shelves, in order. Default: all, by weight and name."),
        into: &sink)
      textSize = fields.textSize(
        says: "The reader's text size for which the page is laid out. Default: the site's.", into: &sink)
    case .shelf: takeShelf(&fields, into: &sink)
    case .section: takeSection(&fields, into: &sink)
    }
    settings.widthClasses = fields.widthClasses
    fields.finishFrontMatter(into: &sink)
  }

  private mutating func takeShelf(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    let arrangement = fields.arrangement(into: &sink)
    isArrangementStated = arrangement != nil
    settings.take(&fields, arrangement: arrangement, into: &sink)
    sort = fields.choice(
      YAMLKey("sort", "The key by which cards are sorted. Default: weight."), of: CardSort.self, into: &sink)
    limit = fields.integer(YAMLKey("limit", "The greatest number of cards to show."), in: 1...100_000, into: &sink)
    cardsHavePages = fields.boolean(.page(of: "each card"), into: &sink)
    takeData(&fields, into: &sink)
    // A faulty arrangement was reported; the keys that suit it are unknown.
    if arrangement != nil || !fields.isSet("arrangement") {
      fields.refuseKeys(unsuitableFor: settings.arrangement, into: &sink)
    }
  }

  private mutating func takeSection(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    settings.columns = fields.columnCounts(.columns, into: &sink)
    columnsRange = settings.columns == nil ? nil : fields.keyRange("columns")
    settings.inset = fields.edges(.inset, in: 0...1000, into: &sink)
    gap = fields.byWidthClass(
      YAMLKey(
        "gap",
        """
        The space above the section in CSS pixels, optionally by width class. Default: twice the theme's \
        titleGap.
        """), in: 0...1000, into: &sink)
    sizes = fields.sizes(of: .section, into: &sink)
    takeData(&fields, into: &sink)
  }

  private mutating func takeData(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    cards = fields.text(
      YAMLKey(
        "cards", "A data file with one card per row: a path from this folder to a .csv, .tsv, .json or .ndjson file."),
      into: &sink)
    self.fields = fields.dataFields(
      YAMLKey(
        "fields",
        """
        Which column of the data file, or which key of the Markdown files, gives which key of a card. Default: the one of \
        the same name.
        """),
      into: &sink)
    delimiter = fields.choice(
      YAMLKey(
        "delimiter",
        """
        The separator of columns in a CSV file: comma, semicolon, tab or bar. Default: detected from the \
        first rows.
        """), of: CSVDelimiter.self, into: &sink)
    encoding = fields.choice(
      YAMLKey("encoding", "The encoding of the data file if it has no byte order mark. Default: utf-8."),
      of: DataEncoding.self, into: &sink)
    for key in ["delimiter", "encoding"] where !fields.isSet("cards") {
      if let range = fields.keyRange(key) { sink.report(fields.findings.keyWithoutCards(key, at: range)) }
    }
    if let file = cards?.text, DataNotation(file)?.isJSON == true, let range = fields.keyRange("delimiter") {
      sink.report(fields.findings.delimiterOfJSON(at: range))
    }
  }

  /// The home page can only be a page.
  private enum HomeKind: String, CaseIterable { case page }
}

extension ShelfSettings {
  fileprivate mutating func take(
    _ fields: inout FieldReader, arrangement: AnyArrangement?, into sink: inout DiagnosticSink
  ) {
    if let arrangement { self.arrangement = arrangement }
    cardWidth = fields.byWidthClass(
      YAMLKey(
        "cardWidth",
        """
        The width of cards in a shelf, or their greatest width in a flow: 40 to 4000 CSS pixels, \
        optionally by width class. Default: the theme's.
        """), in: Self.cardWidths, into: &sink)
    maxCardHeight = fields.maximumHeights(
      YAMLKey(
        "maxCardHeight",
        """
        The greatest height of a card in CSS pixels, optionally by width class; in a shelf also auto. \
        Default: as tall as needed.
        """), in: 20...10_000, into: &sink)
    height = fields.byWidthClass(
      .height(of: "each card", instead: "as tall as needed"), in: Self.heights, into: &sink)
    fields.choose(YAMLKey("clamp", "The height of a card whose body is cut. Default: whole-line."), &clamp, into: &sink)
    inset = fields.edges(.inset, in: 0...1000, into: &sink)
    spacing = fields.byWidthClass(
      YAMLKey("spacing", "The space between cards in CSS pixels, optionally by width class. Default: the theme's."),
      in: 0...1000, into: &sink)
    lineSpacing = fields.byWidthClass(
      YAMLKey(
        "lineSpacing",
        """
        The space between lines, between rows, or between the cards of a column. Default: the same as \
        spacing.
        """), in: 0...1000, into: &sink)
    columns = fields.columnCounts(.columns, into: &sink)
    columnToggle = fields.columnToggle(columns: columns, into: &sink)
    columnRule =
      fields.columnRule(
        YAMLKey(
          "columnRule",
          "How a waterfall chooses columns: shortest, round-robin, balanced or tolerant(16). Default: shortest."),
        into: &sink) ?? columnRule
    fields.choose(
      YAMLKey("heightMode", "How tall the cards of a grid are. Default: row, as tall as the tallest card of the row."),
      &heightMode, into: &sink)
    fields.choose(
      YAMLKey("align", "How the cards of a line are aligned in a flow. Default: leading."), &flow.align, into: &sink)
    fields.choose(
      YAMLKey("lastLine", "How the last line of a flow is aligned. Default: natural."), &flow.lastLine, into: &sink)
    fields.choose(
      YAMLKey("lineAlign", "How cards of different heights are aligned in a line of a flow. Default: top."),
      &flow.lineAlign, into: &sink)
    fields.choose(YAMLKey("distribute", "How a flow fills its lines. Default: greedy."), &flow.distribute, into: &sink)
    flow.minCardWidth = fields.byWidthClass(
      YAMLKey("minCardWidth", "The least width of a card in a flow, in CSS pixels, optionally by width class."),
      in: 1...4000, into: &sink)
    heightGroup =
      fields.text(
        YAMLKey("heightGroup", "A name; shelves of a page with the same name are equally tall."), into: &sink)?.text
    fields.choose(YAMLKey("snap", "Where a shelf comes to rest when it scrolls. Default: none."), &snap, into: &sink)
    cellPadding = fields.integer(
      YAMLKey("cellPadding", "The space on each side of each card of a waterfall, instead of spacing."), in: 0...1000,
      into: &sink)
    tags = fields.tagSettings(YAMLKey("tags", "The layout of tags. Default: the theme's."), into: &sink)
    maxLines = fields.lineSettings(
      YAMLKey("maxLines", "The greatest number of lines of each text. Default: the theme's."), into: &sink)
    anatomy = fields.text(
      .anatomy(of: "the cards", instead: "the first"), into: &sink)
  }
}

extension IndexFile {
  /// The keys of a kind of folder and their values, recorded from the reader.
  package static func shape(
    of kind: FolderKind, _ declarations: ContentDeclarations = ContentDeclarations()
  ) -> MappingShape {
    let recorder = KeyRecorder()
    var fields = FieldReader(
      recordingInto: recorder, slots: declarations.slots, arrangements: declarations.arrangements)
    var index = IndexFile(source: SourceText(path: "", text: ""), kind: kind)
    var sink = DiagnosticSink()
    index.take(&fields, isHome: false, as: kind, into: &sink)
    return recorder.shape
  }
}
