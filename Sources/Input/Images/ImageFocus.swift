/// The point of an image that keeps its position when the image is cropped, in percent from the left and the top: at 0
/// the left or upper edge stays, at 100 the opposite one. It corresponds to `object-position` in CSS.
public struct ImageFocus: Sendable, Hashable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  public static let center = ImageFocus(x: 50, y: 50)
}
