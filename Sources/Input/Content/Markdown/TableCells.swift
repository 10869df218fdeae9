import Diagnostics

/// The cells of the tables of a text, as the paragraphs of a text of their own: what a cell begins ends in it.
struct TableCells {
  private let source: SourceText
  private let survey: TextSurvey
  private var bytes: [UInt8] = []
  /// The places of the bytes in the source.
  private var pieces: [SourceOrigin.OriginPiece] = []
  private var cells: [SourceRange] = []
  private var mayHaveReferences = false

  fileprivate static let bar = "| "

  init(of source: SourceText, _ survey: TextSurvey) {
    self.source = source
    self.survey = survey
  }

  mutating func add(_ cell: SourceRange) {
    if cell.upper == cell.lower { return }
    cells.append(cell)
    // The bar makes a paragraph of everything: `- ` and `#` in a cell are text.
    bytes += Self.bar.utf8
    append(cell)
    bytes += "\n\n".utf8
  }

  /// GFM removes the backslashes before bars first, in code too.
  private mutating func append(_ range: SourceRange) {
    var start = range.lower
    func place(_ end: Int) -> SourceOrigin.OriginPiece {
      SourceOrigin.OriginPiece(start: bytes.count, place: start, length: end - start)
    }
    for offset in range.lower..<range.upper {
      guard source.bytes[offset] == UInt8(ascii: "\\"), offset + 1 < range.upper,
        source.bytes[offset + 1] == UInt8(ascii: "|")
      else { continue }
      pieces.append(place(offset))
      bytes += source.bytes[start..<offset]
      start = offset + 1
    }
    pieces.append(place(range.upper))
    bytes += source.bytes[start..<range.upper]
    if source.bytes[range.lower..<range.upper].contains(UInt8(ascii: "[")) { mayHaveReferences = true }
  }

  /// The content of each cell that is not empty, by the offset of the cell.
  ///
  /// - Parameter read: reads a text as blocks.
  mutating func contents(read: (SourceText) -> [Block]) -> [Int: [Inline]] {
    if mayHaveReferences { appendDefinitions() }
    if cells.isEmpty { return [:] }
    let part = SourcePart(bytes, pieces: pieces, of: source)
    var contents: [Int: [Inline]] = [:]
    for (cell, block) in zip(cells, read(part.text)) {
      guard case .paragraph(let content) = block.kind else { continue }
      contents[cell.lower] = content.withoutBar.map { $0.moved(by: part.origin) }
    }
    return contents
  }

  /// Appends the lines that may define the targets of links (CommonMark 0.30, section 4.7).
  private mutating func appendDefinitions() {
    for line in survey.lines {
      let text = source.bytes[startOfText(in: line, of: source.bytes)..<line.upper]
      guard text.first == UInt8(ascii: "["), text.firstRange(of: "]:".utf8) != nil else { continue }
      append(SourceRange(text.startIndex, text.endIndex))
      bytes += "\n\n".utf8
    }
  }
}

extension [Inline] {
  /// The content of a cell without the bar before it.
  fileprivate var withoutBar: [Inline] {
    guard let first, case .text(let text) = first.kind, text.hasPrefix(TableCells.bar) else { return self }
    let rest = String(text.dropFirst(TableCells.bar.count))
    let range = SourceRange(first.range.lower + TableCells.bar.utf8.count, first.range.upper)
    return (rest.isEmpty ? [] : [Inline(.text(rest), range: range)]) + dropFirst()
  }
}

extension Block {
  /// The block at its place in the text of which its own text is a part.
  func moved(by origin: SourceOrigin) -> Block {
    var moved = mapContent { $0.map { $0.moved(by: origin) } }
    moved.range = origin.place(of: range)
    switch moved.kind {
    case .paragraph(let content): moved.kind = .paragraph(content.map { $0.moved(by: origin) })
    case .heading(let level, let content):
      moved.kind = .heading(level: level, content.map { $0.moved(by: origin) })
    case .quote, .list, .table, .code, .thematicBreak: break
    }
    return moved
  }
}

extension Inline {
  /// The inline at its place in the text of which its own text is a part.
  fileprivate func moved(by origin: SourceOrigin) -> Inline {
    var moved = Inline(kind, range: origin.place(of: range))
    switch kind {
    case .span(let span, let content): moved.kind = .span(span, content.map { $0.moved(by: origin) })
    case .link(let target, let title, let content):
      moved.kind = .link(target, title: title, content.map { $0.moved(by: origin) })
    case .text, .softBreak, .hardBreak, .wordBreak, .code, .image: break
    }
    return moved
  }
}
