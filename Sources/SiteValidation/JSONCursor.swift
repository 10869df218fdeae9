/// Why JSON cannot be read, and where.
struct JSONFault: Error {
  let message: String
  /// In bytes.
  let offset: Int
}

/// Reads JSON (RFC 8259) in one pass, value by value, without a tree; what nobody asks for is checked and passed over.
struct JSONCursor {
  let bytes: [UInt8]
  private(set) var offset = 0
  private var depth = 0

  /// Objects and arrays inside each other.
  private static let deepest = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Begins an object, whose keys `key` gives one by one.
  mutating func beginObject() throws(JSONFault) { try enter(UInt8(ascii: "{"), "an object") }

  /// The next key of an object, its value being next; nil at its end.
  mutating func key(isFirst: inout Bool) throws(JSONFault) -> LayoutKey? {
    if try leaves(UInt8(ascii: "}"), isFirst: isFirst) { return nil }
    isFirst = false
    try expect(UInt8(ascii: "\""), "a string")
    let start = offset
    passPlainText()
    let key: LayoutKey
    if take(UInt8(ascii: "\"")) {
      key = LayoutKey(bytes.span, start..<(offset - 1))
    } else {
      offset = start
      key = LayoutKey(Array(try stringAfterQuote().utf8))
    }
    try expect(UInt8(ascii: ":"), "a colon")
    return key
  }

  /// Begins an array, whose elements are there while `hasElement`.
  mutating func beginArray() throws(JSONFault) { try enter(UInt8(ascii: "["), "an array") }

  /// Whether an array has one more element, which is next.
  mutating func hasElement(isFirst: inout Bool) throws(JSONFault) -> Bool {
    if try leaves(UInt8(ascii: "]"), isFirst: isFirst) { return false }
    isFirst = false
    return true
  }

  mutating func string() throws(JSONFault) -> String {
    try expect(UInt8(ascii: "\""), "a string")
    return try stringAfterQuote()
  }

  /// Takes a string if it is written as its bytes are, and is these.
  mutating func takeString(_ number: Int, of table: ByteTable) -> Bool {
    skipSpace()
    let text = table[number]
    let end = offset + text.count + 1
    guard end < bytes.count, bytes[offset] == UInt8(ascii: "\""), bytes[end] == UInt8(ascii: "\""),
      table.isEqual(number, to: bytes.span.extracting((offset + 1)..<end))
    else { return false }
    // Another byte would be an escape, or none.
    guard bytes.span.endOfPlainText(from: offset + 1) == end else { return false }
    offset = end + 1
    return true
  }

  /// Takes a value that was read at another place before, if the same bytes are here.
  mutating func takeAgain(_ range: Range<Int>) -> Bool {
    skipSpace()
    guard bytes.count - offset >= range.count, bytes.holdsSame(at: offset, as: range) else { return false }
    offset += range.count
    return true
  }

  private mutating func stringAfterQuote() throws(JSONFault) -> String {
    let start = offset
    passPlainText()
    if take(UInt8(ascii: "\"")) { return bytes[start..<(offset - 1)].text }
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
  private mutating func passPlainText() { offset = bytes.span.endOfPlainText(from: offset) }

  private mutating func skipString() throws(JSONFault) {
    try expect(UInt8(ascii: "\""), "a string")
    let start = offset
    passPlainText()
    if take(UInt8(ascii: "\"")) { return }
    offset = start
    _ = try stringAfterQuote()
  }

  /// Takes an array of three whole numbers, if one is next.
  mutating func takeThreeNumbers() -> (Double, Double, Double)? {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "["),
      let first = bytes.span.wholeNumber(at: offset + 1, before: UInt8(ascii: ",")),
      let second = bytes.span.wholeNumber(at: first.end, before: UInt8(ascii: ",")),
      let third = bytes.span.wholeNumber(at: second.end, before: UInt8(ascii: "]"))
    else { return nil }
    offset = third.end
    return (first.number, second.number, third.number)
  }

  mutating func number() throws(JSONFault) -> Double {
    skipSpace()
    guard let (number, end) = bytes.span.wholeNumber(at: offset) else { return try longNumber() }
    offset = end
    return number
  }

  /// With a fraction, an exponent or many digits, or none.
  private mutating func longNumber() throws(JSONFault) -> Double {
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
    guard let number = decimalNumber(bytes.span.extracting(start..<offset)) else {
      throw JSONFault(message: "the number is too large", offset: start)
    }
    return number
  }

  /// Passes over a value of any kind.
  mutating func skip() throws(JSONFault) {
    skipSpace()
    if let end = bytes.span.endOfPlainValue(from: offset, room: Self.deepest - depth) {
      offset = end
      return
    }
    switch offset < bytes.count ? bytes[offset] : 0 {
    case UInt8(ascii: "{"):
      try beginObject()
      var isFirst = true
      while try !leaves(UInt8(ascii: "}"), isFirst: isFirst) {
        isFirst = false
        try skipString()
        try expect(UInt8(ascii: ":"), "a colon")
        try skip()
      }
    case UInt8(ascii: "["):
      try beginArray()
      var isFirst = true
      while try hasElement(isFirst: &isFirst) { try skip() }
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

  @inline(__always)
  mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] <= 0x20, bytes[offset].isSpace, bytes[offset] != 0x0C { offset += 1 }
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8, _ name: StaticString) throws(JSONFault) {
    skipSpace()
    guard take(byte) else { throw fault("expected \(name)") }
  }

