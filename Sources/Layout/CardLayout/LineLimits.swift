import Content

/// The greatest numbers of lines of slots with one text, stored inline, because every layout of a card has a copy.
struct LineLimits: Sendable, Hashable {
  /// The limits, indexed by slot number; 0 is unlimited, because a limit is at least 1.
  private var most = InlineArray<32, UInt16>(repeating: 0)

  subscript(slot: Slot) -> Int? {
    get { most[slot.number] == 0 ? nil : Int(most[slot.number]) }
    set { most[slot.number] = newValue.map { UInt16(clamping: $0) } ?? 0 }
  }

  static func == (a: LineLimits, b: LineLimits) -> Bool { a.most.indices.allSatisfy { a.most[$0] == b.most[$0] } }

  func hash(into hasher: inout Hasher) { for index in most.indices { hasher.combine(most[index]) } }
}
