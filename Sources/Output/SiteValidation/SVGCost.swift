import Diagnostics

/// The cost for a browser to draw the filters, masks and animations of a drawing.
///
/// The drawing is traversed as a browser draws it: elements that `use` and similar elements show are traversed each
/// time, with the transformations there, so that areas and radii are those of the picture.
struct SVGCost {
  private(set) var passes = 0.0
  private(set) var animations = 0
  /// The part with the most passes.
  var mostExpensive: SourceRange? {
    byElement.max { ($0.value, -$0.key) < ($1.value, -$1.key) }.flatMap { elements[$0.key].range }
  }
  /// The first animation or animated element above the limit.
  private(set) var excessAnimation: SourceRange?

  /// The limit on animations, each counted as often as its element is shown. Chromium takes 5 s for 20,000, and no
  /// measurable time for 1,000.
  static let mostAnimations = 1000

  private let elements: [SVGElement]
  private let byID: [String: Int]
  private let widestStroke: Double
  /// The boxes and transformations of the elements. They are read once, because an element may be shown often. A
  /// transformation is nil if it cannot be read.
  private let places: [(box: SVGBox, transform: SVGMatrix?)]
  private var isOpen: [Bool]
  private var byElement: [Int: Double] = [:]
  private var primitives: [Int: [SVGFilters.Primitive]] = [:]
  /// The pixels per unit of the drawing, and its size in these units.
  private var pixels = 1.0
  private var size = (width: 1.0, height: 1.0)

  private struct Visit {
    let element: Int
    let matrix: SVGMatrix
    /// True if the size at which the element is drawn is unknown.
    let isUnbounded: Bool
    /// True if its box is part of the box of the element around it.
    let isShown: Bool
    /// The distance in pixels that the filters of the elements around it reach.
    let reach: Double
    /// The filter elements, and the radii of filter functions.
    let filters: [Int]
    let radii: [Double]
    var next = 0
    var box = SVGBox.empty
    /// The box with strokes, and around everything that the element shows.
    var painted = SVGBox.empty
  }

  /// - Parameter references: elements whose references contain no cycle, except for references in style sheets.
  /// - Complexity: O(shown elements + bytes).
  init(of references: SVGReferences) {
    elements = references.elements
    byID = references.byID
    widestStroke = references.widestStroke
    isOpen = [Bool](repeating: false, count: elements.count)
    // Most drawings have no such elements.
    guard let root = elements.first, elements.contains(where: \.isCostly) else {
      places = []
      return
    }
    places = elements.map { element in
      (element.ownBox, element.value(of: "transform").map(SVGMatrix.init(list:)) ?? .identity)
    }
    let isUnbounded = measure(root)
    var steps = 0
    var stack = [visit(0, .identity, isUnbounded: isUnbounded, isShown: true, around: nil)]
    while let top = stack.last {
      let element = elements[top.element]
      guard top.next < element.children.count + element.references.count else {
        stack.removeLast()
        finish(top, &stack)
        continue
      }
      stack[stack.count - 1].next += 1
      steps += 1
      if steps > 40 * SVGLimits.instances {
        passes = .infinity
        return
      }
      let isChild = top.next < element.children.count
      let target =
        isChild ? Int(element.children[top.next]) : byID[element.references[top.next - element.children.count]]
      guard let target, !isOpen[target] else { continue }
      // An element that only others show costs nothing where it is defined.
      if isChild, SVGElement.templates.contains(elements[target].name) { continue }
      isOpen[target] = true
      stack.append(enter(target, from: top, isChild: isChild))
    }
  }

  /// - Returns: whether the size of the drawing is unknown.
  private mutating func measure(_ root: SVGElement) -> Bool {
    var numbers = SVGNumbers(root.value(of: "viewBox") ?? [])
    var box: [Double] = []
    while let number = numbers.next() { box.append(number) }
    let width = root.number(of: "width", missing: 300) ?? 300
    let height = root.number(of: "height", missing: width == 300 ? 150 : width) ?? width
    size = box.count == 4 ? (box[2], box[3]) : (width, height)
    guard size.width > 0, size.height > 0, !root.effects.hasAnimatedView else {
      size = (1, 1)
      return true
    }
    let ratio = String(decoding: root.value(of: "preserveAspectRatio") ?? [], as: UTF8.self)
    // Without these values, the drawing is scaled to fit.
    let isCut = ratio.contains("slice") || ratio.contains("none")
    pixels = SVGFilters.side / (isCut ? min(size.width, size.height) : max(size.width, size.height))
    return false
  }

