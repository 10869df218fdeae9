public import Diagnostics

/// Reads the nodes of a document one after the other, in the order of the text and without a tree.
///
/// A container states its number of nodes, and they follow it.
public struct DocumentReader {
  public enum BlockNode {
    case paragraph(inlineCount: Int)
    case heading(level: Int, inlineCount: Int)
    case quote(blockCount: Int)
    /// See ``DocumentReader/nextItem()``.
    case list(start: Int?, isTight: Bool, itemCount: Int)
    case code(info: String, text: String)
    case thematicBreak
    /// The cells follow, row by row; see ``DocumentReader/nextItem()``.
    case table(columns: [Block.BlockTable.ColumnAlignment], hasHeader: Bool, rowCount: Int)
  }

  public enum InlineNode {
    /// A soft break is a space.
    case text(String)
    case hardBreak
    case wordBreak
    case code(String)
    case span(Inline.InlineSpan, inlineCount: Int)
    case link(LinkTarget, title: String, inlineCount: Int)
    case image(LinkTarget, title: String, alt: String, width: Int?)
  }

  let code: DocumentCode
  private var position = 0
  private var last = 0
  /// Memory for the bytes of texts that are joined.
  private var joined: [UInt8] = []

  public init(_ document: MarkdownDocument) { code = document.code }

  init(code: DocumentCode) { self.code = code }

  /// True at the end of the document.
  public var isAtEnd: Bool { position >= code.bytes.count }

  /// True if the next inline is an image.
  public var isAtImage: Bool { isAt(DocumentCode.CodeMark.image) }

  /// True if the next inline is a link.
  public var isAtLink: Bool { isAt(DocumentCode.CodeMark.link) }

  private func isAt(_ mark: UInt8) -> Bool { !isAtEnd && code.bytes[position] == mark }

  /// The next block, with its range.
  public mutating func nextBlock() -> (node: BlockNode, range: SourceRange) {
    let mark = byte()
    let range = range()
    switch mark {
    case DocumentCode.CodeMark.paragraph: return (.paragraph(inlineCount: count()), range)
    case DocumentCode.CodeMark.heading:
      let level = number()
      return (.heading(level: level, inlineCount: count()), range)
    case DocumentCode.CodeMark.quote: return (.quote(blockCount: count()), range)
    case DocumentCode.CodeMark.list:
      let flags = byte()
      let start = flags & 2 == 0 ? nil : number()
      return (.list(start: start, isTight: flags & 1 == 1, itemCount: count()), range)
    case DocumentCode.CodeMark.code:
      let info = text(at: range)
      return (.code(info: info, text: text(at: range)), range)
    case DocumentCode.CodeMark.table:
      let hasHeader = byte() == 1
      let columns = (0..<count()).map { _ in Block.BlockTable.ColumnAlignment(rawValue: byte()) ?? .start }
      return (.table(columns: columns, hasHeader: hasHeader, rowCount: count()), range)
    default: return (.thematicBreak, range)
    }
  }

  /// The number of blocks in the next item of a list, or in the next cell of a table.
  public mutating func nextItem() -> Int { count() }

  /// The next inline, with its range.
  public mutating func nextInline() -> (node: InlineNode, range: SourceRange) {
    let mark = byte()
    let range = range()
    switch mark {
    case DocumentCode.CodeMark.text: return (.text(text(at: range)), range)
    case DocumentCode.CodeMark.softBreak: return (.text(" "), range)
    case DocumentCode.CodeMark.hardBreak: return (.hardBreak, range)
    case DocumentCode.CodeMark.wordBreak: return (.wordBreak, range)
    case DocumentCode.CodeMark.codeSpan: return (.code(text(at: range)), range)
    case DocumentCode.CodeMark.span:
      let span = span()
      return (.span(span, inlineCount: count()), range)
    case DocumentCode.CodeMark.link:
      let target = target()
      let title = text(at: range)
      return (.link(target, title: title, inlineCount: count()), range)
    default:
      let target = target()
      let title = text(at: range)
      let alt = text(at: range)
      let width = number()
      return (.image(target, title: title, alt: alt, width: width > 0 ? width : nil), range)
    }
  }
}

