/// The location in a file from which a text was taken.
///
/// Two origins are equal if findings show the same for both.
public struct SourceOrigin: Sendable, Hashable {
  /// A range of the text and the corresponding range of the file. Bytes that are written differently in the file, such
  /// as escapes, are a separate piece.
  public struct OriginPiece: Sendable, Hashable {
    /// Byte offset in the text; the piece extends to the start of the next one.
    public var start: Int
    /// Byte offset in the file.
    public var place: Int
    /// Length in the file, in bytes.
    public var length: Int

    public init(start: Int, place: Int, length: Int) {
      self.start = start
      self.place = place
      self.length = length
    }
  }

  /// The bytes of the file, which all of its texts share.
  private final class OriginFile: Sendable {
    let source: SourceText

    init(_ source: SourceText) { self.source = source }
  }

  /// The position in its line at which a text begins.
  public struct OriginColumn: Sendable, Hashable {
    /// Characters before it.
    public var characters: Int
    /// UTF-16 code units before it.
    public var codeUnits: Int

    public init(characters: Int = 0, codeUnits: Int = 0) {
      self.characters = characters
      self.codeUnits = codeUnits
    }
  }

  private let shared: OriginFile
  /// Byte offset in the file.
  private let start: Int
  /// The line of the start, from 1.
  private let line: Int
  private let column: OriginColumn
  /// A range of the file that consists of whole lines.
  private let lines: Range<Int>
  /// The pieces in the order of the text; their file offsets count from the start of the first line. Empty if offsets
  /// in the text are those of the file.
  private let pieces: [OriginPiece]

  /// - Parameters:
  ///   - other: the origin of another text of the same file, whose bytes are shared.
  ///   - start: the byte offset in the file at which the text begins; no piece is before it.
  ///   - line: the line of the start, from 1.
  ///   - column: the column of the start.
  ///   - lines: byte offsets in the file; whole lines that contain all pieces.
  ///   - pieces: in the order of the text; the first starts at 0. Without any, offsets in the text are those in the file.
  public init(
    in file: SourceText, like other: SourceOrigin? = nil, start: Int = 0, line: Int = 1,
    column: OriginColumn = OriginColumn(), lines: Range<Int>, pieces: [OriginPiece] = []
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

  /// - Complexity: O(bytes of the text before the offset); O(log n) in the pieces. Long lines are not read from their
  ///   start.
  func position(at offset: Int) -> SourcePosition {
    let before = stretch(before: place(of: offset))
    return SourcePosition(line: before.line, column: before.column.characters + before.text.count + 1)
  }

  /// The number of lines and the column between the start, or the last line end after it, and an offset.
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

  /// The part of the line around an offset that is needed to show it.
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

  /// The bytes of the file that correspond to a part of the text.
  public func place(of range: SourceRange) -> SourceRange {
    let lower = place(of: range.lower)
    return SourceRange(lower, max(lower, end(before: range.upper)))
  }

  private func place(of offset: Int) -> Int {
    guard let piece = piece(at: offset) else { return min(offset, file.bytes.count) }
    return inFile(piece.place + min(max(0, offset - piece.start), piece.length))
  }

  /// The end of the byte before an offset.
  private func end(before offset: Int) -> Int {
    guard let index = index(at: offset - 1) else { return min(offset, file.bytes.count) }
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
    // A file with a single long line would be compared once for each of its rows.
    guard a.lines.count <= 1 << 16 else { return false }
    return a.file.path == b.file.path && a.file.bytes[a.lines] == b.file.bytes[b.lines]
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(pieces)
  }
}
