import Diagnostics
import Images

/// What the usual dialects of Markdown add to CommonMark, on the tree that libcmark made.
///
/// | written | becomes | of |
/// |---|---|---|
/// | `[[Note]]`, `[[Note#Part\|text]]` | a link | Obsidian, wikis |
/// | `![[picture.png]]`, `![[Note]]` | a picture, a link | Obsidian |
/// | `~~text~~` | text struck through | GFM |
/// | `==text==` | marked text | Obsidian, pandoc |
/// | `https://example.org` | a link | GFM |
/// | `- [ ] task`, `- [x] task` | ☐, ☑ | GFM |
/// | `> [!NOTE]`, `> [!tip] Title` | a quote with a title | GitHub, Obsidian |
/// | `## Title {#id}` | a title | kramdown, pandoc, Hugo |
/// | `{{< name >}}`, `{{% name %}}`, `{% name %}`, `{{ page.title }}` | nothing | Hugo, Jekyll, Zola |
/// | `[text]({{ "/path" \| relative_url }})` | a link | Jekyll |
///
/// A sign that is escaped, or in code, is text.
struct Dialect {
  private let source: SourceText
  /// Blocks of HTML and tags in texts, by their offsets.
  private let htmlBlocks: [Int: String]
  private let tags: [Int: String]
  private let sortedTags: [(offset: Int, tag: String)]
  /// Elements of HTML that are left out.
  private(set) var findings: Findings

  init(of source: SourceText, htmlBlocks: [Int: String], tags: [Int: String]) {
    self.source = source
    self.htmlBlocks = htmlBlocks
    self.tags = tags
    sortedTags = tags.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    findings = Findings(path: source.path)
  }

  /// - Complexity: O(length)
  mutating func blocks(_ blocks: [Block]) -> [Block] {
    let structured = structured(blocks, isQuote: false)
    var isAnyLeftOut = false
    let read = structured.mapInlines { content, isInLink in
      let read = inlines(content, isInLink: isInLink)
      let rest = withoutTemplates(read)
      if rest.count < read.count || rest != read { isAnyLeftOut = true }
      return rest
    }
    guard isAnyLeftOut else { return read }
    noteTemplates(in: structured)
    return read.filter { !$0.isBlank }
  }

  /// Reports the first template of a text: what it would show is not known.
  private mutating func noteTemplates(in blocks: [Block]) {
    var first: SourceRange?
    blocks.forEachInline { inline in
      guard first == nil, case .text(let text) = inline.kind, isAsWritten(inline),
        let range = Self.template(in: Array(text.utf8)[...])
      else { return }
      first = SourceRange(inline.range.lower + range.lowerBound, inline.range.lower + range.upperBound)
    }
    if let first { findings.report(.foreignSyntax, .foreignSyntax(.shortcode, at: first, in: source)) }
  }

