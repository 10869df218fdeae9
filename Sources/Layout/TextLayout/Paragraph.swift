import TextSegmentation

/// A text as engines order it: with its spaces, its isolates, and its line ends.
struct Paragraph {
  private(set) var units: [UInt16] = []
  /// The unit of a space, by the byte offset of the piece after it.
  private(set) var spaces: [Int: Int] = [:]
  /// The unit of the ellipsis.
  private(set) var ellipsis: Int?
  /// For each byte, the unit that contains it; -1 if it is not shown.
  private var unitOfByte: [Int]

  /// - Parameter end: text after it is not shown.
  init(_ text: PreparedText, _ lines: MeasuredText, end: Int, isRightToLeft: Bool) {
    unitOfByte = [Int](repeating: -1, count: text.bytes.count)
    let glued = Set(lines.glues.map(\.offset))
    let breaks = Set(lines.forcedBreaks).subtracting(glued)
    var isolates = text.isolated[...]
    var open: IsolatedRun?
    for (index, piece) in text.pieces.enumerated() where piece.lower < end {
      if let run = open, index >= run.pieces.upperBound {
        units.append(0x2069)  // POP DIRECTIONAL ISOLATE
        open = nil
      }
      switch piece.joint {
      case .none, .opportunity: break
      case .wordBreak: units.append(0x200B)
      case .space:
        spaces[piece.lower] = units.count
        units.append(0x20)
      case .hardBreaks(let count): for _ in 0..<min(count, 1 << 10) { units.append(0x0A) }
      }
      if breaks.contains(piece.lower) { breakLine(in: open) }
      if let run = isolates.first, run.pieces.lowerBound == index {
        isolates.removeFirst()
        open = run
        units.append(start(of: run))
      }
      guard piece.kind == .text else {
        for byte in piece.lower..<piece.upper { unitOfByte[byte] = units.count }
        units.append(0xFFFC)
        continue
      }
      for (offset, scalar) in ScalarSequence(bytes: text.bytes[piece.lower..<min(piece.upper, end)]) {
        if offset > piece.lower, breaks.contains(offset) { breakLine(in: open) }
        let value = Unicode.Scalar(scalar) ?? "\u{FFFD}"
        for byte in offset..<min(offset + UTF8.width(value), text.bytes.count) { unitOfByte[byte] = units.count }
        units.append(contentsOf: UTF16.encode(value) ?? UTF16.EncodedScalar(containing: 0xFFFD))
      }
    }
    if lines.isTruncated {
      ellipsis = units.count
      units.append(0x2026)
    }
  }

  private func start(of run: IsolatedRun) -> UInt16 { run.isRightToLeft ? 0x2067 : 0x2066 }

  /// A line end separates paragraphs; isolates continue after it.
  private mutating func breakLine(in run: IsolatedRun?) {
    units.append(0x0A)
    if let run { units.append(start(of: run)) }
  }

  /// The embedding level of each byte.
  func byteLevels(_ levels: [UInt8], of bytes: [UInt8]) -> [UInt8] {
    var result = unitOfByte.map { levels.indices.contains($0) ? levels[$0] : 0 }
    if result.contains(where: { $0 > 0 }) { keepJoiners(of: bytes, in: &result) }
    return result
  }
}
