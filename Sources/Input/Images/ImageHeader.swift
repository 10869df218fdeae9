/// What a raster image's header says, read without decoding the image.
///
/// Only so much is read as browsers need to know the size. No number of the file is trusted: offsets and lengths are checked
/// before they are used, and sizes have bounds.
public struct ImageHeader: Sendable, Hashable {
  public let kind: ImageKind
  /// In pixels, as stored: an orientation noted in the file is not applied.
  public let width: Int
  /// Likewise.
  public let height: Int
  /// Whether it is shown on its side, as its metadata say: its width is its height then.
  public let isTurned: Bool
  /// Whether it holds more than one picture. Every GIF counts, since it may.
  public let isAnimated: Bool

  /// In pixels, as it is shown.
  public var shownWidth: Int { isTurned ? height : width }
  /// Likewise.
  public var shownHeight: Int { isTurned ? width : height }

  /// The longest side that is accepted, in pixels.
  public static let longestSide = 32_767
  /// The most pixels that are accepted.
  public static let mostPixels = 100_000_000

  /// Reads the header of a PNG, JPEG, GIF, WebP or AVIF file, which one its bytes tell.
  ///
  /// - Complexity: O(1) for GIF, else O(segments before the pixels, and of WebP all).
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

/// Why a file is no image that a page can show.
public enum ImageFault: Error, Sendable, Hashable {
  /// The bytes begin as no kind does.
  case unknown
  /// The file ends before its size is told.
  case truncated
  /// Something stands where the format has it otherwise.
  case damaged(String)
  /// A side is zero.
  case empty
  /// In pixels.
  case tooLarge(width: Int, height: Int)
}
