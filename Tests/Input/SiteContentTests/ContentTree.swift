import Diagnostics
import TestSupport

@testable import Content

/// A content folder in one text: a line `-- path --` begins each file, and spans are marked as in ``MarkedText``.
struct ContentTree {
  let library: Library
  let findings: [Diagnostic]
  let sources: [String: SourceText]
  /// The marked spans, in the order of the text.
  let marks: [(source: SourceText, range: SourceRange)]

  /// - Parameter rules: rules whose findings are ignored.
  init(
    _ text: String, includeDrafts: Bool = false, on day: String = "2026-03-15", settings: SiteSettings = SiteSettings(),
    without rules: Set<String> = []
  ) {
    var files: [(path: String, lines: [Substring])] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        files.append((String(line.dropFirst(3).dropLast(3)), []))
      } else if !files.isEmpty {
        files[files.count - 1].lines.append(line)
      }
    }
    var sink = DiagnosticSink()
    var cards: [Card] = []
    var indexes: [IndexFile] = []
    var others: [String] = []
    var sources: [String: SourceText] = [:]
    var marks: [(SourceText, SourceRange)] = []
    for (path, lines) in files {
      let marked = MarkedText(lines.joined(separator: "\n"))
      let source = SourceText(path: path, text: marked.text)
      sources[path] = source
      marks += marked.spans.map { (source, $0) }
      if path.hasSuffix("_index.md") {
        indexes.append(readIndex(source, into: &sink))
      } else if isMarkdown(path) {
        cards.append(readCard(source, into: &sink))
      } else {
        others.append(path)
      }
    }
    var rows: [String: [Card]] = [:]
    for index in indexes {
      guard let path = dataFile(of: index, among: others, into: &sink), let source = sources[path] else { continue }
      let table = readTable(source, for: index, into: &sink)
      rows[index.source.path] = RowReader(table, for: index, into: &sink).cards(of: 0..<table.rowCount, into: &sink)
    }
    library = assembleLibrary(
      settings: settings, cards: [cards], indexes: indexes, rows: rows, files: others,
      publishing: PublicationRule(day: CalendarDate(day), includesDrafts: includeDrafts),
      into: &sink)
    findings = sink.diagnostics.sortedByPlace().filter { !rules.contains($0.rule.name) }
    self.sources = sources
    self.marks = marks
  }

  /// The pages, shelves and cards as indented lines.
  var drawing: String {
    var lines: [String] = []
    for page in library.pages {
      lines.append("\(page.outputPath) \(page.title.text) \(page.language) \(page.direction.rawValue)")
      for shelf in page.shelves {
        lines.append("  \(shelf.id) \(shelf.title?.text ?? "-") \(shelf.language) \(shelf.direction.rawValue)")
        for card in shelf.cards {
          lines.append("    \(card.id) \(card.title?.text ?? "-") \(card.language) \(card.direction.rawValue)")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The ids of the cards, in order.
  var cardIDs: [String] { library.pages.flatMap(\.shelves).flatMap(\.cards).map(\.id) }

  var rules: [String] { findings.map(\.rule.name) }

  var rendered: String { findings.map(\.rendered).joined() }
}
