/// An uncompressed PNG image (RFC 1950 and 1951).
struct PNG: Sendable {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  /// - Parameter pixel: returns the bytes of a pixel: three, or four with an alpha channel.
  init(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
    self.width = width
    self.height = height
    var rows: [UInt8] = []
    for y in 0..<height { rows += [0] + (0..<width).flatMap { pixel($0, y) } }
    let kind: UInt8 = pixel(0, 0).count == 4 ? 6 : 2
    let count = UInt16(rows.count)
    let stored = [1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)] + rows
    bytes =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", Self.big(UInt32(width)) + Self.big(UInt32(height)) + [8, kind, 0, 0, 0])
      + Self.chunk("IDAT", [0x78, 0x01] + stored + Self.big(Self.adler(rows))) + Self.chunk("IEND", [])
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(UInt32(content.count)) + body + big(crc(body))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}
