extension Span<UInt8> {
  /// True if no byte is above 0x7F.
  package var isASCII: Bool {
    var index = 0
    while index + 8 <= count {
      if EightBytes(self, at: index).beyondASCII != 0 { return false }
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
    var index = start
    while index + 8 <= count {
      let equal = EightBytes(self, at: index).firstEqual(to: byte)
      if equal != 0 { return index + EightBytes.first(of: equal) }
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
    var index = start
    while index < count {
      if index + 8 <= count {
        let controls = EightBytes(self, at: index).ascii(below: 0x0E)
        if controls == 0 {
          index += 8
          continue
        }
        index += EightBytes.first(of: controls)
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

  /// Returns whether these bytes come before others in lexicographic order.
  package func precedes(_ other: Span<UInt8>) -> Bool {
    let common = Swift.min(count, other.count)
    var index = 0
    while index + 8 <= common, EightBytes(self, at: index).word == EightBytes(other, at: index).word { index += 8 }
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
}
