public import Diagnostics
import MarkdownTree

/// The rows of a data file, and what its columns are called: a table of texts, whose meaning a shelf tells.
public struct DataTable: Sendable {
  struct Column: Sendable {
    let name: String
    /// Of its name, or of the first value that has it.
    let range: SourceRange
  }

  struct Value: Sendable {
    enum Kind: Sendable {
      /// A text, or a number or word as it is written.
      case text(DataText)
      case list([Value])
      case mapping
    }

    let kind: Kind
    /// In the file, with its quotes.
    let range: SourceRange
  }

  struct Row: Sendable {
    /// In the file.
    let range: Range<Int>
    /// Of its first byte, from 1.
    let line: Int
    /// Of its first byte.
    var column = SourceOrigin.Column()
    /// By column; a column that has none is not there.
    var values: [Int: Value] = [:]
  }

  public let source: SourceText
  var columns: [Column] = []
  var rows: [Row] = []
  /// Texts hold lists: tags are not split.
  var hasLists = false

  public var rowCount: Int { rows.count }

  init(source: SourceText) { self.source = source }

  /// What a data file may hold at most, so that it is read in a moment.
  static let mostRows = 50_000
  static let mostColumns = 1000
}

/// Whether a file is one of those that give cards, by its ending: comma-separated values, JSON, or JSON by lines.
public func isDataFile(_ path: String) -> Bool { DataNotation(path) != nil }

enum DataNotation: String, CaseIterable {
  case csv, json, ndjson, jsonl

  init?(_ path: String) {
    let name = ContentPath.name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(rawValue: String(decoding: name.utf8[name.utf8.index(after: dot)...], as: UTF8.self).lowercased())
  }
}

/// Reads the rows of a data file. What is wrong with one of them hides no other.
///
/// - Complexity: O(length)
public func readTable(_ source: SourceText, into sink: inout DiagnosticSink) -> DataTable {
  guard String(validating: source.bytes, as: UTF8.self) != nil else {
    sink.report(.dataNotUTF8(in: source))
    return DataTable(source: source)
  }
  // Every row may have the same fault.
  var findings = Findings(path: source.path)
  let table =
    switch DataNotation(source.path) {
    case .csv: readCSV(source, into: &findings)
    case .json: readJSONRows(source, byLines: false, into: &findings)
    case .ndjson, .jsonl: readJSONRows(source, byLines: true, into: &findings)
    case nil: DataTable(source: source)
    }
  sink.report(contentsOf: findings.all)
  return table
}
