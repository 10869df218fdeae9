import Diagnostics

/// An element of a drawing, with the properties that are needed to estimate the cost of drawing it.
struct SVGElement {
  let name: String
  let id: String?
  /// The attributes in `geometryNames`, and the values that animations give them, in the order in which they are found.
  var attributes: [SVGEvents.SVGAttribute]
  var effects = SVGEffects()
  var children: [Int32] = []
  /// The ids of other elements that it shows.
  var references: [String] = []
  /// The number of references at the end of `references` that come from style sheets and animations.
  var styleCount = 0
  /// The range of its tag, if a finding can be about it.
  var range: SourceRange?

  static let animations: Set = ["animate", "set", "animateTransform", "animateMotion", "animateColor"]
  /// Elements whose content is drawn only where another element refers to them.
  static let templates: Set = [
    "defs", "symbol", "pattern", "mask", "marker", "clipPath", "filter", "linearGradient", "radialGradient", "hatch",
    "meshgradient", "font", "font-face", "glyph", "missing-glyph", "solidcolor", "solidColor",
  ]

  /// Attributes that determine the position and size of an element, or the effect of a filter.
  static let geometryNames = SVGNames.words(
    """
    x y width height cx cy r rx ry x1 y1 x2 y2 points d viewBox preserveAspectRatio transform patternTransform
    patternContentUnits maskContentUnits clipPathUnits filterUnits primitiveUnits stdDeviation radius order numOctaves in
    in2 result attributeName type from to by values href
    """)

  var isCostly: Bool { name == "filter" || Self.animations.contains(name) || effects.isCostly }

  /// The geometry attributes that are read each time that the element is shown.
  private static let repeatedNames = geometryNames.subtracting([
    "d", "points", "transform", "from", "to", "by", "values",
  ])
  /// The limit in bytes on these attributes; a number or a name is shorter.
  private static let longestRepeated = 256

  init(name: String, id: String?, attributes: [SVGEvents.SVGAttribute]) {
    self.name = name
    self.id = id
    self.attributes = []
    for attribute in attributes where Self.geometryNames.contains(attribute.name) {
      guard attribute.namespace == nil || attribute.namespace == SVGNames.xlink else { continue }
      if attribute.value.count > Self.longestRepeated, Self.repeatedNames.contains(attribute.name) {
        effects.hasStyledGeometry = true
        effects.hasAnimatedView = true
      } else {
        self.attributes.append(attribute)
      }
    }
  }

  func value(of name: String) -> [UInt8]? { attributes.first { $0.name == name }?.value }

  /// The number in an attribute, in user units; nil if it has another unit, or is something else.
  func number(of name: String, missing: Double) -> Double? {
    guard let value = value(of: name) else { return missing }
    var numbers = SVGNumbers(value)
    guard let number = numbers.next() else { return nil }
    let unit = numbers.rest
    return unit.isEmpty || unit == "px" ? number : nil
  }

  /// The number or percentage in an attribute; nil if it is something else.
  func fraction(of name: String, missing: Double) -> Double? {
    guard let value = value(of: name) else { return missing }
    var numbers = SVGNumbers(value)
    guard let number = numbers.next() else { return nil }
    return numbers.rest.isEmpty ? number : numbers.rest == "%" ? number / 100 : nil
  }

  /// The greatest number in all attributes of a name.
  func greatest(of name: String, missing: Double) -> Double {
    var greatest: Double?
    for attribute in attributes where attribute.name == name {
      var numbers = SVGNumbers(attribute.value.map { $0 == UInt8(ascii: ";") ? 0x20 : $0 })
      while let number = numbers.next() { greatest = max(greatest ?? number, number) }
    }
    return greatest ?? missing
  }
}

/// The effects of the styles and animations of an element on the cost of drawing it.
struct SVGEffects {
  /// The functions of `filter` other than `url()`, by their blur radius: 0 for those without one.
  private(set) var filterRadii: [Double] = []
  /// True if the element also has the filters of the element around it.
  private(set) var inheritsFilter = false
  /// The factor by which the element is drawn larger than its attributes say.
  private(set) var zoom = 1.0
  private(set) var isAnimated = false
  var hasStyledGeometry = false
  var hasAnimatedView = false
  /// The passes over its box for content that is drawn separately and then composited.
  private(set) var layers = 0.0
  /// The additional passes if the element is a group.
  private(set) var groupLayers = 0.0

  var isCostly: Bool { !filterRadii.isEmpty || layers > 0 || groupLayers > 0 || isAnimated }

