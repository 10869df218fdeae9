import Diagnostics

/// Finds the first text of a document that would take more than linear time, or much memory, to lay out.
struct CostlyTextSearch {
  private var scan: CostlyTextScan

  init(in source: SourceText) { scan = CostlyTextScan(of: source, length: source.bytes.count) }

  // The reader of Markdown bounds the depth of the tree, so recursion is bounded too.
  mutating func first(in blocks: [Block]) -> Diagnostic? {
    for block in blocks {
      scan.startParagraph()
      var found: Diagnostic?
      switch block.kind {
      case .paragraph(let content), .heading(_, let content):
        found = first(in: content) ?? firstAddress(in: content)
      case .quote(let children): found = first(in: children)
      case .list(let list):
        for item in list.items where found == nil { found = first(in: item) }
      case .code(let info, let text):
        found = scan.finding(about: text, at: block.range) ?? scan.finding(about: info, at: block.range)
      case .thematicBreak: break
      }
      if let found { return found }
    }
    return nil
  }

  private mutating func first(in inlines: [Inline]) -> Diagnostic? {
    for inline in inlines {
      let found =
        switch inline.kind {
        case .text(let text), .code(let text), .image(_, title: _, alt: let text):
          scan.finding(about: text, at: inline.range)
        case .span(_, let content), .link(_, title: _, let content): first(in: content)
        case .softBreak, .hardBreak, .wordBreak: scan.finding(about: " ", at: inline.range)
        }
      if let found { return found }
    }
    return nil
  }

  /// What is compared rather than shown.
  private mutating func firstAddress(in inlines: [Inline]) -> Diagnostic? {
    for inline in inlines {
      scan.startParagraph()
      let found: Diagnostic?
      switch inline.kind {
      case .link(let target, let title, let content):
        found =
          scan.finding(about: target.text + " " + title, at: inline.range) ?? firstAddress(in: content)
      case .image(let target, let title, alt: _):
        found = scan.finding(about: target.text + " " + title, at: inline.range)
      case .span(_, let content): found = firstAddress(in: content)
      default: found = nil
      }
      if let found { return found }
    }
    return nil
  }
}
