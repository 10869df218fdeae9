import Content
import Diagnostics

/// The files of the content folder: cards and indexes, and the names of all others.
struct ContentFiles: Sendable {
  let listing: FolderListing
  /// The declarations with which the files were read.
  private let declarations: ContentDeclarations
  /// The cards of each run that has any.
  private(set) var cards: [[Card]] = []
  private(set) var indexes: [IndexFile] = []
  /// The findings of the Markdown files, in their order.
  private(set) var diagnostics: [Diagnostic] = []
  /// The files that are not read because of their name, or that of a folder around them; in order.
  private(set) var keptBack: [KeptBack] = []
  /// True if all Markdown files could be read and are kept.
  private var isWhole = false
  /// The Markdown files that could be read, in order; empty if nothing is kept for the next build.
  private var files: [KeptFile] = []
  private var places: [String: FilePlace] = [:]

  private struct FilePlace {
    /// The index in `files`.
    let file: Int
    /// The index in `cards`.
    var list = 0
    /// The index in this list, or in `indexes`.
    let number: Int
  }

  /// Reads the whole folder, or only what changed since the last build with the same memory.
  static func read(
    declarations: ContentDeclarations, _ context: BuildContext
  ) async -> ContentFiles {
    // The memory releases them, so that they are changed in place.
    let (tree, memory) = (context.tree, context.memory)
    var earlier = memory?.takeContent()
    if earlier?.declarations != declarations { earlier = nil }
    if let changed = context.options.changedFiles, earlier?.update(changed, in: tree) == true, let content = earlier {
      memory?.keep(content)
      return content
    }
    let content = await ContentFiles(
      in: tree, declarations: declarations, jobs: context.jobs, earlier: earlier, isKept: memory != nil)
    memory?.keep(content)
    return content
  }

  /// Reads the cards again whose folders say which of their keys give those of cards.
  mutating func readCardsOfOtherKeys() {
    for index in indexes {
      guard let own = index.declarationsOfCards(in: declarations) else { continue }
      for list in cards.indices {
        for number in cards[list].indices where index.mayHaveCard(cards[list][number].source.path) {
          let path = cards[list][number].source.path
          let file = ParsedFile(path, cards[list][number].source.bytes, declarations: own)
          guard case .card(let card) = file.content else { continue }
          cards[list][number] = card
          diagnostics.removeAll { $0.path == path }
          diagnostics += file.diagnostics
        }
      }
    }
  }

  // MARK: All files

  /// Consecutive files of one folder.
  fileprivate struct ParsedRun: Sendable {
    let number: Int
    let declarations: ContentDeclarations
    var cards: [Card] = []
    var indexes: [IndexFile] = []
    /// The files if they are kept; then `cards` and `indexes` are empty.
    var kept: [KeptFile] = []
    var diagnostics: [Diagnostic] = []

    /// Reads the files of the run. Each step is done for several of them before the next step: a processor's cache does
    /// not hold the code of all steps.
    mutating func read(_ paths: ArraySlice<String>, with reader: inout FileReader) {
      cards.reserveCapacity(paths.count)
      var rest = paths
      while !rest.isEmpty {
        var drafts: [FileDraft] = []
        var byteCount = 0
        // More, or larger, files would be evicted from the data cache before the next step.
        while drafts.count < 16, byteCount < 64 << 10, let path = rest.popFirst() {
          do throws(Diagnostic) {
            let bytes = try reader.read(path, limit: ParsedFile.mostBytes).bytes
            drafts.append(FileDraft(SourceText(path: path, bytes: bytes), declarations: declarations))
            byteCount += bytes.count
          } catch {
            diagnostics.append(error)
          }
        }
        for index in drafts.indices { drafts[index].readFrontMatter() }
        for index in drafts.indices { drafts[index].parseBody() }
        for index in drafts.indices { drafts[index].finish(into: &self) }
      }
    }

    /// Reads the files of the run, or reuses those of an earlier build, and keeps them for the next one.
    mutating func readKept(_ paths: ArraySlice<String>, with reader: inout FileReader, earlier: ContentFiles?) {
      for path in paths {
        do throws(Diagnostic) {
          let file = try KeptFile.read(path, declarations: declarations, with: &reader, known: earlier?.file(path))
          kept.append(file)
          diagnostics += file.file.diagnostics
        } catch {
          diagnostics.append(error)
        }
      }
    }
  }

