import Diagnostics
import MarkdownTree

/// The separator between the cells of a row, by its name or as a character.
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

  /// The separator that divides the first rows best: the header has several cells, and most rows have as many. A comma
  /// if there is none, as in a file of one column. Quoted text is ignored.
  ///
  /// - Complexity: O(length of the first rows)
  static func found(in source: SourceText) -> UInt8 {
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

  private static let mostRows = 20
  private static let mostBytes = 1 << 16
}
