import Diagnostics

/// Makes libvips load and open everything that it needs to read an image and to make files from it, so that nothing has
/// to be opened later. It reads only the bytes of the image that identify its format.
///
/// - Parameter bytes: the parameter of ``makePicture(_:)``.
/// - Complexity: O(1): one image of a few pixels for each format.
public func preparePictures(for bytes: [UInt8]) {
  let questions = PictureBatch.parts(of: bytes) ?? [bytes]
  if questions.contains(where: { DrawingRequest.read($0) != nil }) { prepareDrawing() }
  prepare(questions.compactMap { PictureRequest.read($0) })
}

private func prepareDrawing() {
  let inner =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"4\" height=\"4\"/></svg>"
  let images = [("png", samplePNG), ("svg+xml", Array(inner.utf8))].map { kind, bytes in
    "<image width=\"8\" height=\"8\" href=\"data:image/\(kind);base64,\(base64(bytes))\"/>"
  }
  let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\">\(images.joined())</svg>"
  _ = try? makeDrawing(DrawingRequest(width: 8, height: 8), of: Array(drawing.utf8))
}

private func prepare(_ requests: [(request: PictureRequest, image: ArraySlice<UInt8>)]) {
  let read = requests.compactMap { ImageKind(signatureOf: Array($0.image.prefix(16))) }
    .compactMap { PictureFormat(rawValue: $0.rawValue.lowercased()) }
  let formats = Set(requests.flatMap { $0.request.renditions.map(\.format) } + read)
  guard let first = requests.first?.request, !formats.isEmpty else { return }
  let side = 8
  let renditions = formats.sorted().map { PictureRequest.Rendition(width: side / 2, height: side / 2, format: $0) }
  let whole = PictureRequest.Cut(left: 0, top: 0, width: side, height: side, renditions: renditions)
  let sample = PictureRequest(width: side, height: side, isSharp: first.isSharp, cuts: [whole])
  guard let files = try? makePicture(sample, of: samplePNG).files else { return }
  for (rendition, file) in zip(renditions, files) where read.contains(rendition.format) {
    // A drawing also makes a part of the image: other functions decode its image.
    let part = PictureRequest.Cut(
      left: 0, top: 0, width: rendition.width, height: rendition.height,
      renditions: [.init(width: 2, height: 2, format: .png)])
    let decoding = PictureRequest(
      width: rendition.width, height: rendition.height, isSharp: false, isForDrawing: first.isForDrawing,
      cuts: first.isForDrawing ? [part] : [])
    _ = try? makePicture(decoding, of: file)
  }
}

/// A PNG of 8 × 8 pixels.
private let samplePNG: [UInt8] = [
  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
  0x08, 0x00, 0x00, 0x00, 0x08, 0x08, 0x02, 0x00, 0x00, 0x00, 0x4B, 0x6D, 0x29, 0xDC, 0x00, 0x00, 0x00, 0x6A, 0x49,
  0x44, 0x41, 0x54, 0x78, 0xDA, 0x15, 0x8C, 0x41, 0x11, 0x00, 0x41, 0x0C, 0xC2, 0xAA, 0xA4, 0x4A, 0x50, 0x12, 0x25,
  0x55, 0x82, 0x12, 0x94, 0xA0, 0xE8, 0xF6, 0x78, 0x92, 0x4C, 0x66, 0x86, 0x1D, 0x34, 0x30, 0xDC, 0xE0, 0x21, 0x43,
  0x87, 0x99, 0x65, 0x17, 0x2D, 0x2C, 0xB7, 0x78, 0xC9, 0xD2, 0x7D, 0x40, 0xAC, 0x90, 0x40, 0x9C, 0xB0, 0x88, 0xA8,
  0x1E, 0xF8, 0xD5, 0x77, 0xFE, 0x3B, 0x30, 0x04, 0xFA, 0xC2, 0x73, 0xEC, 0xA1, 0xFB, 0xEF, 0x3B, 0x7C, 0xE4, 0xE8,
  0x3D, 0x60, 0xD6, 0xC8, 0xBF, 0x7C, 0xC6, 0x26, 0xA6, 0x7E, 0x20, 0x6C, 0x50, 0xFE, 0xC4, 0x05, 0x87, 0x84, 0xE6,
  0x81, 0xB2, 0x45, 0xFD, 0xC3, 0x57, 0x5C, 0x52, 0x5A, 0x3E, 0x03, 0x7F, 0x4B, 0x01, 0x1B, 0x02, 0x6A, 0x45, 0x00,
  0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
]
