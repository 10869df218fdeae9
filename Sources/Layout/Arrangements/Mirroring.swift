public import Geometry

extension Frame {
  /// The same box in a page read from right to left: `x' = width - x - frame.width`.
  ///
  /// Applied twice it is the box itself. What would overflow wraps, and wraps back.
  public func mirrored(in width: Pixels) -> Frame {
    var frame = self
    frame.x = Pixels(sixtyFourths: width.sixtyFourths &- x.sixtyFourths &- self.width.sixtyFourths)
    return frame
  }
}

/// The frames of any arrangement in a page read from right to left; their order stays.
///
/// - Parameters:
///   - frames: from the leading edge.
///   - width: of the box that the frames are measured in.
public func mirrored(_ frames: [Frame], in width: Pixels) -> [Frame] {
  frames.map { $0.mirrored(in: width) }
}
