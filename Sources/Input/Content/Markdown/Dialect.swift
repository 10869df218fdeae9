import Diagnostics

/// What the usual dialects of Markdown add to CommonMark, on the tree that libcmark made.
///
/// | written | becomes | of |
/// |---|---|---|
/// | `::: tip Title` … `:::`, `!!! tip "Title"` | a quote with a title | VitePress, Docusaurus, MkDocs |
/// | `[TOC]`, ` ^37066d` at the end of a paragraph | nothing | kramdown, Obsidian |
/// | `[[Note]]`, `[[Note#Part\|text]]` | a link | Obsidian, wikis |
/// | `![[picture.png]]`, `![[Note]]` | a picture, a link | Obsidian |
/// | `~~text~~` | text struck through | GFM |
/// | `==text==` | marked text | Obsidian, pandoc |
/// | `https://example.org` | a link | GFM |
/// | `- [ ] task`, `- [x] task` | ☐, ☑ | GFM |
/// | a row of cells between bars, and `|---|---|` below it | a table | GFM |
/// | `> [!NOTE]`, `> [!tip] Title` | a quote with a title | GitHub, Obsidian |
/// | `## Title {#id}` | a title | kramdown, pandoc, Hugo |
/// | `{{< name >}}`, `{{% name %}}`, `{% name %}`, `{{ page.title }}` | nothing | Hugo, Jekyll, Zola |
/// | `{: .class}` | nothing | kramdown |
/// | `[^1]` and `[^1]: note` | a number, and a list of notes at the end | GitHub, pandoc, Hugo |
/// | `: definition` below a term | the term, and its definition on a line of its own | pandoc, kramdown |
/// | `[text]({{ "/path" \| relative_url }})` | a link | Jekyll |
///
/// A sign that is escaped, or in code, is text.
struct Dialect {
  private let source: SourceText
  private let survey: TextSurvey
  private let mayHaveContainers: Bool
  /// True for a part of another text.
  private let isPart: Bool
  /// Blocks of HTML and tags in texts, by their offsets.
  private let htmlBlocks: [Int: String]
  private let tags: [Int: String]
  private let sortedTags: [(offset: Int, tag: String)]
  /// Elements of HTML that are left out.
  private(set) var findings: Findings
  /// The ids of headings, by the offsets of the headings.
  private(set) var headingIDs: [Int: String] = [:]
  /// The cells of tables, whose blocks are empty until all of them are read.
  private var cells: TableCells
  private var hasTables = false

  init(of source: SourceText, _ survey: TextSurvey, isPart: Bool, htmlBlocks: [Int: String], tags: [Int: String]) {
    self.source = source
    self.survey = survey
    self.isPart = isPart
    self.htmlBlocks = htmlBlocks
    self.tags = tags
    mayHaveContainers = source.bytes.span.mayHaveRun(of: UInt8(ascii: ":"), count: 3, in: survey.range)
    sortedTags = tags.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    findings = Findings(path: source.path)
    cells = TableCells(of: source, survey)
  }

  /// - Parameter read: reads parts of the text as texts of their own.
  /// - Complexity: O(length)
  mutating func blocks(_ blocks: [Block], read: (SourceText) -> [Block]) -> [Block] {
    var structured = structured(blocks, quotes: 0, read: read)
    if hasTables { structured = structured.filled(with: cells.contents(read: read)) }
    var isAnyLeftOut = false
    let complete = structured.mapInlines { content, isInLink in
      let content = inlines(content, isInLink: isInLink)
      let rest = withoutTemplates(content)
      if rest.count < content.count || rest != content { isAnyLeftOut = true }
      return rest
    }
    if isAnyLeftOut { noteTemplates(in: structured) }
    let rest = isAnyLeftOut ? complete.filter { !$0.isBlank } : complete
    // Those of a part are numbered with all others.
    return isPart ? rest : Footnotes.read(rest, in: source, survey)
  }

