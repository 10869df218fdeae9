import CVips

/// A decoded image of libvips.
@safe
final class VipsImage {
  private let image: OpaquePointer
  let width: Int
  let height: Int

  private init?(_ image: OpaquePointer?, _ width: Int, _ height: Int) {
    guard let image = unsafe image else { return nil }
    unsafe self.image = image
    self.width = width
    self.height = height
  }

  deinit { unsafe cvips_release(image) }

  /// The size of an encoded image, in pixels, with its orientation applied.
  static func size(of bytes: [UInt8]) throws(PictureAnswer.Refusal) -> (width: Int, height: Int) {
    var (width, height) = (Int32(0), Int32(0))
    let isRead = unsafe bytes.withUnsafeBufferPointer { unsafe cvips_size($0.baseAddress, $0.count, &width, &height) }
    guard isRead else { throw .undecodable(lastMessage()) }
    return (Int(width), Int(height))
  }

  /// - Parameters:
  ///   - width: the width from ``size(of:)``.
  ///   - height: the height from ``size(of:)``.
  static func decoded(_ bytes: [UInt8], width: Int, height: Int) throws(PictureAnswer.Refusal) -> VipsImage {
    let image = unsafe bytes.withUnsafeBufferPointer {
      unsafe cvips_decode($0.baseAddress, $0.count, Int32(width), Int32(height))
    }
    guard let decoded = unsafe VipsImage(image, width, height) else { throw .undecodable(lastMessage()) }
    return decoded
  }

  /// A part of the image at a smaller size, decoded only as finely as that size shows it.
  ///
  /// - Parameters:
  ///   - width: the reduced width of the whole image.
  ///   - height: the reduced height of the whole image.
  ///   - part: the part, in pixels of the reduced image.
  static func reduced(
    _ bytes: [UInt8], width: Int, height: Int, part: PictureRequest.Cut
  ) throws(PictureAnswer.Refusal) -> VipsImage {
    let reduction = CVipsReduction(
      width: Int32(width), height: Int32(height), left: Int32(part.left), top: Int32(part.top),
      part_width: Int32(part.width), part_height: Int32(part.height))
    let image = unsafe bytes.withUnsafeBufferPointer { unsafe cvips_reduced($0.baseAddress, $0.count, reduction) }
    guard let reduced = unsafe VipsImage(image, part.width, part.height) else { throw .undecodable(lastMessage()) }
    return reduced
  }

  /// Draws an SVG at its own size.
  static func drawn(_ drawing: DrawingRequest, _ svg: [UInt8]) throws(PictureAnswer.Refusal) -> VipsImage {
    let image = unsafe svg.withUnsafeBufferPointer { unsafe cvips_draw($0.baseAddress, $0.count) }
    guard let drawn = unsafe VipsImage(image, drawing.width, drawing.height) else {
      throw .undecodable(lastMessage())
    }
    return drawn
  }

  func part(_ cut: PictureRequest.Cut) throws(PictureAnswer.Refusal) -> VipsImage {
    let part = unsafe cvips_part(image, Int32(cut.left), Int32(cut.top), Int32(cut.width), Int32(cut.height))
    guard let part = unsafe VipsImage(part, cut.width, cut.height) else { throw .undecodable(lastMessage()) }
    return part
  }

  func resized(_ width: Int, _ height: Int) throws(PictureAnswer.Refusal) -> VipsImage {
    guard let resized = unsafe VipsImage(cvips_resized(image, Int32(width), Int32(height)), width, height) else {
      throw .undecodable(lastMessage())
    }
    return resized
  }

  func encoded(as format: PictureFormat, isSharp: Bool) throws(PictureAnswer.Refusal) -> [UInt8] {
    let kind =
      switch format {
      case .avif: CVIPS_AVIF
      case .webp: CVIPS_WEBP
      case .jpeg: CVIPS_JPEG
      case .png: CVIPS_PNG
      }
    var length = 0
    guard let bytes = unsafe cvips_encode(image, kind, isSharp, &length) else {
      throw .unencodable(format, lastMessage())
    }
    defer { unsafe cvips_free(bytes) }
    let file = unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
    // libvips 8.14 always puts its own Exif into WebP.
    guard let plain = withoutMetadata(file) else { throw .unencodable(format, "its file cannot be read") }
    return plain
  }

  /// Encodes quickly rather than compactly: as JPEG if that is the format and the image is opaque, else as PNG.
  func encodedQuickly(as format: PictureFormat) throws(PictureAnswer.Refusal) -> [UInt8] {
    var length = 0
    let isOpaque = unsafe cvips_channels(image) % 2 == 1
    guard let bytes = unsafe cvips_encode_quickly(image, format == .jpeg && isOpaque, &length) else {
      throw .unencodable(format, lastMessage())
    }
    defer { unsafe cvips_free(bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// Rows of pixels, with one byte per channel.
  var pixels: (channels: Int, bytes: [UInt8]) {
    var length = 0
    let bytes = unsafe cvips_pixels(image, &length)
    let count = unsafe bytes == nil ? 0 : length
    return (Int(unsafe cvips_channels(image)), unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  }
}

func lastMessage() -> String { unsafe cvips_message().map { unsafe String(cString: $0) } ?? "" }
