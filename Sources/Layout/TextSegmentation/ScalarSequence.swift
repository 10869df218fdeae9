/// The scalars of valid UTF-8 with the index of each one's first byte. Malformed bytes are returned as U+FFFD, one by
/// one.
public struct ScalarSequence: Sequence {
  @usableFromInline let bytes: ArraySlice<UInt8>

  @inlinable public init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  @inlinable public func makeIterator() -> Iterator { Iterator(bytes: bytes, position: bytes.startIndex) }

  public struct Iterator: IteratorProtocol {
    @usableFromInline let bytes: ArraySlice<UInt8>
    @usableFromInline var position: Int

    @usableFromInline init(bytes: ArraySlice<UInt8>, position: Int) {
      self.bytes = bytes
      self.position = position
    }

    @inlinable @inline(__always)
    public mutating func next() -> (offset: Int, scalar: UInt32)? {
      guard position < bytes.endIndex else { return nil }
      let first = bytes[position]
      guard first < 0x80 else { return nextBeyondASCII(startingWith: first) }
      position += 1
      return (position - 1, UInt32(first))
    }

    @inlinable
    mutating func nextBeyondASCII(startingWith first: UInt8) -> (offset: Int, scalar: UInt32) {
      let offset = position
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard first >= 0xC2, position + length <= bytes.endIndex else {
        position += 1
        return (offset, 0xFFFD)
      }
      position += length
      let second = UInt32(bytes[offset + 1] & 0x3F)
      if length == 2 { return (offset, UInt32(first & 0x1F) << 6 | second) }
      let third = second << 6 | UInt32(bytes[offset + 2] & 0x3F)
      if length == 3 { return (offset, UInt32(first & 0xF) << 12 | third) }
      return (offset, UInt32(first & 7) << 18 | third << 6 | UInt32(bytes[offset + 3] & 0x3F))
    }
  }
}
