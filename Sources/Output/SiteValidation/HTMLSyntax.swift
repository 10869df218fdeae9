import Diagnostics

/// Markup that an HTML parser would read differently than an XML parser.
///
/// Follows the HTML standard, section 13.2.5 (tokenization), for bytes that are already well-formed XML.
struct HTMLSyntax {
  struct SyntaxDifference {
    let range: SourceRange
    let message: String
  }

  private(set) var differences: [SyntaxDifference] = []

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    let bytes = bytes.span
    var position = 0
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        if (0x7F..<0xA0).contains(bytes[position]) { checkControl(at: position, in: bytes) }
        position += 1
      } else if bytes.hasText("<!--", at: position) {
        position = comment(at: position, in: bytes)
      } else {
        position = tag(at: position, in: bytes)
      }
    }
  }

  /// XML allows U+007F to U+009F.
  private mutating func checkControl(at position: Int, in bytes: Span<UInt8>) {
    if bytes[position] == 0x7F || position > 0 && bytes[position - 1] == 0xC2 {
      report(position, position + 1, "a control character, which HTML does not allow")
    }
  }

  private mutating func comment(at start: Int, in bytes: Span<UInt8>) -> Int {
    if bytes.hasText(">", at: start + 4) || bytes.hasText("->", at: start + 4) {
      report(start, start + 5, "browsers end the comment here")
    }
    return bytes.offset(after: "-->", from: start + 4)
  }

  private mutating func tag(at start: Int, in bytes: Span<UInt8>) -> Int {
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    if next == UInt8(ascii: "!"), bytes.hasText("<![CDATA[", at: start) {
      report(start, start + 9, "browsers treat a CDATA section as a comment")
      return bytes.offset(after: "]]>", from: start)
    }
    if next == UInt8(ascii: "?") {
      report(start, start + 2, "browsers treat a processing instruction as a comment")
      return bytes.offset(after: "?>", from: start)
    }
    let end = bytes.endOfTag(from: start)
    if next == UInt8(ascii: "!") { return end }
    if next == UInt8(ascii: "/") {
      let name = bytes.tagName(at: start + 2)
      if bytes.isVoidElement(name) {
        report(start, end, "an end tag of \(bytes.text(name)) is a separate element for browsers")
      }
      return end
    }
    if end - 2 > start, bytes[end - 2] == UInt8(ascii: "/") {
      let name = bytes.tagName(at: start + 1)
      if !bytes.isVoidElement(name) {
        report(start, end, "browsers do not close \(bytes.text(name)) at \"/>\"; write an end tag")
      }
    }
    return end
  }

  private mutating func report(_ lower: Int, _ upper: Int, _ message: String) {
    differences.append(SyntaxDifference(range: SourceRange(lower, upper), message: message))
  }
}

/// HTML standard, section 13.1.2: elements without content or end tag.
private let voidElements: [StaticString] = [
  "br", "wbr", "img", "hr", "link", "meta", "input", "area", "base", "col", "embed", "source", "track",
]

extension [UInt8] {
  /// Returns whether a text is at an offset.
  func starts(with text: String, at offset: Int) -> Bool {
    guard indices.contains(offset), count - offset >= text.utf8.count else { return false }
    return self[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }
}

extension Span<UInt8> {
  /// The offset after the next occurrence of a text; the end if there is none.
  fileprivate func offset(after text: StaticString, from start: Int) -> Int {
    var offset = start
    while offset < count, !hasText(text, at: offset) { offset += 1 }
    return Swift.min(count, offset + text.utf8CodeUnitCount)
  }

  /// The offset after the `>` of a tag; a `>` in a quoted value does not count.
  fileprivate func endOfTag(from start: Int) -> Int {
    var quote: UInt8 = 0
    var offset = start
    while offset < count {
      let byte = self[offset]
      offset += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return offset
      }
    }
    return count
  }

  fileprivate func tagName(at start: Int) -> Range<Int> {
    var end = start
    while end < count, self[end] > 0x20, self[end] != UInt8(ascii: "/"), self[end] != UInt8(ascii: ">") { end += 1 }
    return Swift.min(start, end)..<end
  }

  /// Returns whether a range is the name of an element without content.
  func isVoidElement(_ name: Range<Int>) -> Bool {
    // The shortest is br, the longest source.
    guard (2...6).contains(name.count) else { return false }
    return voidElements.contains { $0.utf8CodeUnitCount == name.count && hasText($0, at: name.lowerBound) }
  }

  func text(_ range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBufferPointer { bytes in unsafe String(decoding: bytes, as: UTF8.self) }
  }
}
