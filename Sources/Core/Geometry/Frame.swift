/// A width and a height in CSS pixels.
public struct Size: Hashable, Sendable {
  public var width: Pixels
  public var height: Pixels

  public init(width: Pixels, height: Pixels) {
    self.width = width
    self.height = height
  }
}

/// A box: x from the leading edge and y from the top edge of its container.
public struct Frame: Hashable, Sendable {
  public var x: Pixels
  public var y: Pixels
  public var width: Pixels
  public var height: Pixels

  public init(x: Pixels, y: Pixels, width: Pixels, height: Pixels) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The trailing edge.
  public var maxX: Pixels { x + width }

  /// The bottom edge.
  public var maxY: Pixels { y + height }

  /// Returns whether the boxes have an area in common; boxes whose edges touch have none.
  public func intersects(_ other: Frame) -> Bool {
    min(maxX, other.maxX) > max(x, other.x) && min(maxY, other.maxY) > max(y, other.y)
  }
}

/// Distances kept free at the four edges of a box.
public struct Insets: Hashable, Sendable {
  public var top: Pixels
  public var leading: Pixels
  public var bottom: Pixels
  public var trailing: Pixels

  public init(top: Pixels = .zero, leading: Pixels = .zero, bottom: Pixels = .zero, trailing: Pixels = .zero) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  public static let zero = Insets()
}
