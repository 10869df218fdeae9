import Diagnostics

/// The separator between the cells of a row, given by its name or as a character.
enum CSVDelimiter: String, Sendable, Hashable, CaseIterable {
  case comma, semicolon, tab, bar
  case commaSign = ","
  case semicolonSign = ";"
  case tabSign = "\t"
  case barSign = "|"

  var byte: UInt8 {
    switch self {
    case .comma, .commaSign: UInt8(ascii: ",")
    case .semicolon, .semicolonSign: UInt8(ascii: ";")
    case .tab, .tabSign: UInt8(ascii: "\t")
    case .bar, .barSign: UInt8(ascii: "|")
    }
  }

  /// The separator that divides the first rows best: the header has several cells, and most rows have as many. It is a
  /// comma if there is none, as in a file of one column. Quoted text is ignored.
  ///
  /// - Complexity: O(length of the first rows)
  static func found(in source: SourceText) -> UInt8 {
    let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let declared = declared(in: source.bytes[...], at: start) { return declared.byte }
    var best = (byte: comma.byte, rows: 0, cells: 1)
    for candidate in [comma, semicolon, tab, bar] {
      var records = CSVRecords(source, delimiter: candidate.byte, upTo: mostBytes)
      var known = Findings(path: source.path)
      guard let header = records.next(into: &known, keeping: { _ in false }), header.count > 1 else { continue }
      var rows = 1
      for _ in 1..<mostRows {
        guard let record = records.next(into: &known, keeping: { _ in false }) else { break }
        if record.count == header.count { rows += 1 }
      }
      if (rows, header.count) > (best.rows, best.cells) { best = (candidate.byte, rows, header.count) }
    }
    return best.byte
  }

  /// The separator that Excel declares in an extra first line: `sep=;`
  ///
  /// - Returns: nil if there is no such line. The end is the end of the line.
  static func declared(in bytes: ArraySlice<UInt8>, at start: Int) -> (byte: UInt8, end: Int)? {
    let line = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }.prefix(8)
    // The line is in quotes if a program has saved it as a cell.
    let isQuoted = line.first == UInt8(ascii: "\"")
    let text = isQuoted ? line.dropFirst().dropLast() : line
    guard text.count == 5, text.prefix(4).elementsEqual("sep=".utf8, by: { $0 | 0x20 == $1 | 0x20 }),
      let byte = text.last,
      start + line.count >= bytes.endIndex || bytes[start + line.count] <= 0x0D
    else { return nil }
    return (byte, start + line.count)
  }

  private static let mostRows = 20
  private static let mostBytes = 1 << 16
}
