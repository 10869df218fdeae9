/// The texts of a card, by slot.
struct TextsBySlot: Sendable, Hashable {
  private struct SlotText: Sendable, Hashable {
    let slot: Slot
    var text: FieldText
  }

  // The texts in ascending order of slot. A card has two or three, and a search is faster than hashing.
  private var texts: [SlotText] = []

  subscript(slot: Slot) -> FieldText? {
    get {
      for index in texts.indices where texts[index].slot == slot { return texts[index].text }
      return nil
    }
    set {
      let place = texts.firstIndex { $0.slot == slot }
      switch (place, newValue) {
      case (let place?, let text?): texts[place].text = text
      case (let place?, nil): texts.remove(at: place)
      case (nil, let text?):
        // Most cards have no more than three.
        if texts.isEmpty { texts.reserveCapacity(3) }
        let next = texts.firstIndex { $0.slot.number > slot.number } ?? texts.count
        texts.insert(SlotText(slot: slot, text: text), at: next)
      case (nil, nil): break
      }
    }
  }
}
