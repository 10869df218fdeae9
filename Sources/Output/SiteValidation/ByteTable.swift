/// Texts, each stored once and identified by a number, in a single block of memory.
///
/// Texts are equal only if their bytes are.
struct ByteTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  /// The slots of a hash table for the numbers of texts: at least twice as many as texts, and a power of two.
  private var slots: [ByteEntry?] = []

  /// The texts of up to eight bytes that were inserted last, indexed by a hash: most classes are among them.
  private var recent: [RecentText] = []

  private struct RecentText: Sendable {
    var word: UInt64 = 0
    /// The number of the text; nil if the slot is free.
    var number: Int32?
    var count: UInt8 = 0
  }

  private struct ByteEntry: Sendable {
    /// A part of the text's hash, so that most other texts are skipped without a comparison.
    let hash: UInt32
    let number: Int32
  }

  var count: Int { ends.count - 1 }

  /// The number of bytes of all texts.
  var byteCount: Int { bytes.count }

  subscript(number: Int) -> ArraySlice<UInt8> { bytes[ends[number]..<ends[number + 1]] }

  func text(_ number: Int) -> String { self[number].text }

  /// - Complexity: O(text).
  func number(of text: Span<UInt8>) -> Int? {
    if slots.isEmpty { return nil }
    guard let entry = slots[place(of: text, hash: hash(text))] else { return nil }
    return Int(entry.number)
  }

  func number(of text: ArraySlice<UInt8>) -> Int? { number(of: text.span) }

  /// Returns the number of a text, which is added if it is new.
  ///
  /// - Complexity: O(text), amortised.
  mutating func insert(_ text: Span<UInt8>) -> (number: Int, isNew: Bool) {
    if (count + 1) * 2 > slots.count { grow() }
    let hash = hash(text)
    let place = place(of: text, hash: hash)
    if let entry = slots[place] { return (Int(entry.number), false) }
    let number = count
    slots[place] = ByteEntry(hash: hash, number: Int32(clamping: number))
    unsafe text.withUnsafeBufferPointer { text in unsafe bytes.append(contentsOf: text) }
    ends.append(bytes.count)
    return (number, true)
  }

  mutating func insert(_ text: ArraySlice<UInt8>) -> (number: Int, isNew: Bool) { insert(text.span) }

  /// Returns the number of a text that is usually short and was probably inserted before.
  ///
  /// - Complexity: O(text), amortised.
  mutating func insertAgain(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    let text = bytes.span.extracting(range)
    guard text.count <= 8 else { return insert(text).number }
    if recent.isEmpty { recent = Array(repeating: RecentText(), count: 256) }
    // Texts of equal length with the same word are equal.
    let word = text.isEmpty ? 0 : text.lastWord(from: 0)
    let place = Int((word &* factor) >> 56)
    if recent[place].word == word, Int(recent[place].count) == text.count, let number = recent[place].number {
      return Int(number)
    }
    let number = insert(text).number
    recent[place] = RecentText(
      word: word, number: Int32(clamping: number), count: UInt8(truncatingIfNeeded: text.count))
    return number
  }

  @discardableResult
  mutating func insert(_ text: String) -> Int { insert(Array(text.utf8)[...]).number }

  func isEqual(_ number: Int, to text: Span<UInt8>) -> Bool {
    let start = ends[number]
    let count = ends[number + 1] - start
    return count == text.count && bytes.span.extracting(start..<start + count).hasEqualBytes(text)
  }

  /// The index of a text in `slots`, or of the free slot for it.
  private func place(of text: Span<UInt8>, hash: UInt32) -> Int {
    let mask = slots.count - 1
    var place = Int(hash) & mask
    while let entry = slots[place], entry.hash != hash || !isEqual(Int(entry.number), to: text) {
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() {
    let known = slots
    slots = Array(repeating: nil, count: max(32, slots.count * 2))
    let mask = slots.count - 1
    for case let entry? in known {
      var place = Int(entry.hash) & mask
      while slots[place] != nil { place = (place + 1) & mask }
      slots[place] = entry
    }
  }
}

extension ByteTable: ExpressibleByArrayLiteral {
  init(_ texts: [String]) { for text in texts { insert(text) } }

  init(arrayLiteral texts: String...) { self.init(texts) }
}

/// Mixes eight bytes at a time with a multiplication whose two halves both count: a page has hundreds of short texts,
/// and `Hasher` takes several times as long for each.
private func hash(_ text: Span<UInt8>) -> UInt32 {
  let count = text.count
  var state = seed ^ UInt64(truncatingIfNeeded: count)
  var offset = 0
  while offset + 8 <= count {
    state = mixed(state, text.word(at: offset))
    offset += 8
  }
  if offset < count { state = mixed(state, text.lastWord(from: offset)) }
  let product = (state ^ seed).multipliedFullWidth(by: factor)
  return UInt32(truncatingIfNeeded: product.high ^ product.low)
}

@inline(__always)
private func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
  let product = (state ^ word).multipliedFullWidth(by: factor)
  return product.high ^ product.low &+ seed
}

private let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

/// The seed differs from run to run, so that nobody can construct texts with the same hash.
private let seed = UInt64.random(in: .min ... .max)
