import Diagnostics
import PageRendering
import SiteContent
import Themes

/// A theme's files: the model, the paint sheet and the templates.
struct ThemeSources: Sendable {
  let theme: Theme
  let paint: [UInt8]
  let templates: PageTemplates

  static func read(_ settings: SiteSettings, in tree: FileTree, into sink: inout DiagnosticSink) -> ThemeSources? {
    let folder = "Themes/" + settings.theme.text
    let listing = tree.listing(of: folder)
    let path = folder + "/theme.yml"
    guard listing.files.contains(path) else {
      let known = Set(tree.listing(of: "Themes").files.compactMap { $0.split(separator: "/").dropFirst().first })
      sink.report(.missingTheme(settings, known: known.map(String.init).sorted()))
      return nil
    }
    sink.report(contentsOf: listing.diagnostics)
    var files: [String: SourceText] = [:]
    for file in listing.files where file.hasSuffix(".yml") || file.hasSuffix(".css") || file.hasSuffix(".mustache") {
      do {
        files[file] = SourceText(path: file, bytes: try tree.readFile(file, limit: 4 << 20))
      } catch {
        sink.report(error)
      }
    }
    let theme = files[path].flatMap { readTheme($0, name: settings.theme.text, into: &sink) }
    let chrome = files.filter { $0.key.hasSuffix(".mustache") }.map { path, source in
      (String(path.dropFirst(folder.utf8.count + 1).dropLast(".mustache".utf8.count)), source)
    }
    let templates = PageTemplates(Dictionary(chrome) { first, _ in first }, folder: folder, into: &sink)
    let paint = files[folder + "/paint.css"]
    // Without the theme's colours the sheet's cannot be judged.
    if let paint, let theme { checkPaint(paint, colors: Set(theme.lightColors.keys), into: &sink) }
    guard let theme, let templates else { return nil }
    return ThemeSources(theme: theme, paint: paint?.bytes ?? [], templates: templates)
  }
}
