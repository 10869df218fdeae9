/// Results for short texts, each at the one index that its bytes determine: a frequent text is found in a few steps,
/// and a rare one is overwritten. A text that is not here may be in a `TextTable`, which takes several times as long.
struct RecentTexts<Value> {
  private struct RecentEntry {
    var key: RecentKey
    var value: Value
  }

  /// A text of at most eight bytes, and a number.
  struct RecentKey: Equatable {
    fileprivate let head: UInt64
    fileprivate let number: UInt64

    /// Creates the key; nil for a longer text.
    ///
    /// - Parameters:
    ///   - number: a number below 2^48.
    ///   - edge: an offset in the text.
    @inline(__always)
    init?(_ text: Span<UInt8>, _ number: Int, edge: Int = 0) {
      guard text.count <= 8 else { return nil }
      head = text.head
      self.number = UInt64(truncatingIfNeeded: number << 8 | edge << 4 | text.count)
    }

    @inline(__always)
    fileprivate var place: Int {
      let product = (head ^ number << 16) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: product >> (64 - UInt64(placeBits)))
    }
  }

  private var entries: [RecentEntry?] = Array(repeating: nil, count: 1 << placeBits)

  @inline(__always)
  subscript(key: RecentKey) -> Value? {
    let entries = entries.span
    guard let entry = entries[key.place], entry.key == key else { return nil }
    return entry.value
  }

  mutating func keep(_ value: Value, for key: RecentKey) {
    entries[key.place] = RecentEntry(key: key, value: value)
  }
}

private let placeBits = 12

extension Span<UInt8> {
  /// The first eight bytes, or all of a shorter text: two texts of the same length and head are equal up to there.
  @inline(__always)
  var head: UInt64 {
    if count >= 8 { return unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self) }
    if count >= 4 {
      let first = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let last = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return UInt64(first) << 32 | UInt64(last)
    }
    if count == 0 { return 0 }
    return UInt64(self[0]) << 16 | UInt64(self[count / 2]) << 8 | UInt64(self[count - 1])
  }
}
