import Geometry

/// The outline of a box with rounded corners, in CSS pixels.
struct BoxOutline {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double
  /// The horizontal and vertical radius of each corner: top left, top right, bottom right, bottom left.
  var radii: [(x: Double, y: Double)]

  /// Creates an outline snapped to device pixels, as in browsers.
  init(_ frame: Frame, radii lengths: [PaintLength], scale: Int) {
    func snapped(_ length: Pixels) -> Double {
      Double((length.sixtyFourths * scale + 32) >> 6) / Double(scale)
    }
    left = snapped(frame.x)
    top = snapped(frame.y)
    right = max(left, snapped(frame.maxX))
    bottom = max(top, snapped(frame.maxY))
    let (width, height) = (right - left, bottom - top)
    radii = lengths.map { (max(0, $0.pixels(of: width)), max(0, $0.pixels(of: height))) }
    // Corners that would overlap are scaled down together (CSS Backgrounds 3, 4.5).
    var share = 1.0
    func fit(_ sum: Double, in length: Double) { if sum > length { share = min(share, length / sum) } }
    fit(radii[0].x + radii[1].x, in: width)
    fit(radii[2].x + radii[3].x, in: width)
    fit(radii[1].y + radii[2].y, in: height)
    fit(radii[3].y + radii[0].y, in: height)
    radii = radii.map { ($0.x * share, $0.y * share) }
  }

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// The box grown on all sides; sharp corners stay sharp.
  func grown(by length: Double) -> BoxOutline {
    var copy = self
    copy.left -= length
    copy.top -= length
    copy.right = max(copy.left, right + length)
    copy.bottom = max(copy.top, bottom + length)
    copy.radii = radii.map { $0.x > 0 && $0.y > 0 ? (max(0, $0.x + length), max(0, $0.y + length)) : (0, 0) }
    return copy
  }

  func moved(x: Double, y: Double) -> BoxOutline {
    var copy = self
    copy.left += x
    copy.right += x
    copy.top += y
    copy.bottom += y
    return copy
  }

  /// The outline as path data of SVG 2.
  var path: String {
    func arc(_ radius: (x: Double, y: Double), toX x: Double, _ y: Double) -> String {
      radius.x > 0 && radius.y > 0
        ? "A\(decimal(radius.x)) \(decimal(radius.y)) 0 0 1 \(decimal(x)) \(decimal(y))" : ""
    }
    return "M\(decimal(left + radii[0].x)) \(decimal(top))H\(decimal(right - radii[1].x))"
      + arc(radii[1], toX: right, top + radii[1].y) + "V\(decimal(bottom - radii[2].y))"
      + arc(radii[2], toX: right - radii[2].x, bottom) + "H\(decimal(left + radii[3].x))"
      + arc(radii[3], toX: left, bottom - radii[3].y) + "V\(decimal(top + radii[0].y))"
      + arc(radii[0], toX: left + radii[0].x, top) + "Z"
  }
}
