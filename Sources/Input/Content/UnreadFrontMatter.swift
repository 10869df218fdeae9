import Diagnostics

/// The start of a file that looks like front matter in YAML, but has other lines around it.
struct UnreadFrontMatter {
  /// True if only empty lines are before it; false if its lines are more than three hyphens, or dashes, or have leading
  /// spaces.
  let isLate: Bool
  /// The opening fence.
  let range: SourceRange
  /// The lines between the fences.
  let values: SourceRange
  /// The byte offset of the text.
  let bodyOffset: Int

  /// Recognises such front matter; nil for a text, which may begin with a horizontal rule.
  ///
  /// - Parameter offset: the offset of the first character that is not white space.
  /// - Complexity: O(1) for most texts, else O(length)
  init?(in source: SourceText, at offset: Int) {
    let fence = source.line(at: offset)
    let content = source.bytes[offset..<fence.upper]
    guard isFence(content) else { return nil }
    var lines = Lines(source: source, offset: fence.upper + 1)
    guard let first = lines.next(), isKey(first) else { return nil }
    var closing: ArraySlice<UInt8>?
    while closing == nil, let line = lines.next() { closing = isFence(line) ? line : nil }
    guard let closing else { return nil }
    values = SourceRange(source.nextLine(after: fence), closing.startIndex)
    bodyOffset = min(lines.offset, source.bytes.count)
    let isPlainFence = String(decoding: content, as: UTF8.self).drop { $0 == "-" }.isEmpty && content.count == 3
    isLate = isPlainFence && offset == fence.lower
    range = SourceRange(offset, fence.upper)
  }

  private struct Lines {
    let source: SourceText
    var offset: Int

    mutating func next() -> ArraySlice<UInt8>? {
      guard offset < source.bytes.count else { return nil }
      let line = source.line(at: offset)
      offset = line.upper + 1
      return source.bytes[line.lower..<line.upper]
    }
  }
}

/// Returns whether a line consists of hyphens, at least three, or of dashes.
private func isFence(_ line: ArraySlice<UInt8>) -> Bool {
  guard line.count < 100 else { return false }
  let text = String(decoding: line, as: UTF8.self).filter { !$0.isWhitespace }
  guard let first = text.first, text.allSatisfy("-–—".contains) else { return false }
  return text.count >= 3 || first == "—" || first == "–" && text.count >= 2
}

/// Returns whether a line is a key and a value, such as `title: A`.
private func isKey(_ line: ArraySlice<UInt8>) -> Bool {
  let text = String(decoding: line.prefix(100), as: UTF8.self)
  let key = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
  return key.first?.isLetter == true && text[key.endIndex...].drop { $0 == " " }.first == ":"
}
