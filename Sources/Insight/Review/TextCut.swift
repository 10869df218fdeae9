import CardLayout
import Content
import Diagnostics
import TextLayout
import Themes

extension ReviewedShelf {
  /// The findings of `text-cut`: one for each card and slot.
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

  /// The number of hidden characters at each step; if the reader chooses columns, the greatest one.
  func losses(of slot: Slot, card: Int) -> [Int: Int] {
    var losses: [Int: Int] = [:]
    for (step, layout) in variants {
      let loss = textLoss(of: slot, in: layout.cards[card], card: cards[card])
      if loss > 0 { losses[step.index] = max(loss, losses[step.index] ?? 0) }
    }
    return losses
  }

  /// The range of the slot; in a body, of the first block that is not completely visible.
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
