/// Results for texts, found by their bytes and a number. A full table is emptied before the next entry, so that a site
/// with ever new texts does not fill the memory with texts that occur once.
///
/// A dictionary would take twice as long to hash a text as all other work on a known word.
struct TextTable<Value> {
  private struct TextTableEntry {
    let hash: UInt64
    let number: Int
    let start: Int
    let count: Int
  }

  private(set) var values: [Value] = []
  private var entries: [TextTableEntry] = []
  /// The concatenated bytes of the texts; as strings, composed and decomposed letters would be equal.
  private var bytes: [UInt8] = []
  /// Indices of entries by their hash, each at the first free slot from there on; -1 if there is none. At most half are
  /// used.
  private var places = [Int32](repeating: -1, count: 256)
  // Keeps authors from making texts with the same hash.
  private let seed = UInt64.random(in: .min ... .max)
  private let mostTexts: Int

  /// - Parameter mostTexts: the capacity.
  init(mostTexts: Int) { self.mostTexts = mostTexts }

  /// The index in `values` of the result for a text.
  func index(of text: Span<UInt8>, _ number: Int) -> Int? {
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

  /// - Precondition: there is no entry for the text.
  mutating func add(_ value: Value, for text: Span<UInt8>, _ number: Int) {
    if entries.count == mostTexts { self = TextTable(mostTexts: mostTexts) }
    let hash = hashValue(of: text, number)
    entries.append(TextTableEntry(hash: hash, number: number, start: bytes.count, count: text.count))
    text.withUnsafeBufferPointer { bytes += $0 }
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

  private func holds(_ entry: TextTableEntry, _ text: Span<UInt8>) -> Bool {
    guard entry.count == text.count else { return false }
    let own = bytes.span.bytes
    var offset = 0
    while offset + 8 <= text.count {
      let word = own.unsafeLoadUnaligned(fromByteOffset: entry.start + offset, as: UInt64.self)
      if word != text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < text.count {
      if own.unsafeLoad(fromByteOffset: entry.start + offset, as: UInt8.self) != text[offset] { return false }
      offset += 1
    }
    return true
  }

  /// Reads eight bytes at a time, each mixed by a multiplication whose two halves both count.
  private func hashValue(of text: Span<UInt8>, _ number: Int) -> UInt64 {
    var state = seed ^ UInt64(truncatingIfNeeded: number)
    func mix(_ word: UInt64) {
      let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      state = product.high ^ product.low &+ seed
    }
    let (bytes, count) = (text.bytes, text.count)
    var offset = 0
    while offset + 8 <= count {
      mix(bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    // The rest, with bytes before it where there are some.
    if offset < count {
      if count >= 8 {
        mix(bytes.unsafeLoadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      } else if count >= 4 {
        let first = bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self)
        let last = bytes.unsafeLoadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        mix(UInt64(first) << 32 | UInt64(last))
      } else {
        mix(UInt64(text[0]) << 16 | UInt64(text[count / 2]) << 8 | UInt64(text[count - 1]))
      }
    }
    mix(seed ^ UInt64(truncatingIfNeeded: count))
    return state
  }
}