  private mutating func enter(_ target: Int, from outer: Visit, isChild: Bool) -> Visit {
    let parent = elements[outer.element]
    let element = elements[target]
    if isChild {
      return visit(target, outer.matrix, isUnbounded: outer.isUnbounded, isShown: true, around: outer)
    }
    var matrix = outer.matrix
    var isUnbounded = outer.isUnbounded
    // A `use` can also have a pattern or a mask.
    let isUse = parent.name == "use" && (element.name == "symbol" || !SVGElement.templates.contains(element.name))
    if isUse {
      guard let x = parent.number(of: "x", missing: 0), let y = parent.number(of: "y", missing: 0) else {
        return visit(target, matrix, isUnbounded: true, isShown: true, around: outer)
      }
      matrix = matrix * SVGMatrix(1, 0, 0, 1, x, y)
      if element.name == "symbol" || element.name == "svg" {
        let view = view(
          of: element, width: parent.number(of: "width", missing: .nan),
          height: parent.number(of: "height", missing: .nan))
        if let view { matrix = matrix * view } else { isUnbounded = true }
      }
    } else {
      let units = ["patternContentUnits", "maskContentUnits", "clipPathUnits"].compactMap { element.value(of: $0) }
      let isRelative =
        units.contains(Array("objectBoundingBox".utf8)) || element.name == "marker"
        || element.value(of: "viewBox") != nil
      if isRelative || element.effects.hasAnimatedView { isUnbounded = true }
      if let own = element.value(of: "patternTransform") {
        if let own = SVGMatrix(list: own) { matrix = matrix * own } else { isUnbounded = true }
      }
    }
    return visit(target, matrix, isUnbounded: isUnbounded, isShown: isUse, around: outer)
  }

  /// The scaling of the content of an element with a view box; nil if it is unknown.
  private func view(of element: SVGElement, width: Double?, height: Double?) -> SVGMatrix? {
    guard let text = element.value(of: "viewBox") else { return .identity }
    var numbers = SVGNumbers(text)
    guard !element.effects.hasAnimatedView, !element.effects.hasStyledGeometry,
      let left = numbers.next(), let top = numbers.next(), let inner = numbers.next(), let innerHeight = numbers.next(),
      inner > 0, innerHeight > 0, let width, let height, !width.isNaN || !height.isNaN
    else { return nil }
    // Without one of them, the view is as large as the view around it.
    let scale = max((width.isNaN ? size.width : width) / inner, (height.isNaN ? size.height : height) / innerHeight)
    return SVGMatrix(scale, 0, 0, scale, -left * scale, -top * scale)
  }

  private mutating func visit(
    _ number: Int, _ matrix: SVGMatrix, isUnbounded: Bool, isShown: Bool, around: Visit?
  ) -> Visit {
    let element = elements[number]
    var matrix = matrix
    var isUnbounded = isUnbounded
    if let own = places[number].transform { matrix = matrix * own } else { isUnbounded = true }
    if element.effects.zoom.isFinite {
      matrix = matrix * SVGMatrix(element.effects.zoom, 0, 0, element.effects.zoom, 0, 0)
    } else {
      isUnbounded = true
    }
    if element.name == "svg", let around, elements[around.element].name != "use" {
      let x = element.number(of: "x", missing: 0)
      let y = element.number(of: "y", missing: 0)
      let view = view(
        of: element, width: element.number(of: "width", missing: .nan),
        height: element.number(of: "height", missing: .nan))
      if let x, let y, let view { matrix = matrix * SVGMatrix(1, 0, 0, 1, x, y) * view } else { isUnbounded = true }
    }
    var filters = element.references.compactMap { byID[$0] }.filter { elements[$0].name == "filter" }
    var radii = element.effects.filterRadii
    if element.effects.inheritsFilter, let around {
      filters += around.filters
      radii += around.radii
    }
    return Visit(
      element: number, matrix: matrix, isUnbounded: isUnbounded, isShown: isShown,
      reach: around.map { $0.reach + reach(of: $0) } ?? 0, filters: filters, radii: radii)
  }

  /// The greatest distance, in pixels, of the pixels that a filter of this element reads from the pixel that it
  /// computes.
  private mutating func reach(of visit: Visit) -> Double {
    if visit.filters.isEmpty, visit.radii.isEmpty { return 0 }
    let scale = visit.isUnbounded ? .infinity : visit.matrix.scale * pixels
    var reach = visit.radii.reduce(0) { $0 + ($1 > 0 ? min(3 * $1 * scale, SVGFilters.side) : 0) }
    for number in visit.filters {
      for primitive in primitives(of: number) { reach += primitive.reach(scale: scale) }
    }
    return reach
  }

