extension Span<UInt8> {
  /// A whole number of few digits and the byte after it.
  func wholeNumber(at start: Int, before byte: UInt8) -> (number: Double, end: Int)? {
    guard let (number, end) = wholeNumber(at: start), end < count, self[end] == byte else { return nil }
    return (number, end + 1)
  }

  /// The end of a value that is written without spaces, escapes and fractions, as most are; nil for others and for what
  /// is no value.
  ///
  /// - Parameter room: objects and arrays that may be inside each other.
  func endOfPlainValue(from start: Int, room: Int) -> Int? {
    var position = start
    var depth = 0
    /// A bit for each object or array, set for objects.
    var objects: UInt64 = 0
    while position < count {
      let byte = self[position]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > room { return nil }
        position += 1
        let isObject = byte == UInt8(ascii: "{")
        objects = objects << 1 | (isObject ? 1 : 0)
        guard position < count else { return nil }
        if self[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { break }
        if isObject {
          guard let end = endOfPlainKey(from: position) else { return nil }
          position = end
        }
        continue
      case UInt8(ascii: "\""):
        position = endOfPlainText(from: position + 1) + 1
        guard position <= count, self[position - 1] == UInt8(ascii: "\"") else { return nil }
      case UInt8(ascii: "t") where hasText("true", at: position): position += 4
      case UInt8(ascii: "f") where hasText("false", at: position): position += 5
      default:
        guard let number = wholeNumber(at: position) else { return nil }
        position = number.end
      }
      while depth > 0 {
        guard position < count else { return nil }
        let isObject = objects & 1 == 1
        if self[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          position += 1
          depth -= 1
          objects >>= 1
        } else if self[position] == UInt8(ascii: ",") {
          position += 1
          if isObject {
            guard let end = endOfPlainKey(from: position) else { return nil }
            position = end
          }
          break
        } else {
          return nil
        }
      }
      if depth == 0 { return position }
    }
    return nil
  }

  /// The end of the colon after a key.
  private func endOfPlainKey(from start: Int) -> Int? {
    guard start < count, self[start] == UInt8(ascii: "\"") else { return nil }
    let end = endOfPlainText(from: start + 1)
    guard end + 1 < count, self[end] == UInt8(ascii: "\""), self[end + 1] == UInt8(ascii: ":") else { return nil }
    return end + 2
  }
}

extension [UInt8] {
  /// Whether the bytes from an offset on, as many as in a range, are those of the range; both lie inside.
  func holdsSame(at offset: Int, as range: Range<Int>) -> Bool {
    unsafe withUnsafeBytes { bytes in
      let a = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + range.count)])
      let b = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      // Eight bytes at a time: layouts are compared with those before, and most of a large layout is the same.
      var position = 0
      while position + 8 <= range.count {
        let own = unsafe a.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if unsafe own != b.loadUnaligned(fromByteOffset: position, as: UInt64.self) { return false }
        position += 8
      }
      while position < range.count {
        if unsafe a[position] != b[position] { return false }
        position += 1
      }
      return true
    }
  }
}
