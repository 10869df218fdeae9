/// A text with some of its bytes as `%XX` (RFC 3986, section 2.1).
///
/// - Parameter isEncoded: called once for each byte, in order.
public func percentEncoded(_ text: String, where isEncoded: (UInt8) -> Bool) -> String {
  let text = text.utf8
  guard let first = text.firstIndex(where: isEncoded) else { return String(text) }
  var bytes = Array(text[..<first])
  let digits: StaticString = "0123456789ABCDEF"
  func digit(_ value: UInt8) -> UInt8 { digits.withUTF8Buffer { $0[Int(value)] } }
  for (offset, byte) in text[first...].enumerated() {
    if offset == 0 || isEncoded(byte) {
      bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// A path with all bytes as `%XX` that are neither unreserved (RFC 3986, section 2.3) nor slashes.
///
/// - Parameter others: ASCII characters that are kept too.
public func percentEncoded(path: String, keeping others: String = "") -> String {
  percentEncoded(path) { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      false
    default: !"-._~/".utf8.contains(byte) && !others.utf8.contains(byte)
    }
  }
}

/// The bytes of a percent-encoded text; nil if an escape is incomplete, not hexadecimal or not allowed.
///
/// - Parameter isAllowed: returns whether an escape may represent a byte.
public func percentDecoded(
  _ text: some Sequence<UInt8>, where isAllowed: (UInt8) -> Bool = { _ in true }
) -> [UInt8]? {
  var bytes: [UInt8] = []
  var rest = text.makeIterator()
  func digit() -> UInt8? { rest.next().flatMap { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) } }
  while let byte = rest.next() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let high = digit(), let low = digit(), isAllowed(high << 4 | low) else { return nil }
    bytes.append(high << 4 | low)
  }
  return bytes
}
