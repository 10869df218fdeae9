/// Writes JSON (RFC 8259), one value after the other, with keys in the given order.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// - Parameter capacity: the number of bytes that will be written, if known.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  @inlinable
  public mutating func object(_ content: (inout JSONWriter) -> Void) {
    begin(UInt8(ascii: "{"))
    content(&self)
    end(UInt8(ascii: "}"))
  }

  @inlinable
  public mutating func array<Elements: Sequence>(
    _ elements: Elements, onePerLine: Bool = false, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    begin(UInt8(ascii: "["))
    for element in elements {
      if onePerLine { newLine() }
      write(&self, element)
    }
    end(UInt8(ascii: "]"))
  }

  /// A value that was written separately.
  public mutating func value(_ written: ArraySlice<UInt8>) {
    comma()
    bytes.append(contentsOf: written)
    needsComma = true
  }

  /// A value that is written as bytes.
  public mutating func value(_ write: (inout [UInt8]) -> Void) {
    comma()
    write(&bytes)
    needsComma = true
  }

  public mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func number(_ number: some CustomStringConvertible) {
    comma()
    raw(number.description)
    needsComma = true
  }

  public mutating func number(_ number: Int) {
    comma()
    bytes.append(decimal: number)
    needsComma = true
  }

  /// The shortest exact decimal of a fraction.
  ///
  /// - Parameter divisor: a power of two.
  public mutating func number(_ number: Int, dividedBy divisor: Int) {
    comma()
    bytes.append(decimal: number, dividedBy: divisor)
    needsComma = true
  }

  public mutating func boolean(_ value: Bool) {
    comma()
    raw(value ? "true" : "false")
    needsComma = true
  }

  public mutating func null() {
    comma()
    raw("null")
    needsComma = true
  }

  public mutating func string(_ string: String) {
    comma()
    bytes.append(quoted: string)
    needsComma = true
  }

  /// The line feed at the end of a text file.
  public mutating func endFile() { bytes.append(0x0A) }

  // MARK: Taking output back

  /// A position in the output.
  public struct WriterMark: Sendable {
    public let offset: Int
    fileprivate let needsComma: Bool
  }

  public var mark: WriterMark { WriterMark(offset: bytes.count, needsComma: needsComma) }

  /// Removes everything that was written after a mark.
  public mutating func takeBack(to mark: WriterMark) {
    bytes.removeSubrange(min(mark.offset, bytes.count)...)
    needsComma = mark.needsComma
  }

  // MARK: Parts

  @usableFromInline
  mutating func begin(_ bracket: UInt8) {
    comma()
    bytes.append(bracket)
    needsComma = false
  }

  @usableFromInline
  mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  @usableFromInline
  mutating func newLine() {
    comma()
    bytes.append(0x0A)
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

// MARK: - Texts

extension [UInt8] {
  /// Appends a text in quotes.
  public mutating func append(quoted text: String) {
    var isPlain = false
    append(room: text.utf8.count + 2) { cursor in
      let text = text.utf8Span.span
      isPlain = isPlainInQuotes(text)
      if !isPlain { return }
      cursor.append(UInt8(ascii: "\""))
      cursor.append(text)
      cursor.append(UInt8(ascii: "\""))
    }
    if isPlain { return }
    append(UInt8(ascii: "\""))
    for byte in text.utf8 { append(escaping: byte) }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      append(UInt8(ascii: "\\"))
      append(byte)
    case ..<0x20: append(contentsOf: ("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)).utf8)
    default: append(byte)
    }
  }
}

/// Returns whether a text is the same in quotes. It examines eight bytes at a time.
private func isPlainInQuotes(_ text: Span<UInt8>) -> Bool {
  var offset = 0
  while offset + 8 <= text.count {
    let bytes = EightBytes(text, at: offset)
    let special =
      bytes.ascii(below: 0x20) | bytes.ascii(equalTo: UInt8(ascii: "\""))
      | bytes.ascii(equalTo: UInt8(ascii: "\\"))
    if special != 0 { return false }
    offset += 8
  }
  while offset < text.count {
    let byte = text[offset]
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
    offset += 1
  }
  return true
}

// MARK: - Members of objects

extension JSONWriter {
  public mutating func string(_ string: String, for name: String) {
    key(name)
    self.string(string)
  }

  public mutating func number(_ number: some CustomStringConvertible, for name: String) {
    key(name)
    self.number(number)
  }

  public mutating func number(_ number: Int, for name: String) {
    key(name)
    self.number(number)
  }

  public mutating func boolean(_ value: Bool, for name: String) {
    key(name)
    boolean(value)
  }
}

/// A document of version 1 for programs: one list, with an element on each line.
///
/// - Parameter name: the name of the list; it comes before `version`, as all keys are sorted.
public func jsonDocument<Elements: Sequence>(
  of elements: Elements, named name: String, _ write: (inout JSONWriter, Elements.Element) -> Void
) -> String {
  var json = JSONWriter()
  json.object { json in
    json.key(name)
    json.array(elements, onePerLine: true, write)
    json.number(1, for: "version")
  }
  return String(decoding: json.bytes, as: UTF8.self) + "\n"
}
