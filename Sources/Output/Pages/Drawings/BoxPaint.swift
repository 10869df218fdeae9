import Themes

/// The paint of a box, without its content.
struct BoxPaint: Hashable {
  /// The layers from bottom to top.
  var layers: [Layer] = []
  /// The radii: top left, top right, bottom right, bottom left.
  var radii: [PaintLength] = Array(repeating: .pixels(0), count: 4)
  /// The shadows from bottom to top.
  var shadows: [Shadow] = []
  var outline: Stroke?
  var border: Stroke?

  enum Layer: Hashable {
    case ink(SRGBColor)
    case gradient(Gradient)
  }

  /// A `linear-gradient`.
  struct Gradient: Hashable {
    /// The direction: degrees clockwise from the top, or a side or corner.
    var direction: Direction
    var stops: [Stop]

    enum Direction: Hashable {
      case degrees(Double)
      /// Towards the left or right, the top or bottom: -1, 0 or 1.
      case side(x: Int, y: Int)
    }

    struct Stop: Hashable {
      var ink: SRGBColor
      var place: PaintLength?
    }
  }

  /// A `box-shadow`; lengths are in CSS pixels.
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
  let declarations: [String: PaintValue]
  /// The value of `currentcolor`.
  let color: SRGBColor
  let isRightToLeft: Bool
  /// Returns a variable of the theme or of the sheet itself, by name.
  let variable: (String) -> PaintValue?

  /// The terms of a property that is not a list.
  func terms(_ property: String) -> [PaintTerm] {
    let value = declarations[property] ?? []
    return value.count == 1 ? value[0] : []
  }

  func length(_ property: String) -> PaintLength? { terms(property).only.flatMap { PaintLength($0) } }

  // MARK: Colours

  func ink(_ property: String) -> SRGBColor? { terms(property).only.flatMap { ink($0) } }

  /// The colour of a term; nil if it is not a supported colour.
  func ink(_ term: PaintTerm, depth: Int = 0) -> SRGBColor? {
    if depth > 8 { return nil }
    switch term {
    case .color(let color): return color
    case .word(let name):
      switch name.lowercased() {
      case "transparent": return .clear
      case "currentcolor": return color
      case let name: return Self.namedColors[name].flatMap { SRGBColor(hexadecimal: $0) }
      }
    case .function("var", let arguments):
      guard case .word(let name)? = arguments.first?.first, name.hasPrefix("--") else { return nil }
      let value = variable(name) ?? Array(arguments.dropFirst().prefix(1))
      return value.only?.only.flatMap { ink($0, depth: depth + 1) }
    case .function("color-mix", let arguments):
      guard arguments.count == 3, arguments[0] == [.word("in"), .word("srgb")] else { return nil }
      let parts = arguments.dropFirst().map { part(ofMix: $0, depth: depth) }
      guard let first = parts[0], let second = parts[1] else { return nil }
      let (a, b) = (first.share ?? second.share.map { 1 - $0 } ?? 0.5, second.share ?? 1 - (first.share ?? 0.5))
      return first.ink.mixed(a, with: second.ink, b)
    case .function("rgb", let arguments), .function("rgba", let arguments): return Self.ink(red: arguments)
    case .function, .number, .sign: return nil
    }
  }

  private func part(ofMix terms: [PaintTerm], depth: Int) -> (ink: SRGBColor, share: Double?)? {
    var share: Double?
    var color: SRGBColor?
    for term in terms {
      if case .number(let value, "%") = term { share = value / 100 } else { color = ink(term, depth: depth + 1) }
    }
    return color.map { ($0, share) }
  }

