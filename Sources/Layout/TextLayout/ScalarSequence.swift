/// The scalars of valid UTF-8 with the index of each one's first byte. Malformed bytes are returned as U+FFFD, one by
/// one.
struct ScalarSequence: Sequence {
  let bytes: ArraySlice<UInt8>

  func makeIterator() -> Iterator { Iterator(bytes: bytes, position: bytes.startIndex) }

  struct Iterator: IteratorProtocol {
    let bytes: ArraySlice<UInt8>
    var position: Int

    @inline(__always)
    mutating func next() -> (offset: Int, scalar: UInt32)? {
      guard position < bytes.endIndex else { return nil }
      let first = bytes[position]
      guard first < 0x80 else { return nextBeyondASCII(startingWith: first) }
      position += 1
      return (position - 1, UInt32(first))
    }

    private mutating func nextBeyondASCII(startingWith first: UInt8) -> (offset: Int, scalar: UInt32) {
      let offset = position
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard first >= 0xC2, position + length <= bytes.endIndex else {
        position += 1
        return (offset, 0xFFFD)
      }
      position += length
      var scalar = UInt32(first) & (0x7F >> UInt32(length))
      for index in offset + 1..<offset + length { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
      return (offset, scalar)
    }
  }
}
