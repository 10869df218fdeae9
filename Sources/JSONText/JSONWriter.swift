/// Writes JSON (RFC 8259) with keys in the order in which they are given, one value after the other.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  public mutating func object(_ content: (inout JSONWriter) -> Void) { container("{", "}", content) }

  public mutating func array<Elements: Sequence>(
    _ elements: Elements, onePerLine: Bool = false, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    container("[", "]") { writer in
      for element in elements {
        if onePerLine {
          writer.comma()
          writer.raw("\n")
        }
        write(&writer, element)
      }
    }
  }

  /// Members of an object that were written apart: keys with their values.
  public mutating func members(of other: JSONWriter) {
    if other.bytes.isEmpty { return }
    comma()
    bytes.append(contentsOf: other.bytes)
    needsComma = true
  }

  /// A value that was written apart.
  public mutating func value(_ written: [UInt8]) {
    comma()
    bytes.append(contentsOf: written)
    needsComma = true
  }

  public mutating func key(_ name: String) {
    string(name)
    raw(":")
    needsComma = false
  }

  public mutating func number(_ number: some CustomStringConvertible) {
    comma()
    raw(number.description)
    needsComma = true
  }

  public mutating func boolean(_ value: Bool) {
    comma()
    raw(value ? "true" : "false")
    needsComma = true
  }

  public mutating func string(_ string: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<0x20:
        raw("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func container(_ open: String, _ close: String, _ content: (inout JSONWriter) -> Void) {
    comma()
    raw(open)
    needsComma = false
    content(&self)
    raw(close)
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { raw(",") }
    needsComma = false
  }

  private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
