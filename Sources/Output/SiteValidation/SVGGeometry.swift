import Diagnostics
import Glibc

/// An affine transformation, as `matrix(a b c d e f)` in SVG.
struct SVGMatrix: Equatable {
  var (a, b, c, d, e, f) = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

  static let identity = SVGMatrix()

  init() {}

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// Reads a transformation list of SVG 1.1, section 7.6; nil if the text is not one.
  init?(list text: [UInt8]) {
    var numbers = SVGNumbers(text)
    while true {
      numbers.skipSeparators()
      guard let name = numbers.function() else { break }
      var values: [Double] = []
      while let value = numbers.next() { values.append(value) }
      guard numbers.skip(UInt8(ascii: ")")), let next = SVGMatrix(name, values) else { return nil }
      self = self * next
    }
    if !numbers.isAtEnd { return nil }
  }

  private init?(_ name: String, _ values: [Double]) {
    func tangent(_ degrees: Double) -> Double { tan(degrees * .pi / 180) }
    switch (name, values.count) {
    case ("matrix", 6): self.init(values[0], values[1], values[2], values[3], values[4], values[5])
    case ("translate", 1), ("translate", 2): self.init(1, 0, 0, 1, values[0], values.count > 1 ? values[1] : 0)
    case ("scale", 1), ("scale", 2): self.init(values[0], 0, 0, values.last ?? 1, 0, 0)
    case ("rotate", 1), ("rotate", 3):
      let (sine, cosine) = (sin(values[0] * .pi / 180), cos(values[0] * .pi / 180))
      let (x, y) = values.count == 3 ? (values[1], values[2]) : (0, 0)
      self.init(cosine, sine, -sine, cosine, x - x * cosine + y * sine, y - x * sine - y * cosine)
    case ("skewX", 1): self.init(1, 0, tangent(values[0]), 1, 0, 0)
    case ("skewY", 1): self.init(1, tangent(values[0]), 0, 1, 0, 0)
    default: return nil
    }
  }

  static func * (outer: SVGMatrix, inner: SVGMatrix) -> SVGMatrix {
    SVGMatrix(
      outer.a * inner.a + outer.c * inner.b, outer.b * inner.a + outer.d * inner.b,
      outer.a * inner.c + outer.c * inner.d, outer.b * inner.c + outer.d * inner.d,
      outer.a * inner.e + outer.c * inner.f + outer.e, outer.b * inner.e + outer.d * inner.f + outer.f)
  }

  /// The greatest factor by which a length grows, except where it is sheared.
  var scale: Double { max(hypot(a, b), hypot(c, d)) }
}

/// The area that a part of a drawing covers.
enum SVGBox: Equatable {
  case empty
  case some(left: Double, top: Double, right: Double, bottom: Double)
  /// The area is unknown, so it may be anything.
  case everything

  init(x: Double, y: Double, width: Double, height: Double) {
    self = .some(left: min(x, x + width), top: min(y, y + height), right: max(x, x + width), bottom: max(y, y + height))
  }

  mutating func add(_ x: Double, _ y: Double) { add(.some(left: x, top: y, right: x, bottom: y)) }

  mutating func add(_ other: SVGBox) {
    switch (self, other) {
    case (.everything, _), (_, .empty): break
    case (.empty, _), (_, .everything): self = other
    case (
      .some(let left, let top, let right, let bottom),
      .some(let otherLeft, let otherTop, let otherRight, let otherBottom)
    ):
      self = .some(
        left: min(left, otherLeft), top: min(top, otherTop), right: max(right, otherRight),
        bottom: max(bottom, otherBottom))
    }
  }

  func transformed(by matrix: SVGMatrix) -> SVGBox {
    guard case .some(let left, let top, let right, let bottom) = self else { return self }
    var result = SVGBox.empty
    for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
      result.add(matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f)
    }
    return result.isFinite ? result : .everything
  }

  func grown(by length: Double) -> SVGBox {
    guard case .some(let left, let top, let right, let bottom) = self else { return self }
    return .some(left: left - length, top: top - length, right: right + length, bottom: bottom + length)
  }

  /// The width and height; infinite if they are unknown.
  var size: (width: Double, height: Double) {
    switch self {
    case .empty: (0, 0)
    case .everything: (.infinity, .infinity)
    case .some(let left, let top, let right, let bottom): (right - left, bottom - top)
    }
  }

  private var isFinite: Bool { size.width.isFinite && size.height.isFinite }
}

extension SVGElement {
  /// The box of the element's own shape, in its own coordinates, without the width of its stroke.
  var ownBox: SVGBox {
    func number(_ name: String) -> Double? { self.number(of: name, missing: 0) }
    var box = SVGBox.empty
    switch name {
    case "rect", "image":
      guard let x = number("x"), let y = number("y"), let width = number("width"), let height = number("height") else {
        return .everything
      }
      if name == "image", value(of: "width") == nil || value(of: "height") == nil { return .everything }
      box = SVGBox(x: x, y: y, width: width, height: height)
    case "circle", "ellipse":
      guard let x = number("cx"), let y = number("cy"), let r = number("r"), let rx = number("rx"),
        let ry = number("ry")
      else { return .everything }
      // A radius that is missing equals the other one.
      let (width, height) =
        name == "circle" ? (r, r) : (max(rx, value(of: "rx") == nil ? ry : 0), max(ry, value(of: "ry") == nil ? rx : 0))
      box = SVGBox(x: x - width, y: y - height, width: 2 * width, height: 2 * height)
    case "line":
      guard let x1 = number("x1"), let y1 = number("y1"), let x2 = number("x2"), let y2 = number("y2") else {
        return .everything
      }
      box.add(x1, y1)
      box.add(x2, y2)
    case "polygon", "polyline":
      var numbers = SVGNumbers(value(of: "points") ?? [])
      while let x = numbers.next(), let y = numbers.next() { box.add(x, y) }
    case "path": box = SVGBox(path: value(of: "d") ?? [])
    case "text", "flowRoot", "mesh", "textPath", "tref", "foreignObject": return .everything
    default: return .empty
    }
    return effects.hasStyledGeometry ? .everything : box
  }
}

