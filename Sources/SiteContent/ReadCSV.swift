import Diagnostics
import MarkdownTree

/// Reads comma-separated values (RFC 4180) whose first record names the columns.
///
/// A byte order mark may stand first, lines end in LF or CRLF, and lines without anything are passed over. A quote inside a
/// cell that does not begin with one is taken as it is.
func readCSV(_ source: SourceText, into findings: inout Findings) -> DataTable {
  var table = DataTable(source: source)
  var records = CSVRecords(source)
  guard let header = records.next(into: &findings) else {
    findings.report(.dataEmpty, .dataEmpty(in: source))
    return table
  }
  var names: [String: Int] = [:]
  for cell in header.cells.prefix(DataTable.mostColumns) {
    let name = cell.text.trimmed.text
    if !name.isEmpty, names.updateValue(table.columns.count, forKey: name) != nil {
      findings.report(.columnTwice, .columnTwice(name, at: cell.range, in: source))
    }
    table.columns.append(DataTable.Column(name: name, range: cell.range))
  }
  if header.cells.count == 1, header.cells[0].text.bytes.contains(UInt8(ascii: ";")) {
    findings.report(.dataSeparator, .dataSeparator(at: header.cells[0].range, in: source))
    return DataTable(source: source)
  }
  guard header.isWhole else { return table }
  while let record = records.next(into: &findings) {
    guard table.rows.count < DataTable.mostRows else {
      findings.report(.tooManyRows, .tooManyRows(DataTable.mostRows, at: record.range.lowerBound, in: source))
      break
    }
    guard record.isWhole else { continue }
    guard record.cells.count == header.cells.count else {
      findings.report(.cellCount, .cellCount(record.cells.map(\.range), columns: table.columns.map(\.name), in: source))
      continue
    }
    var row = DataTable.Row(range: record.range, line: record.line)
    for (column, cell) in record.cells.enumerated() where !cell.text.bytes.isEmpty {
      row.values[column] = DataTable.Value(kind: .text(cell.text), range: cell.range)
    }
    table.rows.append(row)
  }
  return table
}

/// The records of a file, one after the other.
private struct CSVRecords {
  struct Cell {
    var text = DataText()
    let range: SourceRange
  }

  struct Record {
    var cells: [Cell] = []
    var range = 0..<0
    let line: Int
    /// Nothing in it was at fault.
    var isWhole = true
  }

  private let source: SourceText
  private let bytes: [UInt8]
  private var offset: Int
  private var line = 1

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  mutating func next(into findings: inout Findings) -> Record? {
    while offset < bytes.count, isLineEnd(bytes[offset]) { passLineEnd() }
    guard offset < bytes.count else { return nil }
    var record = Record(line: line)
    let start = offset
    while true {
      record.cells.append(cell(of: &record, into: &findings))
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: ",") else { break }
      offset += 1
    }
    record.range = start..<offset
    if offset < bytes.count { passLineEnd() }
    return record
  }

  private mutating func cell(of record: inout Record, into findings: inout Findings) -> Cell {
    let start = offset
    var text = DataText()
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
      offset += 1
      let isClosed = takeQuoted(into: &text)
      if !isClosed {
        findings.report(.quoteUnclosed, .quoteUnclosed(at: start, in: source))
        record.isWhole = false
      } else if offset < bytes.count, !isEndOfCell(bytes[offset]) {
        let rest = offset
        while offset < bytes.count, !isEndOfCell(bytes[offset]) { offset += 1 }
        findings.report(.textAfterQuote, .textAfterQuote(at: SourceRange(rest, offset), in: source))
        record.isWhole = false
      }
    } else {
      while offset < bytes.count, !isEndOfCell(bytes[offset]) { offset += 1 }
      text.append(start..<offset, of: bytes)
    }
    return Cell(text: text, range: SourceRange(start, offset))
  }

  /// What stands between quotes, of which two are one.
  private mutating func takeQuoted(into text: inout DataText) -> Bool {
    var start = offset
    while offset < bytes.count {
      if bytes[offset] == 0x0A { line += 1 }
      guard bytes[offset] == UInt8(ascii: "\"") else {
        offset += 1
        continue
      }
      let isDoubled = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\"")
      text.append(start..<(isDoubled ? offset + 1 : offset), of: bytes)
      offset += isDoubled ? 2 : 1
      if !isDoubled { return true }
      start = offset
    }
    return false
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func isEndOfCell(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || isLineEnd(byte) }

  private mutating func passLineEnd() {
    if bytes[offset] == 0x0A { line += 1 }
    offset += 1
  }
}
