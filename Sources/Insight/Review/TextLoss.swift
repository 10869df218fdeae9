import CardLayout
import Content
import TextLayout

/// The number of characters of a slot that a clamp hides.
///
/// - Complexity: O(text of the slot) if it is cut.
func textLoss(of slot: Slot, in measured: MeasuredCard, card: PreparedCard) -> Int {
  var loss = 0
  for text in card.composed.texts(of: slot) {
    let prepared = card.texts[text]
    let end = prepared.bytes.count
    if let lines = measured.texts[text] {
      if let cut = lines.cut, cut < end { loss += prepared.readable(cut..<end).count }
    } else if !measured.hiddenBlocks.isEmpty {
      loss += prepared.readable(0..<end).count
    }
  }
  if slot == .body, !measured.hiddenBlocks.isEmpty {
    loss += card.composed.body.reduce(0) { $0 + hiddenCode(in: $1, hidden: measured.hiddenBlocks) }
  }
  return loss
}

/// The number of hidden characters of code, which is not among the texts: its lines are never broken.
// The reader of Markdown limits the depth of the tree, so the recursion is bounded.
private func hiddenCode(in block: BodyBlock, hidden: Set<Int>) -> Int {
  switch block.kind {
  case .code(_, let text, _): hidden.contains(block.number) ? text.count : 0
  case .quote, .list, .table: block.content.reduce(0) { $0 + hiddenCode(in: $1, hidden: hidden) }
  case .paragraph, .heading, .rule, .figure: 0
  }
}