  /// Reads three numbers or percentages, and optionally an opacity.
  private static func ink(red arguments: PaintValue) -> SRGBColor? {
    var values: [Double] = []
    for term in arguments.joined() where term != .sign("/") {
      switch term {
      case .number(let value, "%"): values.append(value / 100)
      case .number(let value, ""): values.append(values.count < 3 ? value / 255 : value)
      default: return nil
      }
    }
    guard values.count == 3 || values.count == 4 else { return nil }
    return SRGBColor(red: values[0], green: values[1], blue: values[2], opacity: values.count > 3 ? values[3] : 1)
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
    if let radii { paint.radii = radii }
    let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]
    // The logical names of the corners.
    let sides =
      isRightToLeft
      ? ["start-end", "start-start", "end-start", "end-end"] : ["start-start", "start-end", "end-end", "end-start"]
    for names in [corners, sides] {
      for (place, name) in names.enumerated() {
        if let radius = length("border-\(name)-radius") { paint.radii[place] = radius }
      }
    }
    paint.layers = layers
    paint.shadows = (declarations["box-shadow"] ?? []).reversed().compactMap(shadow)
    paint.outline = stroke("outline", offset: length("outline-offset"))
    paint.border = stroke("border", offset: nil).map {
      BoxPaint.Stroke(width: $0.width, offset: -$0.width, ink: $0.ink)
    }
    return paint
  }

  private var radii: [PaintLength]? {
    // The vertical radii follow a slash.
    let lengths = terms("border-radius").prefix { $0 != .sign("/") }.compactMap { PaintLength($0) }
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
    for term in (declarations["background"] ?? []).joined() {
      if let gradient = gradient(term) {
        layers.append(.gradient(gradient))
      } else if let ink = ink(term) {
        base = ink
      }
    }
    for item in declarations["background-image"] ?? [] {
      if let gradient = item.first.flatMap(gradient) { layers.append(.gradient(gradient)) }
    }
    if let ink = ink("background-color") { base = ink }
    return (base.map { $0.opacity > 0 ? [.ink($0)] : [] } ?? []) + layers.reversed()
  }

  private func gradient(_ term: PaintTerm) -> BoxPaint.Gradient? {
    guard case .function("linear-gradient", let arguments) = term else { return nil }
    var items = arguments[...]
    var direction = BoxPaint.Gradient.Direction.side(x: 0, y: 1)
    if let terms = items.first, let first = terms.first {
      if first == .word("to") {
        direction = .side(
          x: terms.contains(.word("right")) ? 1 : terms.contains(.word("left")) ? -1 : 0,
          y: terms.contains(.word("bottom")) ? 1 : terms.contains(.word("top")) ? -1 : 0)
        items = items.dropFirst()
      } else if case .number(let degrees, "deg") = first {
        direction = .degrees(degrees)
        items = items.dropFirst()
      }
    }
    var stops: [BoxPaint.Gradient.Stop] = []
    for item in items {
      guard let ink = item.first.flatMap({ ink($0) }) else { return nil }
      let places = item.dropFirst().map { PaintLength($0) }
      stops.append(.init(ink: ink, place: places.first ?? nil))
      if places.count > 1 { stops.append(.init(ink: ink, place: places[1])) }
    }
    return stops.count > 1 ? BoxPaint.Gradient(direction: direction, stops: stops) : nil
  }

  private func shadow(_ terms: [PaintTerm]) -> BoxPaint.Shadow? {
    var lengths: [Double] = []
    var shadow = BoxPaint.Shadow(x: 0, y: 0, blur: 0, spread: 0, ink: color)
    for term in terms {
      if term == .word("inset") {
        shadow.isInset = true
      } else if let length = PaintLength(term) {
        lengths.append(length.pixels(of: 0))
      } else if let ink = ink(term) {
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

  /// Reads `outline` or `border`; nil if it has no style.
  private func stroke(_ name: String, offset: PaintLength?) -> BoxPaint.Stroke? {
    var (width, style, ink) = (3.0, "none", color)
    for term in terms(name) {
      if let length = PaintLength(term) {
        width = length.pixels(of: 0)
      } else if case .word(let word) = term, Self.strokeStyles.contains(word) {
        style = word
      } else if let color = self.ink(term) {
        ink = color
      }
    }
    if let length = length(name + "-width") { width = length.pixels(of: 0) }
    if declarations[name + "-style"] != nil { style = terms(name + "-style") == [.word("solid")] ? "solid" : "none" }
    if let color = self.ink(name + "-color") { ink = color }
    guard style == "solid", width > 0, ink.opacity > 0 else { return nil }
    return BoxPaint.Stroke(width: width, offset: offset?.pixels(of: 0) ?? 0, ink: ink)
  }

  private static let strokeStyles: Set = ["none", "hidden", "solid", "dashed", "dotted", "double", "auto"]
}

extension Array {
  /// The only element; nil if there are several or none.
  fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
