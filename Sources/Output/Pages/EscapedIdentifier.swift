/// An id as a CSS identifier (CSSOM, "serialize an identifier").
func escapedIdentifier(_ id: String) -> String {
  let id = Array(id.utf8)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(id.count + 16)
  for index in id.indices {
    let byte = id[index]
    let isDigit = (0x30...0x39).contains(byte)
    if isDigit && (index == 0 || index == 1 && id[0] == 0x2D) || byte < 0x20 || byte == 0x7F {
      bytes += ("\\" + String(byte, radix: 16) + " ").utf8
      continue
    }
    let isLetter = (0x61...0x7A).contains(byte | 0x20)
    let isInNames = byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") && id.count > 1
    if !isDigit, !isLetter, !isInNames, byte < 0x80 { bytes.append(UInt8(ascii: "\\")) }
    bytes.append(byte)
  }
  return String(decoding: bytes, as: UTF8.self)
}