  /// Reports the first template of a text, and the first attributes: what they would show is not known.
  private mutating func noteTemplates(in blocks: [Block]) {
    var first: [ForeignSyntax: SourceRange] = [:]
    blocks.forEachInline { inline in
      for range in templates(in: inline) {
        let syntax = source.bytes[range.lowerBound + 1] == UInt8(ascii: ":") ? ForeignSyntax.attributes : .shortcode
        if first[syntax] == nil { first[syntax] = SourceRange(range.lowerBound, range.upperBound) }
      }
    }
    for (syntax, range) in first.sorted(by: { $0.value.lower < $1.value.lower }) {
      findings.report(.foreignSyntax, .foreignSyntax(syntax, at: range, in: source))
    }
  }

  /// The templates in a text, by their offsets in the file.
  private func templates(in inline: Inline) -> [Range<Int>] {
    guard case .text(let text) = inline.kind, text.utf8.contains(UInt8(ascii: "{")),
      var bytes = inline.written(in: source)
    else { return [] }
    var found: [Range<Int>] = []
    while let range = Self.template(in: bytes) {
      found.append(range)
      bytes = bytes[range.upperBound...]
    }
    return found
  }

  /// The first template in a text.
  private static func template(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    var index = bytes.startIndex
    while index + 3 < bytes.endIndex {
      if let end = end(ofTemplateAt: index, in: bytes) { return index..<end }
      index += 1
    }
    return nil
  }

  private static func end(ofTemplateAt index: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes[index] == UInt8(ascii: "{") else { return nil }
    for (opening, closing) in templates where bytes[index...].starts(with: opening.utf8) {
      if let end = bytes[(index + opening.utf8.count)...].firstIndex(of: closing, most: 1000) { return end }
    }
    return nil
  }

  /// How templates begin and end. Braces alone are text of many other kinds.
  private static let templates = [
    ("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}"), ("{:", "}"), ("{{ site.", "}}"), ("{{site.", "}}"),
    ("{{ page.", "}}"),
    ("{{page.", "}}"),
  ]

  /// The inlines without what templates would put there.
  private func withoutTemplates(_ content: [Inline]) -> [Inline] {
    content.flatMap { inline in inline.replacing(templates(in: inline).map { ($0, []) }) }
  }

  // MARK: - Blocks

  /// - Parameter quotes: the number of quotes around the blocks.
  private mutating func structured(
    _ blocks: [Block], quotes: Int, isNote: Bool = false, read: (SourceText) -> [Block]
  ) -> [Block] {
    var result: [Block] = []
    /// The indented note that the next block may continue.
    var note: Int?
    for (number, block) in (mayHaveContainers ? Containers.read(blocks, in: source) : blocks).enumerated() {
      if let place = note, case .code(info: "", _) = block.kind, !isPart, !source.hasFence(at: block.range.lower),
        case .quote(let text) = result[place].kind
      {
        let more = read(SourcePart(indented: block.range, of: source).text)
        result[place].kind = .quote(text + more.map { Block($0.kind, range: block.range) })
        continue
      }
      note = nil
      switch block.kind {
      case .paragraph(let content):
        if content.isListOfContents { continue }
        if let html = htmlBlocks[block.range.lower] {
          result += htmlBlocks(html, at: block.range, read: read)
        } else if let table = WrittenTable(in: block.range, of: source.bytes, survey, quotes: quotes),
          let text = table.start == block.range.lower ? [] : content.lines(before: table.start)
        {
          if !text.isEmpty { result.append(Block(.paragraph(text), range: block.range)) }
          result.append(add(table, at: SourceRange(table.start, block.range.upper)))
        } else if isNote, number == 0, let (title, rest) = alert(content) {
          result.append(Block(.paragraph([title]), range: block.range))
          if !rest.isEmpty { result.append(Block(.paragraph(rest), range: block.range)) }
        } else if let indented = IndentedNote(content, at: block.range, in: source) {
          let text = indented.text.isEmpty ? [] : [Block(.paragraph(indented.text), range: block.range)]
          note = result.count
          result.append(Block(.quote([indented.title] + text), range: block.range))
        } else if content.definesTerms(in: source) {
          if content[0].isDefinition(in: source), case .paragraph(let term)? = result.last?.kind, term.mayBeTerm {
            result[result.count - 1].kind = .paragraph(term.defined(by: content, in: source))
          } else {
            result.append(Block(.paragraph(content.defined(by: [], in: source)), range: block.range))
          }
        } else {
          result.append(Block(.paragraph(withoutBlockID(content)), range: block.range))
        }
      case .heading(let level, let content):
        result.append(Block(.heading(level: level, withoutID(content, at: block.range)), range: block.range))
      case .quote(let content):
        result.append(
          Block(.quote(structured(content, quotes: quotes + 1, isNote: true, read: read)), range: block.range))
      case .list(var list):
        for index in list.items.indices {
          list.items[index] = structured(list.items[index], quotes: quotes, read: read)
          if case .paragraph(let content)? = list.items[index].first?.kind {
            list.items[index][0].kind = .paragraph(task(content))
          }
        }
        result.append(Block(.list(list), range: block.range))
      case .code, .thematicBreak, .table: result.append(block)
      }
    }
    return result
  }

