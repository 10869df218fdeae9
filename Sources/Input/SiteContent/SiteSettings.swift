public import Arrangements
public import Diagnostics
package import YAMLEvents

/// What `cardshelf.yml` says.
public struct SiteSettings: Sendable, Hashable {
  /// `cardshelf.yml`, for diagnostics about what it asks for.
  public var source: SourceText = SourceText(path: "cardshelf.yml", text: "")
  public var title = "Cardshelf"
  public var language = "en"
  /// The folder of the theme under `Themes/`.
  public var theme: FieldText = FieldText("storefront", range: SourceRange(0, 0))
  /// Ends in a slash.
  public var baseURL: String?
  /// The reader's text size that pages are laid out for where they name none.
  public var textSize: TextSizeCategory = .large
  public var images: ImagePublication = .responsive
  /// How severe the findings of some rules are.
  public var rules = RuleLevels()
}

/// What keys of front matter that nobody knows are to a site: another program may read them.
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

/// What is published of the images that cards show.
public enum ImagePublication: String, Sendable, Hashable, CaseIterable {
  /// Cuts of them, in the sizes and formats that pages need.
  case responsive
  /// The files as they are.
  case original
}

/// Reads `cardshelf.yml`. What is wrong keeps its default; a site cannot be built with it.
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
    if let title = fields.text("title", into: &sink) { self.title = title.text }
    if let language = fields.language(into: &sink) { self.language = language.text }
    if let theme = fields.folderName("theme", into: &sink) { self.theme = theme }
    self.baseURL = fields.baseURL(into: &sink)
    if let textSize = fields.textSize(into: &sink) { self.textSize = textSize }
    if let images = fields.choice("images", of: ImagePublication.self, into: &sink) { self.images = images }
    let unknownKeys = fields.choice("frontMatter", of: UnknownKeys.self, into: &sink)
    rules = fields.ruleLevels("rules", into: &sink)
    if rules["unknown-key"] == nil { rules["unknown-key"] = unknownKeys?.level }
    fields.finish(into: &sink)
  }

  /// The keys of `cardshelf.yml` and what they may be, as they are read.
  package static var shape: MappingShape {
    let recorder = KeyRecorder()
    var fields = FieldReader(recordingInto: recorder)
    var settings = SiteSettings()
    var sink = DiagnosticSink()
    settings.take(&fields, into: &sink)
    return recorder.shape
  }
}
