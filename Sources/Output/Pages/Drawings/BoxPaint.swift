import Themes

/// The paint of a box, without its content.
struct BoxPaint: Hashable {
  /// From bottom to top.
  var layers: [Layer] = []
  /// Top left, top right, bottom right, bottom left.
  var radii: [PaintLength] = Array(repeating: .pixels(0), count: 4)
  /// From bottom to top.
  var shadows: [Shadow] = []
  var outline: Stroke?
  var border: Stroke?

  enum Layer: Hashable {
    case ink(SRGBColor)
    case gradient(Gradient)
  }

  /// `linear-gradient`.
  struct Gradient: Hashable {
    /// In degrees, clockwise from the top; nil for a corner.
    var direction: Direction
    var stops: [Stop]

    enum Direction: Hashable {
      case degrees(Double)
      /// -1, 0 or 1: towards the left or right, the top or bottom.
      case side(x: Int, y: Int)
    }

    struct Stop: Hashable {
      var ink: SRGBColor
      var place: PaintLength?
    }
  }

  /// `box-shadow`; lengths in CSS pixels.
  struct Shadow: Hashable {
    var isInset = false
    var x: Double
    var y: Double
    var blur: Double
    var spread: Double
    var ink: SRGBColor
  }

  /// A line along the edge.
  struct Stroke: Hashable {
    var width: Double
    /// The distance from the box's edge to the near edge of the line.
    var offset: Double
    var ink: SRGBColor
  }
}

/// Reads the values of one element's declarations.
struct PaintReader {
  let declarations: [String: String]
  /// Of `currentcolor`.
  let color: SRGBColor
  let isRightToLeft: Bool
  /// Of the theme and of the sheet itself, by name without the dashes.
  let variable: (String) -> String?

  // MARK: Colours

  /// nil if it is not a supported colour.
  func ink(_ text: String, depth: Int = 0) -> SRGBColor? {
    if depth > 8 { return nil }
    switch text.lowercased() {
    case "transparent": return .clear
    case "currentcolor": return color
    default: break
    }
    if let named = Self.namedColors[text.lowercased()] { return SRGBColor(hexadecimal: named) }
    guard let (name, arguments) = PaintValue(text).function else { return SRGBColor(hexadecimal: text) }
    let items = arguments.items
    switch name {
    case "var":
      let words = items.first?.words ?? []
      guard let name = words.first, name.hasPrefix("--") else { return nil }
      if let value = variable(String(name.dropFirst(2))) { return ink(value, depth: depth + 1) }
      return items.count > 1 ? ink(items[1].words.joined(separator: " "), depth: depth + 1) : nil
    case "color-mix":
      guard items.count == 3, items[0].words == ["in", "srgb"] else { return nil }
      let parts = items.dropFirst().map { part(ofMix: $0.words, depth: depth) }
      guard let first = parts[0], let second = parts[1] else { return nil }
      let (a, b) = (first.share ?? second.share.map { 1 - $0 } ?? 0.5, second.share ?? 1 - (first.share ?? 0.5))
      return first.ink.mixed(a, with: second.ink, b)
    case "rgb", "rgba": return channels(arguments).flatMap { Self.ink(red: $0) }
    default: return nil
    }
  }

  private func part(ofMix words: [String], depth: Int) -> (ink: SRGBColor, share: Double?)? {
    var share: Double?
    var color: SRGBColor?
    for word in words {
      if word.hasSuffix("%"), let length = PaintLength(word) {
        share = length.pixels(of: 1)
      } else {
        color = ink(word, depth: depth + 1)
      }
    }
    return color.map { ($0, share) }
  }

  /// Three numbers or percentages, and optionally an opacity.
  private func channels(_ arguments: PaintValue) -> [Double]? {
    let words = arguments.items.count > 1 ? arguments.items.flatMap(\.words) : arguments.words.filter { $0 != "/" }
    guard words.count == 3 || words.count == 4 else { return nil }
    var values: [Double] = []
    for (place, word) in words.enumerated() {
      let isShare = word.hasSuffix("%")
      guard let number = Double(isShare ? String(word.dropLast()) : word) else { return nil }
      values.append(isShare ? number / 100 : place < 3 ? number / 255 : number)
    }
    return values
  }

  private static func ink(red channels: [Double]) -> SRGBColor? {
    SRGBColor(red: channels[0], green: channels[1], blue: channels[2], opacity: channels.count > 3 ? channels[3] : 1)
  }

  /// The colour names of CSS 2.
  private static let namedColors = [
    "black": "#000", "silver": "#c0c0c0", "gray": "#808080", "grey": "#808080", "white": "#fff", "maroon": "#800000",
    "red": "#f00", "purple": "#800080", "fuchsia": "#f0f", "green": "#008000", "lime": "#0f0", "olive": "#808000",
    "yellow": "#ff0", "navy": "#000080", "blue": "#00f", "teal": "#008080", "aqua": "#0ff", "orange": "#ffa500",
  ]

  // MARK: Boxes

