/// Encodes bytes as Base64 (RFC 4648, section 4).
public func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var word: UInt32 = 0
    for byte in group { word = word << 8 | UInt32(byte) }
    word <<= UInt32(8 * (3 - group.count))
    for place in 0..<4 {
      result.append(
        place <= group.count ? alphabet[Int(word >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: result, as: UTF8.self)
}
