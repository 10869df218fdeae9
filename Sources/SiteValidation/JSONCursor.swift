/// Why JSON cannot be read, and where.
struct JSONFault: Error {
  let message: String
  /// In bytes.
  let offset: Int
}

/// Reads JSON (RFC 8259) in one pass, value by value, without a tree; what nobody asks for is checked and passed over.
struct JSONCursor {
  private let bytes: [UInt8]
  private(set) var offset = 0
  private var depth = 0

  /// Objects and arrays inside each other.
  private static let deepest = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads an object; `member` reads the value of each key.
  mutating func object(
    _ member: (String, inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter(UInt8(ascii: "{"), "an object")
    var isFirst = true
    while try !leaves(UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let key = try string()
      try expect(UInt8(ascii: ":"), "a colon")
      try member(key, &self)
    }
  }

  /// Reads an array; `element` reads each value.
  mutating func array(_ element: (inout JSONCursor) throws(JSONFault) -> Void) throws(JSONFault) {
    try enter(UInt8(ascii: "["), "an array")
    var isFirst = true
    while try !leaves(UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      try element(&self)
    }
  }

  /// - Parameter likely: what the string probably is; it is given back if so.
  mutating func string(likely: String? = nil) throws(JSONFault) -> String {
    try expect(UInt8(ascii: "\""), "a string")
    let start = offset
    passPlainText()
    if take(UInt8(ascii: "\"")) {
      let plain = bytes[start..<(offset - 1)]
      if let likely, plain.elementsEqual(likely.utf8) { return likely }
      return plain.text
    }
    var text = bytes[start..<offset]
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      guard bytes[offset] >= 0x20 else { throw fault("a control character in a string") }
      if bytes[offset] == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(bytes[offset])
        offset += 1
      }
    }
    guard offset < bytes.count else { throw fault("a string without its end") }
    offset += 1
    return text.text
  }

  /// Up to a quotation mark, a backslash or a control character.
  private mutating func passPlainText() {
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\""), bytes[offset] != UInt8(ascii: "\\"),
      bytes[offset] >= 0x20
    {
      offset += 1
    }
  }

  private mutating func skipString() throws(JSONFault) {
    let start = offset
    try expect(UInt8(ascii: "\""), "a string")
    passPlainText()
    if take(UInt8(ascii: "\"")) { return }
    offset = start
    _ = try string()
  }

  mutating func number() throws(JSONFault) -> Double {
    skipSpace()
    let start = offset
    take(UInt8(ascii: "-"))
    let whole = takeDigits()
    guard whole == 1 || whole > 1 && bytes[offset - whole] != UInt8(ascii: "0") else {
      throw fault("expected a number")
    }
    if take(UInt8(ascii: ".")), takeDigits() == 0 { throw fault("expected a digit") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { take(UInt8(ascii: "+")) }
      if takeDigits() == 0 { throw fault("expected a digit") }
    }
    guard let number = decimalNumber(bytes[start..<offset]) else {
      throw JSONFault(message: "the number is too large", offset: start)
    }
    return number
  }

  /// Passes over a value of any kind.
  mutating func skip() throws(JSONFault) {
    skipSpace()
    switch offset < bytes.count ? bytes[offset] : 0 {
    case UInt8(ascii: "{"): try object { (_, cursor) throws(JSONFault) in try cursor.skip() }
    case UInt8(ascii: "["): try array { (cursor) throws(JSONFault) in try cursor.skip() }
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: _ = try number()
    }
  }

  /// Makes sure that nothing follows the value that was read.
  mutating func end() throws(JSONFault) {
    skipSpace()
    if offset < bytes.count { throw fault("more than one value") }
  }

  private func fault(_ message: String) -> JSONFault { JSONFault(message: message, offset: offset) }

  private mutating func skipSpace() {
    while offset < bytes.count, bytes[offset].isSpace, bytes[offset] != 0x0C { offset += 1 }
  }

  private mutating func expect(_ byte: UInt8, _ name: String) throws(JSONFault) {
    skipSpace()
    guard take(byte) else { throw fault("expected \(name)") }
  }

  private mutating func word(_ word: String) throws(JSONFault) {
    guard bytes.starts(with: word, at: offset) else { throw fault("expected a value") }
    offset += word.utf8.count
  }

  private mutating func enter(_ bracket: UInt8, _ name: String) throws(JSONFault) {
    try expect(bracket, name)
    depth += 1
    guard depth <= Self.deepest else { throw fault("nested too deeply") }
  }

  /// Takes the closing bracket, or the comma before the next value.
  private mutating func leaves(_ bracket: UInt8, isFirst: Bool) throws(JSONFault) -> Bool {
    skipSpace()
    if take(bracket) {
      depth -= 1
      return true
    }
    if !isFirst { try expect(UInt8(ascii: ","), "a comma") }
    return false
  }

  @discardableResult
  private mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// How many digits there were.
  private mutating func takeDigits() -> Int {
    let start = offset
    while offset < bytes.count, bytes[offset].isASCIIDigit { offset += 1 }
    return offset - start
  }

  private mutating func escape() throws(JSONFault) -> [UInt8] {
    offset += 1
    guard offset < bytes.count else { throw fault("a string without its end") }
    let byte = bytes[offset]
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
    default: throw fault("an unknown escape")
    }
  }

  private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw fault("half of a surrogate pair") }
    let second = try codeUnit()
    guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) * 0x400 + (second - 0xDC00))
    else { throw fault("half of a surrogate pair") }
    return scalar
  }

  private mutating func codeUnit() throws(JSONFault) -> UInt32 {
    let digits = bytes[offset...].prefix(4).compactMap(\.hexDigit)
    guard digits.count == 4 else { throw fault("expected four hexadecimal digits") }
    offset += 4
    return digits.reduce(0) { $0 * 16 + UInt32($1) }
  }
}