  private mutating func htmlBlocks(_ html: String, at range: SourceRange, read: (SourceText) -> [Block]) -> [Block] {
    // Texts in texts in texts would be read by ever deeper calls.
    if !isPart, let part = SourcePart(markdownIn: range, of: source) {
      return read(part.text).map { $0.moved(by: part.origin) }
    }
    let html = HTMLBlocks(html, at: range)
    for name in html.omitted { findings.report(.rawHTML, .omittedHTML(name, at: range, in: source)) }
    return html.blocks
  }

  private mutating func add(_ table: WrittenTable, at range: SourceRange) -> Block {
    hasTables = true
    for cell in table.rows.joined() { cells.add(cell) }
    let rows = table.rows.map { $0.map { [Block(.paragraph([]), range: $0)] } }
    return Block(.table(Block.BlockTable(columns: table.columns, hasHeader: true, rows: rows)), range: range)
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
    after = after.drop(while: \.isWhitespace)
    let line = content.prefix { $0.kind != .softBreak && $0.kind != .hardBreak }
    var title = first.replacing([(first.range.lower..<first.range.upper - after.utf8.count, [])]) + line.dropFirst()
    if title.isEmpty {
      title = [Inline(.text(kind.prefix(1).uppercased() + kind.dropFirst().lowercased()), range: first.range)]
    }
    return (Inline(.span(.strong, title), range: first.range), Array(content.dropFirst(line.count + 1)))
  }

  private func task(_ content: [Inline]) -> [Inline] {
    guard let first = content.first, case .text(let text) = first.kind, isAsWritten(first) else { return content }
    for (sign, box) in [("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")] where text.hasPrefix(sign) {
      let range = first.range.lower..<first.range.lower + sign.utf8.count
      let mark = Inline(.text(box), range: SourceRange(range.lowerBound, range.upperBound))
      return first.replacing([(range, [mark])]) + content.dropFirst()
    }
    return content
  }

  /// The text without the name by which Obsidian links to it: `^37066d`.
  private func withoutBlockID(_ content: [Inline]) -> [Inline] {
    guard let last = content.last, case .text(let text) = last.kind, let sign = text.lastIndex(of: "^"),
      case let name = text[text.index(after: sign)...], name.count > 3,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
      sign == text.startIndex || text[text.index(before: sign)] == " ", isAsWritten(last)
    else { return content }
    return content.dropLast() + last.upTo(text[..<sign].droppingSpacesAtEnd)
  }