  var paint: BoxPaint {
    var paint = BoxPaint()
    if let radii = declarations["border-radius"].flatMap(radii) { paint.radii = radii }
    let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]
    // The logical names of the corners.
    let sides =
      isRightToLeft
      ? ["start-end", "start-start", "end-start", "end-end"] : ["start-start", "start-end", "end-end", "end-start"]
    for names in [corners, sides] {
      for (place, name) in names.enumerated() {
        if let radius = declarations["border-\(name)-radius"].flatMap({ PaintLength($0) }) {
          paint.radii[place] = radius
        }
      }
    }
    paint.layers = layers
    paint.shadows = (declarations["box-shadow"].map { PaintValue($0).items } ?? []).reversed().compactMap(shadow)
    paint.outline = stroke("outline", offset: declarations["outline-offset"].flatMap { PaintLength($0) })
    paint.border = stroke("border", offset: nil).map {
      BoxPaint.Stroke(width: $0.width, offset: -$0.width, ink: $0.ink)
    }
    return paint
  }

  private func radii(_ text: String) -> [PaintLength]? {
    let lengths = PaintValue(text).words.compactMap { PaintLength($0) }
    return switch lengths.count {
    case 1: Array(repeating: lengths[0], count: 4)
    case 2: [lengths[0], lengths[1], lengths[0], lengths[1]]
    case 3: [lengths[0], lengths[1], lengths[2], lengths[1]]
    case 4: lengths
    default: nil
    }
  }

  private var layers: [BoxPaint.Layer] {
    var layers: [BoxPaint.Layer] = []
    var base: SRGBColor?
    for item in declarations["background"].map({ PaintValue($0).items }) ?? [] {
      for word in item.words {
        if let gradient = gradient(word) {
          layers.append(.gradient(gradient))
        } else if let ink = ink(word) {
          base = ink
        }
      }
    }
    for item in declarations["background-image"].map({ PaintValue($0).items }) ?? [] {
      if let gradient = item.words.first.flatMap(gradient) { layers.append(.gradient(gradient)) }
    }
    if let ink = declarations["background-color"].flatMap({ ink($0) }) { base = ink }
    return (base.map { $0.opacity > 0 ? [.ink($0)] : [] } ?? []) + layers.reversed()
  }

  private func gradient(_ text: String) -> BoxPaint.Gradient? {
    guard let (name, arguments) = PaintValue(text).function, name == "linear-gradient" else { return nil }
    var items = arguments.items[...]
    var direction = BoxPaint.Gradient.Direction.side(x: 0, y: 1)
    if let words = items.first?.words, let first = words.first {
      if first == "to" {
        direction = .side(
          x: words.contains("right") ? 1 : words.contains("left") ? -1 : 0,
          y: words.contains("bottom") ? 1 : words.contains("top") ? -1 : 0)
        items = items.dropFirst()
      } else if first.hasSuffix("deg"), let degrees = Double(first.dropLast(3)) {
        direction = .degrees(degrees)
        items = items.dropFirst()
      }
    }
    var stops: [BoxPaint.Gradient.Stop] = []
    for item in items {
      let words = item.words
      guard let ink = words.first.flatMap({ ink($0) }) else { return nil }
      let places = words.dropFirst().map { PaintLength($0) }
      stops.append(.init(ink: ink, place: places.first ?? nil))
      if places.count > 1 { stops.append(.init(ink: ink, place: places[1])) }
    }
    return stops.count > 1 ? BoxPaint.Gradient(direction: direction, stops: stops) : nil
  }

  private func shadow(_ item: PaintValue) -> BoxPaint.Shadow? {
    var lengths: [Double] = []
    var shadow = BoxPaint.Shadow(x: 0, y: 0, blur: 0, spread: 0, ink: color)
    for word in item.words {
      if word == "inset" {
        shadow.isInset = true
      } else if let length = PaintLength(word) {
        lengths.append(length.pixels(of: 0))
      } else if let ink = ink(word) {
        shadow.ink = ink
      } else {
        return nil
      }
    }
    guard (2...4).contains(lengths.count), shadow.ink.opacity > 0 else { return nil }
    (shadow.x, shadow.y) = (lengths[0], lengths[1])
    if lengths.count > 2 { shadow.blur = max(0, lengths[2]) }
    if lengths.count > 3 { shadow.spread = lengths[3] }
    return shadow
  }

  /// `outline` or `border`: none without a style.
  private func stroke(_ name: String, offset: PaintLength?) -> BoxPaint.Stroke? {
    var (width, style, ink) = (3.0, "none", color)
    for word in PaintValue(declarations[name] ?? "").words {
      if let length = PaintLength(word) {
        width = length.pixels(of: 0)
      } else if ["none", "hidden", "solid", "dashed", "dotted", "double", "auto"].contains(word) {
        style = word
      } else if let color = self.ink(word) {
        ink = color
      }
    }
    if let text = declarations[name + "-width"], let length = PaintLength(text) { width = length.pixels(of: 0) }
    if let text = declarations[name + "-style"] { style = text }
    if let text = declarations[name + "-color"], let color = self.ink(text) { ink = color }
    guard style == "solid", width > 0, ink.opacity > 0 else { return nil }
    return BoxPaint.Stroke(width: width, offset: offset?.pixels(of: 0) ?? 0, ink: ink)
  }
}
