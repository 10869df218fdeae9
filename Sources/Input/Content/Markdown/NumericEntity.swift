/// An entity that names a character by its number (CommonMark 0.30, 2.5): `&#35;`, `&#x23;`.
struct NumericEntity {
  let value: UInt32
  /// The offset after its semicolon.
  let end: Int

  /// Creates the entity; nil if there is none at the offset.
  init?(in bytes: [UInt8], at start: Int, upTo end: Int) {
    guard start + 2 < end, bytes[start] == UInt8(ascii: "&"), bytes[start + 1] == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = bytes[start + 2] | 0x20 == UInt8(ascii: "x")
    var offset = isHexadecimal ? start + 3 : start + 2
    var digits = 0
    var value: UInt32 = 0
    while digits < 8, offset < end, let digit = digit(bytes[offset]), isHexadecimal || digit < 10 {
      value = value &* (isHexadecimal ? 16 : 10) &+ digit
      digits += 1
      offset += 1
    }
    guard (1...(isHexadecimal ? 6 : 7)).contains(digits), offset < end, bytes[offset] == UInt8(ascii: ";") else {
      return nil
    }
    self.value = value
    self.end = offset + 1
  }
}

private func digit(_ byte: UInt8) -> UInt32? {
  switch byte {
  case 0x30...0x39: UInt32(byte - 0x30)
  case 0x41...0x46: UInt32(byte - 0x41 + 10)
  case 0x61...0x66: UInt32(byte - 0x61 + 10)
  default: nil
  }
}
