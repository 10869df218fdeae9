import Diagnostics

/// The starts of lines in a part of a file. A line feed, a carriage return and both together end a line, as in cmark.
struct LineTable {
  let range: SourceRange
  private let starts: [Int]
  private let ends: [Int]

  init(of range: SourceRange, in bytes: [UInt8]) {
    self.range = range
    var starts: [Int] = []
    var ends: [Int] = []
    // Lines are about a sentence long, or a paragraph has many of them.
    starts.reserveCapacity(8 + (range.upper - range.lower) / 64)
    ends.reserveCapacity(8 + (range.upper - range.lower) / 64)
    starts.append(range.lower)
    var offset = range.lower
    while offset < range.upper {
      let byte = bytes[offset]
      offset += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      ends.append(offset - 1)
      if byte == 0x0D, offset < range.upper, bytes[offset] == 0x0A { offset += 1 }
      starts.append(offset)
    }
    ends.append(range.upper)
    self.starts = starts
    self.ends = ends
  }

  /// At least 1.
  var count: Int { starts.count }

  /// The range of a line without its end; lines count from 1, other numbers are clamped to the first or last line.
  func range(ofLine line: Int) -> SourceRange {
    let index = min(max(line, 1), count) - 1
    return SourceRange(starts[index], ends[index])
  }

  /// The byte offset of cmark's line and column, both from 1, kept inside the line.
  func offset(line: Int, column: Int) -> Int {
    let range = range(ofLine: line)
    return min(range.lower + max(0, column - 1), range.upper)
  }
}
