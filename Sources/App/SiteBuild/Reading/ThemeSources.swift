public import Content
import Diagnostics
import Pages
import Themes

/// The slots of a site's theme; the standard ones if its settings or its theme cannot be read.
public func slotsOfTheme(inSite root: String) -> SlotTable {
  var sink = DiagnosticSink()
  let tree = FileTree(root: root)
  return SiteSources.readSettingsFile(in: tree, into: &sink).map { ThemeSources.slots($0, in: tree) } ?? .standard
}

/// A theme's files: the model, the paint sheet and the templates.
struct ThemeSources: Sendable {
  var theme: Theme
  let templates: PageTemplates
  let templateFiles: [SourceText]
  /// The revision, which is equal for equal files; 0 if none is kept.
  var revision = 0

  /// Reads the theme that the settings name: its folder in `Themes`, or, in a site without such a folder, the one that
  /// comes with the program.
  static func read(
    _ settings: SiteSettings, _ context: BuildContext, into sink: inout DiagnosticSink
  ) -> ThemeSources? {
    let (tree, memory) = (context.tree, context.memory)
    let folder = "Themes/" + settings.theme.text
    let listing = tree.listing(of: folder)
    let path = folder + "/theme.yml"
    if !tree.holds("Themes"), let bundled = BundledTheme(rawValue: settings.theme.text) {
      let files = bundled.files.filter { isRead($0.name) }.map { name, bytes in
        (folder + "/" + name, SourceText(path: folder + "/" + name, bytes: bytes))
      }
      return read(Dictionary(files) { first, _ in first }, name: settings.theme.text, memory: memory, into: &sink)
    }
    guard listing.files.contains(path) else {
      // A folder that could not be read may contain the theme.
      let isHidden = listing.diagnostics.contains { $0.rule == .fileUnreadable || $0.path == folder }
      if isHidden, tree.holds(folder) {
        sink.report(contentsOf: listing.diagnostics)
        return nil
      }
      let known = Set(tree.listing(of: "Themes").files.compactMap { $0.split(separator: "/").dropFirst().first })
      sink.report(.missingTheme(settings, known: known.map(String.init).sorted()))
      return nil
    }
    sink.report(contentsOf: listing.diagnostics)
    var files: [String: SourceText] = [:]
    var isWhole = true
    for file in listing.files where isRead(file) {
      do {
        files[file] = SourceText(path: file, bytes: try tree.readFile(file, limit: 4 << 20))
      } catch {
        sink.report(error)
        isWhole = false
      }
    }
    return isWhole ? read(files, name: settings.theme.text, memory: memory, into: &sink) : nil
  }

  /// The slots of the theme that the settings name, without its other content; the standard ones if it cannot be read.
  static func slots(_ settings: SiteSettings, in tree: FileTree) -> SlotTable {
    let path = "Themes/" + settings.theme.text + "/theme.yml"
    // Bundled themes have only the standard slots.
    guard tree.holds(path), let bytes = try? tree.readFile(path, limit: 4 << 20) else { return .standard }
    return readSlots(SourceText(path: path, bytes: bytes))
  }

  private static func isRead(_ file: String) -> Bool {
    file.hasSuffix(".yml") || file.hasSuffix(".css") || file.hasSuffix(".mustache")
  }

  /// - Parameter files: the files, keyed by their paths in the site.
  private static func read(
    _ files: [String: SourceText], name: String, memory: SiteMemory?, into sink: inout DiagnosticSink
  ) -> ThemeSources? {
    if let kept = memory?.theme, kept.name == name, kept.files == files {
      sink.report(contentsOf: kept.diagnostics)
      return kept.theme
    }
    var ownSink = DiagnosticSink()
    var theme = ThemeSources(files, name: name, into: &ownSink)
    sink.report(contentsOf: ownSink.diagnostics)
    if let memory {
      theme?.revision = memory.nextRevision()
      memory.keep(theme: KeptTheme(name: name, files: files, theme: theme, diagnostics: ownSink.diagnostics))
    }
    return theme
  }

  /// - Parameter files: the files, keyed by their paths in the site.
  private init?(_ files: [String: SourceText], name: String, into sink: inout DiagnosticSink) {
    let folder = "Themes/" + name
    var theme = files[folder + "/theme.yml"].flatMap {
      readTheme($0, name: name, takenNames: Set(RowReader.keys(.standard)), into: &sink)
    }
    let chrome = files.filter { $0.key.hasSuffix(".mustache") }.map { path, source in
      (String(path.dropFirst(folder.utf8.count + 1).dropLast(".mustache".utf8.count)), source)
    }
    let templates = PageTemplates(Dictionary(chrome) { first, _ in first }, folder: folder, into: &sink)
    templates?.checkNames(into: &sink)
    // Without the theme's colours, those of the sheet cannot be checked.
    if let colors = theme?.lightColors.keys, let paint = files[folder + "/paint.css"] {
      theme?.paint = readPaint(paint, colors: Set(colors), into: &sink)
    }
    guard var theme, let templates else { return nil }
    theme.hasColumnTogglesInTemplate = templates.showsColumnToggles
    self.theme = theme
    self.templates = templates
    templateFiles = chrome.map(\.1).sorted { $0.path < $1.path }
  }
}
