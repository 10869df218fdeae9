public import Content
import Geometry
public import Themes

/// A slot that has less room than an empty box of it needs: browsers would make it larger than computed, or show
/// nothing of it.
public struct SlotShortage: Sendable, Hashable {
  public var slot: Slot
  /// The name of the anatomy in use.
  public var anatomy: String
  /// The slot's length in whole CSS pixels, and the least length that it needs; for an image without a height, its
  /// height.
  public var length: Int
  public var need: Int
  public var isHeight: Bool
  /// The width of the card.
  public var cardWidth: Int
}

extension PreparedCard {
  /// The slots of the card's layout that have no room; empty if the card itself has too little.
  ///
  /// - Complexity: O(slots).
  public func slotsWithoutRoom(in card: MeasuredCard, theme: Theme) -> [SlotShortage] {
    // Most cards have room for everything.
    let most = Pixels(2 * theme.tags.paddingInline + 1)
    let hasShortage = (0..<card.slotCount).contains {
      let frame = card.slot(at: $0).frame
      return frame.width < most || frame.height < Pixels(1)
    }
    if !hasShortage { return [] }
    let anatomy = composed.anatomy(card.variant)
    if card.width < anatomy.leastWidth { return [] }
    return card.slots.compactMap { slot in
      func shortage(_ length: Pixels, need: Int, isHeight: Bool = false) -> SlotShortage? {
        guard length < Pixels(need) else { return nil }
        return SlotShortage(
          slot: slot.id, anatomy: anatomy.name, length: length.roundedDown, need: need,
          isHeight: isHeight, cardWidth: card.width)
      }
      switch slot.id.kind {
      case .image:
        return shortage(slot.frame.width, need: 1) ?? shortage(slot.frame.height, need: 1, isHeight: true)
      case .tags: return slot.lineCount == 0 ? nil : shortage(slot.frame.width, need: 2 * theme.tags.paddingInline + 1)
      case .text, .markdown:
        return slot.lineCount == 0 ? nil : shortage(slot.frame.width, need: 1)
      }
    }
  }
}
