public import Arrangements
public import Diagnostics
public import ShelfArrangements

/// The content of `cardshelf.yml`.
public struct SiteSettings: Sendable, Hashable {
  /// `cardshelf.yml`, for diagnostics.
  public var source: SourceText = SourceText(path: "cardshelf.yml", text: "")
  public var title = "Cardshelf"
  public var language = "en"
  /// The folder of the theme under `Themes/`.
  public var theme: FieldText = FieldText("storefront", range: SourceRange(0, 0))
  /// The address of the site, which ends in a slash.
  public var baseURL: String?
  /// The reader's text size for pages that do not set their own.
  public var textSize: TextSizeCategory = .large
  public var images: ImagePublication = .responsive
  /// The hosts of other sites whose pictures cards may show.
  public var imageHosts: Set<HostName> = []
  /// The severity of findings, keyed by rule.
  public var rules = RuleLevels()
  public var limits = SiteLimits()
  /// The treatment of content with errors.
  public var faulty = FaultyContent.stop
  /// True if the front matter is for other programs too.
  public var isForOtherPrograms = false
  /// The treatment of front matter that other programs read, or that has errors.
  public var policy: FrontMatterPolicy {
    FrontMatterPolicy(isForOtherPrograms: isForOtherPrograms, toleratesFaults: faulty == .skip)
  }
  /// The arrangement of shelves that do not set one.
  public var arrangement: AnyArrangement = .shelf
  /// True or false if the site says whether its cards have pages of their own.
  var cardsHavePages: Bool?
  /// The keys of other programs that give keys of cards.
  public var fields = FieldNames()
  /// The title of the page that lists all pages of a large site.
  public var titleOfList = "All pages"
}

/// The treatment of unknown front matter keys: another program may read them.
private enum UnknownKeys: String, Sendable, Hashable, CaseIterable {
  case error, warn, ignore

  var level: RuleLevels.Level {
    switch self {
    case .error: .error
    case .warn: .warn
    case .ignore: .off
    }
  }
}

/// The treatment of content with errors.
public enum FaultyContent: String, Sendable, Hashable, CaseIterable {
  /// Nothing is built.
  case stop
  /// The faulty part is left out: a card, a row, a picture or a link.
  case skip
}

/// The form in which the images of cards are published.
public enum ImagePublication: String, Sendable, Hashable, CaseIterable {
  /// Cropped images, in the sizes and formats that pages need.
  case responsive
  /// The original files.
  case original
}

/// Reads `cardshelf.yml`. A faulty value keeps its default; a site cannot be built with it.
public func readSettings(_ source: SourceText, into sink: inout DiagnosticSink) -> SiteSettings {
  var settings = SiteSettings(source: source)
  let document = readYAML(source, in: source.fullRange, limits: .theme, fault: .cannotRun, into: &sink)
  guard let document,
    var fields = FieldReader(document, of: source, fault: .cannotRun, into: &sink)
  else { return settings }
  settings.take(&fields, into: &sink)
  return settings
}

extension SiteSettings {
  fileprivate mutating func take(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    if let title = fields.text(YAMLKey("title", "The name of the site. Default: Cardshelf."), into: &sink) {
      self.title = title.text
    }
    if let language = fields.language(
      says: """
        The language of all text that does not set its own, such as en, pt-BR or zh-Hant (BCP 47). \
        Default: en.
        """, into: &sink)
    {
      self.language = language.text
    }
    if let theme = fields.folderName(
      YAMLKey("theme", "The folder of the theme in Themes. Default: storefront."), into: &sink)
    {
      self.theme = theme
    }
    self.baseURL = fields.baseURL(into: &sink)
    if let textSize = fields.textSize(
      says: "The reader's text size for which pages are laid out. Default: large.", into: &sink)
    {
      self.textSize = textSize
    }
    fields.images(&self, into: &sink)
    let unknownKeys = fields.choice(
      YAMLKey("frontMatter", "How unknown keys in front matter are treated: error, warn or ignore. Default: error."),
      of: UnknownKeys.self, into: &sink)
    isForOtherPrograms = unknownKeys == .ignore
    fields.choose(
      YAMLKey(
        "faulty",
        "What happens to content with errors: nothing is built (stop), or it is left out (skip). Default: stop."),
      &faulty, into: &sink)
    arrangement =
      fields.arrangement(
        says: "How the cards of shelves are placed that do not say it. Default: shelf.",
        into: &sink) ?? arrangement
    cardsHavePages = fields.boolean(.page(of: "each card"), into: &sink)
    self.fields = fields.fieldNames(into: &sink)
    rules = fields.ruleLevels(
      YAMLKey("rules", "The severity of findings, by the name of their rule: error, warn or off."), into: &sink)
    if rules["unknown-key"] == nil { rules["unknown-key"] = unknownKeys?.level }
    limits = fields.siteLimits(
      YAMLKey("limits", "The most that the site may have: a small file can ask for hours of work."), into: &sink)
    if let allPages = fields.text(
      YAMLKey(
        "allPages", "The title of the page that lists all pages, on a site of more than 100. Default: All pages."),
      into: &sink)
    {
      titleOfList = allPages.text
    }
    fields.finish(into: &sink)
  }

  /// The keys of `cardshelf.yml` and their values, recorded from the reader.
  package static var shape: MappingShape {
    let recorder = KeyRecorder()
    var fields = FieldReader(recordingInto: recorder)
    var settings = SiteSettings()
    var sink = DiagnosticSink()
    settings.take(&fields, into: &sink)
    return recorder.shape
  }
}
