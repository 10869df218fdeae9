import Diagnostics

/// Reads a block of HTML as the Markdown that says the same. Nothing of it reaches a page as HTML.
///
/// Headings, lists, quotes, code, pictures, links and spans keep their meaning; the tags of all other elements are left
/// out. What browsers would run or load is left out with its content.
struct HTMLBlocks {
  private(set) var blocks: [Block] = []
  /// The names of elements that were left out with their content.
  private(set) var omitted: [String] = []
  private let range: SourceRange
  private var inlines: [Inline] = []
  private var open: [OpenInline] = []
  private var heading: Int?
  private var containers: [Container] = []

  private struct OpenInline {
    let name: String
    let span: Inline.InlineSpan?
    let target: LinkTarget?
    let start: Int
  }

  private struct Container {
    let name: String
    var blocks: [Block] = []
    var items: [[Block]] = []
    var table = HTMLTable()
    /// The column's alignment that a cell states.
    var alignment: Block.BlockTable.ColumnAlignment?
  }

  /// - Parameter range: the range of everything in the block.
  init(_ html: String, at range: SourceRange) {
    self.range = range
    read(Array(html.utf8)[...])
    endParagraph()
    while let last = containers.popLast() { add(last) }
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    var text = index
    while index < bytes.endIndex {
      // A declaration or an instruction.
      if bytes[index...].starts(with: "<!".utf8) || bytes[index...].starts(with: "<?".utf8) {
        add(text: bytes[text..<index])
        index = bytes[index...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? bytes.endIndex
        text = index
        continue
      }
      guard bytes[index] == UInt8(ascii: "<"), let (tag, end) = HTMLTag.read(in: bytes, at: index) else {
        index += 1
        continue
      }
      add(text: bytes[text..<index])
      index = end
      if !tag.isClosing, HTMLTag.opaque.contains(tag.name) || HTMLTag.frames.contains(tag.name) || tag.name == "pre" {
        let close = Self.end(of: tag.name, in: bytes, from: end)
        let isVoid = ["input", "embed"].contains(tag.name)
        addWhole(tag, bytes[end..<(isVoid ? end : close.lowerBound)])
        index = isVoid ? end : close.upperBound
      } else {
        take(tag)
      }
      text = index
    }
    add(text: bytes[text..<bytes.endIndex])
  }

  /// The closing tag of an element.
  private static func end(of name: String, in bytes: ArraySlice<UInt8>, from start: Int) -> Range<Int> {
    var index = start
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "<"), let (tag, end) = HTMLTag.read(in: bytes, at: index), tag.isClosing,
        tag.name == name
      {
        return index..<end
      }
      index += 1
    }
    return bytes.endIndex..<bytes.endIndex
  }

  private mutating func addWhole(_ tag: HTMLTag, _ content: ArraySlice<UInt8>) {
    if tag.name == "pre" {
      endParagraph()
      var inner = HTMLPlainText(content).text
      if inner.hasPrefix("\n") { inner.removeFirst() }
      while inner.hasSuffix("\n") { inner.removeLast() }
      append(Block(.code(info: "", text: inner), range: range))
      return
    }
    if HTMLTag.frames.contains(tag.name) {
      let inner = content.firstIndex(of: UInt8(ascii: "<")).flatMap { HTMLTag.read(in: content, at: $0)?.tag }
      let address = tag["src"] ?? (inner?.name == "source" ? inner?["src"] : nil)
      if let address, let target = LinkTarget(address.hasPrefix("//") ? "https:" + address : address) {
        inlines.append(
          Inline(.link(target, title: "", [Inline(.text(tag["title"] ?? target.text), range: range)]), range: range))
        return
      }
    }
    if !omitted.contains(tag.name) { omitted.append(tag.name) }
  }

  private mutating func take(_ tag: HTMLTag) {
    switch tag.name {
    case "br": inlines.append(Inline(.hardBreak, range: range))
    case "wbr": inlines.append(Inline(.wordBreak, range: range))
    case "img": if let image = tag.image(at: range) { inlines.append(image) }
    case "hr":
      endParagraph()
      append(Block(.thematicBreak, range: range))
    case "h1", "h2", "h3", "h4", "h5", "h6":
      endParagraph()
      heading = tag.isClosing ? nil : Int(tag.name.dropFirst())
    case "ul", "ol", "blockquote", "li": takeContainer(tag)
    case "table": takeContainer(tag)
    case _ where ["tr", "td", "th"].contains(tag.name) && containers.contains { $0.name == "table" }: takePart(tag)
    case "summary", "dt", "th":
      if tag.name != "th" { endParagraph() }
      if tag.isClosing { closeInline("strong") } else { openInline("strong", .strong) }
      if tag.name == "th", tag.isClosing { inlines.append(Inline(.text(" "), range: range)) }
    case "td": if tag.isClosing { inlines.append(Inline(.text(" "), range: range)) }
    case "a":
      if tag.isClosing {
        closeInline("a")
      } else if let target = tag["href"].flatMap({ LinkTarget($0) }), !open.contains(where: { $0.name == "a" }) {
        openInline("a", target: target)
      }
    default:
      if let span = tag.span {
        if tag.isClosing { closeInline(tag.name) } else { openInline(tag.name, span) }
      } else if !Self.inline.contains(tag.name) {
        endParagraph()
      }
    }
  }

  /// Elements that do not end a paragraph.
  private static let inline: Set = [
    "abbr", "acronym", "bdi", "bdo", "big", "data", "font", "label", "nobr", "picture", "q", "source", "span", "time",
  ]

  private mutating func takeContainer(_ tag: HTMLTag) {
    endParagraph()
    if tag.isClosing {
      guard containers.contains(where: { $0.name == tag.name }) else { return }
      while let last = containers.popLast() {
        add(last)
        if last.name == tag.name { return }
      }
    } else if containers.count < MarkdownLimits.depth {
      if tag.name == "li" {
        while let last = containers.last, last.name == "li" {
          containers.removeLast()
          add(last)
        }
        guard let last = containers.last, last.name == "ul" || last.name == "ol" else { return }
      }
      containers.append(Container(name: tag.name))
    }
  }

  /// Takes a row or a cell: each ends where the next one begins, too.
  private mutating func takePart(_ tag: HTMLTag) {
    endParagraph()
    while let last = containers.last, last.name != "table" {
      containers.removeLast()
      add(last)
      if tag.isClosing, last.name == tag.name { return }
    }
    guard !tag.isClosing, let table = containers.indices.last, containers.count < MarkdownLimits.depth else { return }
    if tag.name == "tr" { return containers[table].table.rows.append([]) }
    var cell = Container(name: tag.name)
    cell.alignment = Block.BlockTable.ColumnAlignment(of: tag)
    containers.append(cell)
  }

  private mutating func add(_ container: Container) {
    switch container.name {
    case "td", "th":
      guard let table = containers.indices.last else { return }
      containers[table].table.add(
        container.blocks, isName: container.name == "th", alignment: container.alignment)
    case "table": for block in container.table.blocks(at: range) { append(block) }
    case "li":
      guard let list = containers.indices.last, !container.blocks.isEmpty else { return }
      containers[list].items.append(container.blocks)
    case "blockquote": if !container.blocks.isEmpty { append(Block(.quote(container.blocks), range: range)) }
    default:
      guard !container.items.isEmpty else { return }
      let start = container.name == "ol" ? 1 : nil
      append(Block(.list(Block.BlockList(start: start, isTight: true, items: container.items)), range: range))
    }
  }

  // MARK: - Texts

  private mutating func add(text bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    let decoded = HTMLText.decoded(String(decoding: bytes, as: UTF8.self)[...])
    let text = collapsed(decoded)
    let startsWithSpace = decoded.utf8.first.map { $0 <= 0x20 } == true
    let endsWithSpace = decoded.utf8.last.map { $0 <= 0x20 } == true
    if text.isEmpty {
      if !inlines.isEmpty { inlines.append(Inline(.text(" "), range: range)) }
      return
    }
    let shown = (startsWithSpace && !inlines.isEmpty ? " " : "") + text + (endsWithSpace ? " " : "")
    inlines.append(Inline(.text(shown), range: range))
  }

  private mutating func openInline(_ name: String, _ span: Inline.InlineSpan? = nil, target: LinkTarget? = nil) {
    guard open.count < MarkdownLimits.depth else { return }
    open.append(OpenInline(name: name, span: span, target: target, start: inlines.count))
  }

  private mutating func closeInline(_ name: String) {
    guard open.contains(where: { $0.name == name }) else { return }
    while let last = open.popLast() {
      enclose(last)
      if last.name == name { return }
    }
  }

  private mutating func enclose(_ element: OpenInline) {
    guard element.start < inlines.count else { return }
    let content = Array(inlines[element.start...])
    inlines.removeSubrange(element.start...)
    if let target = element.target {
      inlines.append(Inline(.link(target, title: "", content), range: range))
    } else if let span = element.span {
      inlines.append(Inline(.span(span, content), range: range))
    }
  }

  private mutating func endParagraph() {
    while let last = open.popLast() { enclose(last) }
    defer { inlines = [] }
    while case .text(let text)? = inlines.last?.kind, collapsed(text).isEmpty { inlines.removeLast() }
    while case .hardBreak? = inlines.last?.kind { inlines.removeLast() }
    if case .text(let text)? = inlines.last?.kind { inlines[inlines.count - 1].kind = .text(withoutSpaceAtEnd(text)) }
    guard !inlines.isEmpty else { return }
    if let heading {
      append(Block(.heading(level: heading, inlines), range: range))
    } else {
      append(Block(.paragraph(inlines), range: range))
    }
  }

  private mutating func append(_ block: Block) {
    if let last = containers.indices.last, ["li", "blockquote", "td", "th"].contains(containers[last].name) {
      containers[last].blocks.append(block)
    } else {
      blocks.append(block)
    }
  }
}

private func withoutSpaceAtEnd(_ text: String) -> String {
  var rest = text[...]
  while rest.last == " " { rest = rest.dropLast() }
  return String(rest)
}

/// The text of an element without the tags in it, with its line ends.
private struct HTMLPlainText {
  private(set) var text = ""

  init(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    var start = index
    func part(_ end: Int) -> String { HTMLText.decoded(String(decoding: bytes[start..<end], as: UTF8.self)[...]) }
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "<"), let (_, end) = HTMLTag.read(in: bytes, at: index) {
        text += part(index)
        index = end
        start = end
      } else {
        index += 1
      }
    }
    text += part(bytes.endIndex)
    text.unicodeScalars.removeAll { isControl($0) }
  }
}
