import CVips

/// Opened once: libvips is not available to other threads while it starts.
private let library = cvips_open()

func requireLibrary() throws(PictureAnswer.Refusal) {
  switch library {
  case CVIPS_READY: return
  case CVIPS_MISSING: throw .libraryMissing
  default: throw .libraryUnusable(lastMessage())
  }
}

/// Decodes an image with libvips and makes files from it, or draws an SVG. Call it in a separate process, which a damaged
/// image may crash.
///
/// - Parameter bytes: a request followed by its image, or a drawing request followed by its SVG.
/// - Returns: an answer or a refusal, as bytes.
/// - Complexity: O(pixels of the image, and of each rendition).
public func makePicture(_ bytes: [UInt8]) -> [UInt8] {
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
  try requireLibrary()
  let size = try VipsImage.size(of: image)
  guard size == (request.width, request.height) else { throw .otherSize(width: size.width, height: size.height) }
  let whole = try VipsImage.decoded(image, width: size.width, height: size.height)
  var answer = PictureAnswer(color: try whole.dominantColor(), files: [])
  for cut in request.cuts where !cut.renditions.isEmpty {
    let part = try whole.part(cut)
    // Each rendition is made from the cut itself, so that it does not depend on the other renditions of the request.
    var last = part
    for rendition in cut.renditions {
      if (last.width, last.height) != (rendition.width, rendition.height) {
        last = try part.resized(rendition.width, rendition.height)
      }
      answer.files.append(try last.encoded(as: rendition.format, isSharp: request.isSharp))
    }
  }
  return answer
}
