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
    let (cards, indexes) = await parse(markdown, in: tree, jobs: options.jobs, into: &sink)
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

  /// Files that follow each other, mostly of one folder.
  private struct ParsedRun: Sendable {
    let number: Int
    var cards: [CardFile] = []
    var indexes: [IndexFile] = []
    var diagnostics: [Diagnostic] = []
  }

  private static let filesOfRun = 64

  private static func parse(
    _ paths: [String], in tree: FileTree, jobs: Int, into sink: inout DiagnosticSink
  ) async -> (cards: [CardFile], indexes: [IndexFile]) {
    let runCount = (paths.count + filesOfRun - 1) / filesOfRun
    let shares = await parallelWork(count: runCount, jobs: jobs) { next in
      var reader = tree.reader()
      var runs: [ParsedRun] = []
      while let number = next() {
        var run = ParsedRun(number: number)
        for path in paths[(number * filesOfRun)...].prefix(filesOfRun) { parse(path, with: &reader, into: &run) }
        runs.append(run)
      }
      return runs
    }
    var cards: [CardFile] = []
    cards.reserveCapacity(paths.count)
    var indexes: [IndexFile] = []
    for run in shares.joined().sorted(by: { $0.number < $1.number }) {
      cards += run.cards
      indexes += run.indexes
      sink.report(contentsOf: run.diagnostics)
    }
    return (cards, indexes)
  }

  private static func parse(_ path: String, with reader: inout FileReader, into run: inout ParsedRun) {
    var sink = DiagnosticSink()
    do {
      let source = SourceText(path: path, bytes: try reader.readFile(path, limit: 4 << 20))
      if path.hasSuffix("/_index.md") {
        run.indexes.append(readIndex(source, into: &sink))
      } else {
        run.cards.append(readCard(source, into: &sink))
      }
      run.diagnostics += sink.diagnostics
    } catch {
      run.diagnostics.append(error)
    }
  }
}
