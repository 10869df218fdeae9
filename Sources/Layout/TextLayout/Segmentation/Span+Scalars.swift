extension Span<UInt8> {
  /// The scalar that begins at an index of valid UTF-8, and the number of its bytes. A malformed byte is U+FFFD.
  @inlinable @inline(__always)
  public func scalar(at index: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(self[index])
    if first < 0x80 { return (first, 1) }
    if first < 0xE0 {
      guard first >= 0xC2, index + 1 < count else { return (0xFFFD, 1) }
      return ((first & 0x1F) << 6 | UInt32(self[index + 1] & 0x3F), 2)
    }
    if first < 0xF0 {
      guard index + 2 < count else { return (0xFFFD, 1) }
      return ((first & 0xF) << 12 | UInt32(self[index + 1] & 0x3F) << 6 | UInt32(self[index + 2] & 0x3F), 3)
    }
    guard index + 3 < count else { return (0xFFFD, 1) }
    let upper = (first & 7) << 18 | UInt32(self[index + 1] & 0x3F) << 12
    return (upper | UInt32(self[index + 2] & 0x3F) << 6 | UInt32(self[index + 3] & 0x3F), 4)
  }
}
