import Content
import Diagnostics

/// The cards of shelves from data files.
enum DataRows {
  /// The limit in bytes; a larger file is an error.
  private static let mostBytes = 16 << 20
  fileprivate static let rowsOfRun = 64
  fileprivate static let rowsOfBatch = 1024
  /// The limit on findings for one data file; further ones are counted.
  fileprivate static let mostFindings = 200

  /// - Parameter limit: the limit on the cards of all tables, including those that their shelves omit.
  /// - Returns: the cards keyed by the path of the index that names the file, and the finding for the first shelf that
  ///   exceeds the limit, where reading ends.
  static func read(
    _ indexes: [IndexFile], files: [String], slots: SlotTable, limit: Int, in tree: FileTree, jobs: Int,
    memory: SiteMemory?, into sink: inout DiagnosticSink
  ) async -> (rows: [String: [Card]], reachedLimit: Diagnostic?) {
    var rows: [String: [Card]] = [:]
    var count = 0
    var kept: [String: KeptRows] = [:]
    // A file that several shelves show is read once, so that all show the same content.
    var contents: [String: Result<ReadDataFile, Diagnostic>] = [:]
    for index in indexes where index.cards != nil {
      guard let path = dataFile(of: index, among: files, into: &sink) else { continue }
      let known = memory?.rows(of: index.source.path)
      let content =
        contents[path]
        ?? Result { () throws(Diagnostic) in
          try ReadDataFile(path, in: tree, known: known.flatMap { $0.source.path == path ? $0 : nil })
        }
      contents[path] = content
      switch content {
      case .failure(let diagnostic): sink.report(diagnostic)
      case .success(let file):
        var read: KeptRows
        if let known, known.source == file.source, known.index == index,
          known.levels == sink.levels, known.slots == slots
        {
          read = known
          read.stamp = file.stamp
        } else {
          read = await KeptRows(file, for: index, slots: slots, levels: sink.levels, jobs: jobs)
        }
        sink.report(contentsOf: read.diagnostics)
        rows[index.source.path] = read.cards
        kept[index.source.path] = read
        count += read.cards.count
      }
      if count > limit {
        return (
          rows, .siteTooLarge("\(count) cards or more", limit: limit, key: "cards", reachedIn: index.source.path)
        )
      }
    }
    memory?.keep(rows: kept)
    return (rows, nil)
  }

  fileprivate struct ReadDataFile {
    let source: SourceText
    let stamp: FileStamp?

    init(_ path: String, in tree: FileTree, known: KeptRows?) throws(Diagnostic) {
      switch (try tree.read(path, limit: mostBytes, unless: known?.stamp), known) {
      case (.unchanged, let known?): (source, stamp) = (known.source, known.stamp)
      case (let content, _):
        source = SourceText(path: path, bytes: content.bytes)
        stamp = if case .read(_, let stamp) = content { stamp } else { nil }
      }
    }
  }

  /// Consecutive rows.
  fileprivate struct RowRun: Sendable {
    let number: Int
    let cards: [Card]
    let diagnostics: [Diagnostic]
  }
}

extension KeptRows {
  fileprivate init(
    _ file: DataRows.ReadDataFile, for index: IndexFile, slots: SlotTable, levels: RuleLevels, jobs: Int
  ) async {
    var sink = DiagnosticSink()
    sink.levels = levels
    let table = readTable(file.source, for: index, into: &sink)
    let reader = RowReader(table, for: index, slots: slots, into: &sink)
    var cards: [Card] = []
    var findings: [Diagnostic] = []
    // If nearly every row has an error, the first ones are enough, and many findings take long.
    while cards.count < table.rowCount {
      let rows = cards.count..<min(cards.count + DataRows.rowsOfBatch, table.rowCount)
      let batch = await Self.batch(of: rows, reader, jobs: jobs)
      cards += batch.flatMap(\.cards)
      findings += batch.flatMap(\.diagnostics).compactMap(levels.applied)
      guard findings.count > DataRows.mostFindings, findings.contains(where: { $0.severity == .error }) else {
        continue
      }
      if cards.count < table.rowCount {
        sink.report(.rowsNotRead(table.rowCount - cards.count, path: file.source.path))
      }
      break
    }
    sink.report(contentsOf: Array(findings.prefix(DataRows.mostFindings)))
    let others = findings.dropFirst(DataRows.mostFindings)
    if !others.isEmpty {
      let isError = others.contains { $0.severity == .error }
      sink.report(.moreFindings(others.count, isError: isError, path: file.source.path))
    }
    self.init(
      source: file.source, index: index, slots: slots, levels: levels, cards: cards, diagnostics: sink.diagnostics,
      stamp: file.stamp)
  }
}

extension KeptRows {
  /// The cards of some rows, in order.
  private static func batch(of rows: Range<Int>, _ reader: RowReader, jobs: Int) async -> [DataRows.RowRun] {
    let count = (rows.count + DataRows.rowsOfRun - 1) / DataRows.rowsOfRun
    let shares = await parallelWork(count: count, jobs: jobs) { next in
      var runs: [DataRows.RowRun] = []
      while let number = next() {
        var own = DiagnosticSink()
        let first = rows.lowerBound + number * DataRows.rowsOfRun
        let run = first..<min(first + DataRows.rowsOfRun, rows.upperBound)
        let cards = reader.cards(of: run, into: &own)
        runs.append(DataRows.RowRun(number: number, cards: cards, diagnostics: own.diagnostics))
      }
      return runs
    }
    return shares.joined().sorted { $0.number < $1.number }
  }
}

extension Diagnostic {
  fileprivate static func rowsNotRead(_ count: Int, path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("data-more-findings"), "\(count) more rows were not read", path: path,
      help: "fix the rows above first", isAboutRest: true)
  }

  static func moreFindings(_ count: Int, isError: Bool, path: String) -> Diagnostic {
    Diagnostic(
      isError ? .error : .warning, Rule("data-more-findings"),
      "\(count) more findings about its rows are not shown", path: path, help: "fix those above first",
      isAboutRest: true)
  }
}
