import Diagnostics

/// The elements of an image, and references by which elements show others again: `use`, patterns, masks, markers,
/// filters. The total number of shown elements is a sum along these references, which can double with every level in a
/// few lines of text.
struct SVGReferences {
  private(set) var elements: [SVGElement] = []
  private(set) var byID: [String: Int] = [:]
  /// The greatest width of any stroke, in user units.
  private(set) var widestStroke = 1.0
  private var open: [Int] = []
  private var byClass: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private var parents: [Int] = []
  /// The remaining number of matches of rules with elements: some rules match all elements.
  private var remainingMatches = 2_000_000

  enum SVGReferenceFault { case circle(String), tooMany }

  mutating func start(_ element: SVGElement, classes: [Substring]) {
    let number = elements.count
    elements.append(element)
    parents.append(open.last ?? 0)
    if let parent = open.last { elements[parent].children.append(Int32(clamping: number)) }
    open.append(number)
    // If several elements have the same id, browsers use the first.
    if let id = element.id, byID[id] == nil { byID[id] = number }
    for name in classes { byClass[String(name), default: []].append(number) }
    byName[element.name, default: []].append(number)
  }

  mutating func end() { _ = open.popLast() }

  mutating func takeStroke(_ value: [UInt8]) {
    var numbers = SVGNumbers(value)
    if let width = numbers.next(), width.isFinite { widestStroke = max(widestStroke, width) }
  }

  /// Applies the rules of style sheets to the elements that their selectors can match, and animations to their targets.
  mutating func apply(_ styles: SVGStyles) {
    // The rules of keyframes apply to whatever is animated.
    let isAnimation = { (property: String) in property.hasPrefix("animation") }
    for rule in styles.declarations where isAnimation(rule.property) { apply(rule) }
    for rule in styles.declarations where !isAnimation(rule.property) { apply(rule) }
    for reference in styles.references {
      for number in matches(of: reference.selector) { refer(number, to: reference.id) }
    }
    for number in elements.indices where SVGElement.animations.contains(elements[number].name) { animate(with: number) }
  }

  private mutating func refer(_ number: Int, to id: String) {
    elements[number].references.append(id)
    elements[number].styleCount += 1
  }

  private mutating func apply(_ rule: SVGStyles.Declaration) {
    if rule.property == "stroke-width" { takeStroke(rule.value) }
    for number in matches(of: rule.selector) { elements[number].effects.take(rule.property, rule.value) }
  }

  /// Applies an animation to its target (SVG Animations, section 2.2).
  private mutating func animate(with number: Int) {
    let animation = elements[number]
    let id = animation.value(of: "href").map { String(decoding: $0.drop { $0 <= 0x20 }.dropFirst(), as: UTF8.self) }
    guard let target = id == nil ? parents[number] : byID[id ?? ""] else { return }
    let name = animation.value(of: "attributeName").map { String(decoding: $0.filter { !$0.isSpace }, as: UTF8.self) }
    let values = animation.attributes.filter { ["from", "to", "by", "values"].contains($0.name) }
      .reduce(into: [UInt8]()) { $0 += $1.value + [UInt8(ascii: ";")] }
    switch (animation.name, name) {
    case ("animateTransform", "transform"), ("animateTransform", nil):
      elements[target].effects.takeTransform(
        elements[target], isScale: animation.value(of: "type") == Array("scale".utf8), values)
    case (_, "viewBox"), (_, "patternTransform"), (_, "preserveAspectRatio"):
      elements[target].effects.hasAnimatedView = true
    case (_, "stdDeviation"?), (_, "radius"?), (_, "order"?), (_, "numOctaves"?):
      elements[target].attributes.append(SVGEvents.SVGAttribute(name: name ?? "", namespace: nil, value: values))
    case (_, "stroke-width"): for value in values.split(separator: UInt8(ascii: ";")) { takeStroke(Array(value)) }
    case (_, let name?):
      if SVGElement.geometryNames.contains(name) { elements[target].effects.hasStyledGeometry = true }
      if SVGEffects.properties.contains(name) {
        elements[target].effects.take(name, values)
        for id in animation.references { refer(target, to: id) }
      }
    case (_, nil): break
    }
  }

  /// The elements that the last part of a selector can match.
  private mutating func matches(of selector: String) -> [Int] {
    var found: [Int] = []
    for part in selector.split(separator: ",") {
      let last = part.split { " >+~\t\r\n".contains($0) }.last ?? ""
      let plain = last.prefix { $0 != ":" && $0 != "[" }
      var matches: [Int]
      // Escapes, comments, namespaces and the selector of the surrounding rule are not evaluated.
      if plain.isEmpty || plain.contains(where: { "*\\/&|()".contains($0) }) {
        matches = remainingMatches < elements.count ? [] : Array(elements.indices)
        if matches.isEmpty { remainingMatches = -1 }
      } else if let start = plain.firstIndex(of: "#") {
        let name = plain[plain.index(after: start)...].prefix { $0 != "." && $0 != "#" }
        matches = byID[String(name)].map { [$0] } ?? []
      } else if let start = plain.firstIndex(of: ".") {
        let name = plain[plain.index(after: start)...].prefix { $0 != "." && $0 != "#" }
        matches = byClass[String(name)] ?? []
      } else if plain == "from" || plain == "to" || plain.hasSuffix("%") {
        matches = remainingMatches < elements.count ? [] : elements.indices.filter { elements[$0].effects.isAnimated }
      } else {
        matches = byName[String(plain)] ?? []
      }
      remainingMatches -= matches.count + 1
      if remainingMatches < 0 { return found }
      found += matches
    }
    return found
  }

  /// - Complexity: O(elements + references).
  func fault(most: Int) -> SVGReferenceFault? {
    guard !elements.isEmpty else { return nil }
    if remainingMatches < 0 { return .tooMany }
    enum VisitState { case new, open, done }
    var states = [VisitState](repeating: .new, count: elements.count)
    var counts = [Int](repeating: 1, count: elements.count)
    // The element, and the index of the next of its children and references.
    var stack: [(number: Int, next: Int)] = [(0, 0)]
    states[0] = .open
    while let (number, next) = stack.last {
      let element = elements[number]
      guard next < element.children.count + element.references.count else {
        states[number] = .done
        stack.removeLast()
        if let above = stack.last { counts[above.number] = min(most + 1, counts[above.number] + counts[number]) }
        continue
      }
      stack[stack.count - 1].next += 1
      let isChild = next < element.children.count
      let id = isChild ? "" : element.references[next - element.children.count]
      guard let target = isChild ? Int(element.children[next]) : byID[id] else { continue }
      switch states[target] {
      case .new:
        states[target] = .open
        stack.append((target, 0))
      // A rule may match fewer elements than its last name suggests, and browsers ignore references to the element
      // itself.
      case .open:
        if next < element.children.count + element.references.count - element.styleCount { return .circle(id) }
      case .done: counts[number] = min(most + 1, counts[number] + counts[target])
      }
    }
    return counts[0] > most ? .tooMany : nil
  }
}
