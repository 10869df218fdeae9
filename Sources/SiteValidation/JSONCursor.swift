/// Why JSON cannot be read, and where.
struct JSONFault: Error {
  let message: String
  /// In bytes.
  let offset: Int
}

/// Reads JSON (RFC 8259) in one pass, value by value, without a tree; what nobody asks for is checked and passed over.
struct JSONCursor {
  /// All bytes, or those that are held of them.
  private(set) var bytes: [UInt8]
  /// In `bytes`.
  private(set) var offset = 0
  /// How many bytes were let go of before those.
  private(set) var releasedCount = 0
  /// What follows them, piece by piece.
  private var nextPiece: (() -> [UInt8]?)?
  private var depth = 0

  /// Objects and arrays inside each other.
  private static let deepest = 64

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A cursor that holds what `fetch` gets.
  init(fetching nextPiece: @escaping () -> [UInt8]?) {
    bytes = []
    self.nextPiece = nextPiece
  }

  /// What is read after a value at most, before `fetch` is called again: keys and signs.
  private static let lookahead = 1 << 16

  /// Gets what is needed before the first value of which more is not needed at a time.
  mutating func fetchStart() {
    while bytes.count < Self.lookahead, let piece = nextPiece?() { bytes += piece }
  }

  /// Gets the value that is next, after a comma, as a whole, and lets go of what was read.
  ///
  /// - Complexity: O(bytes of the value and of the piece that it ends in)
  mutating func fetch() {
    guard let nextPiece else { return }
    bytes.removeFirst(offset)
    releasedCount += offset
    offset = 0
    var scan = ValueScan()
    while !scan.passes(bytes) || bytes.count - scan.offset < Self.lookahead {
      guard let piece = nextPiece() else {
        self.nextPiece = nil
        return
      }
      bytes += piece
    }
  }

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
  var goesOnNumber: Bool {
    isASCIIDigit || self == UInt8(ascii: ".") || self | 0x20 == UInt8(ascii: "e")
  }
}

extension Span<UInt8> {
  /// The place of the next quotation mark, backslash or control character.
  func endOfPlainText(from start: Int) -> Int {
    var position = start
    while position < count {
      let byte = self[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      position += 1
    }
    return position
  }

  /// A whole number of few digits; nil for everything else.
  func wholeNumber(at start: Int) -> (number: Double, end: Int)? {
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
