/// What is known of pieces of text, found by their bytes and a number. A full table is emptied before it takes more, so that
/// a site of ever new texts does not fill the memory with what comes once.
///
/// A dictionary would hash each text twice as long as all else that is done with a known word.
struct TextTable<Value> {
  private struct TextTableEntry {
    let hash: UInt64
    let number: Int
    let start: Int
    let count: Int
  }

  private(set) var values: [Value] = []
  private var entries: [TextTableEntry] = []
  /// The texts, one behind the other: bytes, since as strings composed and decomposed letters would be the same.
  private var bytes: [UInt8] = []
  /// Numbers of entries by their hash, each at the first free place from there on; -1 where there is none. At most half are
  /// taken.
  private var places = [Int32](repeating: -1, count: 256)
  // Others' texts must not be able to meet in one place.
  private let seed = UInt64.random(in: .min ... .max)
  private let mostTexts: Int

  /// - Parameter mostTexts: how many it holds.
  init(mostTexts: Int) { self.mostTexts = mostTexts }

  /// The place in `values` of what is known of a text.
  func index(of text: ArraySlice<UInt8>, _ number: Int) -> Int? {
    text.withUnsafeBytes { index(of: $0, number) }
  }

  func index(of text: UnsafeRawBufferPointer, _ number: Int) -> Int? {
    let hash = hashValue(of: text, number)
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] >= 0 {
      let index = Int(places[place])
      let entry = entries[index]
      if entry.hash == hash, entry.number == number, holds(entry, text) { return index }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// - Precondition: nothing is known of the text.
  mutating func add(_ value: Value, for text: ArraySlice<UInt8>, _ number: Int) {
    text.withUnsafeBytes { add(value, for: $0, number) }
  }

  mutating func add(_ value: Value, for text: UnsafeRawBufferPointer, _ number: Int) {
    if entries.count == mostTexts { self = TextTable(mostTexts: mostTexts) }
    let hash = hashValue(of: text, number)
    entries.append(TextTableEntry(hash: hash, number: number, start: bytes.count, count: text.count))
    bytes += text
    values.append(value)
    if entries.count * 2 > places.count {
      places = [Int32](repeating: -1, count: places.count * 2)
      for index in entries.indices { put(index) }
    } else {
      put(entries.count - 1)
    }
  }

  private mutating func put(_ index: Int) {
    var place = Int(truncatingIfNeeded: entries[index].hash) & (places.count - 1)
    while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
    places[place] = Int32(clamping: index)
  }

  private func holds(_ entry: TextTableEntry, _ text: UnsafeRawBufferPointer) -> Bool {
    entry.count == text.count
      && bytes.withUnsafeBytes { bytes in
        (0..<entry.count).allSatisfy { bytes[entry.start + $0] == text[$0] }
      }
  }

  /// Eight bytes at a time, each mixed by a multiplication of which both halves count.
  private func hashValue(of text: UnsafeRawBufferPointer, _ number: Int) -> UInt64 {
    var state = seed ^ UInt64(truncatingIfNeeded: number)
    func mix(_ word: UInt64) {
      let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      state = product.high ^ product.low &+ seed
    }
    var offset = 0
    while offset + 8 <= text.count {
      mix(text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest = UInt64(text.count) << 56
    for index in offset..<text.count { rest |= UInt64(text[index]) << UInt64(8 * (index - offset)) }
    mix(rest)
    mix(seed)
    return state
  }
}
