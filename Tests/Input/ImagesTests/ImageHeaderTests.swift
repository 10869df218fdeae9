import Testing

@testable import Images

@Suite struct ImageHeaderTests {
  @Test(arguments: Sample.all)
  func readsKindAndSize(sample: Sample) throws {
    let header = try ImageHeader(of: sample.bytes)
    #expect(header.kind == sample.kind)
    #expect((header.width, header.height) == (3, 2))
  }

  /// Each part of a header is needed, except the last bytes of one that has its size at the front.
  @Test(arguments: Sample.all)
  func acceptsFilesThatEndAnywhere(sample: Sample) {
    for count in 0..<sample.neededCount {
      let fault = fault(of: Array(sample.bytes[..<count]))
      #expect(
        fault == .truncated || fault == .unknown, "\(sample.name) of \(count) bytes: \(String(describing: fault))")
    }
    #expect(fault(of: Array(sample.bytes[..<sample.neededCount])) == nil, "\(sample.name)")
  }

  @Test(arguments: Sample.all)
  func acceptsAnyDamagedByte(sample: Sample) {
    for index in sample.bytes.indices {
      for value in [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF] as [UInt8] where value != sample.bytes[index] {
        var bytes = sample.bytes
        bytes[index] = value
        guard let header = try? ImageHeader(of: bytes) else { continue }
        #expect((1...ImageHeader.longestSide).contains(header.width))
        #expect((1...ImageHeader.longestSide).contains(header.height))
        #expect(header.width * header.height <= ImageHeader.mostPixels)
      }
    }
  }

  @Test(arguments: sizes)
  func sizesHaveBounds(bytes: [UInt8], expected: ImageFault?) {
    #expect(fault(of: bytes) == expected)
  }

  @Test(arguments: others)
  func refusesOtherFiles(text: String, expected: ImageFault) {
    #expect(fault(of: Array(text.utf8)) == expected)
  }

  @Test func segmentsBeforeTheSizeAreSkipped() throws {
    // A thumbnail in a segment has its own size.
    let thumbnail: [UInt8] = [0xFF, 0xE1, 0x00, 0x0D, 0xFF, 0xD8, 0xFF, 0xC0, 0x00, 0x0B, 0x08, 0x00, 0x09, 0x00, 0x09]
    let sample = Sample.jpeg.bytes
    let bytes = Array(sample[..<2]) + thumbnail + [0xFF, 0xFF] + sample[2...]
    let header = try ImageHeader(of: bytes)
    #expect((header.width, header.height) == (3, 2))
  }

  @Test func ignoresSizesOfOtherItems() throws {
    let header = try ImageHeader(of: Sample.avifWithThumbnail)
    #expect((header.width, header.height) == (3, 2))
  }

  @Test func refusesTooManyBoxes() {
    let empty: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
    let bytes = Array(Sample.avif.bytes[..<20]) + (0..<100_000).flatMap { _ in empty }
    #expect(fault(of: bytes) == .damaged("it has too many boxes"))
  }

  private func fault(of bytes: [UInt8]) -> ImageFault? {
    do {
      _ = try ImageHeader(of: bytes)
      return nil
    } catch {
      return error
    }
  }
}

private let sizes: [([UInt8], ImageFault?)] = [
  (Sample.png(width: 32_767, height: 3_051), nil),
  (Sample.png(width: 32_767, height: 6_104), ImageFault.tooLarge(width: 32_767, height: 6_104)),
  (Sample.png(width: 32_768, height: 1), .tooLarge(width: 32_768, height: 1)),
  (Sample.png(width: 97_293_039, height: 1_048_810_005), .tooLarge(width: 97_293_039, height: 1_048_810_005)),
  (Sample.png(width: .max, height: .max), .tooLarge(width: 4_294_967_295, height: 4_294_967_295)),
  (Sample.png(width: 0, height: 1), .empty), (Sample.png(width: 1, height: 0), .empty),
]

private let others: [(String, ImageFault)] = [
  ("", ImageFault.unknown), ("GIF", .unknown), ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", .unknown),
  ("%PDF-1.7", .unknown),
  ("BM0000000000000000", .unknown), ("GIF89a", .truncated),
  ("RIFF0000WEBPVP9 00000000000000000000", .damaged("its first chunk is not VP8, VP8L or VP8X")),
  ("0000ftypheic0000mif1", .truncated), ("\u{0}\u{0}\u{0}\u{14}ftypheic0000mif1", .damaged("its brand is not avif")),
]
