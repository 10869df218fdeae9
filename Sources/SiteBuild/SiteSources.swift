import Diagnostics
import SiteContent

/// Everything that a site is made from, read once: each file's bytes are read a single time, so a file that is edited
/// meanwhile is wholly old or wholly new.
struct SiteSources: Sendable {
  let tree: FileTree
  let settings: SiteSettings
  let library: Library

  static func read(_ options: BuildOptions, into sink: inout DiagnosticSink) async -> SiteSources {
    let tree = FileTree(root: options.root)
    let settings = readSettingsFile(in: tree, into: &sink)
    let listing = tree.listing(of: "Content")
    sink.report(contentsOf: tree.holds("Content") ? listing.diagnostics : [.missingContent()])
    let markdown = listing.files.filter { $0.hasSuffix(".md") }
    let files = listing.files.filter { !$0.hasSuffix(".md") }
    let parsed = await parallelMap(count: markdown.count, jobs: options.jobs) { indices in
      var reader = tree.reader()
      var parsed: [ParsedFile] = []
      for index in indices { parsed.append(parse(markdown[index], with: &reader)) }
      return parsed
    }
    var cards: [CardFile] = []
    var indexes: [IndexFile] = []
    for file in parsed {
      sink.report(contentsOf: file.diagnostics)
      if let card = file.card { cards.append(card) }
      if let index = file.index { indexes.append(index) }
    }
    var library = assembleLibrary(
      settings: settings, cards: cards, indexes: indexes, files: files, includeDrafts: options.includesDrafts,
      into: &sink)
    if let textSize = options.textSize {
      for index in library.pages.indices { library.pages[index].textSize = textSize }
    }
    if cards.isEmpty, tree.holds("Content"), !sink.hasErrors { sink.report(.noCards()) }
    return SiteSources(tree: tree, settings: settings, library: library)
  }

  /// Without a settings file every setting has its default.
  static func readSettingsFile(in tree: FileTree, into sink: inout DiagnosticSink) -> SiteSettings {
    let path = "cardshelf.yml"
    var bytes: [UInt8] = []
    do {
      if tree.holds(path) { bytes = try tree.readFile(path, limit: 1 << 20) }
    } catch {
      sink.report(error)
    }
    return readSettings(SourceText(path: path, bytes: bytes), into: &sink)
  }

  private struct ParsedFile: Sendable {
    var card: CardFile?
    var index: IndexFile?
    var diagnostics: [Diagnostic]
  }

  private static func parse(_ path: String, with reader: inout FileReader) -> ParsedFile {
    var sink = DiagnosticSink()
    do {
      let source = SourceText(path: path, bytes: try reader.readFile(path, limit: 4 << 20))
      if path.hasSuffix("/_index.md") {
        let index = readIndex(source, into: &sink)
        return ParsedFile(card: nil, index: index, diagnostics: sink.diagnostics)
      }
      let card = readCard(source, into: &sink)
      return ParsedFile(card: card, index: nil, diagnostics: sink.diagnostics)
    } catch {
      return ParsedFile(card: nil, index: nil, diagnostics: [error])
    }
  }
}