  private mutating func word(_ word: String) throws(JSONFault) {
    guard bytes.starts(with: word, at: offset) else { throw fault("expected a value") }
    offset += word.utf8.count
  }

  private mutating func enter(_ bracket: UInt8, _ name: StaticString) throws(JSONFault) {
    try expect(bracket, name)
    depth += 1
    guard depth <= Self.deepest else { throw fault("nested too deeply") }
  }

  /// Takes the closing bracket, or the comma before the next value.
  @inline(__always)
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
  @inline(__always)
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

extension UInt8 {
  /// Whether a number that has such a byte next is not a whole number of few digits.
  fileprivate var goesOnNumber: Bool {
    isASCIIDigit || self == UInt8(ascii: ".") || self | 0x20 == UInt8(ascii: "e")
  }
}

extension Span<UInt8> {
  /// The place of the next quotation mark, backslash or control character.
  fileprivate func endOfPlainText(from start: Int) -> Int {
    var position = start
    while position < count {
      let byte = self[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      position += 1
    }
    return position
  }

  /// A whole number of few digits; nil for everything else.
  fileprivate func wholeNumber(at start: Int) -> (number: Double, end: Int)? {
    var position = start
    let isNegative = position < count && self[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let first = position
    var number = 0
    while position < count, position - first < 15, self[position].isASCIIDigit {
      number = number * 10 + Int(self[position] &- UInt8(ascii: "0"))
      position += 1
    }
    guard position > first, position == first + 1 || self[first] != UInt8(ascii: "0"),
      position == count || !self[position].goesOnNumber
    else { return nil }
    return (isNegative ? -Double(number) : Double(number), position)
  }
}

extension Span<UInt8> {
  /// A whole number of few digits and the byte after it.
  fileprivate func wholeNumber(at start: Int, before byte: UInt8) -> (number: Double, end: Int)? {
    guard let (number, end) = wholeNumber(at: start), end < count, self[end] == byte else { return nil }
    return (number, end + 1)
  }

  /// The end of a value that is written without spaces, escapes and fractions, as most are; nil for others and for what
  /// is no value.
  ///
  /// - Parameter room: objects and arrays that may be inside each other.
  fileprivate func endOfPlainValue(from start: Int, room: Int) -> Int? {
    var position = start
    var depth = 0
    /// A bit for each object or array, set for objects.
    var objects: UInt64 = 0
    while position < count {
      let byte = self[position]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > room { return nil }
        position += 1
        let isObject = byte == UInt8(ascii: "{")
        objects = objects << 1 | (isObject ? 1 : 0)
        guard position < count else { return nil }
        if self[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { break }
        if isObject {
          guard let end = endOfPlainKey(from: position) else { return nil }
          position = end
        }
        continue
      case UInt8(ascii: "\""):
        position = endOfPlainText(from: position + 1) + 1
        guard position <= count, self[position - 1] == UInt8(ascii: "\"") else { return nil }
      case UInt8(ascii: "t") where hasText("true", at: position): position += 4
      case UInt8(ascii: "f") where hasText("false", at: position): position += 5
      default:
        guard let number = wholeNumber(at: position) else { return nil }
        position = number.end
      }
      while depth > 0 {
        guard position < count else { return nil }
        let isObject = objects & 1 == 1
        if self[position] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          position += 1
          depth -= 1
          objects >>= 1
        } else if self[position] == UInt8(ascii: ",") {
          position += 1
          if isObject {
            guard let end = endOfPlainKey(from: position) else { return nil }
            position = end
          }
          break
        } else {
          return nil
        }
      }
      if depth == 0 { return position }
    }
    return nil
  }

  /// The end of the colon after a key.
  private func endOfPlainKey(from start: Int) -> Int? {
    guard start < count, self[start] == UInt8(ascii: "\"") else { return nil }
    let end = endOfPlainText(from: start + 1)
    guard end + 1 < count, self[end] == UInt8(ascii: "\""), self[end + 1] == UInt8(ascii: ":") else { return nil }
    return end + 2
  }
}

extension [UInt8] {
  /// Whether the bytes from an offset on, as many as in a range, are those of the range; both lie inside.
  fileprivate func holdsSame(at offset: Int, as range: Range<Int>) -> Bool {
    unsafe withUnsafeBytes { bytes in
      let a = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + range.count)])
      let b = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      // Eight bytes at a time: layouts are compared with those before, and most of a large layout is the same.
      var position = 0
      while position + 8 <= range.count {
        let own = unsafe a.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if unsafe own != b.loadUnaligned(fromByteOffset: position, as: UInt64.self) { return false }
        position += 8
      }
      while position < range.count {
        if unsafe a[position] != b[position] { return false }
        position += 1
      }
      return true
    }
  }
}
