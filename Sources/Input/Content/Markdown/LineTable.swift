import Diagnostics

/// The offset of the text of a line, behind white space and the markers of quotes.
func startOfText(in line: SourceRange, of bytes: [UInt8]) -> Int {
  var start = line.lower
  while start < line.upper, [0x20, 0x09, UInt8(ascii: ">")].contains(bytes[start]) { start += 1 }
  return start
}

extension TextSurvey {
  /// The lines of a part of the text, cut at its ends.
  ///
  /// - Complexity: O(log lines), and O(lines of the part)
  func lines(in part: SourceRange) -> [SourceRange] {
    var (lower, upper) = (0, lines.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if lines[middle].upper < part.lower { lower = middle + 1 } else { upper = middle }
    }
    return lines[lower...].prefix { $0.lower < part.upper }
      .map { SourceRange(max($0.lower, part.lower), min($0.upper, part.upper)) }
  }
}

/// The lines in a part of a file. A line feed, a carriage return and both together end a line, as in cmark.
struct LineTable {
  let range: SourceRange
  /// The ranges of the lines: at least one.
  private let lines: [SourceRange]

  init(_ survey: TextSurvey) {
    range = survey.range
    lines = survey.lines
  }

  /// The number of lines, at least 1.
  var count: Int { lines.count }

  /// The range of a line without its end; lines count from 1, other numbers are clamped to the first or last line.
  func range(ofLine line: Int) -> SourceRange { lines[min(max(line, 1), count) - 1] }

  /// The byte offset of cmark's line and column, both from 1, kept inside the line.
  func offset(line: Int, column: Int) -> Int {
    let range = range(ofLine: line)
    return min(range.lower + max(0, column - 1), range.upper)
  }
}
