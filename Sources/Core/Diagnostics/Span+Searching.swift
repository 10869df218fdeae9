extension Span<UInt8> {
  /// True if no byte is above 0x7F.
  package var isASCII: Bool {
    var index = 0
    while index + 8 <= count {
      if word(at: index) & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    while index < count {
      if self[index] >= 0x80 { return false }
      index += 1
    }
    return true
  }

  /// The first index of a byte from an index on.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let pattern = ones &* UInt64(byte)
    var index = start
    while index + 8 <= count {
      // The lowest top bit is that of the first byte that is equal; the ones above it may be wrong.
      let difference = word(at: index) ^ pattern
      let equal = (difference &- ones) & ~difference & tops
      if equal != 0 { return index + equal.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// The first index of a line feed or carriage return from an index on; the end if there is none.
  package func lineEnd(from start: Int) -> Int {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var index = start
    while index < count {
      if index + 8 <= count {
        let bytes = word(at: index)
        // Bytes below 0x0E. Sums stay inside their byte.
        let controls = ~((bytes & ~tops) &+ ones &* (0x80 - 0x0E) | bytes) & tops
        if controls == 0 {
          index += 8
          continue
        }
        index += controls.trailingZeroBitCount / 8
      }
      if self[index] == 0x0A || self[index] == 0x0D { return index }
      index += 1
    }
    return count
  }

  package func hasSuffix(_ text: StaticString) -> Bool {
    let start = count - text.utf8CodeUnitCount
    return start >= 0 && extracting(start...).hasPrefix(text)
  }

  /// Returns whether this comes before other bytes in the order of the bytes.
  package func precedes(_ other: Span<UInt8>) -> Bool {
    let common = Swift.min(count, other.count)
    var index = 0
    while index + 8 <= common, word(at: index) == other.word(at: index) { index += 8 }
    while index < common {
      if self[index] != other[index] { return self[index] < other[index] }
      index += 1
    }
    return count < other.count
  }

  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  package func isEqual(to text: StaticString) -> Bool { count == text.utf8CodeUnitCount && hasPrefix(text) }

  package func hasPrefix(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where self[index] != text.utf8Start[index] { return false }
    return true
  }

  /// Eight bytes, the first of them lowest. The last one must be inside the span.
  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
