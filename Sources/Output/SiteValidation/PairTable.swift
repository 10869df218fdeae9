/// Pairs of numbers, each identified by a number. A sequence is the pair of the sequence before its last number, and that
/// number.
struct PairTable: Sendable {
  /// The slots of a hash table: at least twice as many as pairs, and a power of two.
  private var slots: [PairEntry] = []
  private(set) var count = 0

  private struct PairEntry: Sendable {
    var first: Int32 = 0
    /// The number of the pair plus 1; 0 if the slot is free.
    var place: UInt32 = 0
    var second: Int64 = 0
  }

  /// The number of a pair, which is added if it is new.
  ///
  /// - Complexity: O(1), amortised.
  mutating func insert(_ first: Int32, _ second: Int64) -> (number: Int32, isNew: Bool) {
    if (count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: first, second)
    let place = slots[slot].place
    if place > 0 { return (Int32(truncatingIfNeeded: place) - 1, false) }
    count += 1
    slots[slot] = PairEntry(first: first, place: UInt32(clamping: count), second: second)
    return (Int32(clamping: count - 1), true)
  }

  /// The index of the slot of a pair, or of the free one for it.
  @inline(__always)
  private func slot(of first: Int32, _ second: Int64) -> Int {
    let slots = slots.span
    var slot = hash(first, second) & (slots.count - 1)
    while slots[slot].place > 0, slots[slot].first != first || slots[slot].second != second {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let known = slots
    slots = Array(repeating: PairEntry(), count: max(64, slots.count * 2))
    for entry in known where entry.place > 0 { slots[slot(of: entry.first, entry.second)] = entry }
  }
}

@inline(__always)
private func hash(_ first: Int32, _ second: Int64) -> Int {
  let key = UInt64(bitPattern: second) ^ UInt64(UInt32(bitPattern: first)) &* 0xD6E8_FEB8_6659_FD93
  let product = key.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return Int(truncatingIfNeeded: product.high ^ product.low)
}
