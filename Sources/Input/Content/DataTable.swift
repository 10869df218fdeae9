public import Diagnostics

/// The rows of a data file, and the names of its columns: a table of texts to which a shelf gives a meaning.
public struct DataTable: Sendable {
  struct TableColumn: Sendable {
    let name: String
    /// The range of its name, or of the first value with that name.
    let range: SourceRange
  }

  /// The location of a row. Its cells are read again on each access: a file can have millions of them, and a value
  /// takes many times as much memory as its bytes.
  struct TableRow: Sendable {
    /// Byte offsets in the file.
    let range: Range<Int>
    /// The line of the row's first byte, from 1.
    let line: Int
    /// The column of the row's first byte.
    var column = SourceOrigin.OriginColumn()
  }

  public let source: SourceText
  /// True if a row is an object, and not a record of comma-separated values.
  let isJSON: Bool
  private(set) var columns: [TableColumn] = []
  /// The number of the first column with each name.
  private(set) var columnNumbers: [String: Int] = [:]
  var rows: [TableRow] = []
  /// The separator between the cells of a row that is not an object.
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

  /// The ranges of the values of a row, keyed by column. Empty cells, empty texts and `null` are omitted.
  ///
  /// - Complexity: O(length of the row)
  func cells(of row: TableRow, in wanted: Set<Int>) -> [Int: SourceRange] {
    isJSON ? jsonCells(of: row, in: wanted) : csvCells(of: row, in: wanted)
  }

  /// Returns whether a cell contains a text, and not a list or a mapping.
  func isText(_ cell: SourceRange) -> Bool {
    !isJSON || ![UInt8(ascii: "["), UInt8(ascii: "{")].contains(source.bytes[cell.lower])
  }

  /// The text of a cell; numbers and words are texts as they are written. Nil for a list or a mapping.
  ///
  /// - Complexity: O(length) for a text.
  func text(of cell: SourceRange) -> DataText? {
    if !isText(cell) { return nil }
    return isJSON ? jsonText(of: cell) : csvText(of: cell)
  }

  /// The text of a row in a column; nil if there is none.
  ///
  /// - Complexity: O(length of the row)
  func text(of row: TableRow, inColumn column: Int) -> DataText? {
    cells(of: row, in: [column])[column].flatMap { text(of: $0) }
  }

  /// A limit on rows, so that a file is read quickly.
  static let mostRows = 50_000
  static let mostColumns = 1000
}

/// Returns whether a file is a data file, by its extension: values separated by commas or tabs, JSON, or JSON lines.
public func isDataFile(_ path: String) -> Bool { DataNotation(path) != nil }

/// The format of a data file, by its extension.
public enum DataNotation: String, Sendable, CaseIterable {
  case csv, tsv, json, ndjson, jsonl

  init?(_ path: String) {
    let name = ContentPath.name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    self.init(rawValue: String(decoding: name.utf8[name.utf8.index(after: dot)...], as: UTF8.self).lowercased())
  }

  /// True if its rows are objects, which have no separator.
  var isJSON: Bool { self != .csv && self != .tsv }

  /// The extensions for new users; `jsonl` is another name for `ndjson`.
  public static let endings = "." + allCases.dropLast(2).map(\.rawValue).joined(separator: ", .") + " or .ndjson"
}

/// Reads the rows of the data file of a shelf or section. An error in one row does not hide errors in others.
///
/// - Complexity: O(length)
public func readTable(_ source: SourceText, for index: IndexFile, into sink: inout DiagnosticSink) -> DataTable {
  readTable(source, encoding: index.encoding, delimiter: index.delimiter?.byte, into: &sink)
}

/// Reads the rows of a data file.
///
/// - Parameters:
///   - encoding: the encoding of a file without a byte order mark; by default UTF-8.
///   - delimiter: the separator of cells; nil detects it from the first rows.
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