  private mutating func withoutID(_ content: [Inline], at range: SourceRange) -> [Inline] {
    guard let last = content.last, case .text(let text) = last.kind, isAsWritten(last), text.hasSuffix("}"),
      let brace = text.lastIndex(of: "{"), let sign = text[text.index(after: brace)...].first, "#.:".contains(sign)
    else { return content }
    let words = text[text.index(after: brace)...].dropLast().split { $0 == " " || $0 == ":" }
    if let id = words.first(where: { $0.hasPrefix("#") })?.dropFirst(), !id.isEmpty, id.allSatisfy(\.isPartOfID) {
      headingIDs[range.lower] = String(id)
    }
    return content.dropLast() + last.upTo(text[..<brace].droppingSpacesAtEnd)
  }

  // MARK: - Inlines

  private func isAsWritten(_ inline: Inline) -> Bool { inline.written(in: source) != nil }

  private func inlines(_ content: [Inline], isInLink: Bool) -> [Inline] {
    let content = tags.isEmpty ? content : withoutTags(content, isInLink: isInLink)
    let parts =
      isInLink
      ? content
      : content.flatMap(withLinks)
    return paired(paired(parts, "~~", .strikethrough), "==", .mark)
  }

  /// The inlines with each tag as a text of its own.
  private func divided(_ content: [Inline]) -> [Inline] {
    content.flatMap { inline -> [Inline] in
      guard isAsWritten(inline) else { return [inline] }
      var parts: [(Range<Int>, [Inline])] = []
      var end = inline.range.lower
      let templates = templates(in: inline)
      for (offset, tag) in sortedTags[firstTag(from: end)...] {
        if offset >= inline.range.upper { break }
        guard offset >= end, offset + tag.utf8.count <= inline.range.upper,
          !templates.contains(where: { $0.contains(offset) })
        else { continue }
        end = offset + tag.utf8.count
        parts.append((offset..<end, [Inline(.text(tag), range: SourceRange(offset, end))]))
      }
      return inline.replacing(parts)
    }
  }

  /// - Complexity: O(log tags)
  private func firstTag(from offset: Int) -> Int {
    var (lower, upper) = (0, sortedTags.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if sortedTags[middle].offset < offset { lower = middle + 1 } else { upper = middle }
    }
    return lower
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

  /// A text with its links to notes and its bare addresses as links.
  private func withLinks(_ inline: Inline) -> [Inline] {
    guard let written = inline.written(in: source),
      survey.mayHaveBareAddresses || written.contains(UInt8(ascii: "[")) || written.contains(UInt8(ascii: ":"))
    else { return [inline] }
    let (bytes, start) = (Array(written), inline.range.lower)
    var parts: [(Range<Int>, [Inline])] = []
    var index = 0
    while index < bytes.count {
      // Text in a template is not a link, but a template can be the target of one.
      if let end = Self.end(ofTemplateAt: index, in: bytes[...]) {
        index = end
        continue
      }
      let found =
        WikiLink.read(in: bytes, at: index, from: start) ?? TemplateLink.read(in: bytes, at: index, from: start)
        ?? BareAddress.read(in: bytes, at: index, from: start)
      if let (link, range) = found {
        parts.append((start + range.lowerBound..<start + range.upperBound, [link]))
        index = range.upperBound
      } else {
        index += 1
      }
    }
    return inline.replacing(parts)
  }

  /// Makes spans of what is between two equal signs.
  private func paired(_ content: [Inline], _ sign: String, _ span: Inline.InlineSpan) -> [Inline] {
    let holdsSign = content.contains { if case .text(let text) = $0.kind { text.contains(sign) } else { false } }
    guard holdsSign else { return content }
    var result: [Inline] = []
    /// The indices in `result` behind opening signs.
    var open: [Int] = []
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
        append(rest[..<place.lowerBound])
        let flanking = flanking(SourceRange(offset, offset + sign.utf8.count))
        if flanking.isRight, let start = open.last, start < result.count {
          let inside = Array(result[start...])
          result.removeSubrange((start - 1)...)
          let lower = inside.first?.range.lower ?? offset
          result.append(
            Inline(.span(span, inside), range: SourceRange(lower - sign.utf8.count, offset + sign.utf8.count)))
          open.removeLast()
          offset += sign.utf8.count
        } else {
          append(rest[place])
          if flanking.isLeft { open = open.suffix(Self.mostSpans - 1) + [result.count] }
        }
        rest = after
      }
      append(rest)
    }
    return result
  }

  /// The most spans in each other.
  private static let mostSpans = 8

  /// Returns whether a sign can begin and end a span (CommonMark 0.31, section 6.2). Punctuation beyond ASCII counts as
  /// letters: Chinese and Japanese have no spaces around it.
  private func flanking(_ sign: SourceRange) -> (isLeft: Bool, isRight: Bool) {
    let before = sign.lower > 0 ? source.bytes[sign.lower - 1] : 0x20
    let after = sign.upper < source.bytes.count ? source.bytes[sign.upper] : 0x20
    let (isAfterWord, isBeforeWord) = (isOfWord(before), isOfWord(after))
    return (after > 0x20 && (isBeforeWord || !isAfterWord), before > 0x20 && (isAfterWord || !isBeforeWord))
  }

  private func isOfWord(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte >= 0x80 }
}

