import Diagnostics

/// Receives the events of parsing an SVG image, and collects its faults: everything that no list allows.
///
/// The lists contain the elements and attributes of SVG 2 and SVG 1.1 that draw something, and the parts of a style
/// that load nothing. Section 2.2 of SVG 2 calls this the secure static mode, plus animations.
struct SVGEvents {
  /// The findings, at most `mostFindings`: nobody fixes more at once.
  private(set) var findings: [SVGFinding] = []
  private var isRoot = true
  /// True if it is not an SVG image: otherwise every element in it would be reported.
  private var isForeign = false
  /// The text of the innermost `style` element.
  private var style: [UInt8]?
  private var depth = 0
  /// The depth of the outermost `metadata` element that is open.
  private var depthOfMetadata: Int?
  private var references = SVGReferences()
  /// The styles of style sheets, whose selectors can match elements that follow them.
  private var styles = SVGStyles()
  private var animationCount = 0

  /// Returns the range of the tag that the parser read last. If the encoding is not UTF-8, this takes a pass over the
  /// bytes, so only findings call it.
  typealias TagPlace = () -> SourceRange

  static let mostFindings = 20
  var isFull: Bool { findings.count >= Self.mostFindings }

  /// Elements that show the elements to which they refer.
  private static let repeating: Set = [
    "use", "feImage", "pattern", "tref", "linearGradient", "radialGradient", "filter", "mask", "clipPath", "marker",
    "hatch", "meshgradient",
  ]

  struct SVGAttribute {
    let name: String
    let namespace: String?
    let value: [UInt8]
  }

  mutating func declaration(at place: TagPlace) {
    report("it has a DOCTYPE", "remove the line <!DOCTYPE …>: nothing needs it, and it can declare entities", at: place)
  }

  mutating func instruction(_ target: String, at place: TagPlace) {
    guard target == "xml-stylesheet" else { return }
    report("it loads a style sheet", "put the rules into a <style> element", at: place)
  }

