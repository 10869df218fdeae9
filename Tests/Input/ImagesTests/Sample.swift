import Images

/// The headers of images of 3 × 2 pixels.
struct Sample: CustomStringConvertible, Sendable {
  let name: String
  let kind: ImageKind
  let bytes: [UInt8]
  /// The number of bytes that contain the size.
  let neededCount: Int

  var description: String { name }

  static let all = [
    Sample(name: "PNG", kind: .png, bytes: png(width: 3, height: 2), neededCount: 24), jpeg,
    Sample(name: "GIF", kind: .gif, bytes: Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0, 0x3B], neededCount: 10),
    webP("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 3, 0, 2, 0]), webP("VP8L", [0x2F, 2, 0x40, 0, 0]),
    webP("VP8X", [0, 0, 0, 0, 2, 0, 0, 1, 0, 0]), avif,
  ]

  static func png(width: UInt32, height: UInt32) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + Array("IHDR".utf8) + big(width) + big(height)
      + [8, 0, 0, 0, 0, 1, 2, 3, 4]
  }

  static let jpeg = Sample(
    name: "JPEG", kind: .jpeg,
    bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0], neededCount: 17)

  private static func webP(_ chunk: String, _ content: [UInt8]) -> Sample {
    let bytes = Array("RIFF\u{20}\u{0}\u{0}\u{0}WEBP\(chunk)\u{0A}\u{0}\u{0}\u{0}".utf8) + content
    return Sample(name: "WebP of \(chunk)", kind: .webp, bytes: bytes, neededCount: bytes.count)
  }

  static let avif = {
    let bytes = fileType + meta(sizes: [(3, 2)], ofFirst: [1])
    return Sample(name: "AVIF", kind: .avif, bytes: bytes, neededCount: bytes.count)
  }()

  static let avifWithThumbnail = fileType + meta(sizes: [(9, 9), (3, 2)], ofFirst: [2])

  /// - Parameter brand: the brand of the file.
  static func avif(brand: String) -> [UInt8] {
    box("ftyp", Array("\(brand)0000avif".utf8)) + meta(sizes: [(3, 2)], ofFirst: [1])
  }

  /// - Parameter quarters: the rotation in quarter turns.
  static func avif(quarters: UInt8) -> [UInt8] {
    fileType + meta(sizes: [(3, 2)], ofFirst: [1, 0x82], others: box("irot", [quarters]))
  }

  private static let fileType = box("ftyp", Array("avif0000mif1".utf8))

  private static func meta(sizes: [(UInt32, UInt32)], ofFirst numbers: [UInt8], others: [UInt8] = []) -> [UInt8] {
    let versionAndFlags = big(0)
    let properties = sizes.flatMap { box("ispe", versionAndFlags + big($0.0) + big($0.1)) }
    let associations = versionAndFlags + big(2) + [0, 7, 1, 1, 0, 1, UInt8(numbers.count)] + numbers
    return box(
      "meta",
      versionAndFlags + box("pitm", versionAndFlags + [0, 1])
        + box("iprp", box("ipco", properties + others) + box("ipma", associations)))
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(UInt32(content.count + 8)) + Array(name.utf8) + content
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
