import Geometry

/// Results for texts, looked up by their bytes and a number. A full table is emptied before the next entry, so that a
/// site whose texts are always new does not fill the memory with texts that occur once.
///
/// A dictionary would need twice as long to hash a text as all other work on a known word takes.
struct TextTable<Value> {
  private struct TextTableEntry {
    /// See `Span.head`.
    let head: UInt64
    let number: Int
    let start: Int32
    let count: Int32
  }

  private(set) var values: [Value] = []
  private var entries: [TextTableEntry] = []
  /// The concatenated bytes of the texts; as strings, composed and decomposed letters would be equal.
  private var bytes: [UInt8] = []
  /// Indices of entries, stored at their hash or at the first free slot after it. At most half of the slots are used.
  private var places = [OptionalIndex](repeating: OptionalIndex.none, count: 256)
  // Random seeds prevent authors from writing texts with the same hash.
  private let seeds = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
  private let mostTexts: Int

  /// - Parameter mostTexts: the capacity.
  init(mostTexts: Int) { self.mostTexts = mostTexts }

  /// The index in `values` of the result for a text.
  @inline(__always)
  func index(of text: Span<UInt8>, _ number: Int) -> Int? {
    let head = text.head
    let hash = hashValue(of: text, head: head, number)
    let (places, entries) = (places.span, entries.span)
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while let index = places[place].index {
      if entries[index].head == head, entries[index].number == number, holds(entries[index], text) { return index }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// - Precondition: there is no entry for the text.
  mutating func add(_ value: Value, for text: Span<UInt8>, _ number: Int) {
    if entries.count == mostTexts || bytes.count + text.count > Int32.max { self = TextTable(mostTexts: mostTexts) }
    let head = text.head
    entries.append(
      TextTableEntry(
        head: head, number: number, start: Int32(clamping: bytes.count), count: Int32(clamping: text.count)))
    unsafe text.withUnsafeBufferPointer { unsafe bytes += $0 }
    values.append(value)
    if entries.count * 2 > places.count {
      places = [OptionalIndex](repeating: OptionalIndex.none, count: places.count * 2)
      for index in entries.indices { put(index, hash: hashValue(of: entries[index])) }
    } else {
      put(entries.count - 1, hash: hashValue(of: text, head: head, number))
    }
  }

  private mutating func put(_ index: Int, hash: UInt64) {
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place].index != nil { place = (place + 1) & (places.count - 1) }
    places[place] = OptionalIndex(index)
  }

  /// The hash is not stored: it is only needed when the table grows.
  private func hashValue(of entry: TextTableEntry) -> UInt64 {
    let (start, end) = (Int(entry.start), Int(entry.start) + Int(entry.count))
    return hashValue(of: bytes.span.extracting(start..<end), head: entry.head, entry.number)
  }

  /// - Precondition: the heads are equal.
  @inline(__always)
  private func holds(_ entry: TextTableEntry, _ text: Span<UInt8>) -> Bool {
    Int(entry.count) == text.count && (text.count <= 8 || holdsRest(entry, text))
  }

  private func holdsRest(_ entry: TextTableEntry, _ text: Span<UInt8>) -> Bool {
    let (count, start) = (Int(entry.count), Int(entry.start))
    let (own, other) = unsafe (bytes.span.bytes, text.bytes)
    var offset = 8
    while true {
      // The last word may overlap the one before it.
      let at = min(offset, count - 8)
      let word = unsafe own.unsafeLoadUnaligned(fromByteOffset: start + at, as: UInt64.self)
      if unsafe word != other.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self) { return false }
      offset += 8
      if offset >= count { return true }
    }
  }

  /// Reads eight bytes at a time, and mixes each with a multiplication whose two halves both count.
  @inline(__always)
  private func hashValue(of text: Span<UInt8>, head: UInt64, _ number: Int) -> UInt64 {
    let product = (head ^ seeds.0).multipliedFullWidth(
      by: UInt64(truncatingIfNeeded: number &+ text.count << 48) ^ seeds.1)
    let state = product.high ^ product.low
    return text.count <= 8 ? state : hashValue(ofRestOf: text, state)
  }

  private func hashValue(ofRestOf text: Span<UInt8>, _ start: UInt64) -> UInt64 {
    var state = start
    var offset = 8
    while offset < text.count {
      let word = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: min(offset, text.count - 8), as: UInt64.self)
      let product = (state ^ word).multipliedFullWidth(by: seeds.0 | 1)
      state = product.high ^ product.low &+ seeds.1
      offset += 8
    }
    return state
  }
}
