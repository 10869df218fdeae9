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
      let start = bytes.startIndex
      let (scalar, length) = bytes.span.scalar(at: position - start)
      position += length
      return (position - length, scalar)
    }
  }
}
