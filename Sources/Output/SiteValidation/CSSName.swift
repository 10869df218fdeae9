extension UInt8 {
  /// True if a name can contain this byte: CSS Syntax Module Level 3, section 4.2, and escapes.
  @inline(__always)
  var isInCSSName: Bool {
    // Hyphen and digits; letters, backslash and underscore.
    self >= 0x80 || isIn(0x03FF_2000_0000_0000, 0x07FF_FFFE_97FF_FFFE)
  }

  /// The same, but for a backslash.
  @inline(__always)
  var isPlainInCSSName: Bool { self >= 0x80 || isIn(0x03FF_2000_0000_0000, 0x07FF_FFFE_87FF_FFFE) }

  var startsCSSName: Bool {
    isASCIILetter || self >= 0x80 || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "\\")
  }
}

extension Span<UInt8> {
  /// Reads a name and decodes its escapes.
  ///
  /// - Returns: the end of the name; its expected start if there is none.
  func endOfCSSName(from start: Int, upTo end: Int, into name: inout [UInt8]) -> Int {
    var position = start
    while position < end, self[position].isInCSSName {
      if self[position] == UInt8(ascii: "\\") {
        let escape = endOfEscape(from: position, upTo: end, into: &name)
        if !escape.isText { break }
        position = escape.end
      } else {
        // What is not escaped is copied as a whole.
        let first = position
        repeat { position += 1 } while position < end && self[position].isPlainInCSSName
        unsafe extracting(first..<position).withUnsafeBufferPointer { part in unsafe name.append(contentsOf: part) }
      }
    }
    return position
  }

  /// Reads a backslash and the escaped character: CSS Syntax Module Level 3, section 4.3.7.
  ///
  /// - Returns: the end, and whether something is escaped; an escaped line end represents nothing.
  func endOfEscape(from start: Int, upTo end: Int, into text: inout [UInt8]) -> (end: Int, isText: Bool) {
    var position = start + 1
    guard position < end else { return (end, false) }
    var value: UInt32 = 0
    while position < end, position < start + 7, let digit = self[position].hexDigit {
      value = value * 16 + UInt32(digit)
      position += 1
    }
    if position == start + 1 {
      if self[position] == UInt8(ascii: "\n") { return (position + 1, false) }
      text.append(self[position])
      return (position + 1, true)
    }
    let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    text += Array(String(Character(scalar)).utf8)
    return (position < end && self[position].isSpace ? position + 1 : position, true)
  }

  /// A range without the spaces at both ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, self[lower].isSpace { lower += 1 }
    while lower < upper, self[upper - 1].isSpace { upper -= 1 }
    return lower..<upper
  }

  /// Returns whether a range is a text, in upper or lower case.
  ///
  /// - Parameter text: in lower case, of letters and hyphens.
  func isText(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    let start = unsafe text.utf8Start
    for offset in 0..<range.count {
      let byte = self[range.lowerBound + offset]
      if unsafe (byte.isASCIILetter ? byte | 0x20 : byte) != start[offset] { return false }
    }
    return true
  }

  /// Returns whether an ASCII text is at an offset.
  func hasText(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, length <= count - offset else { return false }
    let start = unsafe text.utf8Start
    for index in 0..<length where unsafe self[offset + index] != start[index] { return false }
    return true
  }
}
