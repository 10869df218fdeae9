import Diagnostics

/// A paragraph or heading as it is in the file, with a flag for each byte of text: not for code, targets of links,
/// marks and escapes.
struct ForeignText {
  private let bytes: [UInt8]
  private let block: SourceRange
  /// Indexed by offset in the block.
  private var isText: [Bool]

  /// - Returns: nil if it cannot be determined which bytes are text.
  init?(_ content: [Inline], of block: SourceRange, in source: SourceText) {
    bytes = source.bytes
    self.block = block
    guard block.lower >= 0, block.upper <= bytes.count else { return nil }
    isText = Array(repeating: false, count: block.upper - block.lower)
    var texts: [SourceRange] = []
    content.forEachInline { if case .text = $0.kind { texts.append($0.range) } }
    var isWhole = false
    if content.count == 1, case .text = content[0].kind { isWhole = true }
    // An inline without a range of its own has that of its block.
    if !isWhole, texts.contains(block) { return nil }
    for range in texts { mark(range) }
  }

  private mutating func mark(_ range: SourceRange) {
    var offset = max(range.lower, block.lower)
    let end = min(range.upper, block.upper)
    while offset < end {
      if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < end, isPunctuation(bytes[offset + 1]) {
        offset += 2
      } else {
        isText[offset - block.lower] = true
        offset += 1
      }
    }
  }

  /// The byte at an offset of the file; nil if it is not text.
  private subscript(_ offset: Int) -> UInt8? {
    guard offset >= block.lower, offset < block.upper, isText[offset - block.lower] else { return nil }
    return bytes[offset]
  }

  private func has(_ signs: String, at offset: Int) -> Bool {
    var offset = offset
    for sign in signs.utf8 {
      guard self[offset] == sign else { return false }
      offset += 1
    }
    return true
  }

  /// Returns whether there is a byte other than white space at the offset.
  private func isFilled(_ offset: Int) -> Bool {
    offset >= block.lower && offset < block.upper && bytes[offset] > 0x20
  }

  // MARK: - Lines

  /// Each line from its first character, without the markers of quotes before it.
  private var lines: [SourceRange] {
    var lines: [SourceRange] = []
    var offset = block.lower
    while offset < block.upper {
      while offset < block.upper, [0x20, 0x09, UInt8(ascii: ">")].contains(bytes[offset]), self[offset] == nil {
        offset += 1
      }
      let start = offset
      while offset < block.upper, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
      var end = offset
      while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
      if end > start { lines.append(SourceRange(start, end)) }
      offset += 1
    }
    return lines
  }

  /// A line that opens a container: colons and a name.
  var container: SourceRange? {
    lines.first { line in
      guard has(":::", at: line.lower), !has(":::", at: line.upper - 3) else { return false }
      var offset = line.lower + 3
      while self[offset] == UInt8(ascii: ":") || self[offset] == 0x20 { offset += 1 }
      guard let name = self[offset] else { return false }
      return isAlphanumeric(name) || name == UInt8(ascii: "{")
    }
  }

  // MARK: - Within lines

  /// Prices use the same sign, so there must be some part of a formula between two.
  var formula: SourceRange? {
    var open: Int?
    for run in runs(of: UInt8(ascii: "$")) {
      if run.upper - run.lower != 2 {
        open = nil
      } else if let start = open, isFormula(SourceRange(start + 2, run.lower)) {
        return SourceRange(start, run.upper)
      } else {
        open = run.lower
      }
    }
    return nil
  }

  private func isFormula(_ content: SourceRange) -> Bool {
    let isTight = isFilled(content.lower) && isFilled(content.upper - 1)
    let inside = bytes[content.lower..<content.upper]
    guard inside.contains(where: { $0 > 0x20 }) else { return false }
    if isLineEnd(content.lower), isLineEnd(content.upper - 1) { return true }
    for (offset, byte) in zip(inside.indices, inside) {
      switch byte {
      case UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "{"): return true
      case UInt8(ascii: "="): if isTight { return true }
      case UInt8(ascii: "\\"): if offset + 1 < content.upper, isAlphanumeric(bytes[offset + 1]) { return true }
      default: continue
      }
    }
    return false
  }

  private func isLineEnd(_ offset: Int) -> Bool { bytes[offset] == 0x0A || bytes[offset] == 0x0D }

  /// The runs of a sign; adjacent signs are one run.
  private func runs(of sign: UInt8) -> [SourceRange] {
    var runs: [SourceRange] = []
    for offset in block.lower..<block.upper where self[offset] == sign {
      if let last = runs.last, last.upper == offset {
        runs[runs.count - 1] = SourceRange(last.lower, offset + 1)
      } else {
        runs.append(SourceRange(offset, offset + 1))
      }
    }
    return runs
  }

  /// All occurrences of `[^label]`.
  var footnotes: [SourceRange] {
    (block.lower..<block.upper).compactMap { offset in
      guard has("[^", at: offset), let end = endOfFootnote(at: offset, in: bytes, upTo: block.upper) else { return nil }
      return SourceRange(offset, end)
    }
  }
}
