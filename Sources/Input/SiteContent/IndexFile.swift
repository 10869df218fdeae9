public import Arrangements
public import Diagnostics
public import MarkdownTree
import ShelfArrangements
import Slots
package import YAMLEvents

/// The `_index.md` of a page, a shelf or a section, read on its own.
public struct IndexFile: Sendable, Hashable {
  /// The kind of the folder.
  public enum FolderKind: String, Sendable, Hashable, CaseIterable { case page, shelf, section }

  public let source: SourceText
  public internal(set) var kind: FolderKind
  public internal(set) var title: FieldText?
  public internal(set) var language: FieldText?
  public internal(set) var direction: DirectionSetting?
  public internal(set) var weight: Int?
  var visibility = Visibility()
  /// True if a key of the front matter keeps the folder back at any setting.
  public var isHidden: Bool { visibility.hiddenBy != nil }

  /// For a page: the folders of its shelves, in order; nil means all of them.
  public internal(set) var shelves: [FieldText]?
  /// For a page.
  public internal(set) var introduction = MarkdownDocument.empty
  /// For a page.
  public internal(set) var textSize: TextSizeCategory?

  /// For a shelf; for a section only `columns` and `inset`.
  public internal(set) var settings = ShelfSettings()
  /// The place of `columns`, for checks that depend on the shelf of a section.
  var columnsRange: SourceRange?
  public internal(set) var sort: CardSort?
  public internal(set) var limit: Int?
  /// For a shelf or section: the data file with one card per row, as it is written.
  public internal(set) var cards: FieldText?
  /// For a shelf or section: the columns of the data file that give the keys of its cards.
  public internal(set) var fields: [DataField] = []
  /// For a shelf or section: the separator of cells in the data file; nil means that it is detected.
  var delimiter: CSVDelimiter?
  /// For a shelf or section: the encoding of the data file.
  var encoding: DataEncoding?

  /// True if there is a key that has a meaning only for a data file.
  var saysOfTable: Bool { !fields.isEmpty || delimiter != nil || encoding != nil }

  /// `Content/planets`
  public var folder: String { ContentPath.folder(of: source.path) }

  /// The index of a folder without `_index.md`.
  init(source: SourceText, kind: FolderKind) {
    self.source = source
    self.kind = kind
  }
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
  guard let parts = FrontMatter.find(in: source, into: &sink) else { return index }
  var hasTitleKey = false
  if let yaml = parts.yaml {
    let document = readYAML(source, in: yaml, limits: .frontMatter, into: &sink)
    let fields = document.flatMap {
      FieldReader(
        $0, of: source, fault: .finding, slots: declarations.slots, arrangements: declarations.arrangements,
        into: &sink)
    }
    if var fields {
      index.take(&fields, isHome: isHome, into: &sink)
      hasTitleKey = fields.isSet("title")
    }
  }
  var body = readMarkdown(source, in: parts.body, into: &sink)
  switch index.kind {
  case .page:
    if index.title == nil, !hasTitleKey, let heading = TitleHeading.take(from: &body, of: source, into: &sink) {
      index.title = heading.title
      if let link = heading.link {
        sink.report(.titleLinkLost(at: link.range, in: source, because: "it is that of a page"))
      }
    }
    index.introduction = body
  case .shelf, .section:
    if let first = body.blocks.first { sink.report(.shelfText(at: first.range, in: source)) }
  }
  return index
}

extension IndexFile {
  /// Removes what its author wrote for readers.
  mutating func hideText() {
    title = nil
    introduction = .empty
  }

  /// - Parameter known: the kind of the folder, if it is not to be read.
  fileprivate mutating func take(
    _ fields: inout FieldReader, isHome: Bool, as known: FolderKind? = nil, into sink: inout DiagnosticSink
  ) {
    if isHome {
      _ = fields.choice("kind", of: HomeKind.self, into: &sink)
    } else {
      kind = fields.choice("kind", of: FolderKind.self, into: &sink) ?? known ?? .shelf
      weight = fields.integer("weight", in: -1_000_000...1_000_000, into: &sink)
    }
    visibility = fields.visibility(into: &sink)
    title = fields.text("title", mayBeEmpty: kind == .shelf, into: &sink)
    language = fields.language(into: &sink)
    direction = fields.choice("dir", of: DirectionSetting.self, into: &sink)
    switch kind {
    case .page:
      shelves = fields.texts("shelves", into: &sink)
      textSize = fields.textSize(into: &sink)
    case .shelf: takeShelf(&fields, into: &sink)
    case .section: takeSection(&fields, into: &sink)
    }
    settings.widthClasses = fields.widthClasses
    fields.finishFrontMatter(into: &sink)
  }

  private mutating func takeShelf(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    let arrangement = fields.arrangement(into: &sink)
    settings.take(&fields, arrangement: arrangement, into: &sink)
    sort = fields.choice("sort", of: CardSort.self, into: &sink)
    limit = fields.integer("limit", in: 1...100_000, into: &sink)
    takeData(&fields, into: &sink)
    // A faulty arrangement was reported; the keys that suit it are unknown.
    if arrangement != nil || !fields.isSet("arrangement") {
      fields.refuseKeys(unsuitableFor: settings.arrangement, into: &sink)
    }
  }

  private mutating func takeSection(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    settings.columns = fields.columnCounts("columns", into: &sink)
    columnsRange = settings.columns == nil ? nil : fields.keyRange("columns")
    settings.inset = fields.edges("inset", in: 0...1000, into: &sink)
    takeData(&fields, into: &sink)
  }

  private mutating func takeData(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    cards = fields.text("cards", into: &sink)
    self.fields = fields.dataFields("fields", into: &sink)
    delimiter = fields.choice("delimiter", of: CSVDelimiter.self, into: &sink)
    encoding = fields.choice("encoding", of: DataEncoding.self, into: &sink)
    for key in ["fields", "delimiter", "encoding"] where !fields.isSet("cards") {
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
    cardWidth = fields.byWidthClass("cardWidth", in: 40...4000, into: &sink)
    maxCardHeight = fields.maximumHeights("maxCardHeight", in: 20...10_000, into: &sink)
    fields.choose("clamp", &clamp, into: &sink)
    inset = fields.edges("inset", in: 0...1000, into: &sink)
    spacing = fields.byWidthClass("spacing", in: 0...1000, into: &sink)
    lineSpacing = fields.byWidthClass("lineSpacing", in: 0...1000, into: &sink)
    columns = fields.columnCounts("columns", into: &sink)
    columnToggle = fields.columnToggle(columns: columns, into: &sink)
    columnRule = fields.columnRule("columnRule", into: &sink) ?? columnRule
    fields.choose("heightMode", &heightMode, into: &sink)
    fields.choose("align", &flow.align, into: &sink)
    fields.choose("lastLine", &flow.lastLine, into: &sink)
    fields.choose("lineAlign", &flow.lineAlign, into: &sink)
    fields.choose("distribute", &flow.distribute, into: &sink)
    flow.minCardWidth = fields.byWidthClass("minCardWidth", in: 1...4000, into: &sink)
    heightGroup = fields.text("heightGroup", into: &sink)?.text
    fields.choose("snap", &snap, into: &sink)
    cellPadding = fields.integer("cellPadding", in: 0...1000, into: &sink)
    tags = fields.tagSettings("tags", into: &sink)
    maxLines = fields.lineSettings("maxLines", into: &sink)
    anatomy = fields.text("card", into: &sink)
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
