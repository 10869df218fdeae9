import Diagnostics

extension [Inline] {
  /// The beginning of a text, up to the end of a sentence if one is near enough, and to the end of a word otherwise.
  ///
  /// - Parameter most: the greatest number of characters.
  /// - Complexity: O(length)
  func beginning(most: Int) -> [Inline] {
    guard plainText(of: self, withImages: false).count > most else { return self }
    var cut = TextCut(room: most)
    return cut.beginning(of: self)
  }
}

/// Cuts a text at a number of characters.
private struct TextCut {
  /// The number of characters that still fit.
  var room: Int
  private var isDone = false

  init(room: Int) { self.room = room }

  mutating func beginning(of content: [Inline]) -> [Inline] {
    var kept: [Inline] = []
    for inline in content {
      if isDone { break }
      var shown = inline
      switch inline.kind {
      case .text(let text): shown.kind = .text(beginning(of: text))
      case .code(let text) where text.count > room:
        isDone = true
        shown.kind = .text("…")
      case .code(let text): room -= text.count
      case .softBreak, .hardBreak: room -= 1
      case .wordBreak, .image: break
      case .span(let span, let inner): shown.kind = .span(span, beginning(of: inner))
      case .link(let target, let title, let inner): shown.kind = .link(target, title: title, beginning(of: inner))
      }
      kept.append(shown)
    }
    return kept
  }

  private mutating func beginning(of text: String) -> String {
    let count = text.count
    guard count > room else {
      room -= count
      return text
    }
    isDone = true
    let part = text.prefix(max(0, room))
    if let end = part.lastIndex(where: { ".!?。！？؟".contains($0) }), case let next = part.index(after: end),
      next == part.endIndex || part[next].isWhitespace || !part[end].isASCII,
      part.distance(from: next, to: part.endIndex) < 120
    {
      return String(part[..<next])
    }
    let words = part.lastIndex(where: \.isWhitespace).map { part[..<$0] } ?? part
    return words + "…"
  }
}

extension [Block] {
  /// The number of lines that the blocks take, roughly, on a wide card.
  ///
  /// - Complexity: O(length)
  var roughLineCount: Int { reduce(0) { $0 + $1.roughLineCount } }
}

extension Block {
  private static let charactersOfLine = 67

  fileprivate var roughLineCount: Int {
    switch kind {
    case .paragraph(let content), .heading(_, let content):
      var breaks = 1
      var pictures = 0
      content.forEachInline { inline in
        switch inline.kind {
        case .hardBreak: breaks += 1
        case .image: pictures += 8
        default: break
        }
      }
      return pictures
        + Swift.max(
          breaks, plainText(of: content, withImages: false).unicodeScalars.count / Self.charactersOfLine + 1)
    case .quote, .list: return content.reduce(0) { $0 + $1.roughLineCount }
    case .table(let table):
      return table.rows.reduce(0) { $0 + ($1.map(\.roughLineCount).max() ?? 0) + 1 }
    case .code(_, let text): return text.utf8.count { $0 == 0x0A } + 1
    case .thematicBreak: return 1
    }
  }
}
