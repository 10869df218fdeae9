import Diagnostics

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
