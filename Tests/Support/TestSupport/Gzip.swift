/// A gzip file (RFC 1952) whose content is stored, not compressed.
package func gzip(_ content: some Collection<UInt8>) -> [UInt8] {
  var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  var rest = Array(content)[...]
  repeat {
    let part = rest.prefix(0xFFFF)
    rest = rest.dropFirst(0xFFFF)
    let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
    file += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + part
  } while !rest.isEmpty
  for number in [crc32(content), UInt32(content.count)] {
    file += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
  return file
}

private func crc32(_ content: some Collection<UInt8>) -> UInt32 {
  ~content.reduce(~0 as UInt32) { sum, byte in
    (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}
