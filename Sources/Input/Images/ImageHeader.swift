/// The header of a raster image, read without decoding the image.
///
/// Only the parts that browsers need to determine the size are read. No number in the file is trusted: offsets and
/// lengths are checked before they are used, and sizes are limited.
public struct ImageHeader: Sendable, Hashable {
  public let kind: ImageKind
  /// The width in pixels, as stored: the orientation in the file is not applied.
  public let width: Int
  /// The height in pixels, as stored.
  public let height: Int
  /// True if the metadata rotates the image by 90 or 270 degrees, so that its width becomes its height.
  public let isTurned: Bool
  /// True if the file contains more than one picture. Every GIF counts, because it may.
  public let isAnimated: Bool

  /// The width in pixels, as it is shown.
  public var shownWidth: Int { isTurned ? height : width }
  /// The height in pixels, as it is shown.
  public var shownHeight: Int { isTurned ? width : height }

  /// The longest side that is accepted, in pixels.
  public static let longestSide = 32_767
  /// The most pixels that are accepted: those of the largest sensors.
  public static let mostPixels = 200_000_000

  /// Reads the header of a PNG, JPEG, GIF, WebP or AVIF file. The bytes decide which format it is.
  ///
  /// - Complexity: O(1) for GIF, O(all segments) for WebP, else O(segments before the pixels).
  public init(of bytes: [UInt8]) throws(ImageFault) {
    guard let kind = ImageKind(signatureOf: bytes) else { throw .unknown }
    let header = HeaderBytes(bytes)
    let size: (width: Int, height: Int) =
      switch kind {
      case .png: try header.sizeOfPNG()
      case .jpeg: try header.sizeOfJPEG()
      case .gif: try header.sizeOfGIF()
      case .webp: try header.sizeOfWebP()
      case .avif: try header.sizeOfAVIF()
      case .svg: throw .unknown
      }
    guard size.width > 0, size.height > 0 else { throw .empty }
    guard size.width <= Self.longestSide, size.height <= Self.longestSide,
      size.width * size.height <= Self.mostPixels
    else { throw .tooLarge(width: size.width, height: size.height) }
    self.kind = kind
    width = size.width
    height = size.height
    isTurned = header.isTurned(kind)
    isAnimated = header.isAnimated(kind)
  }
}

/// The reason why a file is not an image that pages can show.
public enum ImageFault: Error, Sendable, Hashable {
  /// The bytes do not begin like any supported format.
  case unknown
  /// The file ends before its size.
  case truncated
  /// A part of the file violates the format.
  case damaged(String)
  /// A side is zero.
  case empty
  /// The size in pixels exceeds a limit.
  case tooLarge(width: Int, height: Int)
}
