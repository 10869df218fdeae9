/// A request to draw an SVG, at its own size, as a PNG.
///
/// The request as bytes: a line of words, an empty line, then the SVG.
public struct DrawingRequest: Sendable, Hashable {
  /// The size in pixels, as in the SVG.
  public var width: Int
  public var height: Int

  /// The largest picture: cairo's limit, and one whose pixels fit into memory.
  public static let mostSide = 32_767
  public static let mostPixels = 100_000_000

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public var isTooLarge: Bool {
    width > Self.mostSide || height > Self.mostSide || width * height > Self.mostPixels
  }

  public var bytes: [UInt8] { Array("drawing \(width) \(height)\n\n".utf8) }

  /// The request at the start of bytes, and the offset of the SVG; nil if there is none.
  public static func read(_ bytes: [UInt8]) -> (request: DrawingRequest, svg: ArraySlice<UInt8>)? {
    guard bytes.starts(with: "drawing ".utf8), let end = bytes.firstIndex(of: 0x0A), end + 1 < bytes.count,
      bytes[end + 1] == 0x0A
    else { return nil }
    let numbers = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").dropFirst().compactMap {
      Int($0)
    }
    guard numbers.count == 2, numbers.allSatisfy({ (1...mostSide).contains($0) }) else { return nil }
    return (DrawingRequest(width: numbers[0], height: numbers[1]), bytes[(end + 2)...])
  }
}

/// - Returns: a PNG.
func makeDrawing(_ request: DrawingRequest, of svg: [UInt8]) throws(PictureAnswer.Refusal) -> PictureAnswer {
  try requireLibrary(withAVIF: false)
  return PictureAnswer(color: nil, files: [try VipsImage.drawn(request, svg).encodedQuickly(as: .png)])
}