  mutating func start(_ name: String, namespace: String?, _ attributes: [SVGAttribute], at place: TagPlace) {
    let isSVG = namespace == SVGNames.svg
    if isRoot {
      isRoot = false
      if name != "svg" || !isSVG {
        report("its root is not <svg> of \(SVGNames.svg)", "export it again as SVG", at: place)
        isForeign = true
      }
    }
    if isForeign { return }
    let isAllowed =
      isSVG ? SVGNames.elements.contains(name) : SVGNames.isInert(namespace, isMetadata: depthOfMetadata != nil)
    if !isAllowed {
      let origin = isSVG || namespace == nil ? "" : " of \(shortened(Array((namespace ?? "").utf8)))"
      report(
        "it contains <\(name)>\(origin)",
        "remove the element, or save the image as plain SVG: the element draws nothing",
        at: place)
    } else if style != nil {
      report("it contains <\(name)> in <style>", "a style sheet is only text", at: place)
    }
    depth += 1
    if isSVG, name == "metadata", depthOfMetadata == nil { depthOfMetadata = depth }
    let own = { (name: String) in
      attributes.first { $0.namespace == nil && $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }
    var described = SVGElement(name: name, id: own("id"), attributes: isSVG ? attributes : [])
    for attribute in attributes { check(attribute, of: name, isSVG: isSVG, &described, at: place) }
    let isAnimation = SVGElement.animations.contains(name)
    if described.isCostly || own("class") != nil { described.range = place() }
    if isAnimation {
      animationCount += 1
      if animationCount == SVGCost.mostAnimations + 1 { reportAnimations(at: place) }
    }
    references.start(described, classes: own("class")?.split(whereSeparator: \.isWhitespace) ?? [])
    // Elements inside it are refused, so the innermost is the only one.
    if isSVG, name == "style" { style = style ?? [] }
  }

  mutating func end(_ name: String, at place: TagPlace) {
    if isForeign { return }
    references.end()
    if depthOfMetadata == depth { depthOfMetadata = nil }
    depth -= 1
    guard name == "style", let style else { return }
    styles += checkStyle(style) {
      let tag = place()
      return SourceRange(max(0, tag.lower - style.count), tag.lower)
    }
    self.style = nil
  }

  mutating func characters(_ text: [UInt8]) { style? += text }

  /// Call this when everything has been read.
  mutating func finish() {
    references.apply(styles)
    switch references.fault(most: SVGLimits.instances) {
    case .circle(let id):
      report(
        "it refers to itself: #\(shortened(Array(id.utf8)))",
        "an element cannot show itself by use, pattern, mask or marker",
        at: { SourceRange(0, 1) })
    case .tooMany:
      report(
        "it shows more than \(SVGLimits.instances) elements, counting each repetition",
        "use fewer repetitions by use, pattern, mask and marker: browsers draw each of them", at: { SourceRange(0, 1) })
    case nil: if !isForeign { checkCost() }
    }
  }

  private mutating func checkCost() {
    let cost = SVGCost(of: references)
    let root = SourceRange(0, 1)
    if cost.animations > SVGCost.mostAnimations, animationCount <= SVGCost.mostAnimations {
      reportAnimations(at: { cost.excessAnimation ?? root })
    }
    let most = cost.animations > 0 ? SVGFilters.mostOfFrame : SVGFilters.most
    guard cost.passes > most else { return }
    let passes = Int(min(cost.passes, SVGFilters.mostCounted).rounded(.up))
    report(
      "its filters and masks take \(passes) passes over the whole image\(cost.animations > 0 ? " in each frame of its animation" : "")"
        + "; \(Int(most)) are allowed",
      "use fewer filters, smaller radii (stdDeviation, radius, order), or smaller filter regions (width, height); "
        + "or export the image as PNG or WebP",
      at: { cost.mostExpensive ?? root })
  }

  private mutating func reportAnimations(at place: TagPlace) {
    report(
      "it has more than \(SVGCost.mostAnimations) animations, counting each repetition",
      "animate groups instead of single shapes, or export a film: browsers compute each of them for each frame",
      at: place)
  }

  // MARK: Attributes

  private mutating func check(
    _ attribute: SVGAttribute, of element: String, isSVG: Bool, _ described: inout SVGElement, at place: TagPlace
  ) {
    let name = attribute.name
    let value = attribute.value
    switch attribute.namespace {
    case nil where Self.isEvent(name):
      report("it runs a script on \(name.dropFirst(2))", "remove the attribute \(name)", at: place)
    case nil where name == "attributeName" && SVGElement.animations.contains(element):
      let target = String(decoding: value, as: UTF8.self).lowercased()
      if target.hasSuffix("href") || target.hasPrefix("on") {
        report("it animates \(target)", "animate only colours, shapes and positions", at: place)
      }
    case nil where name == "href" || name == "src", SVGNames.xlink where name == "href":
      if !Self.staysInside(value) {
        report(
          "it refers to \(shortened(value))", "embed the image or font: an image can refer only to its own parts (#id)",
          at: place)
      } else if Self.repeating.contains(element), let id = Self.id(in: value) {
        described.references.append(id)
      }
    case SVGNames.xml where name == "base":
      report("it has xml:base", "remove the attribute: an image can refer only to its own parts (#id)", at: place)
    case nil where !isSVG, SVGNames.xlink, SVGNames.xml: break
    case nil where !SVGNames.allowsAttribute(name):
      report("it has the attribute \(name)", "remove it: it has no effect on how <\(element)> is drawn", at: place)
    // Any presentation attribute is a style, and so is a value that an animation gives it.
    case nil where name == "style":
      let styles = checkStyle(Array("a{".utf8) + value + Array("}".utf8), at: place)
      described.references += styles.references.map(\.id)
      for style in styles.declarations {
        described.effects.take(style.property, style.value)
        if style.property == "stroke-width" { references.takeStroke(style.value) }
      }
    case nil where value.contains { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "\\") } && SVGNames.isStyle(name):
      described.references += checkStyle(Array("a{fill:".utf8) + value + Array("}".utf8), at: place).references.map(
        \.id)
      takePresentation(name, value, &described)
    case nil: takePresentation(name, value, &described)
    case let namespace?:
      if !SVGNames.isInert(namespace, isMetadata: depthOfMetadata != nil) {
        report(
          "it has the attribute \(name) of \(shortened(Array(namespace.utf8)))", "remove it, or save it as plain SVG",
          at: place)
      }
    }
  }

