public import Diagnostics

/// Divides a table into blocks of whole rows while it is read, so that memory does not grow with the table.
///
/// Tables are comma-separated values with a header (CSV, TSV), or one JSON object in each line.
public struct TableStream: Sendable {
  /// The limit on one row, and on what is kept of the file at a time, in bytes.
  public static let mostRowBytes = 1 << 20

  private let path: String
  private let wanted: [String]
  private let isJSON: Bool
  private var delimiter: UInt8?
  /// The number of cells of the header, and for each wanted column the number of its cell.
  private var header: (count: Int, cells: [Int?])?
  /// Bytes of a row that is not complete yet.
  private var rest: [UInt8] = []
  private var line = 1
  private var rowCount = 0

  /// Creates a stream; nil if the name of the file ends in no notation that can be read row by row, which is reported.
  ///
  /// - Parameters:
  ///   - path: the path for people; its extension decides on the notation.
  ///   - wanted: the names of the columns to read.
  public init?(path: String, columns wanted: [String], into sink: inout DiagnosticSink) {
    guard let notation = DataNotation(path), notation != .json else {
      sink.report(.tableNotation(path, isJSON: DataNotation(path) == .json))
      return nil
    }
    self.path = path
    self.wanted = wanted
    isJSON = notation.isJSON
    delimiter = notation == .tsv ? CSVDelimiter.tab.byte : nil
  }

  /// Adds the next bytes of the file.
  ///
  /// - Parameter isEnd: whether the file ends with them.
  /// - Returns: the rows that they complete; nil after an error, which is reported: the rest cannot be read.
  /// - Complexity: O(bytes)
  public mutating func block(
    adding bytes: [UInt8], isEnd: Bool, into sink: inout DiagnosticSink
  ) -> TableBlock? {
    let buffer = rest.isEmpty ? bytes : rest + bytes
    let source = placed(buffer)
    var (end, count) = (buffer.count, 0)
    var start = 0
    if isJSON {
      if !isEnd { end = buffer.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0 }
      start = rowCount == 0 && buffer.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      count = buffer[..<end].count { $0 == 0x0A } + (isEnd && buffer.last.map { $0 != 0x0A } == true ? 1 : 0)
    } else {
      guard let whole = wholeRecords(of: source, isEnd: isEnd, into: &sink) else { return nil }
      (start, end, count) = whole
    }
    guard buffer.count - end <= Self.mostRowBytes else {
      sink.report(.rowTooLong(at: end, in: source))
      return nil
    }
    let block = TableBlock(
      source: source, rows: min(start, end)..<end, line: line, firstRow: rowCount, isJSON: isJSON,
      delimiter: delimiter ?? 0,
      wanted: wanted, header: header)
    rest = Array(buffer[end...])
    line += buffer[..<end].count { $0 == 0x0A }
    rowCount += count
    if isEnd, rowCount <= (isJSON ? 0 : 1) { sink.report(.tableEmpty(in: source)) }
    return block
  }

  /// The bytes as a text whose findings are at their places in the file.
  private func placed(_ bytes: [UInt8]) -> SourceText {
    let file = SourceText(path: path, bytes: bytes)
    return SourceText(bytes: bytes, origin: SourceOrigin(in: file, line: line, lines: bytes.indices))
  }

  // MARK: Records

  /// The part of a text that consists of whole records, after the header if it is the first one.
  private mutating func wholeRecords(
    of source: SourceText, isEnd: Bool, into sink: inout DiagnosticSink
  ) -> (start: Int, end: Int, count: Int)? {
    let isFirst = header == nil
    var start = 0
    if isFirst {
      let delimiter = self.delimiter ?? CSVDelimiter.found(in: source)
      self.delimiter = delimiter
      var findings = Findings(path: path)
      var records = CSVRecords(source, delimiter: delimiter)
      let most = DataTable.mostColumns
      guard let record = records.next(into: &findings, keeping: { $0 <= most }) else { return (0, 0, 0) }
      if record.count > most {
        sink.report(.tableTooWide(most, at: record.cells[most], in: source))
        return nil
      }
      // Without its end, the header may have more columns.
      guard record.range.upperBound < source.bytes.count || isEnd else { return (0, 0, 0) }
      sink.report(contentsOf: findings.all)
      if let forbidden = ForbiddenText.first(in: source.bytes, range: SourceRange(record.range)) {
        sink.report(.forbidden(forbidden, in: source))
        return nil
      }
      guard record.isWhole, read(header: record, of: source, into: &sink) else { return nil }
      start = record.range.upperBound
      rowCount = 1
    }
    var records = CSVRecords(source, delimiter: delimiter ?? 0, from: start)
    // The faults of rows are reported when they are read.
    var findings = Findings(path: path, most: 0)
    var (end, count) = (start, 0)
    while let record = records.next(into: &findings, keeping: { _ in false }) {
      guard record.range.upperBound < source.bytes.count || isEnd else { break }
      end = record.range.upperBound
      count += 1
    }
    // The next block begins with a line.
    for lineEnd: UInt8 in [0x0D, 0x0A] where count > 0 && end < source.bytes.count && source.bytes[end] == lineEnd {
      end += 1
    }
    return (start, isEnd ? source.bytes.count : end, count)
  }

