/// Pairs of numbers, each identified by a number. A sequence is the pair of the sequence before its last number, and that
/// number.
struct PairTable: Sendable {
  private var slots: [PairEntry] = []
  private(set) var count = 0

  /// There are at least twice as many as pairs, and a power of two.
  private struct PairEntry: Sendable {
    var first: Int32 = 0
    var second: Int32 = 0
    /// -1 is free.
    var number: Int32 = -1
  }

  func number(of first: Int32, _ second: Int32) -> Int32? {
    if slots.isEmpty { return nil }
    let number = slots[place(of: first, second)].number
    return number < 0 ? nil : number
  }

  /// The number of a pair, which is added if it is new.
  ///
  /// - Complexity: O(1), amortised.
  mutating func insert(_ first: Int32, _ second: Int32) -> (number: Int32, isNew: Bool) {
    if (count + 1) * 2 > slots.count { grow() }
    let place = place(of: first, second)
    if slots[place].number >= 0 { return (slots[place].number, false) }
    let number = Int32(clamping: count)
    slots[place] = PairEntry(first: first, second: second, number: number)
    count += 1
    return (number, true)
  }

  private func place(of first: Int32, _ second: Int32) -> Int {
    let mask = slots.count - 1
    var place = hash(first, second) & mask
    while slots[place].number >= 0, slots[place].first != first || slots[place].second != second {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let known = slots
    slots = Array(repeating: PairEntry(), count: max(64, slots.count * 2))
    for slot in known where slot.number >= 0 { slots[place(of: slot.first, slot.second)] = slot }
  }
}

private func hash(_ first: Int32, _ second: Int32) -> Int {
  let key = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
  let product = (key ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return Int(truncatingIfNeeded: product.high ^ product.low)
}
