/// Where a text was taken from that is no file of its own.
///
/// Two are equal where everything that findings show of them is.
public struct SourceOrigin: Sendable, Hashable {
  /// A stretch of the text and what it stands for in the file. Bytes that are written otherwise there, such as escapes, are
  /// a piece of their own.
  public struct Piece: Sendable, Hashable {
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
  private final class File: Sendable {
    let source: SourceText

    init(_ source: SourceText) { self.source = source }
  }

  private let shared: File
  private let firstLine: Int
  /// Of the file: whole lines.
  private let lines: Range<Int>
  /// In the order of the text; places count from the first line's start.
  private let pieces: [Piece]

  /// - Parameters:
  ///   - other: of another text of the same file, so that both share it.
  ///   - firstLine: of the lines, from 1.
  ///   - lines: byte offsets in the file; whole lines that hold all pieces.
  ///   - pieces: in the order of the text; the first starts at 0.
  public init(in file: SourceText, like other: SourceOrigin?, firstLine: Int, lines: Range<Int>, pieces: [Piece]) {
    shared = other?.shared ?? File(file)
    self.firstLine = firstLine
    let lines = lines.clamped(to: 0..<file.bytes.count)
    self.lines = lines
    self.pieces = pieces.map { Piece(start: $0.start, place: $0.place - lines.lowerBound, length: $0.length) }
  }

  public var file: SourceText { shared.source }

  /// - Complexity: O(lines before the place); O(log n) in the pieces.
  func position(at offset: Int) -> SourcePosition {
    let end = place(of: offset)
    var line = firstLine
    var lineStart = min(lines.lowerBound, end)
    for index in lineStart..<end where file.bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    let column = String(decoding: file.bytes[lineStart..<end], as: UTF8.self).count + 1
    return SourcePosition(line: line, column: column)
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

  private func piece(at offset: Int) -> Piece? { index(at: offset).map { pieces[$0] } }

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
    guard a.firstLine == b.firstLine, a.pieces == b.pieces, a.lines.count == b.lines.count else { return false }
    if a.shared === b.shared { return a.lines == b.lines }
    // A file that is one long line would be compared for each of its rows.
    guard a.lines.count <= 1 << 16 else { return false }
    return a.file.path == b.file.path && a.file.bytes[a.lines] == b.file.bytes[b.lines]
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(firstLine)
    hasher.combine(pieces)
  }
}
