/// Where a text was taken from that is no file of its own.
///
/// Two are equal where everything that findings show of them is.
public struct SourceOrigin: Sendable, Hashable {
  /// A stretch of the text and what it stands for in the file. Bytes that are written otherwise there, such as escapes, are
  /// a piece of their own.
  public struct OriginPiece: Sendable, Hashable {
    /// In the text, in bytes; it goes on to the next piece.
    public var start: Int
    /// In the file.
    public var place: Int
    /// In the file, in bytes.
    public var length: Int

    public init(start: Int, place: Int, length: Int) {
      self.start = start
      self.place = place
      self.length = length
    }
  }

  /// Texts share the file, of which there is one.
  private final class OriginFile: Sendable {
    let source: SourceText

    init(_ source: SourceText) { self.source = source }
  }

  /// Where in its line a text begins.
  public struct OriginColumn: Sendable, Hashable {
    /// Before it.
    public var characters: Int
    /// Before it, of UTF-16.
    public var codeUnits: Int

    public init(characters: Int = 0, codeUnits: Int = 0) {
      self.characters = characters
      self.codeUnits = codeUnits
    }
  }

  private let shared: OriginFile
  /// In the file.
  private let start: Int
  /// Of the start.
  private let line: Int
  private let column: OriginColumn
  /// Of the file: whole lines.
  private let lines: Range<Int>
  /// In the order of the text; places count from the first line's start.
  private let pieces: [OriginPiece]

  /// - Parameters:
  ///   - other: of another text of the same file, so that both share it.
  ///   - start: where the text begins in the file, a byte offset; no piece lies before it.
  ///   - line: of the start, from 1.
  ///   - column: of the start.
  ///   - lines: byte offsets in the file; whole lines that hold all pieces.
  ///   - pieces: in the order of the text; the first starts at 0.
  public init(
    in file: SourceText, like other: SourceOrigin?, start: Int, line: Int, column: OriginColumn, lines: Range<Int>,
    pieces: [OriginPiece]
  ) {
    shared = other?.shared ?? OriginFile(file)
    self.line = line
    self.column = column
    let lines = lines.clamped(to: 0..<file.bytes.count)
    self.lines = lines
    self.start = min(max(start, lines.lowerBound), lines.upperBound)
    self.pieces = pieces.map { OriginPiece(start: $0.start, place: $0.place - lines.lowerBound, length: $0.length) }
  }

  public var file: SourceText { shared.source }

  /// - Complexity: O(bytes of the text before the place); O(log n) in the pieces. However long a line is, it is not looked
  ///   at from its start.
  func position(at offset: Int) -> SourcePosition {
    let before = stretch(before: place(of: offset))
    return SourcePosition(line: before.line, column: before.column.characters + before.text.count + 1)
  }

  /// What is between the start, or the last line end behind it, and a place.
  private func stretch(before place: Int) -> (line: Int, column: OriginColumn, text: String) {
    var found = (line: line, column: column)
    var lower = min(max(start, file.textStart), place)
    for index in lower..<place where file.bytes[index] == 0x0A {
      found = (found.line + 1, OriginColumn())
      lower = index + 1
    }
    return (found.line, found.column, file.text(in: SourceRange(lower, place)))
  }

  func excerpt(of range: SourceRange) -> Diagnostic.Excerpt {
    let place = place(of: range)
    let before = stretch(before: place.lower)
    let line = window(around: place.lower)
    return Diagnostic.Excerpt(
      of: file, line: line, span: SourceRange(place.lower, max(place.lower, min(place.upper, line.upper))),
      codeUnitsBefore: before.column.codeUnits + before.text.utf16.count)
  }

  /// The line around a place, as much of it as is needed to show some.
  private func window(around place: Int) -> SourceRange {
    let bytes = file.bytes
    let most = 4096
    var lower = place
    let first = min(file.textStart, place)
    while lower > first, bytes[lower - 1] != 0x0A, place - lower < most { lower -= 1 }
    while lower < place, bytes[lower] & 0xC0 == 0x80 { lower += 1 }
    var upper = place
    while upper < bytes.count, bytes[upper] != 0x0A, upper - place < most { upper += 1 }
    while upper < bytes.count, upper > place, bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
    if upper > lower, bytes[upper - 1] == 0x0D { upper -= 1 }
    return SourceRange(lower, max(lower, upper))
  }

  /// The bytes of the file that a part of the text stands for.
  public func place(of range: SourceRange) -> SourceRange {
    let lower = place(of: range.lower)
    return SourceRange(lower, max(lower, end(before: range.upper)))
  }

  private func place(of offset: Int) -> Int {
    guard let piece = piece(at: offset) else { return min(lines.lowerBound, file.bytes.count) }
    return inFile(piece.place + min(max(0, offset - piece.start), piece.length))
  }

  /// Where the byte before an offset ends.
  private func end(before offset: Int) -> Int {
    guard let index = index(at: offset - 1) else { return lines.lowerBound }
    let piece = pieces[index]
    let isWhole = index + 1 < pieces.count && pieces[index + 1].start <= offset
    return inFile(piece.place + (isWhole ? piece.length : min(offset - piece.start, piece.length)))
  }

  private func inFile(_ offset: Int) -> Int { min(max(0, lines.lowerBound + offset), file.bytes.count) }

  private func piece(at offset: Int) -> OriginPiece? { index(at: offset).map { pieces[$0] } }

  /// The last piece that starts at an offset or before it.
  private func index(at offset: Int) -> Int? {
    var lower = 0
    var upper = pieces.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if pieces[middle].start <= offset { lower = middle + 1 } else { upper = middle }
    }
    return lower > 0 ? lower - 1 : pieces.isEmpty ? nil : 0
  }

  public static func == (a: SourceOrigin, b: SourceOrigin) -> Bool {
    guard a.line == b.line, a.column == b.column, a.pieces == b.pieces, a.lines.count == b.lines.count,
      a.start - a.lines.lowerBound == b.start - b.lines.lowerBound
    else { return false }
    if a.shared === b.shared { return a.lines == b.lines }
    // A file that is one long line would be compared for each of its rows.
    guard a.lines.count <= 1 << 16 else { return false }
    return a.file.path == b.file.path && a.file.bytes[a.lines] == b.file.bytes[b.lines]
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(pieces)
  }
}
