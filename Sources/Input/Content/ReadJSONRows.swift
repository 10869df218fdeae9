import Diagnostics

/// Reads an array of objects, or, with `byLines`, one object in each line that is not empty.
func readJSONRows(_ source: SourceText, byLines: Bool, into findings: inout Findings) -> DataTable {
  var reading = JSONRows(source)
  if byLines {
    var start = 0
    while start < source.bytes.count {
      let end = source.bytes[start...].firstIndex(of: 0x0A) ?? source.bytes.count
      let isBlank = source.bytes[start..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if !isBlank, !reading.takeLine(start..<end, into: &findings) { break }
      start = end + 1
    }
  } else {
    reading.takeArray(into: &findings)
  }
  if reading.table.rows.isEmpty, findings.all.isEmpty { findings.report(.dataEmpty, .dataEmpty(in: source)) }
  return reading.table
}

private struct JSONRows {
  private(set) var table: DataTable
  /// The byte up to which lines and columns were counted.
  private var counted = 0
  private var line = 1
  private var column = SourceOrigin.OriginColumn()
  private var hasTooManyColumns = false

  init(_ source: SourceText) {
    table = DataTable(source: source, isJSON: true)
  }

  private var source: SourceText { table.source }

  mutating func takeArray(into findings: inout Findings) {
    var json = JSONReader(source.bytes)
    var isFull = false
    do throws(JSONFault) {
      guard json.peek() == UInt8(ascii: "[") else {
        let start = json.offset
        let list = try json.passListOfObjects()
        try json.end()
        let place = list?.offset ?? start
        let range = SourceRange(place, min(place + 1, source.bytes.count))
        return findings.report(.jsonNoList, .jsonNoList(keys: list?.keys ?? [], at: range, in: source))
      }
      try json.array { (json) throws(JSONFault) in
        if isFull { return try json.skip() }
        isFull = !(try takeRow(&json, at: 0, into: &findings))
      }
      try json.end()
    } catch {
      findings.report(.jsonFault, .jsonFault(error, at: error.offset, in: source))
    }
  }

  /// - Returns: false if no more rows are accepted.
  mutating func takeLine(_ range: Range<Int>, into findings: inout Findings) -> Bool {
    var json = JSONReader(Array(source.bytes[range]))
    do throws(JSONFault) {
      let goesOn = try takeRow(&json, at: range.lowerBound, into: &findings)
      try json.end()
      return goesOn
    } catch {
      findings.report(.jsonFault, .jsonFault(error, at: range.lowerBound + error.offset, in: source))
      return true
    }
  }

  /// - Parameter base: the offset of the reader's first byte in the file.
  private mutating func takeRow(_ json: inout JSONReader, at base: Int, into findings: inout Findings)
    throws(JSONFault) -> Bool
  {
    let first = json.peek()
    let start = base + json.offset
    guard first == UInt8(ascii: "{") else {
      try json.skip()
      findings.report(.rowNoObject, .rowNoObject(at: SourceRange(start, base + json.offset), in: source))
      return true
    }
    guard table.rows.count < DataTable.mostRows else {
      findings.report(.tooManyRows, .tooManyRows(DataTable.mostRows, at: start, in: source))
      try json.skip()
      return false
    }
    var seen: Set<Int> = []
    try json.object { (json, key) throws(JSONFault) in
      guard let cell = try json.passCell(at: base) else { return }
      guard let column = number(ofColumn: key, at: cell, into: &findings) else { return }
      if !seen.insert(column).inserted { findings.report(.keyTwice, .keyTwice(key, at: cell, in: source)) }
    }
    count(to: start)
    table.rows.append(DataTable.TableRow(range: start..<base + json.offset, line: line, column: column))
    return true
  }

  /// - Returns: nil if there are too many.
  private mutating func number(ofColumn name: String, at cell: SourceRange, into findings: inout Findings) -> Int? {
    if let known = table.columnNumbers[name] { return known }
    let number = table.columns.count
    guard number < DataTable.mostColumns else {
      if !hasTooManyColumns {
        findings.report(.tooManyColumns, .tooManyColumns(DataTable.mostColumns, at: cell, in: source))
      }
      hasTooManyColumns = true
      return nil
    }
    _ = table.append(DataTable.TableColumn(name: name, range: cell))
    return number
  }

  private mutating func count(to offset: Int) {
    let gap = source.bytes[counted..<offset]
    counted = offset
    line += gap.count { $0 == 0x0A }
    let lastEnd = gap.lastIndex(of: 0x0A)
    if lastEnd != nil { column = SourceOrigin.OriginColumn() }
    let text = String(decoding: gap[(lastEnd.map { $0 + 1 } ?? gap.startIndex)...], as: UTF8.self)
    column.characters += text.count
    column.codeUnits += text.utf16.count
  }
}

extension JSONReader {
  /// Skips a value, and finds the first list of objects within its objects.
  ///
  /// - Returns: the keys that lead to the list, and the offset of its first byte; nil if there is none.
  fileprivate mutating func passListOfObjects() throws(JSONFault) -> (keys: [String], offset: Int)? {
    switch peek() {
    case UInt8(ascii: "["):
      let start = offset
      var holdsObjects: Bool?
      try array { (json) throws(JSONFault) in
        holdsObjects = holdsObjects ?? (json.peek() == UInt8(ascii: "{"))
        try json.skip()
      }
      return holdsObjects == true ? ([], start) : nil
    case UInt8(ascii: "{"):
      var found: (keys: [String], offset: Int)?
      try object { (json, key) throws(JSONFault) in
        if found != nil { return try json.skip() }
        found = try json.passListOfObjects().map { ([key] + $0.keys, $0.offset) }
      }
      return found
    default:
      try skip()
      return nil
    }
  }

  /// Skips the value of a key; nil for `null` and for an empty text.
  ///
  /// - Parameter base: the offset of the reader's first byte in the file.
  fileprivate mutating func passCell(at base: Int) throws(JSONFault) -> SourceRange? {
    let first = peek()
    let start = offset
    try skip()
    if first == UInt8(ascii: "n") || first == UInt8(ascii: "\"") && offset == start + 2 { return nil }
    return SourceRange(base + start, base + offset)
  }
}

extension DataTable {
  func jsonCells(of row: TableRow, in wanted: Set<Int>) -> [Int: SourceRange] {
    var cells: [Int: SourceRange] = [:]
    var json = JSONReader(Array(source.bytes[row.range]))
    // The row was read before, so it has no fault.
    try? json.object { (json, key) throws(JSONFault) in
      let cell = try json.passCell(at: row.range.lowerBound)
      if let cell, let column = columnNumbers[key], wanted.contains(column) { cells[column] = cell }
    }
    return cells
  }

  /// A list with its texts and objects, or an empty mapping.
  func list(of cell: SourceRange, to text: inout DataText) -> YAMLNode {
    text.appendValue(of: cell) { text in
      guard source.bytes[cell.lower] == UInt8(ascii: "[") else { return .mapping([]) }
      var items: [YAMLNode] = []
      var json = JSONReader(Array(source.bytes[cell.lower..<cell.upper]))
      try? json.array { (json) throws(JSONFault) in
        guard let item = try json.passCell(at: cell.lower) else { return }
        let isList = source.bytes[item.lower] == UInt8(ascii: "[")
        items.append(
          self.text(of: item).map { text.append($0, of: item) }
            ?? text.appendValue(of: item) { isList ? .sequence([]) : .mapping(self.entries(of: item, to: &$0)) })
      }
      return .sequence(items)
    }
  }

  /// The texts of an object by key. Values of other kinds are empty.
  private func entries(of object: SourceRange, to text: inout DataText) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    var json = JSONReader(Array(source.bytes[object.lower..<object.upper]))
    try? json.object { (json, key) throws(JSONFault) in
      guard let cell = try json.passCell(at: object.lower) else { return }
      let value =
        self.text(of: cell).map { text.append($0, of: cell) } ?? text.appendValue(of: cell) { _ in .mapping([]) }
      entries.append(YAMLEntry(key: key, keyRange: value.range, value: value))
    }
    return entries
  }

  func jsonText(of cell: SourceRange) -> DataText {
    if source.bytes[cell.lower] == UInt8(ascii: "\"") {
      return unescaped(cell.lower + 1..<max(cell.lower + 1, cell.upper - 1))
    }
    var text = DataText()
    text.append(cell.lower..<cell.upper, of: source.bytes)
    return text
  }

  /// A text without its quotes; it must be well-formed.
  private func unescaped(_ range: Range<Int>) -> DataText {
    var text = DataText()
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      guard source.bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      text.append(start..<index, of: source.bytes)
      // Two halves of a surrogate pair are one character.
      var end = escapeEnd(at: index)
      var decoded = unescapedText(index..<end)
      if decoded == nil {
        end = min(range.upperBound, escapeEnd(at: end))
        decoded = unescapedText(index..<end)
      }
      text.append((decoded ?? "\u{FFFD}").utf8, for: index..<end)
      index = end
      start = end
    }
    text.append(start..<range.upperBound, of: source.bytes)
    return text
  }

  private func escapeEnd(at index: Int) -> Int {
    guard index + 1 < source.bytes.count else { return source.bytes.count }
    return min(source.bytes.count, index + (source.bytes[index + 1] == UInt8(ascii: "u") ? 6 : 2))
  }

  private func unescapedText(_ range: Range<Int>) -> String? {
    var json = JSONReader([UInt8(ascii: "\"")] + source.bytes[range] + [UInt8(ascii: "\"")])
    do throws(JSONFault) { return try json.string() } catch { return nil }
  }
}
