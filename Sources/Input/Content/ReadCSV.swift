import Diagnostics

/// Reads comma-separated values (RFC 4180), or values with another separator. The first record names the columns.
///
/// A byte order mark can come first, lines end in LF or CRLF, and empty lines are ignored. A quote inside a cell that
/// does not begin with one is an ordinary character. Rows that end early have no values in their last columns, and rows
/// without any value are ignored: each is one warning for the file.
///
/// - Parameter delimiter: the separator of cells; nil detects it.
/// - Complexity: O(length) time. Besides the file itself, memory for the names of the columns and a few words for each
///   row, regardless of the number of cells.
func readCSV(_ source: SourceText, delimiter: UInt8?, into findings: inout Findings) -> DataTable {
  var table = DataTable(source: source)
  table.delimiter = delimiter ?? CSVDelimiter.found(in: source)
  var records = CSVRecords(source, delimiter: table.delimiter)
  let most = DataTable.mostColumns
  guard let header = records.next(into: &findings, keeping: { $0 <= most }) else {
    findings.report(.dataEmpty, .dataEmpty(in: source))
    return table
  }
  if header.count > most {
    findings.report(.tooManyColumns, .tooManyColumns(most, at: header.cells[most], in: source))
    return table
  }
  for cell in header.cells {
    let name = table.csvText(of: cell).trimmed.text
    if !table.append(DataTable.TableColumn(name: name, range: cell)), !name.isEmpty {
      findings.report(.columnTwice, .columnTwice(name, at: cell, in: source))
    }
  }
  guard header.isWhole else { return table }
  var short = RowCount()
  var blank = RowCount()
  while let record = records.next(into: &findings, keeping: { $0 == header.count }) {
    guard table.rows.count < DataTable.mostRows else {
      findings.report(.tooManyRows, .tooManyRows(DataTable.mostRows, at: record.range.lowerBound, in: source))
      break
    }
    guard record.isWhole else { continue }
    if record.countToLastValue == 0 {
      blank.add(record.range)
      continue
    }
    if record.count < header.count { short.add(record.range) }
    guard record.countToLastValue <= header.count else {
      findings.report(
        .cellCount,
        .cellCount(
          record.count, columns: header.count,
          at: record.cells.first ?? SourceRange(record.range.upperBound, record.range.upperBound), in: source))
      continue
    }
    table.rows.append(DataTable.TableRow(range: record.range, line: record.line))
  }
  if let first = short.first {
    findings.report(.shortRows, .shortRows(short.count, columns: header.count, firstEnd: first.upperBound, in: source))
  }
  if let first = blank.first {
    findings.report(
      .blankRows, .blankRows(blank.count, at: SourceRange(first.lowerBound, first.upperBound), in: source))
  }
  if table.rows.isEmpty, findings.all.isEmpty { findings.report(.dataEmpty, .dataEmpty(in: source)) }
  return table
}

/// Counts rows with the same fault, which are one finding.
private struct RowCount {
  private(set) var count = 0
  private(set) var first: Range<Int>?

  mutating func add(_ row: Range<Int>) {
    count += 1
    first = first ?? row
  }
}

extension DataTable {
  func csvCells(of row: TableRow, in wanted: Set<Int>) -> [Int: SourceRange] {
    var records = CSVRecords(source, delimiter: delimiter, from: row.range.lowerBound)
    // Faults of a row were already reported when the table was read.
    var known = Findings(path: source.path)
    let numbers = wanted.sorted()
    let cells = records.next(into: &known, keeping: wanted.contains)?.cells ?? []
    var found: [Int: SourceRange] = [:]
    for (number, cell) in zip(numbers, cells) where !isEmpty(cell) { found[number] = cell }
    return found
  }

  /// The text of a cell with or without quotes.
  func csvText(of cell: SourceRange) -> DataText {
    var text = DataText()
    let quote = UInt8(ascii: "\"")
    // Spreadsheets write `="007"` to keep the zeros of a number.
    if let inner = textOfFormula(cell) { return inner }
    guard cell.lower < cell.upper, source.bytes[cell.lower] == quote else {
      text.append(cell.lower..<cell.upper, of: source.bytes)
      return text
    }
    var start = cell.lower + 1
    var index = start
    while index < cell.upper {
      if source.bytes[index] != quote {
        index += 1
        continue
      }
      let isDoubled = index + 1 < cell.upper && source.bytes[index + 1] == quote
      text.append(start..<(isDoubled ? index + 1 : index), of: source.bytes)
      if !isDoubled { return text }
      index += 2
      start = index
    }
    return text
  }

