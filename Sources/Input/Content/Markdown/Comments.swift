package import Diagnostics

/// Comments in a text, which are for its authors and never on a page: those of HTML and of the programs that texts are
/// written for.
///
/// | notation | of |
/// |---|---|
/// | `<!-- … -->` | HTML |
/// | `%% … %%` | Obsidian |
/// | `[//]: # (…)`, `[comment]: <> (…)` | Markdown, as a link definition that nothing uses |
/// | `{% comment %} … {% endcomment %}`, `{% # … %}` | Liquid |
/// | `{{/* … */}}`, `{{% comment %}} … {{% /comment %}}` | Hugo |
/// | `{# … #}` | Jinja, Nunjucks, Twig, Tera |
/// | `{{! … }}`, `{{!-- … --}}` | Mustache, Handlebars |
/// | `{::comment} … {:/comment}` | kramdown |
/// | `{/* … */}` | MDX |
/// | `<%# … %>`, `<%-- … --%>` | ERB, JSP |
package struct Comments: Sendable {
  /// The byte offsets of comments, in order. White space that only separated a comment from the text belongs to it.
  package private(set) var ranges: [SourceRange] = []
  /// The beginning of a comment that has no end: everything after it belongs to it.
  package private(set) var unclosed: SourceRange?

  let bytes: [UInt8]
  let range: SourceRange

  /// - Parameters:
  ///   - code: ranges in which no comment begins, in order.
  /// - Complexity: O(length × notations): each search for an end that fails is the last one for this end.
  package init(in bytes: [UInt8], range: SourceRange, code: [SourceRange] = []) {
    self.bytes = bytes
    self.range = range
    find(outside: code)
  }

  /// The comments of a text, and other parts of it that pages do not show; nil if there are neither.
  init?(adding others: [SourceRange], to comments: Comments?, in bytes: [UInt8], range: SourceRange) {
    self.bytes = bytes
    self.range = range
    unclosed = comments?.unclosed
    for part in ((comments?.ranges ?? []) + others).sorted(by: { $0.lower < $1.lower })
    where part.lower >= ranges.last?.upper ?? range.lower {
      add(part)
    }
    if ranges.isEmpty { return nil }
  }

  /// Returns whether two bytes may begin a comment.
  @inline(__always)
  package static func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "<"): second == UInt8(ascii: "!") || second == UInt8(ascii: "%")
    case UInt8(ascii: "%"): second == first
    case UInt8(ascii: "{"): "{%#:/".utf8.contains(second)
    // The start of a link definition.
    case UInt8(ascii: "]"): second == UInt8(ascii: ":")
    default: false
    }
  }

  /// The beginning of the first comment that ends an excerpt, as WordPress, Hugo and Zola (`more`) or Docusaurus
  /// (`truncate`) write it.
  var moreOffset: Int? {
    ranges.first { range in
      let words = String(decoding: bytes[range.lower..<range.upper], as: UTF8.self).lowercased()
        .split { !($0.isLetter || $0.isNumber) }
      return words == ["more"] || words == ["truncate"]
    }?.lower
  }

  private func mayBegin(at offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "[") || Self.mayBegin(bytes[offset], bytes[offset + 1])
  }

  // MARK: - Searching

  private mutating func find(outside code: [SourceRange]) {
    var code = code[...]
    var offset = range.lower
    var missing: Set<[UInt8]> = []
    while offset < range.upper {
      while let first = code.first, first.upper <= offset { code.removeFirst() }
      if let first = code.first, first.lower <= offset {
        offset = first.upper
        continue
      }
      guard offset + 1 < range.upper, mayBegin(at: offset), !isEscaped(offset),
        let comment = comment(at: offset, &missing)
      else {
        offset += 1
        continue
      }
      add(comment)
      offset = max(comment.upper, offset + 1)
      // The apparent code began inside the comment.
      while let first = code.first, first.lower < offset { code.removeFirst() }
    }
  }

  private func isEscaped(_ offset: Int) -> Bool {
    var start = offset
    while start > range.lower, bytes[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (offset - start) % 2 == 1
  }

  private mutating func comment(at start: Int, _ missing: inout Set<[UInt8]>) -> SourceRange? {
    switch bytes[start] {
    case UInt8(ascii: "<"):
      if has("<!-->", at: start) { return SourceRange(start, start + 5) }
      if has("<!--->", at: start) { return SourceRange(start, start + 6) }
      if has("<!--", at: start) { return ended(start, start + 4, by: "-->", &missing) ?? toEnd(start, 4) }
      if has("<%--", at: start) { return ended(start, start + 4, by: "--%>", &missing) }
      if has("<%#", at: start) { return ended(start, start + 3, by: "%>", &missing) }
      return nil
    case UInt8(ascii: "%"): return percentComment(at: start, &missing)
    case UInt8(ascii: "["): return definition(at: start)
    default: return bracedComment(at: start, &missing)
    }
  }

  private mutating func bracedComment(at start: Int, _ missing: inout Set<[UInt8]>) -> SourceRange? {
    if has("{{", at: start) {
      let inner = afterTagSpace(start + 2)
      if has("/*", at: inner) { return ended(start, inner + 2, by: "*/", closing: "}}", &missing) ?? toEnd(start, 4) }
      if has("{{!--", at: start) { return ended(start, start + 5, by: "--}}", &missing) ?? toEnd(start, 5) }
      if has("{{!", at: start) { return ended(start, start + 3, by: "}}", &missing) }
      for (opening, closing) in [("{{%", "%}}"), ("{{<", ">}}")] where has(opening, at: start) {
        return element(at: start, opening, closing, end: "/comment", &missing)
      }
      return nil
    }
    if has("{%", at: start) {
      let inner = afterTagSpace(start + 2)
      if has("#", at: inner) { return ended(start, inner, by: "%}", &missing) }
      return element(at: start, "{%", "%}", end: "endcomment", &missing)
    }
    if has("{#", at: start) {
      // `{#name}` is the id of a heading.
      if start + 2 < range.upper, bytes[start + 2] <= 0x20 || bytes[start + 2] == UInt8(ascii: "-") {
        return ended(start, start + 2, by: "#}", &missing)
      }
      let end = bytes[start..<range.upper].prefix(Self.longestLine).firstIndex(of: UInt8(ascii: "}"))
      return end.flatMap { $0 > start + 2 && bytes[$0 - 1] == UInt8(ascii: "#") ? SourceRange(start, $0 + 1) : nil }
    }
    if has("{/*", at: start) { return ended(start, start + 3, by: "*/}", &missing) ?? toEnd(start, 3) }
    if has("{::comment}", at: start) {
      let content = start + 11
      return [ended(start, content, by: "{:/comment}", &missing), ended(start, content, by: "{:/}", &missing)]
        .compactMap(\.self).min { $0.upper < $1.upper } ?? toEnd(start, 11)
    }
    return nil
  }

  /// Finds `{% comment %} … {% endcomment %}`, with any white space and with hyphens at the edges of the tags.
  private mutating func element(
    at start: Int, _ opening: String, _ closing: String, end: String, _ missing: inout Set<[UInt8]>
  ) -> SourceRange? {
    guard let tag = tag("comment", at: start, opening, closing) else { return nil }
    var offset = tag
    while let next = place(of: opening, from: offset, &missing) {
      if let upper = self.tag(end, at: next, opening, closing) { return SourceRange(start, upper) }
      offset = next + opening.utf8.count
    }
    return toEnd(start, tag - start)
  }

  /// The end of a tag with a name, if there is one.
  private func tag(_ name: String, at start: Int, _ opening: String, _ closing: String) -> Int? {
    guard has(opening, at: start) else { return nil }
    let inner = afterTagSpace(start + opening.utf8.count)
    guard has(name, at: inner) else { return nil }
    let end = afterTagSpace(inner + name.utf8.count)
    return has(closing, at: end) ? end + closing.utf8.count : nil
  }

  private func afterTagSpace(_ start: Int) -> Int {
    var offset = start
    while offset < range.upper, bytes[offset] <= 0x20 || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    return offset
  }

  /// Finds `%% … %%` in a paragraph, or across paragraphs if it starts a line. In real texts, the signs also occur
  /// alone, after numbers.
  private mutating func percentComment(at start: Int, _ missing: inout Set<[UInt8]>) -> SourceRange? {
    if start > range.lower, isAlphanumeric(bytes[start - 1]) { return nil }
    let startsLine = isLineStart(start)
    guard let end = ended(start, start + 2, by: "%%", &missing) else {
      return startsLine && endsLine(start + 2) ? toEnd(start, 2) : nil
    }
    return startsLine || !hasBlankLine(SourceRange(start, end.upper)) ? end : nil
  }

  /// Finds a link definition without a use, which libcmark does not recognise inside a paragraph.
  private func definition(at start: Int) -> SourceRange? {
    guard isLineStart(start), let bracket = bytes[start..<range.upper].prefix(104).firstIndex(of: UInt8(ascii: "]")),
      has("]:", at: bracket)
    else { return nil }
    let label = bytes[(start + 1)..<bracket]
    guard !label.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    let lineEnd = bytes[bracket..<range.upper].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? range.upper
    var offset = bracket + 2
    while offset < lineEnd, bytes[offset] <= 0x20 { offset += 1 }
    let name = String(decoding: label, as: UTF8.self).lowercased()
    let isNamed = name.hasPrefix("//") || name == "comment" || name == "_comment" || label.allSatisfy(isPunctuation)
    // Only a definition that leads nowhere may be meant as a comment.
    let isNowhere =
      (has("<>", at: offset) && !endsLine(offset + 2))
      || (has("#", at: offset) && !endsLine(offset + 1))
        && offset + 1 < lineEnd && bytes[offset + 1] <= 0x20
    guard isNamed && !label.isEmpty || isNowhere else { return nil }
    // A text in parentheses or quotes may have several lines.
    let content = offset + (has("<>", at: offset) ? 2 : 1)
    guard let opening = bytes[min(content, lineEnd)..<lineEnd].first(where: { $0 > 0x20 }),
      let closing = [UInt8(ascii: "("): UInt8(ascii: ")"), UInt8(ascii: "\""): opening, UInt8(ascii: "'"): opening][
        opening],
      let end = bytes[min(content + 2, range.upper)..<range.upper].prefix(Self.longestLine).indices.first(where: {
        bytes[$0] == closing && endsLine($0 + 1)
      }), !hasBlankLine(SourceRange(start, end))
    else { return SourceRange(start, lineEnd) }
    return SourceRange(start, end + 1)
  }

  // MARK: - Ends

  private func ended(_ start: Int, _ content: Int, by end: String, _ missing: inout Set<[UInt8]>) -> SourceRange? {
    place(of: end, from: content, &missing).map { SourceRange(start, $0 + end.utf8.count) }
  }

  /// The range up to an end after which another sign closes the tag.
  private func ended(
    _ start: Int, _ content: Int, by end: String, closing: String, _ missing: inout Set<[UInt8]>
  ) -> SourceRange? {
    guard let end = ended(start, content, by: end, &missing) else { return nil }
    let next = afterTagSpace(end.upper)
    return has(closing, at: next) ? SourceRange(start, next + closing.utf8.count) : nil
  }

  private mutating func toEnd(_ start: Int, _ length: Int) -> SourceRange {
    unclosed = SourceRange(start, start + length)
    return SourceRange(start, range.upper)
  }

  /// The first occurrence of some signs.
  ///
  /// - Parameter missing: the signs that are not in the rest of the text, so that they are not searched for again.
  private func place(of signs: String, from start: Int, _ missing: inout Set<[UInt8]>) -> Int? {
    let signs = Array(signs.utf8)
    if missing.contains(signs) { return nil }
    var offset = start
    while offset + signs.count <= range.upper {
      if bytes[offset] == signs[0], bytes[offset..<(offset + signs.count)].elementsEqual(signs) { return offset }
      offset += 1
    }
    missing.insert(signs)
    return nil
  }

  private func has(_ signs: String, at offset: Int) -> Bool {
    offset + signs.utf8.count <= range.upper && bytes[offset..<(offset + signs.utf8.count)].elementsEqual(signs.utf8)
  }

  // MARK: - Lines

  /// Returns whether only white space and the markers of quotes and items precede an offset in its line.
  func isLineStart(_ offset: Int) -> Bool {
    let before = bytes[max(range.lower, offset - Self.longestLead)..<offset].reversed()
    for byte in before {
      if byte == 0x0A || byte == 0x0D { return true }
      guard byte <= 0x20 || "->*+.)0123456789".utf8.contains(byte) else { return false }
    }
    return offset - range.lower < Self.longestLead
  }

  /// An upper limit on the bytes of markers at the start of a line.
  private static let longestLead = 2 * MarkdownLimits.indentation
  /// An upper limit on the length of a comment of this kind, so that many beginnings without an end take little time.
  private static let longestLine = 4096

  func endsLine(_ offset: Int) -> Bool {
    for byte in bytes[min(offset, range.upper)..<range.upper] {
      if byte == 0x0A || byte == 0x0D { return true }
      if byte > 0x20 { return false }
    }
    return true
  }

  private func hasBlankLine(_ range: SourceRange) -> Bool {
    var isBlank = false
    for byte in bytes[range.lower..<range.upper] {
      if byte == 0x0A {
        if isBlank { return true }
        isBlank = true
      } else if byte > 0x20 {
        isBlank = false
      }
    }
    return false
  }

  /// Adds a comment with the white space that separated it, and joins it with the comment before it.
  private mutating func add(_ comment: SourceRange) {
    var (lower, upper) = (comment.lower, comment.upper)
    let (startsLine, endsLine) = (isLineStart(lower) || ranges.last?.upper == lower, endsLine(upper))
    if !endsLine {
      while upper < range.upper, isSpace(bytes[upper]), startsLine || lower > range.lower && isSpace(bytes[lower - 1]) {
        upper += 1
      }
    } else if !startsLine {
      while lower > (ranges.last?.upper ?? range.lower), isSpace(bytes[lower - 1]) { lower -= 1 }
    }
    if let last = ranges.last, last.upper == lower {
      ranges[ranges.count - 1] = SourceRange(last.lower, upper)
    } else {
      ranges.append(SourceRange(lower, upper))
    }
  }

  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

extension Comments {
  /// A quick check of the bytes of a text: false if there is certainly no comment.
  package static func mayBegin(in text: String) -> Bool {
    let bytes = text.utf8Span.span
    var previous: UInt8 = 0
    for index in bytes.indices {
      if mayBegin(previous, bytes[index]) { return true }
      previous = bytes[index]
    }
    return false
  }

  /// A text of front matter without comments, and whether the last of them has no end. Nil if there are none, which for
  /// most texts a quick check of the bytes decides.
  package static func removed(from text: String) -> (text: String, isUnclosed: Bool)? {
    if !mayBegin(in: text) { return nil }
    let bytes = Array(text.utf8)
    let comments = Comments(in: bytes, range: SourceRange(0, bytes.count))
    if comments.ranges.isEmpty { return nil }
    var rest: [UInt8] = []
    var offset = 0
    for range in comments.ranges {
      rest += bytes[offset..<range.lower]
      offset = range.upper
    }
    return (String(decoding: rest + bytes[offset...], as: UTF8.self), comments.unclosed != nil)
  }
}