  /// The first template in a text.
  private static func template(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var index = bytes.startIndex
    while index + 3 < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "{") {
        for (opening, closing) in templates where bytes[index...].starts(with: opening.utf8) {
          if let end = bytes[(index + opening.utf8.count)...].firstIndex(of: closing, most: 1000) { return index..<end }
        }
      }
      index += 1
    }
    return nil
  }

  /// How templates begin and end. Braces alone are text of many other kinds.
  private static let templates = [
    ("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}"), ("{{ site.", "}}"), ("{{site.", "}}"), ("{{ page.", "}}"),
    ("{{page.", "}}"),
  ]

  /// The inlines without what templates would put there.
  private func withoutTemplates(_ content: [Inline]) -> [Inline] {
    content.flatMap { inline -> [Inline] in
      guard case .text(let text) = inline.kind, text.utf8.contains(UInt8(ascii: "{")), isAsWritten(inline) else {
        return [inline]
      }
      var bytes = Array(text.utf8)[...]
      var result: [Inline] = []
      let start = inline.range.lower
      func add(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let text = String(decoding: bytes[range], as: UTF8.self)
        result.append(Inline(.text(text), range: SourceRange(start + range.lowerBound, start + range.upperBound)))
      }
      while let range = Self.template(in: bytes) {
        add(bytes.startIndex..<range.lowerBound)
        bytes = bytes[range.upperBound...]
      }
      add(bytes.startIndex..<bytes.endIndex)
      return result
    }
  }

  // MARK: - Blocks

  private mutating func structured(_ blocks: [Block], isQuote: Bool) -> [Block] {
    var result: [Block] = []
    for (number, block) in blocks.enumerated() {
      var changed = block
      switch block.kind {
      case .paragraph(let content):
        if let html = htmlBlocks[block.range.lower] {
          let read = HTMLBlocks(html, at: block.range)
          for name in read.omitted { findings.report(.rawHTML, .omittedHTML(name, at: block.range, in: source)) }
          result += read.blocks
          continue
        }
        if isQuote, number == 0, let (title, rest) = alert(content) {
          result.append(Block(.paragraph([title]), range: block.range))
          if rest.isEmpty { continue }
          changed.kind = .paragraph(rest)
        }
      case .heading(let level, let content): changed.kind = .heading(level: level, withoutID(content))
      case .quote(let content): changed.kind = .quote(structured(content, isQuote: true))
      case .list(var list):
        for index in list.items.indices {
          list.items[index] = structured(list.items[index], isQuote: false)
          if case .paragraph(let content)? = list.items[index].first?.kind {
            list.items[index][0].kind = .paragraph(task(content))
          }
        }
        changed.kind = .list(list)
      case .code, .thematicBreak: break
      }
      result.append(changed)
    }
    return result
  }

  /// The title of a note in a quote, and what follows it.
  private func alert(_ content: [Inline]) -> (title: Inline, rest: [Inline])? {
    guard let first = content.first, case .text(let text) = first.kind, isAsWritten(first), text.hasPrefix("[!"),
      let end = text.firstIndex(of: "]")
    else { return nil }
    let kind = text[text.index(text.startIndex, offsetBy: 2)..<end]
    guard !kind.isEmpty, kind.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }) else { return nil }
    var after = text[text.index(after: end)...]
    // Obsidian folds such a note.
    if let sign = after.first, "+-".contains(sign) { after = after.dropFirst() }
    let line = content.prefix { $0.kind != .softBreak && $0.kind != .hardBreak }
    var title = Array(line.dropFirst())
    let start = collapsed(String(after))
    if !start.isEmpty { title.insert(Inline(.text(start + (title.isEmpty ? "" : " ")), range: first.range), at: 0) }
    if title.isEmpty {
      title = [Inline(.text(kind.prefix(1).uppercased() + kind.dropFirst().lowercased()), range: first.range)]
    }
    return (Inline(.span(.strong, title), range: first.range), Array(content.dropFirst(line.count + 1)))
  }

  private func task(_ content: [Inline]) -> [Inline] {
    guard let first = content.first, case .text(let text) = first.kind, isAsWritten(first) else { return content }
    for (sign, box) in [("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")] where text.hasPrefix(sign) {
      return [Inline(.text(box + text.dropFirst(4)), range: first.range)] + content.dropFirst()
    }
    return content
  }

  private func withoutID(_ content: [Inline]) -> [Inline] {
    guard let last = content.last, case .text(let text) = last.kind, isAsWritten(last), text.hasSuffix("}"),
      let brace = text.lastIndex(of: "{"), let sign = text[text.index(after: brace)...].first, "#.:".contains(sign)
    else { return content }
    let rest = String(text[..<brace]).droppingSpacesAtEnd
    return content.dropLast() + (rest.isEmpty ? [] : [Inline(.text(rest), range: last.range)])
  }

  // MARK: - Inlines

  /// Returns whether a text has no escapes and entities: then it is in the file as it is.
  private func isAsWritten(_ inline: Inline) -> Bool {
    guard case .text(let text) = inline.kind, inline.range.upper <= source.bytes.count,
      inline.range.upper - inline.range.lower == text.utf8.count
    else { return false }
    return source.bytes[inline.range.lower..<inline.range.upper].elementsEqual(text.utf8)
  }

  private func inlines(_ content: [Inline], isInLink: Bool) -> [Inline] {
    let content = tags.isEmpty ? content : withoutTags(content, isInLink: isInLink)
    let parts =
      isInLink
      ? content
      : content.flatMap { inline -> [Inline] in
        guard case .text(let text) = inline.kind, isAsWritten(inline) else { return [inline] }
        return pieces(of: text, at: inline.range.lower)
      }
    return paired(paired(parts, "~~", .strikethrough), "==", .mark)
  }

  /// The inlines with each tag as a text of its own.
  private func divided(_ content: [Inline]) -> [Inline] {
    content.flatMap { inline -> [Inline] in
      guard case .text(let text) = inline.kind, isAsWritten(inline) else { return [inline] }
      let bytes = Array(text.utf8)
      let start = inline.range.lower
      var parts: [Inline] = []
      var end = 0
      func add(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let part = String(decoding: bytes[range], as: UTF8.self)
        parts.append(Inline(.text(part), range: SourceRange(start + range.lowerBound, start + range.upperBound)))
      }
      for (offset, tag) in sortedTags where offset >= start && offset < inline.range.upper {
        let place = offset - start
        guard place >= end, place + tag.utf8.count <= bytes.count else { continue }
        add(end..<place)
        end = place + tag.utf8.count
        add(place..<end)
      }
      add(end..<bytes.count)
      return parts
    }
  }

  /// Gives tags their meaning in Markdown, and leaves out the others.
  private func withoutTags(_ content: [Inline], isInLink: Bool) -> [Inline] {
    var result: [Inline] = []
    var open: [(tag: HTMLTag, start: Int)] = []
    for inline in divided(content) {
      guard case .text(let text) = inline.kind, tags[inline.range.lower] == text,
        let tag = HTMLTag.read(in: Array(text.utf8)[...], at: 0)?.tag
      else {
        result.append(inline)
        continue
      }
      if let image = tag.image(at: inline.range) {
        result.append(image)
      } else if !tag.isClosing {
        open.append((tag, result.count))
      } else if let place = open.lastIndex(where: { $0.tag.name == tag.name }) {
        let (opening, start) = open[place]
        open.removeSubrange(place...)
        let inside = Array(result[start...])
        let target = isInLink ? nil : opening["href"].flatMap { LinkTarget($0) }
        if inside.isEmpty { continue }
        if let target, opening.name == "a" {
          result.replaceSubrange(start..., with: [Inline(.link(target, title: "", inside), range: inline.range)])
        } else if let span = opening.span {
          result.replaceSubrange(start..., with: [Inline(.span(span, inside), range: inline.range)])
        }
      }
    }
    return result
  }

  /// The text with its links to notes and its bare addresses as links.
  private func pieces(of text: String, at start: Int) -> [Inline] {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "[")) || bytes.contains(UInt8(ascii: ":")) else {
      return [Inline(.text(text), range: SourceRange(start, start + bytes.count))]
    }
    var result: [Inline] = []
    var plain = 0
    var index = 0
    func add(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      let piece = String(decoding: bytes[range], as: UTF8.self)
      result.append(Inline(.text(piece), range: SourceRange(start + range.lowerBound, start + range.upperBound)))
    }
    while index < bytes.count {
      let found =
        WikiLink.read(in: bytes, at: index, from: start) ?? TemplateLink.read(in: bytes, at: index, from: start)
        ?? BareAddress.read(in: bytes, at: index, from: start)
      if let (link, range) = found {
        add(plain..<range.lowerBound)
        result.append(link)
        plain = range.upperBound
        index = range.upperBound
      } else {
        index += 1
      }
    }
    add(plain..<bytes.count)
    return result
  }

  /// Makes spans of what is between two equal signs: no space follows the first or precedes the second.
  private func paired(_ content: [Inline], _ sign: String, _ span: Inline.InlineSpan) -> [Inline] {
    let holdsSign = content.contains { if case .text(let text) = $0.kind { text.contains(sign) } else { false } }
    guard holdsSign else { return content }
    var result: [Inline] = []
    /// The index in `result` behind the last opening sign.
    var open: Int?
    for inline in content {
      guard case .text(let text) = inline.kind, isAsWritten(inline), text.contains(sign) else {
        result.append(inline)
        continue
      }
      var offset = inline.range.lower
      var rest = text[...]
      func append(_ part: Substring) {
        guard !part.isEmpty else { return }
        result.append(Inline(.text(String(part)), range: SourceRange(offset, offset + part.utf8.count)))
        offset += part.utf8.count
      }
      while let place = rest.firstRange(of: sign) {
        var after = rest[place.upperBound...]
        // Three and more are no such sign.
        let run = after.prefix { $0 == sign.first }
        if !run.isEmpty {
          after = rest[run.endIndex...]
          append(rest[..<after.startIndex])
          rest = after
          continue
        }
        let before = rest[..<place.lowerBound]
        append(before)
        let closes = open.map { $0 < result.count } == true && before.last?.isWhitespace != true
        if closes, let start = open {
          let inside = Array(result[start...])
          result.removeSubrange((start - 1)...)
          let lower = inside.first?.range.lower ?? offset
          result.append(
            Inline(.span(span, inside), range: SourceRange(lower - sign.utf8.count, offset + sign.utf8.count)))
          open = nil
          offset += sign.utf8.count
        } else {
          append(rest[place])
          if open == nil, after.first?.isWhitespace != true { open = result.count }
        }
        rest = after
      }
      append(rest)
    }
    return result
  }
}