  /// The text of a cell `="…"`, which as a cell in quotes is `"=""…"""`; nil for any other.
  private func textOfFormula(_ cell: SourceRange) -> DataText? {
    let bytes = source.bytes[cell.lower..<cell.upper]
    for (opening, closing) in [("\"=\"\"", "\"\"\""), ("=\"", "\"")] where bytes.starts(with: opening.utf8) {
      let content = bytes.dropFirst(opening.utf8.count).dropLast(closing.utf8.count)
      guard bytes.count >= opening.utf8.count + closing.utf8.count,
        bytes.suffix(closing.utf8.count).elementsEqual(closing.utf8), !content.contains(UInt8(ascii: "\""))
      else { return nil }
      var text = DataText()
      text.append(content.startIndex..<content.endIndex, of: source.bytes)
      return text
    }
    return nil
  }

  private func isEmpty(_ cell: SourceRange) -> Bool {
    let bytes = source.bytes[cell.lower..<cell.upper]
    return bytes.isEmpty || bytes.elementsEqual("\"\"".utf8)
  }
}

/// The records of a file, one after the other.
struct CSVRecords {
  struct Record {
    var count = 0
    /// The ranges of the cells to keep, in order.
    var cells: [SourceRange] = []
    var range = 0..<0
    let line: Int
    /// True if the record had no fault.
    var isWhole = true
    /// The number of cells up to the last one that is not empty.
    var countToLastValue = 0
  }

  private let source: SourceText
  private let bytes: ArraySlice<UInt8>
  private let delimiter: UInt8
  private var offset: Int
  private var line = 1

  /// - Parameters:
  ///   - start: the offset of a record; nil is the start of the file, before what is not a record.
  ///   - most: the number of bytes of the file to read.
  init(_ source: SourceText, delimiter: UInt8, from start: Int? = nil, upTo most: Int = .max) {
    self.source = source
    self.delimiter = delimiter
    bytes = source.bytes.prefix(most)
    offset = start ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    if start == nil, let declared = CSVDelimiter.declared(in: bytes, at: offset) { offset = declared.end }
  }

  /// - Parameter isKept: whether to keep the range of a cell, by its number.
  mutating func next(into findings: inout Findings, keeping isKept: (Int) -> Bool) -> Record? {
    while offset < bytes.count, isLineEnd(bytes[offset]) { passLineEnd() }
    guard offset < bytes.count else { return nil }
    var record = Record(line: line)
    let start = offset
    while true {
      let cell = passCell(of: &record, into: &findings)
      if isKept(record.count) { record.cells.append(cell) }
      if hasValue(cell) { record.countToLastValue = record.count + 1 }
      record.count += 1
      guard offset < bytes.count, bytes[offset] == delimiter else { break }
      offset += 1
    }
    record.range = start..<offset
    if offset < bytes.count { passLineEnd() }
    return record
  }

  private mutating func passCell(of record: inout Record, into findings: inout Findings) -> SourceRange {
    let start = offset
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
      while offset < bytes.count, !isEndOfCell(bytes[offset]) { offset += 1 }
      return SourceRange(start, offset)
    }
    offset += 1
    if !passQuoted() {
      findings.report(.quoteUnclosed, .quoteUnclosed(at: start, in: source))
      record.isWhole = false
    } else if offset < bytes.count, !isEndOfCell(bytes[offset]) {
      let rest = offset
      while offset < bytes.count, !isEndOfCell(bytes[offset]) { offset += 1 }
      findings.report(.textAfterQuote, .textAfterQuote(at: SourceRange(rest, offset), in: source))
      record.isWhole = false
    }
    return SourceRange(start, offset)
  }

  /// Skips quoted text, in which two quotes are one, and the closing quote.
  ///
  /// - Returns: whether there is a closing quote.
  private mutating func passQuoted() -> Bool {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0x0A { line += 1 }
      offset += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      guard offset < bytes.count, bytes[offset] == byte else { return true }
      offset += 1
    }
    return false
  }

  private func hasValue(_ cell: SourceRange) -> Bool {
    let isQuoted = cell.upper - cell.lower > 1 && bytes[cell.lower] == UInt8(ascii: "\"")
    let content = isQuoted ? cell.lower + 1..<cell.upper - 1 : cell.lower..<cell.upper
    return bytes[content].contains { $0 > 0x20 }
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func isEndOfCell(_ byte: UInt8) -> Bool { byte == delimiter || isLineEnd(byte) }

  private mutating func passLineEnd() {
    if bytes[offset] == 0x0A { line += 1 }
    offset += 1
  }
}
