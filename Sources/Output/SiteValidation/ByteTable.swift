/// Texts, each stored once and identified by a number, in a single block of memory.
///
/// Texts are equal only if their bytes are.
struct ByteTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  /// The number of the text with a hash; -1 is free. Twice as many as texts, and a power of two.
  private var slots: [Int32] = []

  var count: Int { ends.count - 1 }

  subscript(number: Int) -> ArraySlice<UInt8> { bytes[ends[number]..<ends[number + 1]] }

  func text(_ number: Int) -> String { self[number].text }

  /// - Complexity: O(text).
  func number(of text: Span<UInt8>) -> Int? {
    slots.isEmpty
      ? nil
      : {
        let slot = slot(of: text); return slots[slot] < 0 ? nil : Int(slots[slot])
      }()
  }

  func number(of text: ArraySlice<UInt8>) -> Int? { number(of: text.span) }

  /// The number of a text, which is added if it is new.
  ///
  /// - Complexity: O(text), amortised.
  mutating func insert(_ text: Span<UInt8>) -> (number: Int, isNew: Bool) {
    if (count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: text)
    if slots[slot] >= 0 { return (Int(slots[slot]), false) }
    let number = count
    slots[slot] = Int32(clamping: number)
    unsafe text.withUnsafeBufferPointer { text in unsafe bytes.append(contentsOf: text) }
    ends.append(bytes.count)
    return (number, true)
  }

  mutating func insert(_ text: ArraySlice<UInt8>) -> (number: Int, isNew: Bool) { insert(text.span) }

  @discardableResult
  mutating func insert(_ text: String) -> Int { insert(Array(text.utf8)[...]).number }

  func isEqual(_ number: Int, to text: Span<UInt8>) -> Bool {
    let start = ends[number]
    let count = ends[number + 1] - start
    guard count == text.count else { return false }
    let own = bytes.span
    for offset in 0..<count where own[start + offset] != text[offset] { return false }
    return true
  }

  /// The index of a text in `slots`, or of the free slot for it.
  private func slot(of text: Span<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = hash(text) & mask
    while slots[slot] >= 0, !isEqual(Int(slots[slot]), to: text) { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(32, slots.count * 2))
    let mask = slots.count - 1
    for number in 0..<count {
      var slot = hash(self[number].span) & mask
      while slots[slot] >= 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(clamping: number)
    }
  }
}

/// Reads eight bytes at a time, each mixed by a multiplication whose two halves both count: a page has hundreds of short
/// texts, and `Hasher` takes several times as long for each.
private func hash(_ text: Span<UInt8>) -> Int {
  let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  var state = seed ^ UInt64(truncatingIfNeeded: text.count)
  var offset = 0
  while offset < text.count {
    var word: UInt64 = 0
    if offset + 8 <= text.count {
      word = unsafe text.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    } else {
      for index in offset..<text.count { word = word << 8 | UInt64(text[index]) }
    }
    let product = (state ^ word).multipliedFullWidth(by: factor)
    state = product.high ^ product.low &+ seed
    offset += 8
  }
  let product = (state ^ seed).multipliedFullWidth(by: factor)
  return Int(truncatingIfNeeded: product.high ^ product.low)
}

/// Differs from run to run, so that nobody can construct texts with the same hash.
private let seed = UInt64.random(in: .min ... .max)
