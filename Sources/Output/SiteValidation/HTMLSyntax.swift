import Diagnostics

/// Markup that an HTML parser would read differently than an XML parser: HTML standard, section 13.2.5 (tokenization).
struct SyntaxDifference {
  let message: String
  let range: SourceRange
}

/// Elements without content or end tag (HTML standard, section 13.1.2).
let voidElements: Set = [
  "br", "wbr", "img", "hr", "link", "meta", "input", "area", "base", "col", "embed", "source", "track",
]

// The parameters `end` are offsets in the source, after what was read.
extension PageTree {
  mutating func noteClosedStart(of element: Int) {
    let tag = range(of: element)
    let name = source.tagName(at: tag.lower + 1)
    note("browsers do not close \(name) at \"/>\"; write an end tag", at: tag)
  }

  mutating func noteEndTagOfVoidElement(upTo end: Int) {
    let start = source.bytes.prefix(end).lastIndex(of: UInt8(ascii: "<")) ?? 0
    let name = source.tagName(at: start + 2)
    note("an end tag of \(name) is a separate element for browsers", at: SourceRange(start, end))
  }

  /// - Parameter text: the text of the comment.
  mutating func noteComment(_ text: String, upTo end: Int) {
    guard text.hasPrefix(">") || text.hasPrefix("->") else { return }
    let start = start(of: "<!--", before: end)
    note("browsers end the comment here", at: SourceRange(start, start + 5))
  }

  mutating func noteCDATA(upTo end: Int) {
    let start = start(of: "<![CDATA[", before: end)
    note("browsers treat a CDATA section as a comment", at: SourceRange(start, start + 9))
  }

  mutating func noteInstruction(upTo end: Int) {
    let start = start(of: "<?", before: end)
    note("browsers treat a processing instruction as a comment", at: SourceRange(start, start + 2))
  }

  /// Records the characters from U+007F to U+009F, which XML allows.
  mutating func noteControls() {
    let bytes = source.bytes
    for index in bytes.indices
    where bytes[index] == 0x7F || (0x80..<0xA0).contains(bytes[index]) && bytes[..<index].last == 0xC2 {
      note("a control character, which HTML does not allow", at: SourceRange(index, index + 1))
    }
  }

  private mutating func note(_ message: String, at range: SourceRange) {
    differences.append(SyntaxDifference(message: message, range: range))
  }

  private func start(of text: String, before end: Int) -> Int {
    source.bytes.indices.prefix(end).last { source.bytes.starts(with: text, at: $0) } ?? 0
  }
}

extension SourceText {
  fileprivate func tagName(at start: Int) -> String {
    bytes.dropFirst(start).prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }.text
  }
}

extension [UInt8] {
  /// Returns whether a text is at an offset.
  func starts(with text: String, at offset: Int) -> Bool { dropFirst(offset).starts(with: text.utf8) }
}
