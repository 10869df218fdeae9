import CVips

/// The library is opened once: libvips is not available to other threads while it starts.
private let library = cvips_open()
/// AVIF is opened once, after the library.
private let avif: Void = cvips_open_avif()

/// - Parameter withAVIF: true if AVIF is read or written, which takes four more libraries.
func requireLibrary(withAVIF: Bool) throws(PictureAnswer.Refusal) {
  switch library {
  case CVIPS_READY: if withAVIF { avif }
  case CVIPS_MISSING: throw .libraryMissing
  default: throw .libraryUnusable(lastMessage())
  }
}

/// The version of libvips as a line, such as `libvips 8.14.1`; nil if it is not installed, or cannot be used.
public func imageLibraryVersion() -> String? {
  library == CVIPS_READY
    ? "libvips " + ([0, 1, 2] as [Int32]).map { "\(cvips_version($0))" }.joined(separator: ".") : nil
}

/// Decodes an image with libvips and makes files from it, or draws an SVG. Call it in a separate process, which a damaged
/// image may crash.
///
/// - Parameter bytes: a request followed by its image, a drawing request followed by its SVG, or a batch of both.
/// - Returns: an answer or a refusal, as bytes; for a batch, a batch of them.
/// - Complexity: O(pixels of the image, and of each rendition).
public func makePicture(_ bytes: [UInt8]) -> [UInt8] {
  guard let questions = PictureBatch.parts(of: bytes) else { return answer(to: bytes) }
  return PictureBatch.bytes(of: questions.map(answer))
}

private func answer(to bytes: [UInt8]) -> [UInt8] {
  do throws(PictureAnswer.Refusal) {
    if let (request, svg) = DrawingRequest.read(bytes) { return try makeDrawing(request, of: Array(svg)).bytes }
    guard let (request, image) = PictureRequest.read(bytes) else {
      throw .undecodable("the request cannot be read")
    }
    return try makePicture(request, of: Array(image)).bytes
  } catch {
    return error.bytes
  }
}

/// Makes the files of a request.
func makePicture(
  _ request: PictureRequest, of image: [UInt8]
) throws(PictureAnswer.Refusal) -> PictureAnswer {
  let kind = ImageKind(signatureOf: image)
  try requireLibrary(withAVIF: kind == .avif || request.renditions.contains { $0.format == .avif })
  let size = try VipsImage.size(of: image)
  guard size == (request.width, request.height) else { throw .otherSize(width: size.width, height: size.height) }
  if request.isForDrawing { return try makeParts(request, of: image) }
  let whole = try VipsImage.decoded(image, width: size.width, height: size.height)
  var answer = PictureAnswer(color: try whole.dominantColor(), files: [])
  for cut in request.cuts where !cut.renditions.isEmpty {
    let part = try whole.part(cut)
    var halvings = Halvings(of: part)
    var last = part
    for rendition in cut.renditions {
      if (last.width, last.height) != (rendition.width, rendition.height) {
        last = try halvings.resized(rendition.width, rendition.height)
      }
      answer.files.append(try last.encoded(as: rendition.format, isSharp: request.isSharp))
    }
  }
  return answer
}

/// A part of an image at a half, a quarter, an eighth of its size, and so on; only the sizes that are needed.
///
/// The time to scale a part depends on its pixels, however small the result is. A rendition is made from the smallest
/// of these images that is at least 1.5 times as large in both directions, which does not depend on the other
/// renditions of a request.
private struct Halvings {
  private var images: [VipsImage]

  init(of part: VipsImage) { images = [part] }

  mutating func resized(_ width: Int, _ height: Int) throws(PictureAnswer.Refusal) -> VipsImage {
    var level = 0
    while true {
      let (halfWidth, halfHeight) = ((images[level].width + 1) / 2, (images[level].height + 1) / 2)
      guard 2 * halfWidth >= 3 * width, 2 * halfHeight >= 3 * height else { break }
      level += 1
      if level == images.count { images.append(try images[level - 1].resized(halfWidth, halfHeight)) }
    }
    return try images[level].resized(width, height)
  }
}

/// Makes the files of a drawing, as JPEG or PNG.
private func makeParts(_ request: PictureRequest, of image: [UInt8]) throws(PictureAnswer.Refusal) -> PictureAnswer {
  var answer = PictureAnswer(color: nil, files: [])
  for cut in request.cuts {
    for rendition in cut.renditions {
      // Use the whole image at the part's scale; the part then begins at the nearest pixel.
      let across = Double(rendition.width) / Double(cut.width)
      let down = Double(rendition.height) / Double(cut.height)
      let width = max(rendition.width, Int((Double(request.width) * across).rounded()))
      let height = max(rendition.height, Int((Double(request.height) * down).rounded()))
      let part = PictureRequest.Cut(
        left: min(width - rendition.width, Int((Double(cut.left) * across).rounded())),
        top: min(height - rendition.height, Int((Double(cut.top) * down).rounded())),
        width: rendition.width, height: rendition.height, renditions: [])
      let made = try VipsImage.reduced(image, width: width, height: height, part: part)
      answer.files.append(try made.encodedQuickly(as: rendition.format))
    }
  }
  return answer
}
