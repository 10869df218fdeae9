import Diagnostics

/// Writes the markup of compare pages and reports. Markup is literal; everything else is escaped.
public struct ToolMarkup: Sendable {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  mutating func append(_ other: ToolMarkup) { bytes += other.bytes }

  /// Appends bytes that are already markup.
  public mutating func append(_ bytes: [UInt8]) { self.bytes += bytes }

  public mutating func literal(_ markup: StaticString) { bytes.append(markup) }

  public mutating func number(_ number: Int) { bytes.append(decimal: number) }

  /// Appends tenths of a unit, with as few digits as possible.
  mutating func tenths(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = Int(clamping: number.magnitude)
    bytes.append(decimal: magnitude / 10)
    if magnitude % 10 != 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(decimal: magnitude % 10)
    }
  }

  /// Appends text or a quoted value of an attribute, in one line.
  public mutating func text(_ string: String) {
    let line = string.utf8.map { [0x09, 0x0A, 0x0D].contains($0) ? UInt8(ascii: " ") : $0 }
    bytes.append(escaping: line[...], inAttribute: true)
  }

  /// Appends JSON in a `script` element. For HTML its text ends at the first `</`; for XML a `<` or `&` is markup.
  mutating func data(_ json: [UInt8]) {
    for byte in json {
      switch byte {
      case UInt8(ascii: "<"): bytes.append("\\u003c")
      case UInt8(ascii: ">"): bytes.append("\\u003e")
      case UInt8(ascii: "&"): bytes.append("\\u0026")
      case 0x7F: bytes.append("\\u007f")
      default: bytes.append(byte)
      }
    }
  }
}
