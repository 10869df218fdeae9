public import Diagnostics
import MarkdownTree

/// The rows of a data file, and what its columns are called: a table of texts, whose meaning a shelf tells.
public struct DataTable: Sendable {
  struct TableColumn: Sendable {
    let name: String
    /// Of its name, or of the first value that has it.
    let range: SourceRange
  }

  /// What a cell holds.
  enum CellValue: Sendable {
    /// A text, or a number or word as it is written.
    case text(DataText)
    case list([CellItem])
    case mapping

    struct CellItem: Sendable {
      let value: CellValue
      /// In the file, with its quotes.
      let range: SourceRange
    }
  }

  /// The place of a row. Its cells are read again when they are asked for: a file may hold millions, and one value takes
  /// many times the room of its bytes.
  struct TableRow: Sendable {
    /// In the file.
    let range: Range<Int>
    /// Of its first byte, from 1.
    let line: Int
    /// Of its first byte.
    var column = SourceOrigin.OriginColumn()
  }

  public let source: SourceText
  /// A row is an object, and not a record of comma-separated values.
  let isJSON: Bool
  private(set) var columns: [TableColumn] = []
  /// The first of each name.
  private(set) var columnNumbers: [String: Int] = [:]
  var rows: [TableRow] = []
  /// Between the cells of a row that is no object.
  var delimiter = UInt8(ascii: ",")

  public var rowCount: Int { rows.count }

  init(source: SourceText, isJSON: Bool = false) {
    self.source = source
    self.isJSON = isJSON
  }

  /// - Returns: whether there was no column of this name.
  mutating func append(_ column: TableColumn) -> Bool {
    let isNew = columnNumbers[column.name] == nil
    if isNew { columnNumbers[column.name] = columns.count }
    columns.append(column)
    return isNew
  }

  /// Where a row has values, by column. Empty cells, empty texts and `null` are left out.
  ///
  /// - Complexity: O(length of the row)
  func cells(of row: TableRow, in wanted: Set<Int>) -> [Int: SourceRange] {
    isJSON ? jsonCells(of: row, in: wanted) : csvCells(of: row, in: wanted)
  }

  /// - Complexity: O(length)
  func value(of cell: SourceRange) -> CellValue { isJSON ? jsonValue(of: cell) : .text(csvText(of: cell)) }

  /// Whether a cell holds a text, and not a list or a mapping.
  func isText(_ cell: SourceRange) -> Bool {
    !isJSON || ![UInt8(ascii: "["), UInt8(ascii: "{")].contains(source.bytes[cell.lower])
  }

  /// nil for a list or a mapping.
  ///
  /// - Complexity: O(length) for a text.
  func text(of cell: SourceRange) -> DataText? {
    guard isText(cell), case .text(let text) = value(of: cell) else { return nil }
    return text
  }

  /// The text of a row in a column; nil where it has none.
  ///
  /// - Complexity: O(length of the row)
  func text(of row: TableRow, inColumn column: Int) -> DataText? {
    cells(of: row, in: [column])[column].flatMap { text(of: $0) }
  }

  /// What a data file may hold at most, so that it is read in a moment.
  static let mostRows = 50_000
  static let mostColumns = 1000
}

/// Whether a file is one of those that give cards, by its ending: values separated by commas or tabs, JSON, or JSON by lines.
public func isDataFile(_ path: String) -> Bool { DataNotation(path) != nil }

/// How a data file is written, by its ending.
public enum DataNotation: String, Sendable, CaseIterable {
  case csv, tsv, json, ndjson, jsonl

  init?(_ path: String) {
    let name = ContentPath.name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(rawValue: String(decoding: name.utf8[name.utf8.index(after: dot)...], as: UTF8.self).lowercased())
  }

  /// Whether its rows are objects, which have no sign between their values to choose.
  var isJSON: Bool { self != .csv && self != .tsv }

  /// The endings that a new user is told of; `jsonl` is another name of `ndjson`.
  public static let endings = "." + allCases.dropLast(2).map(\.rawValue).joined(separator: ", .") + " or .ndjson"
}

/// Reads the rows of the data file that a shelf or section shows. What is wrong with one of them hides no other.
///
/// - Complexity: O(length)
public func readTable(_ source: SourceText, for index: IndexFile, into sink: inout DiagnosticSink) -> DataTable {
  readTable(source, encoding: index.encoding, delimiter: index.delimiter?.byte, into: &sink)
}

/// Reads the rows of a data file.
///
/// - Parameters:
///   - encoding: of a file without a byte order mark; UTF-8 where nothing is said.
///   - delimiter: what stands between the cells of a row; nil finds it out from the first rows.
/// - Complexity: O(length)
public func readTable(
  _ source: SourceText, encoding: DataEncoding? = nil, delimiter: UInt8? = nil, into sink: inout DiagnosticSink
) -> DataTable {
  guard let text = decoded(source, as: encoding, into: &sink) else { return DataTable(source: source) }
  return readTable(decoded: text, delimiter: delimiter, into: &sink)
}

private func readTable(decoded source: SourceText, delimiter: UInt8?, into sink: inout DiagnosticSink) -> DataTable {
  sink.reportLostCharacters(in: source)
  // Every row may have the same fault.
  var findings = Findings(path: source.path)
  let table =
    switch DataNotation(source.path) {
    case .csv: readCSV(source, delimiter: delimiter, into: &findings)
    case .tsv: readCSV(source, delimiter: delimiter ?? CSVDelimiter.tab.byte, into: &findings)
    case .json: readJSONRows(source, byLines: false, into: &findings)
    case .ndjson, .jsonl: readJSONRows(source, byLines: true, into: &findings)
    case nil: DataTable(source: source)
    }
  sink.report(contentsOf: findings.all)
  return table
}
