import Diagnostics

/// What an HTML parser would read otherwise than an XML parser does, and the places of all start tags.
///
/// Follows the HTML standard, section 13.2.5 (tokenization), for bytes that are well-formed XML already.
struct HTMLSyntax {
  struct Difference {
    let range: SourceRange
    let message: String
  }

  private(set) var startTags: [SourceRange] = []
  private(set) var differences: [Difference] = []

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = bytes.starts(with: "<!--", at: start) ? comment(at: start, in: bytes) : tag(at: start, in: bytes)
    }
  }

  private mutating func comment(at start: Int, in bytes: [UInt8]) -> Int {
    if bytes.starts(with: ">", at: start + 4) || bytes.starts(with: "->", at: start + 4) {
      report(start, start + 5, "the comment ends here for a browser")
    }
    return bytes.offset(after: "-->", from: start + 4)
  }

  private mutating func tag(at start: Int, in bytes: [UInt8]) -> Int {
    if bytes.starts(with: "<![CDATA[", at: start) {
      report(start, start + 9, "a browser takes a CDATA section for a comment")
      return bytes.offset(after: "]]>", from: start)
    }
    if bytes.starts(with: "<?", at: start) {
      report(start, start + 2, "a browser takes a processing instruction for a comment")
      return bytes.offset(after: "?>", from: start)
    }
    let end = bytes.endOfTag(from: start)
    if bytes.starts(with: "<!", at: start) { return end }
    if bytes.starts(with: "</", at: start) {
      let name = bytes.tagName(at: start + 2)
      if voidElements.contains(name) {
        report(start, end, "an end tag of \(name) is an element of its own to a browser")
      }
      return end
    }
    startTags.append(SourceRange(start, end))
    let name = bytes.tagName(at: start + 1)
    if end - 2 > start, bytes[end - 2] == UInt8(ascii: "/"), !voidElements.contains(name) {
      report(start, end, "a browser does not close \(name) at \"/>\"; write an end tag")
    }
    return end
  }

  private mutating func report(_ lower: Int, _ upper: Int, _ message: String) {
    differences.append(Difference(range: SourceRange(lower, upper), message: message))
  }
}

/// HTML standard, section 13.1.2: elements without content or end tag.
private let voidElements: Set<String> = [
  "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
]

extension [UInt8] {
  /// Whether a text stands at an offset.
  func starts(with text: String, at offset: Int) -> Bool {
    guard indices.contains(offset), count - offset >= text.utf8.count else { return false }
    return self[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }

  /// The offset after the next place where a text stands; the end if there is none.
  fileprivate func offset(after text: String, from start: Int) -> Int {
    var offset = start
    while offset < count, !starts(with: text, at: offset) { offset += 1 }
    return Swift.min(count, offset + text.utf8.count)
  }

  /// The offset after the `>` of a tag; a `>` in a quoted value does not count.
  fileprivate func endOfTag(from start: Int) -> Int {
    var quote: UInt8?
    for offset in start..<count {
      let byte = self[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return offset + 1
      }
    }
    return count
  }

  fileprivate func tagName(at start: Int) -> String {
    guard start < count else { return "" }
    let name = self[start...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
    return String(decoding: name, as: UTF8.self)
  }
}
