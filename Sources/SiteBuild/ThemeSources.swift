import Diagnostics
import Mustache
import SiteContent
import Themes

/// A theme's files: the model, the paint sheet and the templates.
struct ThemeSources: Sendable {
  let theme: Theme
  let paint: [UInt8]
  let templates: MustacheLibrary

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
    let templates = templates(in: folder, files: files, into: &sink)
    let paint = files[folder + "/paint.css"]
    // Without the theme's colours the sheet's cannot be judged.
    if let paint, let theme { checkPaint(paint, colors: Set(theme.lightColors.keys), into: &sink) }
    guard let theme, let templates else { return nil }
    return ThemeSources(theme: theme, paint: paint?.bytes ?? [], templates: templates)
  }

  private static func templates(
    in folder: String, files: [String: SourceText], into sink: inout DiagnosticSink
  ) -> MustacheLibrary? {
    var templates: [String: MustacheTemplate] = [:]
    var isWhole = true
    for (path, source) in files.sorted(by: { $0.key < $1.key }) where path.hasSuffix(".mustache") {
      let name = String(path.dropFirst(folder.utf8.count + 1).dropLast(".mustache".utf8.count))
      do {
        templates[name] = try MustacheTemplate(string: source.text(in: source.fullRange))
      } catch let error as MustacheTemplate.ParserError {
        sink.report(
          .badTemplate(
            source, line: error.context.lineNumber, column: error.context.columnNumber, problem: "\(error.error)"))
        isWhole = false
      } catch {
        sink.report(.badTemplate(source, line: 1, column: 1, problem: "\(error)"))
        isWhole = false
      }
    }
    if isWhole, templates["page"] == nil {
      sink.report(.missingTemplate(folder + "/page.mustache"))
      return nil
    }
    return isWhole ? MustacheLibrary(templates: templates) : nil
  }
}
