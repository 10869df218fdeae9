/// A hash table of distinct words, whose bytes are stored one after the other.
struct WordTable: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []
  private var hashes: [UInt64] = []
  private var slots = [Int32](repeating: -1, count: 1 << 12)

  var count: Int { ends.count }

  func range(of word: Int) -> Range<Int> { (word == 0 ? 0 : ends[word - 1])..<ends[word] }

  /// Inserts a word unless it is already there.
  mutating func insert(_ word: UnsafeBufferPointer<UInt8>) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (slots.count - 1)
    while slots[slot] >= 0 {
      let known = Int(slots[slot])
      if hashes[known] == hash, bytes[range(of: known)].elementsEqual(word) { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(ends.count)
    bytes.append(contentsOf: word)
    ends.append(bytes.count)
    hashes.append(hash)
    if ends.count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (word, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(word)
    }
  }
}