  private static let geometry: Set = ["x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "d"]
  static let properties = geometry.union([
    "filter", "transform", "scale", "zoom", "animation", "animation-name", "mask", "mask-image", "opacity",
    "mix-blend-mode",
  ])

  /// - Parameter value: the value of a property, or several values, one after the other.
  mutating func take(_ property: String, _ value: [UInt8]) {
    let text = String(decoding: value, as: UTF8.self).lowercased()
    let isUnknown = text.contains("\\") || text.contains("/*") || text.contains("var(") || text.contains("env(")
    switch property {
    case "filter":
      if text.contains("inherit") { inheritsFilter = true }
      if isUnknown { filterRadii.append(.infinity) } else { filterRadii += Self.filterRadii(text) }
    case "transform", "scale", "zoom":
      zoom *= isUnknown ? .infinity : Self.zoom(property, text)
    case "animation", "animation-name":
      if text.contains(where: { !$0.isWhitespace }), text != "none" { isAnimated = true }
    case "mask", "mask-image": if text.contains("(") || isUnknown { layers += SVGFilters.passesOfMask }
    case "opacity": if Double(text) != 1 { groupLayers += SVGFilters.passesOfLayer }
    case "mix-blend-mode": if text != "normal" { layers += SVGFilters.passesOfLayer }
    default: if Self.geometry.contains(property) { hasStyledGeometry = true }
    }
  }

  /// Applies the values of an animation, which replaces the attribute `transform`.
  mutating func takeTransform(_ element: SVGElement, isScale: Bool, _ values: [UInt8]) {
    var greatest = 1.0
    if isScale {
      var numbers = SVGNumbers(values.map { $0 == UInt8(ascii: ";") ? 0x20 : $0 })
      while let number = numbers.next() { greatest = max(greatest, abs(number)) }
    }
    let stated = element.value(of: "transform").map { SVGMatrix(list: $0)?.scale ?? 0 } ?? 1
    zoom *= stated > 0 ? max(1, greatest / stated) : .infinity
  }

  private static func filterRadii(_ text: String) -> [Double] {
    functions(text).compactMap { name, arguments in
      switch name {
      case "url": nil
      case "blur": length(arguments.first)
      // Two offsets precede the radius.
      case "drop-shadow":
        length(arguments.filter { $0.first.map { "+-.0123456789".contains($0) } == true }.dropFirst(2).first)
      default: 0
      }
    }
  }

  private static func zoom(_ property: String, _ text: String) -> Double {
    func greatest(_ words: [Substring]) -> Double {
      words.reduce(1) { most, word in
        let number = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
        return max(most, number.map(abs) ?? .infinity)
      }
    }
    if property != "transform" {
      return ["none", "normal", "inherit"].contains(text.trimmed)
        ? 1 : greatest(text.split(whereSeparator: \.isWhitespace))
    }
    return functions(text).reduce(1) { zoom, function in
      switch function.name {
      case "translate", "translatex", "translatey", "translatez", "translate3d", "rotate", "rotatez": zoom
      case "scale", "scalex", "scaley", "scale3d": zoom * greatest(function.arguments)
      case "matrix": zoom * 1.5 * greatest(Array(function.arguments.prefix(4)))
      default: .infinity
      }
    }
  }

  /// The functions of a value, with their arguments that are not functions.
  private static func functions(_ text: String) -> [(name: String, arguments: [Substring])] {
    var result: [(name: String, arguments: [Substring])] = []
    var depth = 0
    var word = text.startIndex
    func end(_ index: String.Index) -> Substring? { depth == 1 && word < index ? text[word..<index] : nil }
    for index in text.indices {
      let letter = text[index]
      if letter == "(" {
        if depth == 0 { result.append((String(text[word..<index]), [])) }
        depth += 1
        word = text.index(after: index)
      } else if letter == ")" || letter == "," || letter.isWhitespace {
        if let argument = end(index) { result[result.count - 1].arguments.append(argument) }
        word = text.index(after: index)
        if letter == ")" { depth = max(0, depth - 1) }
      }
    }
    return result
  }

  /// The length in px. Units that depend on a font or a window count as 40 px.
  private static func length(_ text: Substring?) -> Double {
    guard let text else { return 0 }
    var numbers = SVGNumbers(Array(text.utf8))
    guard let number = numbers.next() else { return .infinity }
    return abs(number) * (["", "px"].contains(numbers.rest) ? 1 : 40)
  }
}

extension String {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
