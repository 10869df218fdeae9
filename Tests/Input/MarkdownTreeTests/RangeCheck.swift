import Content
import Diagnostics

/// Compares the source at the ranges of a tree with the tree.
struct RangeCheck {
  private let source: SourceText
  private(set) var count = 0
  private(set) var faults: [String] = []

  init(of document: MarkdownDocument, in source: SourceText) {
    self.source = source
    check(document.blocks)
  }

  private mutating func check(_ blocks: [Block]) {
    for block in blocks {
      let text = source.text(in: block.range)
      let first = text.utf8.first ?? 0
      switch block.kind {
      case .paragraph(let content), .heading(_, let content):
        expect(content.isEmpty || !text.isEmpty, "paragraph or heading", text)
        check(content, in: block)
        // The lines of an HTML block have its range.
        if text.hasPrefix("<"), content.allSatisfy({ $0.range == block.range }) {
          let words = alphanumericRuns(of: plainText(of: content))
          expect(alphanumericRuns(of: text) == words, "block of HTML", text)
        }
      case .quote(let content):
        expect(first == UInt8(ascii: ">"), "quote", text)
        check(content)
      case .list(let list):
        let isMarker = list.start == nil ? "-+*".utf8.contains(first) : (0x30...0x39).contains(first)
        expect(isMarker, "list", text)
        for item in list.items { check(item) }
      case .code(_, let code):
        let words = alphanumericRuns(of: code)
        expect(Array(alphanumericRuns(of: text).suffix(words.count)) == words, "code", text)
      case .table(let table): for cell in table.rows.joined() { check(cell) }
      case .thematicBreak: expect("*-_".utf8.contains(first) && text.utf8.last == first, "thematic break", text)
      }
    }
  }

  private mutating func check(_ inlines: [Inline], in block: Block) {
    let isHTML = source.bytes[block.range.lower...].first == UInt8(ascii: "<")
    for inline in inlines {
      let text = source.text(in: inline.range)
      // The range of the block is used if an inline was not found, and the range of a tag for each of its lines.
      let isLost = inline.range == block.range && inlines.count > 1 && !text.utf8.contains(UInt8(ascii: "<"))
      expect(!isLost, "lost \(inline.kind)", text)
      expect(isHTML || stands(inline.kind, as: text), "\(inline.kind)", text)
      switch inline.kind {
      case .span(_, let content), .link(_, title: _, let content): check(content, in: block)
      default: break
      }
    }
  }

  private func stands(_ kind: Inline.InlineKind, as text: String) -> Bool {
    func isBetween(_ pairs: (String, String)...) -> Bool {
      pairs.contains { text.hasPrefix($0) && text.hasSuffix($1) }
    }
    switch kind {
    case .text(let shown):
      return text.utf8.contains { "&\\<![".utf8.contains($0) } ? !text.isEmpty : text == shown
    case .softBreak, .hardBreak: return text.utf8.last.map { $0 == 0x0A || $0 == 0x0D } == true || text.hasPrefix("<")
    case .wordBreak: return text.hasPrefix("<wbr")
    case .code: return isBetween(("`", "`"))
    case .span(.emphasis, _): return isBetween(("*", "*"), ("_", "_"), ("<", ">"))
    case .span(.strong, _): return isBetween(("**", "**"), ("__", "__"), ("<", ">"))
    case .span: return isBetween(("<", ">"))
    case .link: return isBetween(("[", "]"), ("[", ")"), ("<", ">"))
    case .image: return isBetween(("![", "]"), ("![", ")"))
    }
  }

  private mutating func expect(_ isRight: Bool, _ what: String, _ text: String) {
    count += 1
    if !isRight { faults.append("\(what) stands at \(text.debugDescription)") }
  }
}
