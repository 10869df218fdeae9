import Geometry

/// A text in the form in which engines order it: with its spaces, its isolates, and its line ends.
struct Paragraph {
  private(set) var units: [UInt16] = []
  /// The units of spaces, with the byte offsets of the pieces after them; ascending.
  private var spaces: [(offset: Int, unit: Int)] = []
  /// The unit of the ellipsis.
  private(set) var ellipsis: Int?
  /// For each byte, the unit that contains it; none if it is not shown.
  private var unitOfByte: [OptionalIndex]

  /// - Parameter end: the offset after which text is not shown.
  init(_ text: PreparedText, _ lines: MeasuredText, end: Int, isRightToLeft: Bool) {
    unitOfByte = [OptionalIndex](repeating: OptionalIndex.none, count: text.bytes.count)
    let (allBytes, allPieces) = (text.bytes, text.pieces)
    let (bytes, pieces) = (allBytes.span, allPieces.span)
    units.reserveCapacity(bytes.count + pieces.count)
    let glued = Set(lines.glues.map(\.offset))
    let breaks = Set(lines.forcedBreaks).subtracting(glued)
    var isolates = text.isolated[...]
    var open: IsolatedRun?
    for index in pieces.indices where pieces[index].lower < end {
      let piece = pieces[index]
      if let run = open, index >= run.pieces.upperBound {
        units.append(0x2069)  // POP DIRECTIONAL ISOLATE
        open = nil
      }
      switch piece.joint {
      case .none, .opportunity: break
      case .wordBreak: units.append(0x200B)
      case .space:
        spaces.append((piece.lower, units.count))
        units.append(0x20)
      case .hardBreaks(let count): for _ in 0..<min(count, 1 << 10) { units.append(0x0A) }
      }
      if breaks.contains(piece.lower) { breakLine(in: open) }
      if let run = isolates.first, run.pieces.lowerBound == index {
        isolates.removeFirst()
        open = run
        units.append(start(of: run))
      }
      guard piece.kind == .text || piece.kind == .apart else {
        for byte in piece.lower..<piece.upper { unitOfByte[byte] = OptionalIndex(units.count) }
        units.append(0xFFFC)
        continue
      }
      var offset = piece.lower
      while offset < min(piece.upper, end) {
        if offset > piece.lower, breaks.contains(offset) { breakLine(in: open) }
        let (scalar, length) = bytes.scalar(at: offset)
        for byte in offset..<offset + length { unitOfByte[byte] = OptionalIndex(units.count) }
        units.append(utf16: scalar)
        offset += length
      }
    }
    if lines.isTruncated {
      ellipsis = units.count
      units.append(0x2026)
    }
  }

  /// The unit of the space before a piece; nil if there is none.
  ///
  /// - Parameter offset: the offset at which the piece starts.
  func unit(ofSpaceBefore offset: Int) -> Int? {
    let index = spaces.partitionPoint { $0.offset < offset }
    return index < spaces.count && spaces[index].offset == offset ? spaces[index].unit : nil
  }

  private func start(of run: IsolatedRun) -> UInt16 { run.isRightToLeft ? 0x2067 : 0x2066 }

  /// Adds a line end, which separates paragraphs; isolates continue after it.
  private mutating func breakLine(in run: IsolatedRun?) {
    units.append(0x0A)
    if let run { units.append(start(of: run)) }
  }

  /// The embedding level of each byte.
  func byteLevels(_ levels: [UInt8], of bytes: [UInt8]) -> [UInt8] {
    var result = unitOfByte.map { entry -> UInt8 in
      guard let unit = entry.index, unit < levels.count else { return 0 }
      return levels[unit]
    }
    if result.contains(where: { $0 > 0 }) { keepJoiners(of: bytes, in: &result) }
    return result
  }
}

extension [UInt16] {
  mutating func append(utf16 scalar: UInt32) {
    if scalar < 0x10000 {
      append(UInt16(truncatingIfNeeded: scalar))
    } else {
      append(UInt16(truncatingIfNeeded: 0xD7C0 + scalar >> 10))
      append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
    }
  }
}