  /// The greatest number of files in a run. A folder with more files is several runs, so that workers share them.
  private static func mostFilesOfRun(_ fileCount: Int, jobs: Int) -> Int { min(256, max(16, fileCount / (16 * jobs))) }

  private static func runs(of paths: [String], most: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    for index in paths.indices.dropFirst()
    where index - start == most || !areSiblings(paths[index - 1], paths[index]) {
      runs.append(start..<index)
      start = index
    }
    return paths.isEmpty ? [] : runs + [start..<paths.count]
  }

  private init(in tree: FileTree, declarations: ContentDeclarations, jobs: Int, earlier: ContentFiles?, isKept: Bool)
    async
  {
    self.declarations = declarations
    listing = tree.listing(of: "Content")
    let paths = listing.files.filter { isMarkdown($0) && KeptBack.byName($0) == nil }
    for item in listing.files.filter(isMarkdown).compactMap(KeptBack.byName) where keptBack.last != item {
      keptBack.append(item)
    }
    let runs = Self.runs(of: paths, most: Self.mostFilesOfRun(paths.count, jobs: jobs))
    let shares = await parallelWork(count: runs.count, jobs: jobs) { next in
      var reader = tree.reader()
      var parsed: [ParsedRun] = []
      while let number = next() {
        var run = ParsedRun(number: number, declarations: declarations)
        if isKept {
          run.readKept(paths[runs[number]], with: &reader, earlier: earlier)
        } else {
          run.read(paths[runs[number]], with: &reader)
        }
        parsed.append(run)
      }
      return parsed
    }
    if isKept { places.reserveCapacity(paths.count) }
    for run in shares.joined().sorted(by: { $0.number < $1.number }) {
      var list = run.cards
      for file in run.kept { keep(file, in: &list) }
      if !list.isEmpty { cards.append(list) }
      indexes += run.indexes
      diagnostics += run.diagnostics
    }
    isWhole = files.count == paths.count
  }

  /// - Parameter list: the cards of its run, which is the next in `cards`.
  private mutating func keep(_ file: KeptFile, in list: inout [Card]) {
    switch file.file.content {
    case .card(let card):
      places[file.path] = FilePlace(file: files.count, list: cards.count, number: list.count)
      list.append(card)
    case .index(let index):
      places[file.path] = FilePlace(file: files.count, number: indexes.count)
      indexes.append(index)
    }
    files.append(file)
  }

  /// Returns the cards and releases them here.
  mutating func takeCards() -> [[Card]] {
    var taken: [[Card]] = []
    swap(&taken, &cards)
    return taken
  }

  // MARK: Changed files

  private func file(_ path: String) -> KeptFile? {
    guard let place = places[path] else { return nil }
    // A dictionary also matches a name whose accents are encoded differently.
    return files[place.file].path.utf8.elementsEqual(path.utf8) ? files[place.file] : nil
  }

  /// Reads changed files again.
  ///
  /// - Returns: false if files were added or removed, or may have been: then the whole folder must be read.
  private mutating func update(_ changed: Set<String>, in tree: FileTree) -> Bool {
    // Several tasks read many files faster.
    guard isWhole, changed.count <= 64 else { return false }
    for path in changed {
      guard let known = file(path), let place = places[path] else {
        // Some editors write a file and remove it again.
        if listing.files.contains(path) || tree.holds(path) { return false }
        continue
      }
      var reader = tree.reader()
      guard let read = try? KeptFile.read(path, declarations: declarations, with: &reader, known: known) else {
        return false
      }
      files[place.file] = read
      switch read.file.content {
      case .card(let card): cards[place.list][place.number] = card
      case .index(let index): indexes[place.number] = index
      }
      if !known.file.diagnostics.isEmpty || !read.file.diagnostics.isEmpty {
        diagnostics = files.flatMap(\.file.diagnostics)
      }
    }
    return true
  }
}