// MARK: - Joined texts

extension DocumentReader {
  /// The next inline. Texts and soft breaks that follow each other are one text.
  ///
  /// - Parameter count: the number of inlines that are left in their container, which is reduced by those that are read.
  public mutating func nextInline(of count: inout Int) -> InlineNode {
    guard isAtText else {
      count -= 1
      return nextInline().node
    }
    let first = placeOfText(&count)
    if count == 0 || !isAtText { return .text(first.map { text(at: $0) } ?? " ") }
    joined.removeAll(keepingCapacity: true)
    join(first)
    while count > 0, isAtText { join(placeOfText(&count)) }
    // The parts are whole texts.
    return .text(unsafe String(copying: UTF8Span(unchecked: joined.span)))
  }

  /// True at a text or a soft break.
  private var isAtText: Bool { isAt(DocumentCode.CodeMark.text) || isAtSoftBreak }

  var isAtSoftBreak: Bool { isAt(DocumentCode.CodeMark.softBreak) }

  /// Skips a text or a soft break, and returns the location of the text.
  ///
  /// - Returns: nil for a soft break.
  private mutating func placeOfText(_ count: inout Int) -> CodedText? {
    count -= 1
    let mark = byte()
    let range = range()
    return mark == DocumentCode.CodeMark.softBreak ? nil : place(ofTextAt: range)
  }

  private mutating func join(_ place: CodedText?) {
    guard let place else { return joined.append(0x20) }
    let bytes = place.isInSource ? code.source : code.bytes
    let part = bytes.span.extracting(place.bytes)
    unsafe part.withUnsafeBufferPointer { part in unsafe joined.append(contentsOf: part) }
  }
}

// MARK: - Values

extension DocumentReader {
  mutating func target() -> LinkTarget {
    let kind = LinkTarget.LinkKind(rawValue: byte()) ?? .fragment
    return LinkTarget(kind: kind, text: text(at: SourceRange(0, 0)))
  }

  mutating func range() -> SourceRange {
    last = last &+ number()
    return SourceRange(last, last &+ number())
  }

  mutating func span() -> Inline.InlineSpan {
    let number = number()
    let spans = DocumentCode.spans
    return spans.indices.contains(number) ? spans[number] : .emphasis
  }

  /// The location of the bytes of a text: in the file, or in the code.
  struct CodedText {
    let isInSource: Bool
    let bytes: Range<Int>
  }

  mutating func place(ofTextAt range: SourceRange) -> CodedText {
    let count = number()
    if count == 0 {
      let isInside = range.lower >= 0 && range.lower <= range.upper && range.upper <= code.source.count
      return CodedText(isInSource: true, bytes: isInside ? range.lower..<range.upper : 0..<0)
    }
    let end = min(position + max(0, count - 1), code.bytes.count)
    defer { position = end }
    return CodedText(isInSource: false, bytes: position..<end)
  }

  private mutating func text(at range: SourceRange) -> String { text(at: place(ofTextAt: range)) }

  private func text(at place: CodedText) -> String {
    let bytes = place.isInSource ? code.source : code.bytes
    // The writer found the same bytes in a valid text.
    return unsafe String(copying: UTF8Span(unchecked: bytes.span.extracting(place.bytes)))
  }

  @inline(__always)
  mutating func byte() -> UInt8 {
    let index = position
    guard index < code.bytes.count else { return 0 }
    position = index &+ 1
    return code.bytes[index]
  }

  mutating func count() -> Int { max(0, number()) }

  /// Most numbers take one byte.
  @inline(__always)
  mutating func number() -> Int {
    let first = byte()
    return first < 0x80 ? Int(first >> 1) ^ (0 &- Int(first & 1)) : longNumber(first)
  }

  private mutating func longNumber(_ first: UInt8) -> Int {
    var value = UInt(first & 0x7F)
    var shift: UInt = 7
    while shift < 64 {
      let byte = byte()
      value |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
  }
}
