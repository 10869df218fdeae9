import Diagnostics

/// A table of GFM as it is written (GFM 0.29, section 4.10), in lines that libcmark reads as a paragraph.
struct WrittenTable {
  let columns: [Block.BlockTable.ColumnAlignment]
  /// The ranges of the cells of each row without the spaces around them; rows have as many as there are columns.
  let rows: [[SourceRange]]
  /// The offset of the first row.
  let start: Int

  /// The most cells of a table.
  static let mostCells = 20_000

  /// Looks for a row of hyphens under a row with as many cells. Lines above them are text.
  ///
  /// - Parameter quotes: the number of quotes around the paragraph.
  /// - Returns: nil if there is none.
  /// - Complexity: O(length)
  init?(in paragraph: SourceRange, of bytes: [UInt8], _ survey: TextSurvey, quotes: Int) {
    let lines = survey.lines(in: paragraph).enumerated().map { number, line in
      Self.withoutMarkers(line, of: bytes, most: number == 0 ? 0 : quotes)
    }
    for index in lines.indices.dropFirst() {
      guard let columns = Self.columns(in: lines[index], of: bytes),
        case let header = Self.cells(in: lines[index - 1], of: bytes), header.count == columns.count
      else { continue }
      // A line with nothing but a bar is not a row.
      let rows = lines[(index + 1)...].filter { $0.upper > $0.lower + 1 || bytes[$0.lower] != UInt8(ascii: "|") }
      guard (rows.count + 1) * columns.count <= Self.mostCells else { return nil }
      self.columns = columns
      start = lines[index - 1].lower
      self.rows =
        [header]
        + rows.map { line in
          let cells = Self.cells(in: line, of: bytes).prefix(columns.count)
          let missing = SourceRange(line.upper, line.upper)
          return cells + Array(repeating: missing, count: columns.count - cells.count)
        }
      return
    }
    return nil
  }

  /// A line without the spaces around it and the markers of quotes before it; the first line of a paragraph has none.
  private static func withoutMarkers(_ line: SourceRange, of bytes: [UInt8], most: Int) -> SourceRange {
    var (start, markers) = (line.lower, most)
    while start < line.upper {
      if bytes[start] == UInt8(ascii: ">"), markers > 0 { markers -= 1 } else if !isBlank(bytes[start]) { break }
      start += 1
    }
    return trimmed(SourceRange(start, line.upper), of: bytes)
  }

  /// The alignments of a row of hyphens such as `|:---|---:|`; nil for any other line.
  private static func columns(in line: SourceRange, of bytes: [UInt8]) -> [Block.BlockTable.ColumnAlignment]? {
    let signs = bytes[line.lower..<line.upper]
    guard signs.contains(UInt8(ascii: "-")), signs.allSatisfy({ "|:- \t".utf8.contains($0) }) else { return nil }
    var columns: [Block.BlockTable.ColumnAlignment] = []
    for cell in cells(in: line, of: bytes) {
      var hyphens = bytes[cell.lower..<cell.upper]
      let isLeft = hyphens.first == UInt8(ascii: ":")
      if isLeft { hyphens.removeFirst() }
      let isRight = hyphens.last == UInt8(ascii: ":")
      if isRight { hyphens.removeLast() }
      guard !hyphens.isEmpty, hyphens.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
      columns.append(isRight ? (isLeft ? .center : .end) : .start)
    }
    return columns.isEmpty ? nil : columns
  }

  /// The parts of a line between its bars. A bar at either end makes no cell, and an escaped one is text.
  private static func cells(in line: SourceRange, of bytes: [UInt8]) -> [SourceRange] {
    var cells: [SourceRange] = []
    var start = line.lower
    var offset = line.lower
    while offset < line.upper {
      switch bytes[offset] {
      case UInt8(ascii: "\\"): offset += 2
      case UInt8(ascii: "|"):
        if offset > line.lower { cells.append(trimmed(SourceRange(start, offset), of: bytes)) }
        offset += 1
        start = offset
      default: offset += 1
      }
    }
    if start < line.upper { cells.append(trimmed(SourceRange(start, line.upper), of: bytes)) }
    return cells
  }

  private static func trimmed(_ range: SourceRange, of bytes: [UInt8]) -> SourceRange {
    var (lower, upper) = (range.lower, range.upper)
    while lower < upper, isBlank(bytes[lower]) { lower += 1 }
    while upper > lower, isBlank(bytes[upper - 1]) { upper -= 1 }
    return SourceRange(lower, upper)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
