import CardLayout
import Content
import Geometry
import Pages

/// A difference inside a card, regardless of its frame.
enum CardFact: Hashable {
  case added(RecordedSlot)
  case removed(RecordedSlot)
  case lines(RecordedSlot, before: Int, after: Int)
  case cut(RecordedSlot)
  case whole(RecordedSlot)
  /// The height of content other than text: an image, or a body with figures.
  case height(RecordedSlot, before: Pixels, after: Pixels)
  case tags(before: Tags, after: Tags)
  case variant(before: String, after: String)
  /// The card is larger or smaller without a reason in its slots, but its file changed.
  case own

  struct Tags: Hashable {
    var rows: Int
    var shown: Int
    var hidden: Int
  }

  var slot: RecordedSlot? {
    switch self {
    case .added(let slot), .removed(let slot), .cut(let slot), .whole(let slot): slot
    case .lines(let slot, _, _), .height(let slot, _, _): slot
    case .tags: .tags
    case .variant, .own: nil
    }
  }
}

/// A card at one step, before and after, if it differs.
struct CardDelta {
  /// The index among the pairs of its shelf.
  let pair: Int
  let before: CardRun
  let after: CardRun
  let facts: [CardFact]
  let isResized: Bool
  let isMoved: Bool

  /// Compares the card; nil if both sides are the same, or nearly.
  init?(pair: Int, _ before: CardRun, _ after: CardRun, tolerance: Pixels) {
    if before.isSame(as: after) { return nil }
    let differs = { (a: Pixels, b: Pixels) in (a - b).sixtyFourths.magnitude > tolerance.sixtyFourths.magnitude }
    self.pair = pair
    self.before = before
    self.after = after
    facts = cardFacts(before, after, differs: differs)
    isResized = differs(before.frame.width, after.frame.width) || differs(before.frame.height, after.frame.height)
    isMoved = differs(before.frame.x, after.frame.x) || differs(before.frame.y, after.frame.y)
    let slotsDiffer =
      before.slots != after.slots
      && zip(before.slots, after.slots).contains { a, b in
        differs(a.frame.x, b.frame.x) || differs(a.frame.y, b.frame.y) || differs(a.frame.width, b.frame.width)
          || differs(a.frame.height, b.frame.height)
      }
    if facts.isEmpty, !isResized, !isMoved, !slotsDiffer { return nil }
  }
}

private func cardFacts(
  _ before: CardRun, _ after: CardRun, differs: (Pixels, Pixels) -> Bool
) -> [CardFact] {
  if before.variant == after.variant, before.slots == after.slots { return [] }
  var facts: [CardFact] = []
  if before.variant != after.variant {
    facts.append(.variant(before: before.variant ?? "none", after: after.variant ?? "none"))
  }
  for slot in slots(of: before, after) {
    let old = before.slots.first { $0.slot == slot }
    let new = after.slots.first { $0.slot == slot }
    switch (old, new) {
    case (nil, nil): break
    case (nil, .some): facts.append(.added(slot))
    case (.some, nil): facts.append(.removed(slot))
    case (let old?, let new?): facts += slotFacts(old, new, differs: differs)
    }
  }
  return facts
}

/// The slots of both sides: those that every theme has, in their order, and then those that themes add, by name.
private func slots(of before: CardRun, _ after: CardRun) -> [RecordedSlot] {
  let own = Set((before.slots + after.slots).map(\.slot)).subtracting(standardSlots)
  return own.isEmpty ? standardSlots : standardSlots + own.sorted { $0.name < $1.name }
}

private let standardSlots = SlotTable.standard.names.map { RecordedSlot($0) }

private func slotFacts(_ old: SlotRecord, _ new: SlotRecord, differs: (Pixels, Pixels) -> Bool) -> [CardFact] {
  if old == new { return [] }
  switch old.slot.kind {
  case .tags:
    let before = CardFact.Tags(rows: old.lines, shown: old.shown, hidden: old.hidden)
    let after = CardFact.Tags(rows: new.lines, shown: new.shown, hidden: new.hidden)
    return before == after ? [] : [.tags(before: before, after: after)]
  case .image:
    // An image that is as wide as before has a different ratio.
    return differs(old.frame.height, new.frame.height) && !differs(old.frame.width, new.frame.width)
      ? [.height(.image, before: old.frame.height, after: new.frame.height)] : []
  case .text, .markdown:
    var facts: [CardFact] = []
    if old.lines != new.lines { facts.append(.lines(old.slot, before: old.lines, after: new.lines)) }
    if old.isTruncated != new.isTruncated { facts.append(new.isTruncated ? .cut(old.slot) : .whole(old.slot)) }
    // Other slots may be level with those of their neighbours.
    if facts.isEmpty, old.slot == .body, differs(old.frame.height, new.frame.height) {
      facts.append(.height(.body, before: old.frame.height, after: new.frame.height))
    }
    return facts
  }
}