/// A Markdown file that was read. Each build passes on those of all files, so they are not copied.
final class KeptFile: Sendable {
  fileprivate let file: ParsedFile
  private let stamp: FileStamp?

  fileprivate var path: String { file.source.path }

  private init(_ file: ParsedFile, stamp: FileStamp?) {
    self.file = file
    self.stamp = stamp
  }

  /// - Parameter known: the same file in an earlier build.
  fileprivate static func read(
    _ path: String, declarations: ContentDeclarations, with reader: inout FileReader, known: KeptFile?
  ) throws(Diagnostic) -> KeptFile {
    switch (try reader.read(path, limit: ParsedFile.mostBytes, unless: known?.stamp), known) {
    case (.unchanged, let known?): return known
    case (.read(let bytes, let stamp), let known?) where known.file.source.bytes == bytes:
      return KeptFile(known.file, stamp: stamp)
    case (.read(let bytes, let stamp), _):
      return KeptFile(ParsedFile(path, bytes, declarations: declarations), stamp: stamp)
    case (.unchanged, nil): preconditionFailure("an unknown file is read")
    }
  }
}

/// A Markdown file as it was read.
struct ParsedFile: Sendable {
  enum KeptContent: Sendable {
    case card(Card)
    case index(IndexFile)
  }

  fileprivate static let mostBytes = 4 << 20

  fileprivate let source: SourceText
  fileprivate let content: KeptContent
  fileprivate let diagnostics: [Diagnostic]

  fileprivate init(_ path: String, _ bytes: [UInt8], declarations: ContentDeclarations) {
    var draft = FileDraft(SourceText(path: path, bytes: bytes), declarations: declarations)
    draft.readFrontMatter()
    draft.parseBody()
    self = draft.finish()
  }

  fileprivate init(_ source: SourceText, _ content: KeptContent, diagnostics: [Diagnostic]) {
    self.source = source
    self.content = content
    self.diagnostics = diagnostics
  }
}

/// A card or an index that is being read.
private struct FileDraft {
  private let source: SourceText
  private let declarations: ContentDeclarations
  /// The card; nil for an index.
  private var card: CardDraft?
  private var sink = DiagnosticSink()

  init(_ source: SourceText, declarations: ContentDeclarations) {
    self.source = source
    self.declarations = declarations
  }

  mutating func readFrontMatter() {
    if !source.path.utf8.suffix(10).elementsEqual("/_index.md".utf8) {
      card = CardDraft(
        source, slots: declarations.slots, fields: declarations.fields, policy: declarations.policy, into: &sink)
    }
  }

  mutating func parseBody() { card?.parseBody(into: &sink) }

  mutating func finish() -> ParsedFile {
    var run = ContentFiles.ParsedRun(number: 0, declarations: declarations)
    finish(into: &run)
    let content = run.cards.popLast().map(ParsedFile.KeptContent.card) ?? .index(run.indexes[0])
    return ParsedFile(source, content, diagnostics: run.diagnostics)
  }

  mutating func finish(into run: inout ContentFiles.ParsedRun) {
    // Nobody sees hidden content, and its faults are not faults of the site.
    if let read = card?.finish(into: &sink) {
      if !read.isHidden { run.diagnostics += sink.diagnostics }
      run.cards.append(read)
    } else {
      let index = readIndex(source, declarations, into: &sink)
      if !index.isHidden { run.diagnostics += sink.diagnostics }
      run.indexes.append(index)
    }
  }
}
