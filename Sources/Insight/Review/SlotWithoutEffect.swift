import CardLayout
import Content
import Diagnostics
import Themes

extension ReviewedShelf {
  /// The findings of `slot-without-effect`: one for each slot of the shelf.
  func slotsWithoutEffect() -> [ReviewFinding] {
    theme.slots.slots.compactMap { slot -> ReviewFinding? in
      let having = cards.indices.filter { shows(slot, card: $0) }
      guard let first = having.first, !having.contains(where: { hasEffect(slot, card: $0) }) else { return nil }
      return ReviewFinding(
        .slotWithoutEffect(slot, cards[first].composed, shelf: self),
        cause: .anatomy(of: cards[first].composed, in: self), subject: settings.id, measure: name(of: slot))
    }
  }

  /// Returns whether the card would be shorter without the slot at any width. Least and greatest heights do not count:
  /// a card with more text shows the effect that they hide.
  private func hasEffect(_ slot: Slot, card: Int) -> Bool {
    let with = cards[card].without(nil)
    let without = cards[card].without(slot)
    return Set(variants.map { Circumstances($0.layout.cards[card], limits: limits(at: $0.step)) })
      .contains { each in
        with.measured(width: each.width, limits: each.limits, variant: each.variant, theme: theme).naturalHeight
          != without.measured(width: each.width, limits: each.limits, variant: each.variant, theme: theme).naturalHeight
      }
  }

  private struct Circumstances: Hashable {
    var width: Int
    var variant: Int
    var limits: CardLimits

    init(_ card: MeasuredCard, limits: CardLimits) {
      width = card.width
      variant = card.variant
      self.limits = limits
    }
  }

  private func shows(_ slot: Slot, card: Int) -> Bool {
    variants.contains { $0.layout.cards[card].slots.contains { $0.id == slot } }
  }
}

extension CardAnatomy {
  /// Returns whether a row has the slot beside the image.
  func hasImageBeside(_ slot: Slot) -> Bool { elements.contains { $0.hasImageBeside(slot) } }
}

extension CardAnatomy.AnatomyElement {
  // The reader of themes limits the depth, so the recursion is bounded.
  fileprivate func hasImageBeside(_ slot: Slot) -> Bool {
    if case .row = self, children.contains(where: { $0.has(.image) }), has(slot) { return true }
    return children.contains { $0.hasImageBeside(slot) }
  }

  private func has(_ slot: Slot) -> Bool {
    switch self {
    case .image: slot == .image
    case .text(let placement): placement.slot == slot
    case .row, .stack: children.contains { $0.has(slot) }
    }
  }
}
