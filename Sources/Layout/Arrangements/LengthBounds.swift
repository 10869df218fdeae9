public import Geometry

extension Pixels {
  /// The longest length that an arrangement accepts: 2^31 - 1 of 1/64 px, the limit of layout in browsers.
  ///
  /// Longer lengths are treated as this one and negative ones as zero, so that sums of them cannot overflow.
  public static let longest = Pixels(sixtyFourths: Int(Int32.max))

  /// The longest length that all browsers can lay out: Firefox counts 2^30 - 1 of 1/60 px.
  public static let longestInBrowsers = Pixels(((1 << 30) - 1) / 60)

  var bounded: Pixels {
    Pixels(sixtyFourths: Swift.min(Swift.max(0, sixtyFourths), Pixels.longest.sixtyFourths))
  }

  /// Half of the length, rounded towards the leading or top edge, to 1/64 px, as browsers centre.
  var half: Pixels { Pixels(sixtyFourths: sixtyFourths / 2) }
}

extension Insets {
  var bounded: Insets {
    Insets(top: top.bounded, leading: leading.bounded, bottom: bottom.bounded, trailing: trailing.bounded)
  }
}

extension Size {
  static let zero = Size(width: .zero, height: .zero)
}
