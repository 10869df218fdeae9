import Diagnostics

/// Texts of a data file with their escapes resolved, and the location of each of their parts.
struct DataText: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [SourceOrigin.OriginPiece] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The range from the first to the last byte in the file.
  var range: SourceRange {
    SourceRange(pieces.first?.place ?? 0, pieces.last.map { $0.place + $0.length } ?? 0)
  }

  /// Appends bytes of the file unchanged.
  ///
  /// - Parameter range: a range within the file.
  mutating func append(_ range: Range<Int>, of file: [UInt8]) {
    guard !range.isEmpty else { return }
    pieces.append(SourceOrigin.OriginPiece(start: bytes.count, place: range.lowerBound, length: range.count))
    bytes += file[range]
  }

  /// Appends bytes that are written differently in the file.
  mutating func append(_ other: some Sequence<UInt8>, for range: Range<Int>) {
    pieces.append(SourceOrigin.OriginPiece(start: bytes.count, place: range.lowerBound, length: range.count))
    bytes += other
  }

  mutating func append(_ other: DataText) {
    for piece in other.pieces {
      pieces.append(
        SourceOrigin.OriginPiece(start: bytes.count + piece.start, place: piece.place, length: piece.length))
    }
    bytes += other.bytes
  }

  /// Appends a value on separate lines, whose range corresponds to the whole cell.
  mutating func appendValue(
    of cell: SourceRange, _ write: (inout DataText) -> YAMLNode.YAMLValue
  ) -> YAMLNode {
    let start = bytes.count
    append("\n".utf8, for: cell.lower..<cell.lower)
    let value = write(&self)
    append("\n".utf8, for: cell.upper..<cell.upper)
    return YAMLNode(value, range: SourceRange(start, bytes.count))
  }

  mutating func append(_ text: DataText, of cell: SourceRange, as word: String? = nil) -> YAMLNode {
    appendValue(of: cell) {
      $0.append(text)
      return .scalar(word ?? text.text, isPlain: false)
    }
  }

  /// The number of the last piece that starts at or before an offset.
  private func lastPiece(at offset: Int) -> Int {
    var lower = 0
    var upper = pieces.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if pieces[middle].start <= offset { lower = middle + 1 } else { upper = middle }
    }
    return max(0, lower - 1)
  }

  /// - Parameter range: a range within the bytes.
  func part(_ range: Range<Int>) -> DataText {
    var part = DataText()
    part.bytes = Array(bytes[range])
    var index = lastPiece(at: range.lowerBound)
    while index < pieces.count, pieces[index].start < range.upperBound {
      let piece = pieces[index]
      let skipped = min(max(0, range.lowerBound - piece.start), piece.length)
      let end = index + 1 < pieces.count ? pieces[index + 1].start : bytes.count
      let length = max(0, piece.length - skipped - max(0, end - range.upperBound))
      part.pieces.append(
        SourceOrigin.OriginPiece(
          start: max(0, piece.start - range.lowerBound), place: piece.place + skipped, length: length))
      index += 1
    }
    return part
  }

  /// The text without white space at its ends.
  var trimmed: DataText {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return DataText() }
    return first == 0 && last == bytes.count - 1 ? self : part(first..<last + 1)
  }

  /// The parts between separators, trimmed, without empty ones.
  func split(at separator: UInt8) -> [DataText] {
    var parts: [DataText] = []
    var start = 0
    for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
      let part = part(start..<index).trimmed
      if !part.bytes.isEmpty { parts.append(part) }
      start = index + 1
    }
    return parts
  }
}