/// A link to a note by its name.
private enum WikiLink {
  /// - Parameters:
  ///   - index: where the link would begin, with the `!` of one that shows its target.
  ///   - start: the offset of the bytes in the file.
  static func read(in bytes: [UInt8], at index: Int, from start: Int) -> (Inline, Range<Int>)? {
    let isEmbedded = bytes[index] == UInt8(ascii: "!")
    let open = isEmbedded ? index + 1 : index
    guard open + 4 < bytes.count, bytes[open] == UInt8(ascii: "["), bytes[open + 1] == UInt8(ascii: "[") else {
      return nil
    }
    // `x[[1]]` and `[[:alpha:]]` are code.
    if index > 0, !isEmbedded, isAlphanumeric(bytes[index - 1]) { return nil }
    var end = open + 2
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "["), bytes[end] != UInt8(ascii: "]") {
      end += 1
    }
    guard end > open + 2, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "]"), bytes[end + 1] == UInt8(ascii: "]"),
      bytes[open + 2] > 0x20, bytes[open + 2] != UInt8(ascii: ":"), bytes[end - 1] > 0x20
    else { return nil }
    let content = String(decoding: bytes[(open + 2)..<end], as: UTF8.self)
    let range = index..<end + 2
    return link(
      to: content, isEmbedded: isEmbedded, at: SourceRange(start + range.lowerBound, start + range.upperBound)
    )
    .map { ($0, range) }
  }

  private static func link(to content: String, isEmbedded: Bool, at range: SourceRange) -> Inline? {
    let parts = content.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let written = parts[0].hasSuffix("\\") ? String(parts[0].dropLast()) : parts[0]
    let label = parts.count > 1 ? collapsed(parts[parts.count - 1]) : ""
    let halves = written.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = collapsed(halves[0])
    let part = halves.count > 1 ? halves[1] : ""
    let fragment = part.isEmpty ? "" : "#" + percentEncoded(path: part)
    // The note can be in any folder.
    let target =
      name.isEmpty
      ? LinkTarget(kind: .fragment, text: fragment)
      : LinkTarget(kind: .rooted, text: "/" + percentEncoded(path: name) + fragment)
    if isEmbedded, let ending = fileEnding(of: name), ImageKind(path: name) != nil, !ending.isEmpty {
      let width = Int(label.prefix { $0 != "x" })
      return Inline(.image(target, title: "", alt: width == nil ? label : "", width: width), range: range)
    }
    let shown =
      label.isEmpty ? [ContentPath.name(of: name), part].filter { !$0.isEmpty }.joined(separator: " › ") : label
    return Inline(.link(target, title: "", [Inline(.text(shown), range: range)]), range: range)
  }
}

