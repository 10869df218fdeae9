public import Geometry

extension Frame {
  /// The same box on a page that is read from right to left: `x' = width - x - frame.width`.
  ///
  /// Mirroring twice gives the original box. Overflow wraps, and wraps back.
  public func mirrored(in width: Pixels) -> Frame {
    var frame = self
    frame.x = Pixels(sixtyFourths: width.sixtyFourths &- x.sixtyFourths &- self.width.sixtyFourths)
    return frame
  }
}

/// The frames of any arrangement on a page that is read from right to left, in the same order.
///
/// - Parameters:
///   - frames: from the leading edge.
///   - width: the width of the box to which the frames are relative.
public func mirrored(_ frames: [Frame], in width: Pixels) -> [Frame] {
  frames.map { $0.mirrored(in: width) }
}
