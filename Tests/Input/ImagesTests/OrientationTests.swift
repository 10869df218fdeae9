import Testing

@testable import Images

@Suite struct OrientationTests {
  /// Metadata with one entry before the orientation.
  private static func exif(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    isLittle
      ? Array("II".utf8) + [42, 0, 8, 0, 0, 0, 2, 0] + [0x00, 0x01, 3, 0, 1, 0, 0, 0, 9, 0, 0, 0]
        + [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0] + [0, 0, 0, 0]
      : Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2] + [0x01, 0x00, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
  }

  private static func jpeg(_ metadata: [UInt8]) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + metadata
    return Array(Sample.jpeg.bytes[..<2]) + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
      + Sample.jpeg.bytes[2...]
  }

  private static func webP(flags: UInt8, _ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF\u{20}\0\0\0WEBPVP8X\u{0A}\0\0\0".utf8) + [flags, 0, 0, 0, 2, 0, 0, 1, 0, 0] + chunks
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>, [true, false])
  func orientationsFromFiveSwapTheSides(orientation: UInt8, isLittle: Bool) throws {
    let metadata = Self.exif(orientation, isLittle: isLittle)
    // A byte of padding follows a chunk of odd length.
    let chunks = Array("ABCD\u{1}\0\0\0xxEXIF\u{28}\0\0\0".utf8) + metadata
    for bytes in [Self.jpeg(metadata), Self.webP(flags: 0x08, chunks)] {
      let header = try ImageHeader(of: bytes)
      #expect((header.width, header.height) == (3, 2))
      #expect(header.isTurned == (orientation >= 5))
      #expect((header.shownWidth, header.shownHeight) == (orientation >= 5 ? (2, 3) : (3, 2)))
    }
  }

  @Test func acceptsMetadataThatEndsAnywhere() throws {
    let metadata = Self.exif(6, isLittle: true)
    for count in 0..<(metadata.count - 4) {
      _ = try ImageHeader(of: Self.jpeg(Array(metadata[..<count])))
      let chunk = Array("EXIF\u{28}\0\0\0".utf8) + metadata[..<count]
      #expect(!(try ImageHeader(of: Self.webP(flags: 0x08, chunk))).isTurned || count > 30)
    }
  }

  @Test(arguments: [0, 1, 2, 3] as [UInt8])
  func rotationsOfAVIF(quarters: UInt8) throws {
    #expect(try ImageHeader(of: Sample.avif(quarters: quarters)).isTurned == (quarters % 2 == 1))
  }

  @Test func reportsAnimations() throws {
    let png = Array(Sample.png(width: 3, height: 2)[..<33])
    let end: [UInt8] = [0, 0, 0, 0]
    let control = [0, 0, 0, 1] + Array("acTL".utf8) + [9] + end
    let data = [0, 0, 0, 0] + Array("IDAT".utf8) + end
    #expect(try ImageHeader(of: png + control + data).isAnimated)
    #expect(!(try ImageHeader(of: png + data + control)).isAnimated)
    #expect(try ImageHeader(of: Self.webP(flags: 0x02, [])).isAnimated)
    #expect(!(try ImageHeader(of: Self.webP(flags: 0x10, [])).isAnimated))
    #expect(try ImageHeader(of: Array("GIF89a".utf8) + [3, 0, 2, 0]).isAnimated)
    #expect(try ImageHeader(of: Sample.avif(brand: "avis")).isAnimated)
    #expect(!(try ImageHeader(of: Sample.avif.bytes)).isAnimated)
    #expect(!(try ImageHeader(of: Sample.jpeg.bytes)).isAnimated)
  }
}
