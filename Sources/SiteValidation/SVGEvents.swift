import Diagnostics

/// What a parser says of an SVG image, and what is wrong with it.
///
/// The names of elements and attributes are those of SVG 2; what is refused of them are the lists of section 2.2 ("secure
/// static mode") and of the chapters on scripting and linking.
struct SVGEvents {
  /// At most `mostFindings`: nobody mends more at once.
  private(set) var findings: [SVGFinding] = []
  private var isRoot = true
  /// The text of the innermost `style` element.
  private var style: [UInt8]?

  /// Of the tag that the parser read last. To find it takes a pass over the bytes where the encoding is not UTF-8, so
  /// only a finding asks.
  typealias Place = () -> SourceRange

  static let mostFindings = 20
  var isFull: Bool { findings.count >= Self.mostFindings }

  private static let svg = "http://www.w3.org/2000/svg"
  private static let xlink = "http://www.w3.org/1999/xlink"
  private static let html = "http://www.w3.org/1999/xhtml"
  private static let xml = "http://www.w3.org/XML/1998/namespace"

  /// Elements that run something, or that hold another kind of document.
  private static let refusedElements: Set = [
    "script", "handler", "listener", "foreignObject", "iframe", "audio", "video", "canvas", "embed", "object",
  ]
  private static let animations: Set = ["animate", "set", "animateTransform", "animateMotion", "animateColor"]

  struct Attribute {
    let name: String
    let namespace: String?
    let value: [UInt8]
  }

  mutating func declaration(at place: Place) {
    report("it has a DOCTYPE", "remove the line <!DOCTYPE …>: nothing needs it, and it can declare entities", at: place)
  }

  mutating func instruction(_ target: String, at place: Place) {
    guard target == "xml-stylesheet" else { return }
    report("it loads a style sheet", "put the rules into a <style> element", at: place)
  }

  mutating func start(_ name: String, namespace: String?, _ attributes: [Attribute], at place: Place) {
    if isRoot {
      isRoot = false
      if name != "svg" || namespace != Self.svg {
        report("its root is not <svg> of \(Self.svg)", "save it as SVG from the program that made it", at: place)
      }
    }
    if namespace == Self.html || (namespace == Self.svg && Self.refusedElements.contains(name)) {
      report("it holds <\(name)>", "pages show images, which run no scripts and hold no other documents", at: place)
    }
    for attribute in attributes { check(attribute, of: name, at: place) }
    // In a style sheet there are no elements, so the innermost is the only one.
    if namespace == Self.svg, name == "style" { style = [] }
  }

  mutating func end(_ name: String, at place: Place) {
    guard name == "style", let style else { return }
    checkStyle(style) {
      let tag = place()
      return SourceRange(max(0, tag.lower - style.count), tag.lower)
    }
    self.style = nil
  }

  mutating func characters(_ text: [UInt8]) { style? += text }

  private mutating func check(_ attribute: Attribute, of element: String, at place: Place) {
    let name = attribute.name
    let value = attribute.value
    switch attribute.namespace {
    case nil where name.lowercased().hasPrefix("on"):
      report("it runs a script on \(name.dropFirst(2))", "remove the attribute \(name)", at: place)
    case nil where name == "attributeName" && Self.animations.contains(element):
      let target = String(decoding: value, as: UTF8.self).lowercased()
      if target.hasSuffix("href") || target.hasPrefix("on") {
        report("it animates \(target)", "animate colours, shapes and places", at: place)
      }
    case nil where name == "href" || name == "src", Self.xlink where name == "href":
      if !Self.staysInside(value) {
        report(
          "it refers to \(shortened(value))", "embed what it shows: an image can refer to its own parts (#id) only",
          at: place)
      }
    case Self.xml where name == "base":
      report("it has xml:base", "remove the attribute: an image refers to its own parts (#id) only", at: place)
    // Any presentation attribute is a style, and so is what an animation sets it to.
    case nil where value.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "\\") }):
      checkStyle(Array("a{b:".utf8) + value + Array("}".utf8), at: place)
    default: break
    }
  }

  private mutating func checkStyle(_ text: [UInt8], at place: Place) {
    let sheet = StyleSheet(text)
    for fault in sheet.faults where fault.rule != .styleSyntax {
      report("its style is refused: \(fault.message)", "keep all rules in the image", at: place)
    }
    for load in sheet.loads where !Self.staysInside(Array(load.link.utf8)) {
      report(
        "its style loads \(shortened(Array(load.link.utf8)))", "a style can refer to parts of the image (#id) only",
        at: place)
    }
  }

  /// A part of the image itself, or a raster image that is embedded.
  private static func staysInside(_ reference: [UInt8]) -> Bool {
    let text = String(decoding: reference.drop { $0 <= 0x20 }, as: UTF8.self).lowercased()
    return text.isEmpty || text.hasPrefix("#")
      || ["png", "jpeg", "jpg", "gif", "webp"].contains { type in
        text.hasPrefix("data:image/\(type);") || text.hasPrefix("data:image/\(type),")
      }
  }

  private mutating func report(_ message: String, _ help: String, at place: Place) {
    if isFull { return }
    findings.append(SVGFinding(message: message, help: help, range: place()))
  }
}

private func shortened(_ bytes: [UInt8]) -> String {
  let text = String(decoding: bytes, as: UTF8.self)
  return text.count > 60 ? text.prefix(60) + "…" : text
}