/// A link whose target a template makes of a path, which libcmark reads as a text: there are spaces in it.
enum TemplateLink {
  static func read(in bytes: [UInt8], at index: Int, from start: Int) -> (Inline, Range<Int>)? {
    guard bytes[index] == UInt8(ascii: "["),
      let middle = bytes[index...].prefix(300).firstIndex(of: UInt8(ascii: "]")), middle > index + 1,
      middle + 3 < bytes.count, bytes[middle + 1] == UInt8(ascii: "("), bytes[middle + 2] == UInt8(ascii: "{"),
      let end = bytes[middle...].prefix(500).firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let label = String(decoding: bytes[index + 1..<middle], as: UTF8.self)
    let written = String(decoding: bytes[middle + 2..<end], as: UTF8.self)
    guard let path = path(in: written), let target = LinkTarget(path) else { return nil }
    let range = SourceRange(start + index, start + end + 1)
    return (Inline(.link(target, title: "", [Inline(.text(label), range: range)]), range: range), index..<end + 1)
  }

  /// The path in a template: `{{ '/docs/' | relative_url }}`, `{{ site.baseurl }}/docs/`, `{% link docs/a.md %}` or
  /// `{% post_url 2021-03-01-soup %}`.
  static func path(in template: String) -> String? {
    for quote: Character in ["'", "\""] {
      let parts = template.split(separator: quote, omittingEmptySubsequences: false)
      if parts.count > 2 { return String(parts[1]) }
    }
    if let end = template.firstRange(of: "}}"), template.hasPrefix("{{"), !template[end.upperBound...].isEmpty {
      return String(template[end.upperBound...])
    }
    let words = template.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(where: { $0 == "link" || $0 == "post_url" }), place + 1 < words.count else {
      return nil
    }
    return "/" + words[place + 1]
  }
}

