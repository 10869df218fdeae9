/// A file's bytes and the path that is shown to people (relative to the site's root).
public struct SourceText: Sendable, Hashable {
  public let path: String
  public let bytes: [UInt8]
  private let storedOrigin: StoredOrigin?

  /// Most texts have no origin, and it is large.
  private indirect enum StoredOrigin: Sendable, Hashable { case origin(SourceOrigin) }

  /// The origin of the text; nil if the bytes are those of the file itself.
  public var origin: SourceOrigin? { if case .origin(let origin)? = storedOrigin { origin } else { nil } }

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    storedOrigin = nil
  }

  /// A text made of parts of a file, such as one row of a table. Findings about it are shown at their position in that
  /// file.
  public init(bytes: [UInt8], origin: SourceOrigin) {
    path = origin.file.path
    self.bytes = bytes
    storedOrigin = .origin(origin)
  }

  /// A text of the same length, whose findings are shown at their positions in this one.
  package func replacing(with bytes: [UInt8]) -> SourceText {
    SourceText(bytes: bytes, origin: origin ?? SourceOrigin(in: self, lines: 0..<self.bytes.count))
  }

  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The whole file.
  public var fullRange: SourceRange { SourceRange(0, bytes.count) }

  /// The start of the text: after an invisible byte order mark, if there is one.
  var textStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The bytes of a range as text; offsets outside the file are clamped.
  public func text(in range: SourceRange) -> String {
    let lower = min(max(range.lower, 0), bytes.count)
    let upper = min(max(range.upper, lower), bytes.count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  /// The first occurrence of a pattern from an offset on; nil for an empty pattern.
  ///
  /// - Complexity: O(bytes × pattern). Only diagnostics and readers of short files use it.
  package func range(of pattern: some Collection<UInt8>, from start: Int = 0) -> SourceRange? {
    guard let first = pattern.first else { return nil }
    var index = start
    while index + pattern.count <= bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: pattern) {
        return SourceRange(index, index + pattern.count)
      }
      index += 1
    }
    return nil
  }

  /// The position of a byte offset for people: line and column from 1, the column in characters.
  ///
  /// - Complexity: O(offset). Only diagnostics use it.
  public func position(at offset: Int) -> SourcePosition {
    if let origin { return origin.position(at: offset) }
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = min(textStart, end)
    for index in 0..<end where bytes[index] == 0x0A {
      line += 1
      lineStart = index + 1
    }
    let column = String(decoding: bytes[lineStart..<end], as: UTF8.self).count + 1
    return SourcePosition(line: line, column: column)
  }

  /// The line that contains a byte offset, without its line ending.
  public func line(at offset: Int) -> SourceRange {
    let end = min(max(offset, 0), bytes.count)
    var lower = end
    while lower > 0, bytes[lower - 1] != 0x0A { lower -= 1 }
    var upper = end
    while upper < bytes.count, bytes[upper] != 0x0A { upper += 1 }
    if upper > lower, bytes[upper - 1] == 0x0D { upper -= 1 }
    return SourceRange(lower, upper)
  }

  /// Returns whether a line ends at an offset.
  package func isLineEnd(_ offset: Int) -> Bool {
    offset < 0 || offset >= bytes.count || bytes[offset] == 0x0A || bytes[offset] == 0x0D
  }

  /// The byte offset of a line's first byte; lines count from 1. Lines past the end have the file's length.
  public func offset(ofLine line: Int) -> Int {
    guard line > 1 else { return 0 }
    var current = 1
    for index in bytes.indices where bytes[index] == 0x0A {
      current += 1
      if current == line { return index + 1 }
    }
    return bytes.count
  }
}

/// A half-open range of byte offsets in a file.
///
/// It is half as large as two `Int`s, because everything that was read has several ranges: offsets beyond 4 GiB are
/// clamped.
public struct SourceRange: Hashable, Sendable {
  private let start: UInt32
  private let end: UInt32

  public var lower: Int { Int(start) }
  public var upper: Int { Int(end) }

  public init(_ lower: Int, _ upper: Int) {
    start = UInt32(clamping: lower)
    end = UInt32(clamping: upper)
  }

  package init(_ range: Range<Int>) { self.init(range.lowerBound, range.upperBound) }
}

/// A position for people: both numbers count from 1, the column in characters.
public struct SourcePosition: Hashable, Sendable {
  public let line: Int
  public let column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
