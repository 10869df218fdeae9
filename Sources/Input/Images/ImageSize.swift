/// The intrinsic size of an image, in CSS pixels.
public struct ImageSize: Sendable, Hashable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// - Parameter path: its extension decides whether the file is SVG.
  /// - Returns: nil if the file has no size.
  /// - Complexity: that of ``ImageHeader``; for SVG, O(bytes up to the end of the root's start tag).
  public init?(of bytes: [UInt8], named path: String) {
    if ImageKind(path: path) == .svg {
      self.init(ofSVG: bytes)
    } else if let header = try? ImageHeader(of: bytes) {
      self.init(width: header.shownWidth, height: header.shownHeight)
    } else {
      return nil
    }
  }
}