/// An address of the web without brackets (GFM 0.29, section 6.9).
enum BareAddress {
  /// Returns whether a colon may belong to such an address: those of links are in parentheses, quotes or brackets.
  @inline(__always)
  static func mayContinue(_ text: Span<UInt8>, at colon: Int) -> Bool {
    guard colon + 2 < text.count, text[colon + 1] == UInt8(ascii: "/"), text[colon + 2] == UInt8(ascii: "/") else {
      return false
    }
    var start = colon
    while start > 0, isAlphanumeric(text[start - 1]) { start -= 1 }
    guard start > 0 else { return true }
    switch text[start - 1] {
    case UInt8(ascii: "("): return start < 2 || text[start - 2] != UInt8(ascii: "]")
    case UInt8(ascii: "<"), UInt8(ascii: "\""): return false
    default: return true
    }
  }

  static func read(in bytes: [UInt8], at index: Int, from start: Int) -> (Inline, Range<Int>)? {
    guard bytes[index] == UInt8(ascii: "h"), index == 0 || !isAlphanumeric(bytes[index - 1]) else { return nil }
    let rest = bytes[index...]
    guard let scheme = ["https://", "http://"].first(where: { rest.starts(with: $0.utf8) }) else { return nil }
    var end = index + scheme.utf8.count
    while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "<") { end += 1 }
    while end > index, "?!.,:*_~'\"".utf8.contains(bytes[end - 1]) || closesTooMuch(bytes[index..<end]) { end -= 1 }
    let text = String(decoding: bytes[index..<end], as: UTF8.self)
    guard end > index + scheme.utf8.count, let target = LinkTarget(text) else { return nil }
    let range = SourceRange(start + index, start + end)
    return (Inline(.link(target, title: "", [Inline(.text(text), range: range)]), range: range), index..<end)
  }

  /// A parenthesis at the end belongs to the text around the address, unless it was opened in it.
  private static func closesTooMuch(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.last == UInt8(ascii: ")") else { return false }
    return bytes.count { $0 == UInt8(ascii: "(") } < bytes.count { $0 == UInt8(ascii: ")") }
  }
}

extension String {
  fileprivate var droppingSpacesAtEnd: String {
    var rest = self[...]
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return String(rest)
  }
}

extension ArraySlice<UInt8> {
  /// The index behind the first occurrence of some bytes.
  fileprivate func firstIndex(of sign: String, most: Int) -> Int? {
    let sign = Array(sign.utf8)
    guard count >= sign.count else { return nil }
    return (startIndex...Swift.min(endIndex - sign.count, startIndex + most)).first { self[$0...].starts(with: sign) }
      .map { $0 + sign.count }
  }
}

extension Block {
  /// True for a paragraph or heading in which nothing is left.
  fileprivate var isBlank: Bool {
    switch kind {
    case .paragraph(let content), .heading(_, let content):
      content.allSatisfy { inline in
        switch inline.kind {
        case .text(let text): collapsed(text).isEmpty
        case .softBreak, .hardBreak, .wordBreak: true
        default: false
        }
      }
    case .quote, .list, .code, .thematicBreak: false
    }
  }
}