extension Character {
  fileprivate var isPartOfID: Bool { isLetter || isNumber || self == "-" || self == "_" || self == "." }
}

extension Substring {
  fileprivate var droppingSpacesAtEnd: Substring {
    var rest = self
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return rest
  }
}

extension Inline {
  /// The beginning of a text that is in the file as it is.
  fileprivate func upTo(_ beginning: Substring) -> [Inline] {
    replacing([(range.lower + beginning.utf8.count..<range.upper, [])])
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

extension [Block] {
  /// The blocks with the contents of the cells of tables, by the offsets of the cells.
  fileprivate func filled(with contents: [Int: [Inline]]) -> [Block] {
    map { block in
      guard case .table(var table) = block.kind else { return block.mapContent { $0.filled(with: contents) } }
      for (row, cells) in table.rows.enumerated() {
        table.rows[row] = cells.map { cell in
          guard let range = cell.first?.range, let content = contents[range.lower], !content.isEmpty else { return [] }
          let paragraph = Block(.paragraph(content), range: range)
          return [table.hasHeader && row == 0 ? paragraph.emphasized : paragraph]
        }
      }
      return Block(.table(table), range: block.range)
    }
  }
}

extension Span<UInt8> {
  /// - Complexity: O(length)
  fileprivate func mayHaveRun(of sign: UInt8, count wanted: Int, in range: SourceRange) -> Bool {
    var length = 0
    for index in range.lower..<Swift.min(range.upper, count) {
      length = self[index] == sign ? length + 1 : 0
      if length == wanted { return true }
    }
    return false
  }
}

extension [Inline] {
  /// True for the placeholder of a table of contents.
  fileprivate var isListOfContents: Bool {
    guard count == 1, case .text(let text) = self[0].kind, text.utf8.first == UInt8(ascii: "[") else { return false }
    return ["[toc]", "[[toc]]", "[[_toc_]]"].contains(text.lowercased())
  }

  /// The inlines in the lines before an offset; nil if one of them continues there.
  fileprivate func lines(before offset: Int) -> [Inline]? {
    var above: [Inline] = []
    for inline in self {
      if inline.range.lower >= offset { break }
      if inline.range.upper > offset { return nil }
      above.append(inline)
    }
    while let last = above.last, last.kind == .softBreak || last.kind == .hardBreak { above.removeLast() }
    return above
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
    case .quote, .list, .table, .code, .thematicBreak: false
    }
  }
}
