public import Geometry

/// Apple's classification of the room in one direction of a window.
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

  /// Determines the classes of Apple's devices at a size in points, for whole screens and windows next to others. A
  /// height below 480 is vertically compact; then the width is regular from a height of 414 on. Otherwise the width is
  /// regular from a width of 678 on.
  ///
  /// The width alone does not decide: 852 is compact on a phone in landscape, 678 is regular on half a tablet.
  public init(width: Pixels, height: Pixels) {
    if height < Pixels(480) {
      self.init(horizontal: height >= Pixels(414) ? .regular : .compact, vertical: .compact)
    } else {
      self.init(horizontal: width >= Pixels(678) ? .regular : .compact, vertical: .regular)
    }
  }

  /// The margin on both sides of a page: 16 for the compact width, 20 for the regular one.
  public var margin: Pixels { horizontal == .compact ? Pixels(16) : Pixels(20) }
}
