import Diagnostics

/// A note as Python-Markdown and MkDocs write it, whose text is indented:
///
///     !!! tip "Title"
///         Text
struct IndentedNote {
  let title: Block
  /// The text in the lines below the title, without a blank line between them.
  let text: [Inline]

  /// - Parameter content: a paragraph.
  init?(_ content: [Inline], at range: SourceRange, in source: SourceText) {
    guard let first = content.first, let bytes = first.written(in: source),
      let sign = ["!!! ", "??? ", "???+ "].first(where: { bytes.starts(with: $0.utf8) })
    else { return nil }
    let written = String(decoding: bytes.dropFirst(sign.utf8.count), as: UTF8.self)
    let name = written.prefix { $0.isLetter || $0 == "-" }.lowercased()
    guard NoteTitle.names.contains(name) else { return nil }
    let line = content.prefix { $0.kind != .softBreak && $0.kind != .hardBreak }
    let words = plainText(of: Array(line)).split(separator: "\"", omittingEmptySubsequences: false)
    let shown = words.count > 2 && !words[1].isEmpty ? String(words[1]) : NoteTitle.usual(name)
    title = NoteTitle.block([Inline(.text(shown), range: first.range)], at: range)
    text = Array(content.dropFirst(line.count + 1))
  }
}

extension SourcePart {
  /// The Markdown in an indented block.
  ///
  /// - Complexity: O(length)
  init(indented block: SourceRange, of source: SourceText) {
    var bytes: [UInt8] = []
    var pieces: [SourceOrigin.OriginPiece] = []
    var start = block.lower
    var isFirst = true
    while start < block.upper {
      let end = source.bytes[start..<block.upper].firstIndex(of: 0x0A).map { $0 + 1 } ?? block.upper
      let indent = isFirst ? 0 : source.bytes[start..<end].prefix(4).prefix { $0 == 0x20 }.count
      pieces.append(SourceOrigin.OriginPiece(start: bytes.count, place: start + indent, length: end - start - indent))
      bytes += source.bytes[start + indent..<end]
      (start, isFirst) = (end, false)
    }
    self.init(bytes, pieces: pieces, of: source)
  }
}
