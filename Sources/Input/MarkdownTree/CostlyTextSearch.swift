import Diagnostics

/// Finds the first text of a document that would take more than linear time, or much memory, to lay out.
struct CostlyTextSearch {
  private var texts: CostlyTextScan
  /// Checks text that is compared rather than shown.
  private var addresses: CostlyTextScan

  init(in source: SourceText) {
    texts = CostlyTextScan(of: source, length: source.bytes.count)
    addresses = CostlyTextScan(of: source, length: 0)
  }

  mutating func first(in blocks: [Block]) -> Diagnostic? {
    var found: Diagnostic?
    blocks.forEachLeaf { block in
      if found != nil { return }
      if case .code(let info, let text) = block.kind {
        texts.startParagraph(isCode: true)
        found = texts.finding(about: text, at: block.range) ?? finding(aboutAddress: info, at: block.range)
      } else {
        texts.startParagraph()
        block.inlines.forEachInline { found = found ?? finding(in: $0) }
      }
    }
    return found
  }

  private mutating func finding(in inline: Inline) -> Diagnostic? {
    switch inline.kind {
    case .text(let text), .code(let text): return texts.finding(about: text, at: inline.range)
    case .softBreak, .hardBreak, .wordBreak: return texts.finding(about: " ", at: inline.range)
    case .span: return nil
    case .link(let target, let title, _): return finding(aboutAddress: target.text + " " + title, at: inline.range)
    case .image(let target, let title, let alt):
      return texts.finding(about: alt, at: inline.range)
        ?? finding(aboutAddress: target.text + " " + title, at: inline.range)
    }
  }

  private mutating func finding(aboutAddress text: String, at range: SourceRange) -> Diagnostic? {
    addresses.startParagraph()
    return addresses.finding(about: text, at: range)
  }
}
