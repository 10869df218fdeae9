import CardLayout
import Content
import Diagnostics
import TextLayout
import Themes

extension ReviewedShelf {
  /// `text-cut`: one finding a card and slot.
  func textsCut() -> [ReviewFinding] {
    cards.indices.flatMap { index in
      theme.slots.readable.compactMap { slot -> ReviewFinding? in
        let losses = losses(of: slot, card: index)
        guard let most = losses.values.max() else { return nil }
        return ReviewFinding(
          .textCut(
            slot, losses: losses, names: StepNames(steps: steps), place: place(ofCut: slot, card: index), shelf: self,
            card: cards[index]),
          cause: .clamp(of: slot, card: index, in: self), subject: cards[index].composed.card.id,
          measure: "by \(most == 1 ? "1 character" : "\(most) characters")", weight: most)
      }
    }
  }

  /// How many characters do not show, by step; where the reader chooses columns, the most.
  func losses(of slot: Slot, card: Int) -> [Int: Int] {
    var losses: [Int: Int] = [:]
    for (step, layout) in variants {
      let loss = textLoss(of: slot, in: layout.cards[card], card: cards[card])
      if loss > 0 { losses[step.index] = max(loss, losses[step.index] ?? 0) }
    }
    return losses
  }

  /// Of a body, the first block that does not show whole.
  private func place(ofCut slot: Slot, card: Int) -> SourceRange? {
    let source = cards[card].composed.card
    guard slot == .body else { return source.place(of: slot) }
    let composed = cards[card].composed.body
    for (block, written) in zip(composed, source.body.blocks) {
      for (_, layout) in variants {
        let measured = layout.cards[card]
        let isCut = block.texts.contains { text in
          guard !cards[card].texts[text].isEmpty else { return false }
          return measured.texts[text]?.isTruncated ?? !measured.hiddenBlocks.isEmpty
        }
        if isCut || measured.hiddenBlocks.contains(block.number) { return written.range }
      }
    }
    return source.place(of: slot)
  }
}
