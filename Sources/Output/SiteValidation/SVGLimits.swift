import Diagnostics

/// Limits on the content of an image. They are checked on its bytes before a parser reads them: libxml2 compares all
/// attributes of an element with each other, and looks for a namespace among all that are declared.
struct SVGLimits {
  static let elements = 10_000
  static let attributesOfElement = 256
  static let attributes = 500_000
  static let namespaces = 1_000
  static let depth = 200
  /// The limit on shown elements, each counted as often as `use` and similar elements show it.
  static let instances = 25_000

  /// The exceeded limit, with its location.
  ///
  /// Every `<` before a name counts as an element, and every `=` after it as an attribute, so for markup that is not
  /// well-formed the count is too high rather than too low.
  ///
  /// - Complexity: O(bytes).
  static func excess(of bytes: [UInt8]) -> SVGFinding? {
    let span = bytes.span
    var (elements, attributes, namespaces, depth) = (0, 0, 0, 0)
    var position = 0
    func finding(_ message: String, at start: Int) -> SVGFinding {
      SVGFinding(
        message: message,
        help: "make it simpler, or export it as a PNG or WebP image: browsers would be slow to show it",
        range: SourceRange(start, start + 1))
    }
    while position < span.count {
      guard span[position] == UInt8(ascii: "<") else {
        position += 1
        continue
      }
      let start = position
      if let end = endOfOther(span, at: position) {
        position = end
        continue
      }
      let isEnd = span.hasText("</", at: position)
      var own = 0
      var quote: UInt8 = 0
      position += 1
      while position < span.count {
        let byte = span[position]
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: "=") {
          own += 1
        } else if byte == UInt8(ascii: "x"), span[position - 1].isSpace, span.hasText("xmlns", at: position) {
          namespaces += 1
        } else if byte == UInt8(ascii: ">") {
          break
        }
        position += 1
      }
      if isEnd {
        depth -= 1
      } else {
        elements += 1
        attributes += own
        if span[min(position, span.count) - 1] != UInt8(ascii: "/") { depth += 1 }
      }
      if own > attributesOfElement {
        return finding("an element has more than \(attributesOfElement) attributes", at: start)
      }
      if elements > self.elements { return finding("it has more than \(self.elements) elements", at: start) }
      if attributes > self.attributes { return finding("it has more than \(self.attributes) attributes", at: start) }
      if namespaces > self.namespaces {
        return finding("it declares more than \(self.namespaces) namespaces", at: start)
      }
      if depth > self.depth {
        return finding("its elements are nested to a depth of more than \(self.depth)", at: start)
      }
    }
    return nil
  }

  /// The end of a comment, CDATA, an instruction or a declaration; nil for a tag.
  private static func endOfOther(_ span: Span<UInt8>, at start: Int) -> Int? {
    func end(behind text: StaticString, from first: Int) -> Int {
      var position = first
      while position < span.count, !span.hasText(text, at: position) { position += 1 }
      return min(position + text.utf8CodeUnitCount, span.count)
    }
    if span.hasText("<!--", at: start) { return end(behind: "-->", from: start + 4) }
    if span.hasText("<![CDATA[", at: start) { return end(behind: "]]>", from: start + 9) }
    if span.hasText("<?", at: start) { return end(behind: "?>", from: start + 2) }
    // Nothing is read after a document type.
    return span.hasText("<!", at: start) ? span.count : nil
  }
}