extension SVGBox {
  /// Computes the box of the points and control points of a path (SVG 2, section 9.3), which contain its curves.
  init(path: [UInt8]) {
    self = .empty
    var numbers = SVGNumbers(path)
    var (x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0)
    // The control point that `S` and `T` reflect.
    var (controlX, controlY) = (0.0, 0.0)
    var command: UInt8 = 0
    while true {
      if let next = numbers.letter() {
        command = next
      } else if numbers.isAtEnd || command | 0x20 == UInt8(ascii: "z") {
        return
      }
      let isRelative = command & 0x20 != 0
      let (originX, originY) = isRelative ? (x, y) : (0, 0)
      /// Reads the points of a command, which ends at the last of them.
      func points(_ count: Int) -> [(x: Double, y: Double)]? {
        var points: [(x: Double, y: Double)] = []
        for _ in 0..<count {
          guard let pointX = numbers.next(), let pointY = numbers.next() else { return nil }
          points.append((originX + pointX, originY + pointY))
        }
        return points
      }
      var control: (x: Double, y: Double)?
      switch command | 0x20 {
      case UInt8(ascii: "m"):
        guard let to = points(1)?.last else { return }
        (x, y, startX, startY) = (to.x, to.y, to.x, to.y)
        command = isRelative ? UInt8(ascii: "l") : UInt8(ascii: "L")
      case UInt8(ascii: "l"):
        guard let to = points(1)?.last else { return }
        (x, y) = to
      case UInt8(ascii: "h"):
        guard let to = numbers.next() else { return }
        x = originX + to
      case UInt8(ascii: "v"):
        guard let to = numbers.next() else { return }
        y = originY + to
      case UInt8(ascii: "c"), UInt8(ascii: "s"), UInt8(ascii: "q"), UInt8(ascii: "t"):
        let count = [UInt8(ascii: "c"): 3, UInt8(ascii: "t"): 1][command | 0x20] ?? 2
        guard let all = points(count), let to = all.last else { return }
        let isShort = command | 0x20 == UInt8(ascii: "s") || command | 0x20 == UInt8(ascii: "t")
        if isShort { add(2 * x - controlX, 2 * y - controlY) }
        for point in all { add(point.x, point.y) }
        control =
          command | 0x20 == UInt8(ascii: "t")
          ? (2 * x - controlX, 2 * y - controlY) : all[count - 2 < 0 ? 0 : count - 2]
        (x, y) = to
      case UInt8(ascii: "a"):
        guard let rx = numbers.next(), let ry = numbers.next(), numbers.next() != nil, numbers.flag(), numbers.flag(),
          let to = points(1)?.last
        else { return }
        // Radii that are too small are enlarged until the ellipse reaches both ends.
        let reach = 2 * max(abs(rx), abs(ry), hypot(to.x - x, to.y - y) / 2)
        add(SVGBox(x: x, y: y, width: 0, height: 0).grown(by: reach))
        (x, y) = to
      case UInt8(ascii: "z"): (x, y) = (startX, startY)
      default: return
      }
      add(x, y)
      (controlX, controlY) = control ?? (x, y)
    }
  }
}

/// Reads the numbers of a list in the notation of SVG: with spaces and commas between them, or without anything.
struct SVGNumbers {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }
  /// The remaining text, without spaces around it.
  var rest: String {
    String(decoding: bytes[min(position, bytes.count)...].filter { !$0.isSpace }, as: UTF8.self)
  }
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipSeparators() {
    while current.isSpace || current == UInt8(ascii: ",") { position += 1 }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    skipSeparators()
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Reads a letter that is a command of a path.
  mutating func letter() -> UInt8? {
    skipSeparators()
    guard current.isASCIILetter else { return nil }
    defer { position += 1 }
    return current
  }

  /// Reads a name and the parenthesis after it.
  mutating func function() -> String? {
    skipSeparators()
    let start = position
    while current.isASCIILetter { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard !name.isEmpty, skip(UInt8(ascii: "(")) else { return nil }
    return name
  }

  /// Reads one digit, 0 or 1.
  mutating func flag() -> Bool {
    skipSeparators()
    guard current == UInt8(ascii: "0") || current == UInt8(ascii: "1") else { return false }
    position += 1
    return true
  }

  mutating func next() -> Double? {
    skipSeparators()
    let start = position
    var copy = self
    if copy.current == UInt8(ascii: "+") || copy.current == UInt8(ascii: "-") { copy.position += 1 }
    let digits = copy.digits()
    var fraction = 0
    if copy.current == UInt8(ascii: ".") {
      copy.position += 1
      fraction = copy.digits()
    }
    guard digits + fraction > 0 else { return nil }
    if copy.current | 0x20 == UInt8(ascii: "e") {
      var exponent = copy
      exponent.position += 1
      if exponent.current == UInt8(ascii: "+") || exponent.current == UInt8(ascii: "-") { exponent.position += 1 }
      if exponent.digits() > 0 { copy = exponent }
    }
    self = copy
    return Double(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Skips digits and returns their number.
  private mutating func digits() -> Int {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(current) { position += 1 }
    return position - start
  }
}
