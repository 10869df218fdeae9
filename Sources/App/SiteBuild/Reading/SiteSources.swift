import Diagnostics
import SiteContent

/// Everything that a site is made from, read once: each file's bytes are read a single time, so a file that is edited
/// meanwhile is wholly old or wholly new.
struct SiteSources: Sendable {
  let tree: FileTree
  let settings: SiteSettings
  let library: Library

  /// nil if the settings cannot be read: the meaning of the rest depends on them.
  static func read(_ options: BuildOptions, into sink: inout DiagnosticSink) async -> SiteSources? {
    let tree = FileTree(root: options.root)
    guard let settings = readSettingsFile(in: tree, into: &sink) else { return nil }
    sink.levels = settings.rules
    return await read(settings, in: tree, options, memory: nil, into: &sink)
  }

  static func read(
    _ settings: SiteSettings, in tree: FileTree, _ options: BuildOptions, memory: SiteMemory?,
    into sink: inout DiagnosticSink
  ) async -> SiteSources {
    let listing = tree.listing(of: "Content")
    sink.report(
      contentsOf: tree.holds("Content")
        ? listing.diagnostics
        : [.missingContent(other: ["content", "contents", "Contents", "src"].first(where: tree.holds))])
    let markdown = listing.files.filter(isMarkdown)
    let files = listing.files.filter { !isMarkdown($0) }
    let (cards, indexes) = await parse(markdown, in: tree, jobs: options.jobs, memory: memory, into: &sink)
    let rows = await DataRows.read(indexes, files: files, in: tree, jobs: options.jobs, memory: memory, into: &sink)
    var assembly = DiagnosticSink()
    var library = assembleLibrary(
      settings: settings, cards: cards, indexes: indexes, rows: rows, files: files,
      includeDrafts: options.includesDrafts, into: &assembly)
    // If a file could not be read, others would be blamed for its missing content.
    if !sink.diagnostics.contains(where: { $0.rule == .fileUnreadable }) {
      sink.report(contentsOf: assembly.diagnostics)
    }
    if let textSize = options.textSize {
      for index in library.pages.indices { library.pages[index].textSize = textSize }
    }
    if cards.isEmpty, rows.isEmpty, tree.holds("Content"), !sink.hasErrors { sink.report(.noCards()) }
    return SiteSources(tree: tree, settings: settings, library: library)
  }

  /// Without a settings file every setting has its default; nil if there is one that cannot be read.
  static func readSettingsFile(in tree: FileTree, into sink: inout DiagnosticSink) -> SiteSettings? {
    let path = "cardshelf.yml"
    if !tree.holds(path) {
      for other in ["cardshelf.yaml", "Cardshelf.yml", "cardshelf.toml", "cardshelf.json"] where tree.holds(other) {
        sink.report(.settingsMisnamed(other))
        return nil
      }
    }
    var bytes: [UInt8] = []
    do {
      if tree.holds(path) { bytes = try tree.readFile(path, limit: 1 << 20) }
    } catch {
      sink.report(error)
      return nil
    }
    return readSettings(SourceText(path: path, bytes: bytes), into: &sink)
  }

  /// Files that follow each other, mostly of one folder.
  private struct ParsedRun: Sendable {
    let number: Int
    var cards: [Card] = []
    var indexes: [IndexFile] = []
    var diagnostics: [Diagnostic] = []
    /// By path; empty if nothing is to be kept.
    var kept: [(path: String, file: KeptFile)] = []

    mutating func add(_ file: ParsedFile) {
      switch file.content {
      case .card(let card): cards.append(card)
      case .index(let index): indexes.append(index)
      }
      diagnostics += file.diagnostics
    }

    mutating func add(_ known: KeptFile, of path: String) {
      add(known.file)
      kept.append((path, known))
    }
  }

  private static let filesOfRun = 64

  private static func parse(
    _ paths: [String], in tree: FileTree, jobs: Int, memory: SiteMemory?, into sink: inout DiagnosticSink
  ) async -> (cards: [Card], indexes: [IndexFile]) {
    let runCount = (paths.count + filesOfRun - 1) / filesOfRun
    let shares = await parallelWork(count: runCount, jobs: jobs) { next in
      var reader = tree.reader()
      var runs: [ParsedRun] = []
      while let number = next() {
        var run = ParsedRun(number: number)
        for path in paths[(number * filesOfRun)...].prefix(filesOfRun) {
          parse(path, with: &reader, memory: memory, into: &run)
        }
        runs.append(run)
      }
      return runs
    }
    var cards: [Card] = []
    cards.reserveCapacity(paths.count)
    var indexes: [IndexFile] = []
    let runs = shares.joined().sorted { $0.number < $1.number }
    if let memory {
      var files: [String: KeptFile] = [:]
      files.reserveCapacity(paths.count)
      for run in runs { for kept in run.kept { files[kept.path] = kept.file } }
      memory.keep(files: files)
    }
    for run in runs {
      cards += run.cards
      indexes += run.indexes
      sink.report(contentsOf: run.diagnostics)
    }
    return (cards, indexes)
  }

  private static func parse(
    _ path: String, with reader: inout FileReader, memory: SiteMemory?, into run: inout ParsedRun
  ) {
    do {
      let known = memory?.file(path)
      switch (try reader.read(path, limit: 4 << 20, unless: known?.stamp), known) {
      case (.unchanged, let known?): run.add(known, of: path)
      case (.read(let bytes, let stamp), let known?) where known.file.source.bytes == bytes:
        run.add(KeptFile(known.file, stamp: stamp), of: path)
      case (.read(let bytes, let stamp), _):
        let file = ParsedFile(SourceText(path: path, bytes: bytes))
        if memory == nil { run.add(file) } else { run.add(KeptFile(file, stamp: stamp), of: path) }
      case (.unchanged, nil): return
      }
    } catch {
      run.diagnostics.append(error)
    }
  }
}

/// A Markdown file as it was read.
struct ParsedFile: Sendable {
  enum KeptContent: Sendable {
    case card(Card)
    case index(IndexFile)
  }

  let source: SourceText
  fileprivate let content: KeptContent
  fileprivate let diagnostics: [Diagnostic]

  /// Reads a card or an index.
  fileprivate init(_ source: SourceText) {
    var sink = DiagnosticSink()
    content =
      source.path.utf8.suffix(10).elementsEqual("/_index.md".utf8)
      ? .index(readIndex(source, into: &sink)) : .card(readCard(source, into: &sink))
    self.source = source
    diagnostics = sink.diagnostics
  }
}