  private mutating func read(
    header record: CSVRecords.Record, of source: SourceText, into sink: inout DiagnosticSink
  ) -> Bool {
    let table = DataTable(source: source)
    let names = record.cells.map { table.csvText(of: $0).trimmed.text }
    for (index, name) in names.enumerated() where wanted.contains(name) && names[..<index].contains(name) {
      sink.report(.columnTwice(name, at: record.cells[index], in: source))
      return false
    }
    header = (record.count, wanted.map { names.firstIndex(of: $0) })
    if let first = wanted.first, !names.contains(first) {
      let known = names.prefix(200).filter { !$0.isEmpty }
      sink.report(
        .tableColumnMissing(first, known: Array(known), at: SourceRange(record.range), in: source))
      return false
    }
    return true
  }
}

/// Consecutive rows of a table.
public struct TableBlock: Sendable {
  private let source: SourceText
  private let rows: Range<Int>
  /// The line of the block's first byte.
  private let line: Int
  /// The number of rows before the block; a header counts as a row.
  private let firstRow: Int
  private let isJSON: Bool
  private let delimiter: UInt8
  private let wanted: [String]
  private let header: (count: Int, cells: [Int?])?

  fileprivate init(
    source: SourceText, rows: Range<Int>, line: Int, firstRow: Int, isJSON: Bool, delimiter: UInt8, wanted: [String],
    header: (count: Int, cells: [Int?])?
  ) {
    self.source = source
    self.rows = rows
    self.line = line
    self.firstRow = firstRow
    self.isJSON = isJSON
    self.delimiter = delimiter
    self.wanted = wanted
    self.header = header
  }

  /// Reads the rows one after the other. Rows without any value are skipped.
  ///
  /// - Parameters:
  ///   - report: receives the fault of a row that cannot be used.
  ///   - use: receives each of the others.
  /// - Complexity: O(bytes)
  public func forEachRow(report: (TableFault) -> Void, use: (TableRow) -> Void) {
    // Nearly all tables have nothing but text, so rows are examined one by one only if some of them does not.
    let isText = forbiddenText(in: source) == nil
    let take = { (row: TableRow) in
      if !isText, let forbidden = ForbiddenText.first(in: source.bytes, range: row.range) {
        return report(TableFault(.forbidden(forbidden, in: source)))
      }
      use(row)
    }
    if isJSON { forEachObject(report: report, take) } else { forEachRecord(report: report, take) }
  }

  private func forEachRecord(report: (TableFault) -> Void, _ use: (TableRow) -> Void) {
    guard let header else { return }
    var records = CSVRecords(source, delimiter: delimiter, from: rows.lowerBound, upTo: rows.upperBound)
    var number = firstRow
    var highest = -1
    for cell in header.cells { highest = max(highest, cell ?? -1) }
    let firstLine = line + source.bytes[..<rows.lowerBound].count { $0 == 0x0A }
    var findings = Findings(path: source.path, most: 1)
    while let record = records.next(into: &findings, keeping: { $0 <= highest }) {
      number += 1
      if record.countToLastValue == 0 { continue }
      guard record.isWhole else {
        if let fault = findings.all.first { report(TableFault(fault)) }
        findings = Findings(path: source.path, most: 1)
        continue
      }
      guard record.count == header.count else {
        let place = record.cells.first ?? SourceRange(record.range)
        report(
          TableFault(key: "\(record.count)") {
            .rowLength(record.count, columns: header.count, at: place, in: source)
          })
        continue
      }
      use(
        TableRow(
          source: source, range: SourceRange(record.range), number: number, line: firstLine + record.line - 1,
          cells: header.cells.map { $0.map { record.cells[$0] } }, isJSON: false))
    }
  }

  private func forEachObject(report: (TableFault) -> Void, _ use: (TableRow) -> Void) {
    var start = rows.lowerBound
    var number = line - 1
    while start < rows.upperBound {
      let end = source.bytes[start..<rows.upperBound].firstIndex(of: 0x0A) ?? rows.upperBound
      let range = start..<end
      start = end + 1
      number += 1
      if source.bytes[range].allSatisfy({ $0 <= 0x20 }) { continue }
      var json = JSONReader(Array(source.bytes[range]))
      do throws(JSONFault) {
        guard json.peek() == UInt8(ascii: "{") else {
          report(TableFault(.tableRowNoObject(at: SourceRange(range), in: source)))
          continue
        }
        var cells = [SourceRange?](repeating: nil, count: wanted.count)
        try json.object { (json, key) throws(JSONFault) in
          _ = json.peek()
          let first = range.lowerBound + json.offset
          try json.skip()
          if let index = wanted.firstIndex(of: key) {
            cells[index] = SourceRange(first, range.lowerBound + json.offset)
          }
        }
        try json.end()
        use(
          TableRow(source: source, range: SourceRange(range), number: number, line: number, cells: cells, isJSON: true))
      } catch {
        report(TableFault(.jsonFault(error, at: range.lowerBound + error.offset, in: source)))
      }
    }
  }
}

