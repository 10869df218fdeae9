import Diagnostics
import JSONText
import MarkdownTree

/// Reads an array of objects, or, by lines, one object in each line that holds any.
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
  private var columns: [String: Int] = [:]
  /// Up to where lines and columns were counted, in bytes.
  private var counted = 0
  private var line = 1
  private var column = SourceOrigin.Column()

  init(_ source: SourceText) {
    table = DataTable(source: source)
    table.hasLists = true
  }

  private var source: SourceText { table.source }

  mutating func takeArray(into findings: inout Findings) {
    var json = JSONReader(source.bytes)
    var isFull = false
    do throws(JSONFault) {
      guard json.peek() == UInt8(ascii: "[") else { throw json.fault("expected an array of objects") }
      try json.array { (json) throws(JSONFault) in
        if isFull { return try json.skip() }
        isFull = !(try takeRow(&json, at: 0, into: &findings))
      }
      try json.end()
    } catch {
      findings.report(.jsonFault, .jsonFault(error, at: error.offset, in: source))
    }
  }

  /// - Returns: false where no more rows are taken.
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

  /// - Parameter base: of the reader's first byte in the file.
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
    var values: [Int: DataTable.Value] = [:]
    try json.object { (json, key) throws(JSONFault) in
      let value = try value(&json, at: base)
      guard let value else { return }
      let column = columns[key] ?? table.columns.count
      guard column < DataTable.mostColumns else { return }
      if column == table.columns.count {
        columns[key] = column
        table.columns.append(DataTable.Column(name: key, range: value.range))
      }
      if values.updateValue(value, forKey: column) != nil {
        findings.report(.keyTwice, .keyTwice(key, at: value.range, in: source))
      }
    }
    count(to: start)
    table.rows.append(
      DataTable.Row(range: start..<base + json.offset, line: line, column: column, values: values))
    return true
  }

  private mutating func count(to offset: Int) {
    let gap = source.bytes[counted..<offset]
    counted = offset
    line += gap.count { $0 == 0x0A }
    let lastEnd = gap.lastIndex(of: 0x0A)
    if lastEnd != nil { column = SourceOrigin.Column() }
    let text = String(decoding: gap[(lastEnd.map { $0 + 1 } ?? gap.startIndex)...], as: UTF8.self)
    column.characters += text.count
    column.codeUnits += text.utf16.count
  }

  /// nil for `null`, and for a text of nothing.
  private func value(_ json: inout JSONReader, at base: Int) throws(JSONFault) -> DataTable.Value? {
    let first = json.peek()
    let start = base + json.offset
    switch first {
    case UInt8(ascii: "\""):
      _ = try json.string()
      let range = start..<base + json.offset
      let text = unescaped(range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1))
      return text.bytes.isEmpty ? nil : DataTable.Value(kind: .text(text), range: SourceRange(start, range.upperBound))
    case UInt8(ascii: "["):
      let items = try json.list { (json) throws(JSONFault) in try value(&json, at: base) }
      return DataTable.Value(kind: .list(items.compactMap(\.self)), range: SourceRange(start, base + json.offset))
    case UInt8(ascii: "{"):
      try json.skip()
      return DataTable.Value(kind: .mapping, range: SourceRange(start, base + json.offset))
    default:
      try json.skip()
      if first == UInt8(ascii: "n") { return nil }
      var text = DataText()
      text.append(start..<base + json.offset, of: source.bytes)
      return DataTable.Value(kind: .text(text), range: SourceRange(start, base + json.offset))
    }
  }

  /// A text that was found to be well-formed, without its quotes.
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
      // Two halves of a pair are one character.
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
