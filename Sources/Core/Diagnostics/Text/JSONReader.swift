/// The reason why a text is not the expected JSON, and its location.
public struct JSONFault: Error, Hashable, Sendable {
  /// The byte offset from the start of the text.
  public let offset: Int
  public let message: String
  /// How to fix it, if that is certain.
  public let help: String?

  public init(offset: Int, message: String, help: String? = nil) {
    self.offset = offset
    self.message = message
    self.help = help
  }
}

/// Reads JSON (RFC 8259), strictly and one value after the other: the caller says which value comes next, or skips it.
///
/// Arrays and objects can be nested up to ``mostDepth`` levels deep. The keys of an object can have any order; a
/// duplicate key is reported twice.
///
/// - Complexity: O(bytes), whatever the content.
public struct JSONReader: Sendable {
  public static let mostDepth = 64

  private let bytes: [UInt8]
  /// The offset of the next byte.
  public private(set) var offset = 0
  private var depth = 0

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// A fault at the next byte.
  public func fault(_ message: String) -> JSONFault { JSONFault(offset: offset, message: message) }

  /// The first byte of the next value.
  public mutating func peek() -> UInt8? {
    skipSpace()
    return offset < bytes.count ? bytes[offset] : nil
  }

  // MARK: Containers

  /// - Parameter entry: reads or skips the value of a key.
  public mutating func object(_ entry: (inout JSONReader, String) throws(JSONFault) -> Void) throws(JSONFault) {
    try begin(UInt8(ascii: "{"), "an object")
    if take(UInt8(ascii: "}")) {
      depth -= 1
      return
    }
    repeat {
      guard peek() == UInt8(ascii: "\"") else { throw fault("expected a key in quotes") }
      let key = try string()
      guard take(UInt8(ascii: ":")) else { throw fault("expected a colon after a key") }
      try entry(&self, key)
    } while try continues(before: UInt8(ascii: "}"))
    guard take(UInt8(ascii: "}")) else { throw fault("expected a comma or the end of an object") }
    depth -= 1
  }

  /// - Parameter element: reads or skips an element.
  public mutating func array(_ element: (inout JSONReader) throws(JSONFault) -> Void) throws(JSONFault) {
    try begin(UInt8(ascii: "["), "an array")
    if take(UInt8(ascii: "]")) {
      depth -= 1
      return
    }
    repeat { try element(&self) } while try continues(before: UInt8(ascii: "]"))
    guard take(UInt8(ascii: "]")) else { throw fault("expected a comma or the end of an array") }
    depth -= 1
  }

  /// An array of values of one kind.
  public mutating func list<Element>(
    _ element: (inout JSONReader) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element] {
    var elements: [Element] = []
    try array { (json) throws(JSONFault) in elements.append(try element(&json)) }
    return elements
  }

  /// Checks that only white space is left.
  public mutating func end() throws(JSONFault) {
    if peek() == UInt8(ascii: ",") {
      throw JSONFault(offset: offset, message: "there is a comma after the end", help: "remove the comma")
    }
    if peek() != nil { throw fault("there is text after the end") }
  }

  // MARK: Values

