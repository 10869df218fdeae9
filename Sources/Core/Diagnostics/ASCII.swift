extension UInt8 {
  package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// The lower-case form of an ASCII letter; any other byte is unchanged.
  package var lowercasedASCII: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

  /// Space, tab, line feed, form feed, carriage return.
  package var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }

  /// Returns whether the byte is in a set of ASCII characters, in a few instructions.
  ///
  /// - Parameters:
  ///   - low: one bit for each character up to U+003F.
  ///   - high: one bit for each character from U+0040 on.
  @inline(__always)
  package func isIn(_ low: UInt64, _ high: UInt64) -> Bool {
    self < 0x80 && (self & 0x40 == 0 ? low : high) >> UInt64(self & 0x3F) & 1 != 0
  }

  /// The value of a hexadecimal digit, 0 to 15.
  package var hexDigit: UInt8? {
    if isASCIIDigit { return self - UInt8(ascii: "0") }
    let letter = self | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) ? letter - UInt8(ascii: "a") + 10 : nil
  }
}