  private mutating func primitives(of filter: Int) -> [SVGFilters.Primitive] {
    if let known = primitives[filter] { return known }
    let read = SVGFilters.primitives(of: elements[filter], in: elements)
    primitives[filter] = read
    return read
  }

  private mutating func finish(_ visit: Visit, _ stack: inout [Visit]) {
    let element = elements[visit.element]
    isOpen[visit.element] = false
    let own = visit.isUnbounded && places[visit.element].box != .empty ? .everything : places[visit.element].box
    var box = visit.box
    box.add(own.transformed(by: visit.matrix))
    var painted = visit.painted
    if own != .empty { painted.add(own.grown(by: 2 * widestStroke).transformed(by: visit.matrix)) }
    if SVGElement.animations.contains(element.name) || element.effects.isAnimated {
      animations += 1
      if animations == Self.mostAnimations + 1 { excessAnimation = element.range }
    }
    let isGroup = !element.children.isEmpty || !element.references.isEmpty
    // A single shape is drawn with its opacity, but a group is drawn separately from the rest.
    let layers = element.effects.layers + (isGroup ? element.effects.groupLayers : 0)
    if layers > 0 { add(layers * share(of: painted), to: visit.element) }
    applyFilters(of: visit, box, &painted)
    guard visit.isShown, !stack.isEmpty else { return }
    stack[stack.count - 1].box.add(box)
    stack[stack.count - 1].painted.add(painted)
  }

  private mutating func applyFilters(of visit: Visit, _ box: SVGBox, _ painted: inout SVGBox) {
    let depth = SVGFilters.tileFactor(reach: visit.reach)
    for radius in visit.radii {
      let isKnown = radius.isFinite && !visit.isUnbounded
      if isKnown {
        painted = painted.grown(by: 3 * radius * visit.matrix.scale)
      } else if painted != .empty {
        painted = .everything
      }
      let blur = SVGFilters.Primitive(name: radius > 0 ? "feGaussianBlur" : "", measure: radius, uses: 0)
      let scale = isKnown ? visit.matrix.scale * pixels : .infinity
      add(max(SVGFilters.least, share(of: painted) * depth * blur.passes(scale: scale)), to: visit.element)
    }
    for number in visit.filters {
      let all = primitives(of: number)
      let share = share(ofRegionOf: elements[number], visit, box)
      var scale = visit.isUnbounded ? .infinity : visit.matrix.scale * pixels
      if elements[number].value(of: "primitiveUnits") == Array("objectBoundingBox".utf8) {
        scale = max(box.size.width, box.size.height) * pixels
      }
      // The distance that the following primitives of the filter reach.
      var reach = 0.0
      for primitive in all.reversed() {
        if passes > SVGFilters.mostCounted { return }
        let cost = share * depth * SVGFilters.tileFactor(reachInside: reach) * primitive.passes(scale: scale)
        add(max(SVGFilters.least, cost), to: number)
        reach += primitive.reach(scale: scale)
      }
      if !all.isEmpty { painted = .everything }
    }
  }

  /// The part of the drawing that a filter's region covers.
  private func share(ofRegionOf filter: SVGElement, _ visit: Visit, _ box: SVGBox) -> Double {
    if filter.effects.hasStyledGeometry { return 1 }
    if filter.value(of: "filterUnits") == Array("userSpaceOnUse".utf8) {
      guard !visit.isUnbounded, filter.value(of: "width") != nil, filter.value(of: "height") != nil,
        let width = filter.number(of: "width", missing: 0), let height = filter.number(of: "height", missing: 0)
      else { return 1 }
      let scale = visit.matrix.scale
      return share(of: SVGBox(x: 0, y: 0, width: width * scale, height: height * scale))
    }
    guard let width = filter.fraction(of: "width", missing: 1.2),
      let height = filter.fraction(of: "height", missing: 1.2)
    else { return 1 }
    let (boxWidth, boxHeight) = box.size
    return boxWidth.isFinite && boxHeight.isFinite
      ? share(of: SVGBox(x: 0, y: 0, width: boxWidth * width, height: boxHeight * height)) : box == .empty ? 0 : 1
  }

  private func share(of box: SVGBox) -> Double {
    let (width, height) = box.size
    return width.isFinite && height.isFinite ? min(1, width * height / (size.width * size.height)) : 1
  }

  private mutating func add(_ passes: Double, to element: Int) {
    // An infinite number times 0 is not a number.
    let passes = passes.isNaN ? SVGFilters.mostCounted : passes
    self.passes += passes
    byElement[element, default: 0] += passes
  }
}