/// A fault of a row. Its finding is made only if it is needed, because a table can have millions of them.
public struct TableFault: Error {
  /// Equal for faults that differ only in their places.
  public let key: String
  private let make: @Sendable () -> Diagnostic

  public init(key: String, _ make: @escaping @Sendable () -> Diagnostic) {
    self.key = key
    self.make = make
  }

  init(_ finding: Diagnostic) {
    self.init(key: finding.rule.name + finding.message) { finding }
  }

  public var finding: Diagnostic { make() }
}

/// A row of a table, with the cells of the wanted columns.
public struct TableRow: Sendable {
  /// Some rows of the file, at their place in it.
  public let source: SourceText
  /// The range of the row in the source.
  public let range: SourceRange
  /// The number of the row in the file, from 1: a header is the first row.
  public let number: Int
  /// The line at which it begins, from 1.
  public let line: Int
  fileprivate let cells: [SourceRange?]
  /// True if the row is an object: then a cell can be something else than a text.
  public let isJSON: Bool

  /// The range of a cell; nil if the row has none or it is empty.
  ///
  /// - Parameter column: the index among the wanted columns.
  public func range(ofColumn column: Int) -> SourceRange? {
    guard let cell = cells[column], cell.upper > cell.lower else { return nil }
    let bytes = source.bytes
    guard isJSON else { return cell }
    let isNull = bytes[cell.lower] == UInt8(ascii: "n")
    return isNull || bytes[cell.lower..<cell.upper].elementsEqual("\"\"".utf8) ? nil : cell
  }

  /// The text of a cell; numbers are texts as they are written. Nil if the row has none, it is empty, or it is a list
  /// or an object.
  ///
  /// - Complexity: O(length)
  public func text(ofColumn column: Int) -> String? {
    guard let cell = range(ofColumn: column) else { return nil }
    let (bytes, quote) = (source.bytes, UInt8(ascii: "\""))
    let first = bytes[cell.lower]
    if isJSON {
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return nil }
      return DataTable(source: source, isJSON: true).jsonText(of: cell).text
    }
    // Most cells need no decoding.
    guard first != quote, first != UInt8(ascii: "=") else {
      let text = DataTable(source: source).csvText(of: cell).text
      return text.isEmpty ? nil : text
    }
    return String(decoding: bytes[cell.lower..<cell.upper], as: UTF8.self)
  }

  /// The whole number of a cell with nothing else in it but white space; nil for anything else.
  public func number(ofColumn column: Int) -> Int? {
    guard let text = text(ofColumn: column) else { return nil }
    var digits = text.utf8[...]
    while let last = digits.last, last <= 0x20 { digits = digits.dropLast() }
    while let first = digits.first, first <= 0x20 { digits = digits.dropFirst() }
    guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension Diagnostic {
  fileprivate static func tableEmpty(in source: SourceText) -> Diagnostic {
    dataEmpty(in: source).saying(
      "the table has no rows", help: "write a row for each text below the names of the columns")
  }

  fileprivate static func tableNotation(_ path: String, isJSON: Bool) -> Diagnostic {
    Diagnostic(
      .error, Rule("table-notation", fault: .cannotRun), "a table ends in .csv, .tsv or .ndjson", path: path,
      help: isJSON
        ? "a list is read as a whole; write one object in each line instead: jq -c '.[]' strings.json > strings.ndjson"
        : "give it the ending of what it contains, with the names of the columns in its first row")
  }

  fileprivate static func rowTooLong(at offset: Int, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("table-row-too-long"),
      "this row has more than \(TableStream.mostRowBytes >> 20) MiB; the rest was not read",
      at: SourceRange(offset, offset + 1), in: source, help: "end the quote or the line that is open here")
  }

  fileprivate static func tableTooWide(_ limit: Int, at cell: SourceRange, in source: SourceText) -> Diagnostic {
    tooManyColumns(limit, at: cell, in: source).saying(
      "more than \(limit) columns", help: "remove the columns that say nothing about a text")
  }

  fileprivate static func rowLength(
    _ count: Int, columns: Int, at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    cellCount(count, columns: columns, at: range, in: source).saying(
      "the row has \(count) \(count == 1 ? "cell" : "cells") where the header has \(columns)",
      help: "put a text that contains the separator between quotes, and write a separator for each empty cell")
  }

  fileprivate static func tableColumnMissing(
    _ name: String, known: [String], at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    let guess = nearest(to: name, among: known).map { "; did you mean \(quoted($0))?" } ?? ""
    return Diagnostic(
      .error, Rule("table-column-missing"), "the table has no column \(quoted(name))\(guess)", at: range, in: source,
      help: "name the columns in the first row, such as id,language,text,style,width,lines")
  }

  fileprivate static func tableRowNoObject(at range: SourceRange, in source: SourceText) -> Diagnostic {
    rowNoObject(at: range, in: source).saying(
      "a row must be an object", help: "write one object in each line: {\"text\": \"…\", \"width\": 248}")
  }
}
