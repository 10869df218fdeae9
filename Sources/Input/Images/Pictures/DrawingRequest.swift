import Diagnostics

/// A request to draw an SVG, at its own size, as a PNG.
///
/// The request as bytes: a line of words, an empty line, then the SVG.
public struct DrawingRequest: Sendable, Hashable {
  /// The size in pixels, as in the SVG.
  public var width: Int
  public var height: Int

  /// The longest side of a picture: cairo's limit, which also keeps its pixels within memory.
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

  /// The request at the start of bytes, and the SVG after it; nil if there is none.
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
  if svg.firstRange(of: "data:image/svg+xml".utf8) != nil, try !canDrawSVGImages() {
    throw .undecodable("librsvg cannot load SVG images; the package librsvg2-common contains the loader")
  }
  return PictureAnswer(color: nil, files: [try VipsImage.drawn(request, svg).encodedQuickly(as: .png)])
}

/// librsvg leaves out an image for which gdk-pixbuf has no loader, and does not say so.
private func canDrawSVGImages() throws(PictureAnswer.Refusal) -> Bool {
  let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\">"
  let inner = base64(Array("\(start)<rect width=\"8\" height=\"8\"/></svg>".utf8))
  let image = "<image width=\"8\" height=\"8\" href=\"data:image/svg+xml;base64,\(inner)\"/>"
  func drawn(_ content: String) throws(PictureAnswer.Refusal) -> [UInt8] {
    let svg = "\(start)<rect width=\"8\" height=\"8\" fill=\"#fff\"/>\(content)</svg>"
    return try VipsImage.drawn(DrawingRequest(width: 8, height: 8), Array(svg.utf8)).encodedQuickly(as: .png)
  }
  return try drawn(image) != drawn("")
}
