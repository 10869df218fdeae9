import Geometry
import Glibc
import Themes

extension MarkWriter {
  /// Writes the box with its backgrounds and shadows.
  mutating func write(_ paint: BoxPaint, _ frame: Frame) {
    let box = BoxOutline(frame, radii: paint.radii, scale: scale)
    guard box.width > 0, box.height > 0 else { return }
    for shadow in paint.shadows where !shadow.isInset {
      let shape = box.grown(by: shadow.spread).moved(x: shadow.x, y: shadow.y)
      raw("<path d=\"\(shape.path)\" \(Self.fill(shadow.ink))\(filter(blur: shadow.blur))/>\n")
    }
    for layer in paint.layers {
      switch layer {
      case .ink(let ink): raw("<path d=\"\(box.path)\" \(Self.fill(ink))/>\n")
      case .gradient(let gradient):
        let name = write(gradient, over: box)
        raw("<path d=\"\(box.path)\" fill=\"url(#\(name))\"/>\n")
      }
    }
    for shadow in paint.shadows where shadow.isInset { writeInside(shadow, box) }
    if let border = paint.border {
      let line = box.grown(by: -border.width / 2)
      raw("<path d=\"\(line.path)\" fill=\"none\" \(Self.stroke(border))/>\n")
    }
  }

  mutating func writeOutline(of paint: BoxPaint, _ frame: Frame) {
    guard let outline = paint.outline else { return }
    let box = BoxOutline(frame, radii: paint.radii, scale: scale)
    guard box.width > 0, box.height > 0 else { return }
    let line = box.grown(by: outline.offset + outline.width / 2)
    raw("<path d=\"\(line.path)\" fill=\"none\" \(Self.stroke(outline))/>\n")
  }

  private static func stroke(_ stroke: BoxPaint.Stroke) -> String {
    "stroke=\"\(stroke.ink.hexadecimal)\" stroke-width=\"\(decimal(stroke.width))\""
      + (stroke.ink.opacity < 1 ? " stroke-opacity=\"\(decimal(stroke.ink.opacity))\"" : "")
  }

  /// Writes the part of the box outside a smaller, shifted box.
  private mutating func writeInside(_ shadow: BoxPaint.Shadow, _ box: BoxOutline) {
    let clip = identifier()
    define("<clipPath id=\"\(clip)\"><path d=\"\(box.path)\"/></clipPath>\n")
    let hole = box.grown(by: -shadow.spread).moved(x: shadow.x, y: shadow.y)
    var around = box.grown(by: abs(shadow.x) + abs(shadow.y) + 2 * shadow.blur + 8)
    around.radii = around.radii.map { _ in (0, 0) }
    raw(
      "<g clip-path=\"url(#\(clip))\"><path fill-rule=\"evenodd\" d=\"\(around.path)\(hole.path)\" \(Self.fill(shadow.ink))"
        + "\(filter(blur: shadow.blur))/></g>\n")
  }

  /// Defines a filter. A CSS blur radius is twice the standard deviation (CSS Backgrounds 3, 7.1.1).
  private mutating func filter(blur: Double) -> String {
    if blur <= 0 { return "" }
    let name = identifier()
    define(
      "<filter id=\"\(name)\" x=\"-50%\" y=\"-50%\" width=\"200%\" height=\"200%\"><feGaussianBlur stdDeviation=\"\(decimal(blur / 2))\"/></filter>\n"
    )
    return " filter=\"url(#\(name))\""
  }

  /// - Returns: the name of the gradient.
  private mutating func write(_ gradient: BoxPaint.Gradient, over box: BoxOutline) -> String {
    // The line goes through the middle, and its ends are level with two corners (CSS Images 3, 3.1).
    let angle: Double =
      switch gradient.direction {
      case .degrees(let degrees): degrees * .pi / 180
      case .side(let x, 0): Double(x) * .pi / 2
      case .side(0, let y): y > 0 ? .pi : 0
      case .side(let x, let y): atan2(Double(x) * box.height, -Double(y) * box.width)
      }
    let (x, y) = (sin(angle), -cos(angle))
    let length = abs(box.width * x) + abs(box.height * y)
    let (middleX, middleY) = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    let name = identifier()
    define(
      "<linearGradient id=\"\(name)\" gradientUnits=\"userSpaceOnUse\" x1=\"\(decimal(middleX - x * length / 2))\" y1=\"\(decimal(middleY - y * length / 2))\" x2=\"\(decimal(middleX + x * length / 2))\" y2=\"\(decimal(middleY + y * length / 2))\">"
    )
    for stop in gradient.placedStops(along: length) {
      define(
        "<stop offset=\"\(decimal(stop.place))\" stop-color=\"\(stop.ink.hexadecimal)\" stop-opacity=\"\(decimal(stop.ink.opacity))\"/>"
      )
    }
    define("</linearGradient>\n")
    return name
  }
}

extension BoxPaint.Gradient {
  /// The stops with their positions from 0 to 1 (CSS Images 3, 3.4.3). SVG interpolates colours without premultiplying
  /// them, so a transparent stop gets the colour of its neighbour.
  func placedStops(along length: Double) -> [(place: Double, ink: SRGBColor)] {
    var places = stops.map { stop in stop.place.map { length > 0 ? $0.pixels(of: length) / length : 0 } }
    if places.first == .some(nil) { places[0] = 0 }
    if places.last == .some(nil) { places[places.count - 1] = 1 }
    var result: [(place: Double, ink: SRGBColor)] = []
    var least = 0.0
    for index in stops.indices {
      var place = places[index]
      if place == nil, let next = places[index...].firstIndex(where: { $0 != nil }) {
        let before = result.last?.place ?? 0
        place = before + ((places[next] ?? 1) - before) / Double(next - index + 1)
      }
      least = max(least, place ?? least)
      var ink = stops[index].ink
      let neighbour = index > 0 ? stops[index - 1].ink : stops.count > 1 ? stops[1].ink : ink
      if ink.opacity == 0 { (ink.red, ink.green, ink.blue) = (neighbour.red, neighbour.green, neighbour.blue) }
      result.append((least, ink))
    }
    return result
  }
}
