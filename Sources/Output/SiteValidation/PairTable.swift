/// Pairs of numbers, each identified by a number. A sequence is the pair of the sequence before its last number, and that
/// number.
struct PairTable: Sendable {
  /// At least twice as many as pairs, and a power of two.
  private var slots: [PairEntry?] = []
  private(set) var count = 0

  private struct PairEntry: Sendable {
    let first: Int32
    let second: Int32
    let number: Int32
  }

  func number(of first: Int32, _ second: Int32) -> Int32? {
    slots.isEmpty ? nil : slots[place(of: first, second)]?.number
  }

  /// The number of a pair, which is added if it is new.
  ///
  /// - Complexity: O(1), amortised.
  mutating func insert(_ first: Int32, _ second: Int32) -> (number: Int32, isNew: Bool) {
    if (count + 1) * 2 > slots.count { grow() }
    let place = place(of: first, second)
    if let entry = slots[place] { return (entry.number, false) }
    let number = Int32(clamping: count)
    slots[place] = PairEntry(first: first, second: second, number: number)
    count += 1
    return (number, true)
  }

  /// The place of a pair in `slots`, or the free one for it.
  private func place(of first: Int32, _ second: Int32) -> Int {
    let mask = slots.count - 1
    var place = hash(first, second) & mask
    while let entry = slots[place], entry.first != first || entry.second != second {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let known = slots
    slots = Array(repeating: nil, count: max(64, slots.count * 2))
    for case let entry? in known { slots[place(of: entry.first, entry.second)] = entry }
  }
}

private func hash(_ first: Int32, _ second: Int32) -> Int {
  let key = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
  let product = (key ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return Int(truncatingIfNeeded: product.high ^ product.low)
}
