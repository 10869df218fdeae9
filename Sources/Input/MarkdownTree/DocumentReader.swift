import Diagnostics

/// Reads the code of a document, from its start to its end.
struct DocumentReader {
  let code: DocumentCode
  private var position = 0
  private var last = 0

  init(code: DocumentCode) { self.code = code }

  mutating func blocks() -> [Block] {
    let count = max(0, number())
    var blocks: [Block] = []
    blocks.reserveCapacity(count)
    for _ in 0..<count { blocks.append(block()) }
    return blocks
  }

  private mutating func block() -> Block {
    let mark = byte()
    let range = range()
    switch mark {
    case DocumentCode.CodeMark.paragraph: return Block(.paragraph(inlines()), range: range)
    case DocumentCode.CodeMark.heading:
      let level = number()
      return Block(.heading(level: level, inlines()), range: range)
    case DocumentCode.CodeMark.quote: return Block(.quote(blocks()), range: range)
    case DocumentCode.CodeMark.list:
      let flags = byte()
      let start = flags & 2 == 0 ? nil : number()
      let count = max(0, number())
      var items: [[Block]] = []
      items.reserveCapacity(count)
      for _ in 0..<count { items.append(blocks()) }
      return Block(.list(Block.BlockList(start: start, isTight: flags & 1 == 1, items: items)), range: range)
    case DocumentCode.CodeMark.code:
      let info = text(at: range)
      return Block(.code(info: info, text: text(at: range)), range: range)
    default: return Block(.thematicBreak, range: range)
    }
  }

  private mutating func inlines() -> [Inline] {
    let count = max(0, number())
    var inlines: [Inline] = []
    inlines.reserveCapacity(count)
    for _ in 0..<count { inlines.append(inline()) }
    return inlines
  }

  private mutating func inline() -> Inline {
    let mark = byte()
    let range = range()
    switch mark {
    case DocumentCode.CodeMark.text: return Inline(.text(text(at: range)), range: range)
    case DocumentCode.CodeMark.softBreak: return Inline(.softBreak, range: range)
    case DocumentCode.CodeMark.hardBreak: return Inline(.hardBreak, range: range)
    case DocumentCode.CodeMark.wordBreak: return Inline(.wordBreak, range: range)
    case DocumentCode.CodeMark.codeSpan: return Inline(.code(text(at: range)), range: range)
    case DocumentCode.CodeMark.span:
      let span = span()
      return Inline(.span(span, inlines()), range: range)
    case DocumentCode.CodeMark.link:
      let target = target()
      let title = text(at: range)
      return Inline(.link(target, title: title, inlines()), range: range)
    default:
      let target = target()
      let title = text(at: range)
      return Inline(.image(target, title: title, alt: text(at: range)), range: range)
    }
  }

  // MARK: Texts

  /// Visits the texts of the next blocks without building their tree.
  mutating func visitBlocks(_ visit: (TextRole, UTF8Span) -> Void) {
    for _ in 0..<max(0, number()) { visitBlock(visit) }
  }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private mutating func visitBlock(_ visit: (TextRole, UTF8Span) -> Void) {
    let mark = byte()
    let range = range()
    switch mark {
    case DocumentCode.CodeMark.paragraph: visitInlines(TextRole(block: .paragraph), visit)
    case DocumentCode.CodeMark.heading:
      _ = number()
      visitInlines(TextRole(block: .heading), visit)
    case DocumentCode.CodeMark.quote: visitBlocks(visit)
    case DocumentCode.CodeMark.list:
      visit(TextRole(block: .listMarker), "".utf8Span)
      if byte() & 2 != 0 { _ = number() }
      for _ in 0..<max(0, number()) { visitBlocks(visit) }
    case DocumentCode.CodeMark.code:
      skipText()
      visitText(TextRole(block: .code), at: range, visit)
    default: break
    }
  }

  private mutating func visitInlines(_ role: TextRole, _ visit: (TextRole, UTF8Span) -> Void) {
    for _ in 0..<max(0, number()) { visitInline(role, visit) }
  }

  private mutating func visitInline(_ role: TextRole, _ visit: (TextRole, UTF8Span) -> Void) {
    let mark = byte()
    let range = range()
    switch mark {
    case DocumentCode.CodeMark.text: visitText(role, at: range, visit)
    case DocumentCode.CodeMark.softBreak: visit(role, "".utf8Span)
    case DocumentCode.CodeMark.hardBreak, DocumentCode.CodeMark.wordBreak: break
    case DocumentCode.CodeMark.codeSpan: visitText(role.inside(.code), at: range, visit)
    case DocumentCode.CodeMark.span: visitInlines(role.inside(span()), visit)
    case DocumentCode.CodeMark.link:
      skipTargetAndTitle()
      visitInlines(role, visit)
    default:
      skipTargetAndTitle()
      skipText()
    }
  }

  private mutating func visitText(
    _ role: TextRole, at range: SourceRange, _ visit: (TextRole, UTF8Span) -> Void
  ) {
    let place = place(ofTextAt: range)
    let bytes = place.isInSource ? code.source : code.bytes
    // The writer found the same bytes in a string.
    visit(role, unsafe UTF8Span(unchecked: bytes.span.extracting(place.bytes)))
  }

  private mutating func skipTargetAndTitle() {
    _ = byte()
    skipText()
    skipText()
  }

  /// Skips a text that is stored in the code.
  private mutating func skipText() { _ = place(ofTextAt: SourceRange(0, 0)) }

  // MARK: Values

  private mutating func target() -> LinkTarget {
    let kind = byte()
    return LinkTarget(
      kind: kind == 0 ? .absolute : kind == 1 ? .relative : .fragment, text: text(at: SourceRange(0, 0)))
  }

  private mutating func range() -> SourceRange {
    last = last &+ number()
    return SourceRange(last, last &+ number())
  }

  private mutating func span() -> Inline.InlineSpan {
    let number = number()
    return Inline.InlineSpan.allCases.indices.contains(number) ? Inline.InlineSpan.allCases[number] : .emphasis
  }

  /// Where the bytes of a text are: in the file, or in the code.
  private struct CodedText {
    let isInSource: Bool
    let bytes: Range<Int>
  }

  private mutating func place(ofTextAt range: SourceRange) -> CodedText {
    let count = number()
    if count == 0 {
      let isInside = range.lower >= 0 && range.lower <= range.upper && range.upper <= code.source.count
      return CodedText(isInSource: true, bytes: isInside ? range.lower..<range.upper : 0..<0)
    }
    let end = min(position + max(0, count - 1), code.bytes.count)
    defer { position = end }
    return CodedText(isInSource: false, bytes: position..<end)
  }

  private mutating func text(at range: SourceRange) -> String {
    let place = place(ofTextAt: range)
    return String(decoding: (place.isInSource ? code.source : code.bytes)[place.bytes], as: UTF8.self)
  }

  private mutating func byte() -> UInt8 {
    guard position < code.bytes.count else { return 0 }
    position += 1
    return code.bytes[position - 1]
  }

  private mutating func number() -> Int {
    var value: UInt = 0
    var shift: UInt = 0
    while shift < 64 {
      let byte = byte()
      value |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
  }
}
