import Diagnostics

/// Finds the first text of a document that would take more than linear time, or much memory, to lay out.
///
/// Keeps what is still to be looked at on a stack of its own, as every card passes here.
struct CostlyTextSearch {
  private enum Step {
    case blocks(ArraySlice<Block>)
    case inlines(ArraySlice<Inline>)
  }

  private var texts: CostlyTextScan
  /// Of what is compared rather than shown.
  private var addresses: CostlyTextScan
  private var steps: [Step] = []

  init(in source: SourceText) {
    texts = CostlyTextScan(of: source, length: source.bytes.count)
    addresses = CostlyTextScan(of: source, length: 0)
  }

  mutating func first(in blocks: [Block]) -> Diagnostic? {
    steps = [.blocks(blocks[...])]
    while let step = steps.popLast() {
      switch step {
      case .blocks(var rest):
        guard let block = rest.popFirst() else { continue }
        steps.append(.blocks(rest))
        if let found = first(in: block) { return found }
      case .inlines(var rest):
        guard let inline = rest.popFirst() else { continue }
        steps.append(.inlines(rest))
        if let found = first(in: inline) { return found }
      }
    }
    return nil
  }

  private mutating func first(in block: Block) -> Diagnostic? {
    switch block.kind {
    case .paragraph(let content), .heading(_, let content):
      texts.startParagraph()
      steps.append(.inlines(content[...]))
    case .quote(let children): steps.append(.blocks(children[...]))
    case .list(let list): steps += list.items.reversed().map { .blocks($0[...]) }
    case .code(let info, let text):
      texts.startParagraph(isCode: true)
      return texts.finding(about: text, at: block.range) ?? finding(aboutAddress: info, at: block.range)
    case .thematicBreak: break
    }
    return nil
  }

  private mutating func first(in inline: Inline) -> Diagnostic? {
    switch inline.kind {
    case .text(let text), .code(let text): return texts.finding(about: text, at: inline.range)
    case .softBreak, .hardBreak, .wordBreak: return texts.finding(about: " ", at: inline.range)
    case .span(_, let content): steps.append(.inlines(content[...]))
    case .link(let target, let title, let content):
      steps.append(.inlines(content[...]))
      return finding(aboutAddress: target.text + " " + title, at: inline.range)
    case .image(let target, let title, let alt):
      return texts.finding(about: alt, at: inline.range)
        ?? finding(aboutAddress: target.text + " " + title, at: inline.range)
    }
    return nil
  }

  private mutating func finding(aboutAddress text: String, at range: SourceRange) -> Diagnostic? {
    addresses.startParagraph()
    return addresses.finding(about: text, at: range)
  }
}
