extension HeaderBytes {
  /// Follows PNG (Third Edition), sections 5.2 and 11.2.1.
  func sizeOfPNG() throws(ImageFault) -> (width: Int, height: Int) {
    guard try big(4, at: 8) == 13, try holds("IHDR", at: 12) else { throw .damaged("it does not begin with IHDR") }
    return (try big(4, at: 16), try big(4, at: 20))
  }

  /// Follows GIF89a, section 18.
  func sizeOfGIF() throws(ImageFault) -> (width: Int, height: Int) {
    (try little(2, at: 6), try little(2, at: 8))
  }

  /// Reads the segments up to the frame header (JPEG, ITU-T T.81, annex B.1 and B.2).
  func sizeOfJPEG() throws(ImageFault) -> (width: Int, height: Int) {
    var offset = 2
    while true {
      guard try byte(at: offset) == 0xFF else { throw .damaged("a segment does not begin with a marker") }
      let marker = try byte(at: offset + 1)
      switch marker {
      // Any marker can be preceded by fill bytes.
      case 0xFF: offset += 1
      // These markers have no segment.
      case 0x01, 0xD0...0xD7: offset += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard try big(2, at: offset + 2) >= 8 else { throw .damaged("its frame header is too short") }
        return (try big(2, at: offset + 7), try big(2, at: offset + 5))
      case 0xD8, 0xD9, 0xDA, 0x00: throw .damaged("it has no frame header before its data")
      default:
        let length = try big(2, at: offset + 2)
        guard length >= 2 else { throw .damaged("a segment is shorter than its length") }
        offset += 2 + length
      }
    }
  }

  /// Follows the WebP container (RFC 9649), sections 2.5 to 2.7, and VP8 (RFC 6386), section 9.1.
  func sizeOfWebP() throws(ImageFault) -> (width: Int, height: Int) {
    if try holds("VP8 ", at: 12) {
      guard try little(1, at: 20) & 1 == 0, try big(3, at: 23) == 0x9D012A else {
        throw .damaged("it does not begin with a key frame")
      }
      return (try little(2, at: 26) & 0x3FFF, try little(2, at: 28) & 0x3FFF)
    }
    if try holds("VP8L", at: 12) {
      guard try byte(at: 20) == 0x2F else { throw .damaged("its lossless data has no signature") }
      let bits = try little(4, at: 21)
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    if try holds("VP8X", at: 12) { return (try little(3, at: 24) + 1, try little(3, at: 27) + 1) }
    throw .damaged("its first chunk is not VP8, VP8L or VP8X")
  }
}