  /// Applies attributes that are properties.
  private mutating func takePresentation(_ name: String, _ value: [UInt8], _ described: inout SVGElement) {
    switch name {
    case "filter", "mask", "opacity", "mix-blend-mode": described.effects.take(name, value)
    case "stroke-width": references.takeStroke(value)
    default: break
    }
  }

  /// Returns whether browsers would run the value of an attribute as a script.
  private static func isEvent(_ name: String) -> Bool {
    let letters = name.utf8
    return letters.starts(with: "on".utf8) { $0 | 0x20 == $1 } && letters.allSatisfy(\.isASCIILetter)
  }

  // MARK: Styles

  private mutating func checkStyle(_ text: [UInt8], at place: TagPlace) -> SVGStyles {
    // Most values are a colour or a length.
    let isPlain = !text.contains { "(\\@\"'/".utf8.contains($0) }
    if !isPlain {
      let sheet = StyleSheet(text)
      for fault in sheet.faults {
        let help =
          fault.rule == .styleSyntax ? "browsers would read it differently; fix it" : "keep all rules in the image"
        report("its style is refused: \(fault.message)", help, at: place)
      }
      for load in sheet.loads where !Self.staysInside(Array(load.link.utf8)) {
        report(
          "its style loads \(shortened(Array(load.link.utf8)))", "a style can refer only to parts of the image (#id)",
          at: place)
      }
    }
    let names = SVGStyleNames(text)
    for refused in names.refused {
      report(
        "its style is refused: \(refused)", "remove it: a style can set only colours, shapes and fonts",
        at: place)
    }
    var styles = names.styles
    styles.references = styles.references.compactMap { reference in
      Self.id(in: Array("#\(reference.id)".utf8)).map { (reference.selector, $0) }
    }
    return styles
  }

  /// Returns whether a reference is to a part of the image itself, or an embedded raster image.
  private static func staysInside(_ reference: [UInt8]) -> Bool {
    let text = String(decoding: reference.drop { $0 <= 0x20 }, as: UTF8.self).lowercased()
    return text.isEmpty || text.hasPrefix("#")
      || ["png", "jpeg", "jpg", "gif", "webp"].contains { type in
        text.hasPrefix("data:image/\(type);") || text.hasPrefix("data:image/\(type),")
      }
  }

  /// The id in a reference, as browsers read it: without spaces around it and line ends inside, and decoded.
  private static func id(in reference: [UInt8]) -> String? {
    let plain = reference.drop { $0 <= 0x20 }.filter { ![0x09, 0x0A, 0x0D].contains($0) }
    guard plain.first == UInt8(ascii: "#") else { return nil }
    var id: [UInt8] = []
    var rest = plain.dropFirst()
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(\.hexDigit)
      if byte == UInt8(ascii: "%"), digits.count == 2 {
        id.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else {
        id.append(byte)
      }
    }
    while let last = id.last, last <= 0x20 { id.removeLast() }
    return String(decoding: id, as: UTF8.self)
  }

  private mutating func report(_ message: String, _ help: String, at place: TagPlace) {
    if isFull { return }
    findings.append(SVGFinding(message: message, help: help, range: place()))
  }
}

private func shortened(_ bytes: [UInt8]) -> String {
  let text = String(decoding: bytes, as: UTF8.self)
  return text.count > 60 ? text.prefix(60) + "…" : text
}
