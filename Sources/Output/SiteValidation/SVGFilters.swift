/// The cost of filters, in passes: the number of times that a browser processes all pixels of the drawing.
///
/// A pass is the time that a primitive takes that reads one pixel at a time, such as `feOffset`: 50 ms for a drawing of
/// 1,000 × 1,000 px in Chromium 156 without a graphics processor, on two cores. The other primitives were measured
/// against it.
struct SVGFilters {
  /// The number of pixels along the longer side of the drawing: radii are lengths in the drawing, but the time depends
  /// on pixels.
  static let side = 1000.0
  /// The limit on passes for all filters and masks of a drawing together; three seconds at that size, and a tenth of a
  /// second for a drawing of 300 px.
  static let most = 60.0
  /// The limit for an animated drawing, of which browsers draw each frame again.
  static let mostOfFrame = 12.0
  static let passesOfMask = 0.2
  static let passesOfLayer = 0.06
  /// The least cost that is counted for a primitive.
  static let least = 0.01
  /// The greatest number of passes that is counted.
  static let mostCounted = 1_000_000.0

  /// A primitive of a filter.
  struct Primitive {
    let name: String
    /// A length in user units; the squares of the matrix for `feConvolveMatrix`, and octaves for `feTurbulence`.
    let measure: Double
    /// The number of paths on which its result contributes to the result of the filter. Browsers keep few results, and
    /// compute others again.
    var uses: Double

    /// The distance from a pixel at which the primitive reads others, in pixels.
    func reach(scale: Double) -> Double {
      switch name {
      case "feGaussianBlur", "feDropShadow": measure == 0 ? 0 : min(3 * measure * scale, SVGFilters.side)
      case "feMorphology": measure == 0 ? 0 : min(measure * scale, SVGFilters.side)
      default: 0
      }
    }

    /// - Parameter scale: pixels per user unit.
    func passes(scale: Double) -> Double {
      let pixels = measure == 0 ? 0 : measure * scale
      let once: Double =
        switch name {
        case "feGaussianBlur", "feDropShadow": 1 + min(pixels, 200) / 10
        case "feMorphology": 1 + 1.2 * min(pixels, 1000)
        case "feConvolveMatrix": 1 + 0.7 * min(measure, 1_000_000)
        case "feTurbulence": 1 + min(measure, 10) / 2
        case "feDiffuseLighting", "feSpecularLighting": 3
        case "feDisplacementMap", "feComponentTransfer": 2
        default: 1
        }
      return once * (1 + uses / 100)
    }
  }

  /// The factor by which more is drawn inside an element with filters: browsers draw tiles of 256 px, each with
  /// everything around it that a filter reads, up to the whole drawing.
  static func tileFactor(reach: Double) -> Double { min(16, 1 + reach / 50) }

  /// The same factor for a primitive that precedes others in its filter, which share more of their work.
  static func tileFactor(reachInside reach: Double) -> Double { min(16, 1 + reach / 200) }

  /// The primitives of a filter.
  static func primitives(of filter: SVGElement, in elements: [SVGElement]) -> [Primitive] {
    var primitives: [Primitive] = []
    var inputs: [[Int]] = []
    var byResult: [[UInt8]: Int] = [:]
    for element in filter.children.map({ elements[Int($0)] }) where element.name.hasPrefix("fe") {
      let places = [element] + element.children.map { elements[Int($0)] }.filter { $0.name == "feMergeNode" }
      let named = places.flatMap { place in ["in", "in2"].compactMap { place.value(of: $0) } }.compactMap {
        byResult[$0]
      }
      let previous = primitives.isEmpty ? nil : primitives.count - 1
      let isImplied = places.contains { $0.value(of: "in") == nil }
      inputs.append(named + (isImplied ? [previous].compactMap(\.self) : []))
      if let result = element.value(of: "result") { byResult[result] = primitives.count }
      let measure: Double =
        switch element.name {
        case "feGaussianBlur": element.greatest(of: "stdDeviation", missing: 0)
        case "feDropShadow": element.greatest(of: "stdDeviation", missing: 2)
        case "feMorphology": element.greatest(of: "radius", missing: 0)
        case "feTurbulence": element.greatest(of: "numOctaves", missing: 1)
        case "feConvolveMatrix": { $0 * $0 }(element.greatest(of: "order", missing: 3))
        default: 0
        }
      primitives.append(Primitive(name: element.name, measure: min(max(0, measure), 1e9), uses: 0))
    }
    guard !primitives.isEmpty else { return [] }
    primitives[primitives.count - 1].uses = 1
    for index in primitives.indices.reversed() {
      for input in inputs[index] { primitives[input].uses = min(1e9, primitives[input].uses + primitives[index].uses) }
    }
    return primitives
  }
}
