public import Geometry

/// How much room a window has in one direction.
public enum SizeClass: String, Hashable, Sendable, CaseIterable {
  case compact
  case regular
}

/// Both size classes of a window.
public struct SizeClasses: Hashable, Sendable {
  public let horizontal: SizeClass
  public let vertical: SizeClass

  public init(horizontal: SizeClass, vertical: SizeClass) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Those that Apple's devices have at a size in points, whole screens and windows beside others: a height below 480 is
  /// compact; then a height of at least 414 makes a regular width; otherwise a width of at least 678 does.
  ///
  /// Width alone cannot tell: 852 is compact on a phone that lies on its side, 678 is regular on half a tablet.
  public init(width: Pixels, height: Pixels) {
    if height < Pixels(480) {
      self.init(horizontal: height >= Pixels(414) ? .regular : .compact, vertical: .compact)
    } else {
      self.init(horizontal: width >= Pixels(678) ? .regular : .compact, vertical: .regular)
    }
  }

  /// At both sides of a page: 16 where it is compact, 20 where it is regular.
  public var margin: Pixels { horizontal == .compact ? Pixels(16) : Pixels(20) }
}
