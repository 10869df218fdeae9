import Glibc

/// Bytes that are read eight at a time.
extension Span<UInt8> {
  /// The eight bytes at an offset, the first one lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8)
    return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The last bytes, fewer than eight, which differ where the bytes differ.
  @inline(__always)
  func lastWord(from offset: Int) -> UInt64 {
    if count >= 8 { return word(at: count - 8) }
    let rest = count - offset
    if rest >= 4 {
      let first = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let last = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return UInt64(UInt32(littleEndian: first)) | UInt64(UInt32(littleEndian: last)) << 32
    }
    // The first, the middle and the last of up to three bytes are all of the bytes.
    return UInt64(self[offset]) | UInt64(self[offset + rest / 2]) << 8 | UInt64(self[count - 1]) << 16
  }

  /// Returns whether the bytes are those of another span of the same length.
  @inline(__always)
  func hasEqualBytes(_ other: Span<UInt8>) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      if word(at: offset) != other.word(at: offset) { return false }
      offset += 8
    }
    return offset == count || lastWord(from: offset) == other.lastWord(from: offset)
  }

  /// Returns whether an ASCII byte is among the bytes: short texts are searched without a call.
  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      if word(at: offset).hasByte(byte) { return true }
      offset += 8
    }
    while offset < count {
      if self[offset] == byte { return true }
      offset += 1
    }
    return false
  }

  /// The offset of the next occurrence of a byte; the end if there is none.
  func offset(of byte: UInt8, from start: Int) -> Int {
    let rest = extracting(Swift.min(start, count)..<count)
    return unsafe rest.withUnsafeBufferPointer { rest -> Int in
      guard let base = rest.baseAddress, let found = unsafe memchr(base, Int32(byte), rest.count) else {
        return count
      }
      return unsafe count - rest.count + (UnsafeRawPointer(found) - UnsafeRawPointer(base))
    }
  }
}

extension UInt64 {
  /// Returns whether one of the eight bytes equals an ASCII byte.
  @inline(__always)
  fileprivate func hasByte(_ byte: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = self ^ ones &* UInt64(byte)
    // A borrow comes only from a byte that is zero itself.
    return (difference &- ones) & ~difference & ones << 7 != 0
  }
}
