import Diagnostics

/// The start of a file that looks like front matter, but would be text on the page.
struct UnreadFrontMatter {
  enum UnreadReason {
    /// Between lines `+++`.
    case toml
    /// In braces, without lines around them.
    case json
    /// After empty lines.
    case late
    /// Between lines of more than three hyphens, of dashes, or with leading spaces.
    case fence
  }

  let kind: UnreadReason
  let range: SourceRange

  /// Recognises unread front matter; nil for a text, which may begin with a horizontal rule.
  ///
  /// - Complexity: O(1) for most texts, else O(length)
  init?(in source: SourceText, from start: Int) {
    var offset = start
    while offset < source.bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[offset]) { offset += 1 }
    guard offset < source.bytes.count else { return nil }
    let fence = source.line(at: offset)
    let content = source.bytes[offset..<fence.upper]
    switch content.first {
    case UInt8(ascii: "{"):
      guard hasKeyOfJSON(source.bytes[offset...].dropFirst()) else { return nil }
      kind = .json
      range = SourceRange(offset, offset + 1)
      return
    case UInt8(ascii: "+"), UInt8(ascii: "-"), 0xE2: break
    default: return nil
    }
    guard let sign = fenceSign(content) else { return nil }
    var lines = Lines(source: source, offset: fence.upper + 1)
    let isTOML = sign == "+"
    guard let first = lines.next(), isKey(first, separator: isTOML ? "=" : ":") else { return nil }
    var isClosed = false
    while !isClosed, let line = lines.next() { isClosed = fenceSign(line) == sign }
    guard isClosed else { return nil }
    let isPlainFence = String(decoding: content, as: UTF8.self).drop { $0 == "-" }.isEmpty && content.count == 3
    kind = isTOML ? .toml : isPlainFence && offset == fence.lower ? .late : .fence
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

/// The character of which a whole line consists, at least three times for hyphens and plus signs.
private func fenceSign(_ line: ArraySlice<UInt8>) -> Character? {
  guard line.count < 100 else { return nil }
  let text = String(decoding: line, as: UTF8.self).filter { !$0.isWhitespace }
  guard let first = text.first else { return nil }
  let isDash = "-–—".contains(first) && text.allSatisfy("-–—".contains)
  let isPlus = first == "+" && text.allSatisfy { $0 == "+" }
  guard text.count >= 3 || first == "—" || first == "–" && text.count >= 2 else { return nil }
  return isDash ? "-" : isPlus ? "+" : nil
}

/// Returns whether a line is a key and a value, such as `title: A` or `title = "A"`.
private func isKey(_ line: ArraySlice<UInt8>, separator: Character) -> Bool {
  let text = String(decoding: line.prefix(100), as: UTF8.self)
  let key = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
  return key.first?.isLetter == true && text[key.endIndex...].drop { $0 == " " }.first == separator
}

/// Returns whether `"key":` follows.
private func hasKeyOfJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
  let text = String(decoding: bytes.prefix(200), as: UTF8.self).drop(while: \.isWhitespace)
  guard text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") else { return false }
  return text[text.index(after: end)...].drop(while: \.isWhitespace).first == ":"
}