  public mutating func string() throws(JSONFault) -> String {
    guard take(UInt8(ascii: "\"")) else { throw fault("expected a text") }
    let start = offset
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\""), bytes[offset] != UInt8(ascii: "\\"),
      bytes[offset] >= 0x20
    {
      offset += 1
    }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return try text(bytes[start..<offset], from: start)
    }
    return try stringWithEscapes(from: start)
  }

  /// A whole number.
  public mutating func integer() throws(JSONFault) -> Int {
    let start = try number()
    guard let value = Int(String(decoding: bytes[start..<offset], as: UTF8.self)) else {
      throw JSONFault(offset: start, message: "expected a whole number")
    }
    return value
  }

  /// A number in 64ths, rounded to the nearest; its magnitude is at most a billion.
  public mutating func sixtyFourths() throws(JSONFault) -> Int {
    let start = try number()
    var index = start
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var whole = 0
    while index < offset, isDigit(bytes[index]), whole <= 1_000_000_000 {
      whole = whole * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    if index == offset, whole <= 1_000_000_000 { return isNegative ? -whole * 64 : whole * 64 }
    guard let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), value.magnitude <= 1e9 else {
      throw JSONFault(offset: start, message: "the number is too large")
    }
    return Int((value * 64).rounded())
  }

  public mutating func boolean() throws(JSONFault) -> Bool {
    switch peek() {
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"):
      try literal("false")
      return false
    default: throw fault("expected true or false")
    }
    return true
  }

  /// Returns whether the next value is null, and reads it if it is.
  public mutating func isNull() throws(JSONFault) -> Bool {
    guard peek() == UInt8(ascii: "n") else { return false }
    try literal("null")
    return true
  }

  /// Skips the next value.
  public mutating func skip() throws(JSONFault) {
    switch peek() {
    case UInt8(ascii: "{"): try object { (json, _) throws(JSONFault) in try json.skip() }
    case UInt8(ascii: "["): try array { (json) throws(JSONFault) in try json.skip() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try boolean()
    case UInt8(ascii: "n"): try literal("null")
    case nil: throw fault("the text ends too early")
    default: _ = try number()
    }
  }

  // MARK: Parts of values

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    offset += 1
    return true
  }

  /// Returns whether a comma follows, after which there is more.
  private mutating func continues(before end: UInt8) throws(JSONFault) -> Bool {
    guard take(UInt8(ascii: ",")) else { return false }
    let comma = offset - 1
    if peek() == end {
      throw JSONFault(
        offset: comma, message: "there is a comma before the closing `\(Unicode.Scalar(end))`", help: "remove the comma"
      )
    }
    return true
  }

  private mutating func begin(_ bracket: UInt8, _ name: String) throws(JSONFault) {
    guard peek() == bracket else { throw fault("expected \(name)") }
    guard depth < Self.mostDepth else { throw fault("arrays and objects are nested too deeply") }
    offset += 1
    depth += 1
  }

  private mutating func literal(_ word: StaticString) throws(JSONFault) {
    let matches = word.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    guard matches else { throw fault("expected \(word)") }
    offset += word.utf8CodeUnitCount
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func digits() throws(JSONFault) {
    let start = offset
    while offset < bytes.count, isDigit(bytes[offset]) { offset += 1 }
    if offset == start { throw fault("expected a digit") }
  }

  /// Skips a number and returns its start.
  private mutating func number() throws(JSONFault) -> Int {
    guard let first = peek(), isDigit(first) || first == UInt8(ascii: "-") else { throw fault("expected a number") }
    let start = offset
    if first == UInt8(ascii: "-") { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    return start
  }

  private func text(_ part: ArraySlice<UInt8>, from start: Int) throws(JSONFault) -> String {
    guard let text = String(validating: part, as: UTF8.self) else {
      throw JSONFault(offset: start, message: "the text is not UTF-8")
    }
    return text
  }

  private mutating func stringWithEscapes(from start: Int) throws(JSONFault) -> String {
    var result = Array(bytes[start..<offset])
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return try text(result[...], from: start)
      case UInt8(ascii: "\\"):
        offset += 1
        result += Array(String(try escaped()).utf8)
      case ..<0x20: throw fault("control characters must be escaped")
      default:
        result.append(byte)
        offset += 1
      }
    }
    throw JSONFault(offset: start, message: "the text has no end")
  }

  private mutating func escaped() throws(JSONFault) -> Unicode.Scalar {
    guard offset < bytes.count else { throw fault("the text has no end") }
    let byte = bytes[offset]
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw JSONFault(offset: offset - 1, message: "unknown escape")
    }
  }

  /// A scalar as `XXXX`, or as two halves of a surrogate pair.
  private mutating func codePoint() throws(JSONFault) -> Unicode.Scalar {
    let start = offset
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
    if first < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    {
      offset += 2
      let second = try codeUnit()
      let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) &- 0xDC00)
      if (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(value) { return scalar }
    }
    throw JSONFault(offset: start, message: "half of a surrogate pair")
  }

  private mutating func codeUnit() throws(JSONFault) -> UInt16 {
    let end = offset + 4
    guard end <= bytes.count, bytes[offset..<end].allSatisfy({ isDigit($0) || (0x61...0x66).contains($0 | 0x20) }),
      let unit = UInt16(String(decoding: bytes[offset..<end], as: UTF8.self), radix: 16)
    else { throw fault("expected four hexadecimal digits") }
    offset = end
    return unit
  }
}
