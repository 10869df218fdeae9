/// Checks whether bytes are UTF-8, and whether they contain control characters above U+001F, in one pass.
///
/// Follows the Unicode standard, table 3-7 (well-formed UTF-8 byte sequences).
struct UTF8Check {
  private(set) var isValid = true
  /// True if the bytes contain a character from U+007F to U+009F, which XML allows and HTML does not.
  private(set) var hasControls = false

  /// - Complexity: O(bytes).
  init(_ bytes: Span<UInt8>) {
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] < 0x7F { offset = bytes.offsetOfNextBeyondText(from: offset) }
      offset = bytes.offset(behindPlainThrees: offset)
      offset = bytes.offset(behindPlainTwos: offset)
      if offset == bytes.count { return }
      if bytes[offset] < 0x7F { continue }
      if bytes[offset] == 0x7F {
        hasControls = true
        offset += 1
        continue
      }
      let length = bytes.lengthOfCharacter(at: offset)
      if length == 0 {
        isValid = false
        return
      }
      if bytes[offset] == 0xC2, bytes[offset + 1] < 0xA0 { hasControls = true }
      offset += length
    }
  }
}

extension Span<UInt8> {
  /// The offset of the next byte that is not ASCII, or is U+007F; the end if there is none.
  fileprivate func offsetOfNextBeyondText(from start: Int) -> Int {
    var offset = start
    while offset + 16 <= count, marks(in: word(at: offset)) | marks(in: word(at: offset + 8)) == 0 { offset += 16 }
    while offset + 8 <= count {
      let found = marks(in: word(at: offset))
      if found != 0 { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, self[offset] < 0x7F { offset += 1 }
    return offset
  }

  /// The offset after characters of three bytes whose first byte alone determines the allowed second bytes: most
  /// characters in East Asian texts.
  @inline(__always)
  fileprivate func offset(behindPlainThrees start: Int) -> Int {
    var offset = start
    while offset + 4 <= count {
      let word = UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
      // After E0 and ED the second byte is restricted further.
      guard word & 0x00C0_C0F0 == 0x0080_80E0, word & 0xFF != 0xE0, word & 0xFF != 0xED else { break }
      offset += 3
    }
    return offset
  }

  /// The offset after characters of two bytes and single spaces between them, up to one that may be a control.
  @inline(__always)
  fileprivate func offset(behindPlainTwos start: Int) -> Int {
    var offset = start
    while offset + 2 <= count {
      let pair = UInt16(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self))
      if pair & 0xC0E0 == 0x80C0, pair & 0x1F > 2 {
        offset += 2
      } else if pair & 0xFF == 0x20 {
        offset += 1
      } else {
        break
      }
    }
    return offset
  }

  /// The highest bits of the bytes of a word that are not ASCII, or are U+007F; only the lowest of these bits is
  /// reliable.
  @inline(__always)
  private func marks(in word: UInt64) -> UInt64 {
    // Adding one to 0x7F sets the highest bit; a carry comes only from bytes that are marked anyway.
    (word | (word &+ 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080
  }

  /// The number of bytes of a character beyond ASCII; 0 if it is not well-formed.
  @inline(__always)
  fileprivate func lengthOfCharacter(at start: Int) -> Int {
    let first = self[start]
    switch first {
    case 0xC2...0xDF: return isContinued(at: start, length: 2, second: 0x80...0xBF) ? 2 : 0
    case 0xE0: return isContinued(at: start, length: 3, second: 0xA0...0xBF) ? 3 : 0
    case 0xED: return isContinued(at: start, length: 3, second: 0x80...0x9F) ? 3 : 0
    case 0xE1...0xEF: return isContinued(at: start, length: 3, second: 0x80...0xBF) ? 3 : 0
    case 0xF0: return isContinued(at: start, length: 4, second: 0x90...0xBF) ? 4 : 0
    case 0xF1...0xF3: return isContinued(at: start, length: 4, second: 0x80...0xBF) ? 4 : 0
    case 0xF4: return isContinued(at: start, length: 4, second: 0x80...0x8F) ? 4 : 0
    default: return 0
    }
  }

  @inline(__always)
  private func isContinued(at start: Int, length: Int, second: ClosedRange<UInt8>) -> Bool {
    guard start + length <= count, second.contains(self[start + 1]) else { return false }
    for offset in start + 2..<start + length where self[offset] & 0xC0 != 0x80 { return false }
    return true
  }
}
