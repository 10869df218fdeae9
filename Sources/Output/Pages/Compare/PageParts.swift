/// The parts of a page's file: panes get the markup around the contents of its body in another form.
///
/// It is meant for pages that the validation accepts. The parts of other pages may be wrong, but these are never
/// written.
struct PageParts {
  /// The attributes of the root and of the body, as they are in the file, without the namespace.
  let root: [(name: String, value: String)]
  let body: [(name: String, value: String)]
  /// The bytes between the body's tags.
  let contents: Range<Int>

  /// Divides a page; nil if there is no root with a body, or if something follows it.
  ///
  /// - Complexity: O(bytes before and after the body's contents).
  init?(_ page: [UInt8]) {
    guard let root = Self.tag("<html", in: page, from: 0),
      let body = Self.tag("<body", in: page, from: root.upperBound),
      let end = Self.lastIndex(of: "</body", in: page), end >= body.upperBound,
      page[end...].filter({ $0 > 0x20 }).elementsEqual("</body></html>".utf8)
    else { return nil }
    self.root = Self.attributes(of: page[root]).filter { $0.name != "xmlns" }
    self.body = Self.attributes(of: page[body])
    contents = body.upperBound..<end
  }

  /// The first start tag with this beginning that is not in a comment.
  private static func tag(_ start: StaticString, in page: [UInt8], from first: Int) -> Range<Int>? {
    var index = first
    while index < page.count {
      if has("<!--", at: index, in: page) {
        index += 4
        while index < page.count, !has("-->", at: index, in: page) { index += 1 }
      } else if page[index] == UInt8(ascii: "<") {
        let lower = index
        var quote: UInt8?
        while index < page.count, page[index] != UInt8(ascii: ">") || quote != nil {
          let byte = page[index]
          if byte == quote {
            quote = nil
          } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
          }
          index += 1
        }
        let next = lower + start.utf8CodeUnitCount
        if index < page.count, has(start, at: lower, in: page), page[next] <= 0x20 || page[next] == UInt8(ascii: ">") {
          return lower..<index + 1
        }
      }
      index += 1
    }
    return nil
  }

  private static func attributes(of tag: ArraySlice<UInt8>) -> [(name: String, value: String)] {
    var attributes: [(name: String, value: String)] = []
    var rest = tag.dropLast().drop { $0 > 0x20 }
    while true {
      rest = rest.drop { $0 <= 0x20 }
      guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return attributes }
      let value = rest[(equals + 1)...].drop { $0 <= 0x20 }
      guard let quote = value.first, let end = value.dropFirst().firstIndex(of: quote) else { return attributes }
      let name = String(decoding: rest[..<equals].filter { $0 > 0x20 }, as: UTF8.self)
      attributes.append((name, String(decoding: value[(value.startIndex + 1)..<end], as: UTF8.self)))
      rest = value[(end + 1)...]
    }
  }

  /// The addresses of the style sheets in the head of a page, in order and as they are in the file.
  ///
  /// - Complexity: O(bytes of the head).
  static func styleSheets(in page: [UInt8]) -> [String] {
    guard let body = tag("<body", in: page, from: 0) else { return [] }
    var sheets: [String] = []
    var index = 0
    while let link = tag("<link", in: page, from: index), link.lowerBound < body.lowerBound {
      let attributes = attributes(of: page[link])
      if attributes.contains(where: { $0.name == "rel" && $0.value == "stylesheet" }) {
        sheets += attributes.filter { $0.name == "href" }.map(\.value)
      }
      index = link.upperBound
    }
    return sheets
  }

  private static func lastIndex(of text: StaticString, in page: [UInt8]) -> Int? {
    page.indices.last { has(text, at: $0, in: page) }
  }

  private static func has(_ text: StaticString, at index: Int, in page: [UInt8]) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index >= 0, page.count - index >= count else { return false }
    return text.withUTF8Buffer { text in (0..<count).allSatisfy { page[index + $0] == text[$0] } }
  }
}
