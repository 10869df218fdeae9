import Diagnostics

/// Reads the address and title of a link or a definition (CommonMark 0.30, 6.3 and 4.7) to determine their ranges.
struct LinkTail {
  private let bytes: [UInt8]
  private(set) var offset: Int
  private let end: Int
  private let quotes: Int

  /// - Parameter offset: the offset after the `(` or the `:`.
  init(bytes: [UInt8], offset: Int, end: Int, quotes: Int) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
    self.quotes = quotes
  }

  /// Reads to the end of the `)` and returns the range of the address, or nil if this is not the rest of a link.
  mutating func read() -> SourceRange? {
    skipSpace()
    let address = readAddress()
    let hasSpace = skipSpace()
    if hasSpace { readTitle() }
    skipSpace()
    guard let address, peek == UInt8(ascii: ")") else { return nil }
    offset += 1
    return address
  }

  /// Reads a definition up to the start of the following text. Returns whether there was one.
  mutating func readDefinition() -> Bool {
    skipSpace()
    guard let address = readAddress(), address.upper > address.lower else { return false }
    let afterAddress = offset
    if skipSpace(), readTitle(), skipToNextLine() { return true }
    offset = afterAddress
    return skipToNextLine()
  }

  private var peek: UInt8? { offset < end ? bytes[offset] : nil }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = offset
    while let byte = peek {
      if byte == 0x20 || byte == 0x09 {
        offset += 1
      } else if let next = afterLineEnd(offset, in: bytes, upTo: end, quotes: quotes) {
        offset = next
      } else {
        break
      }
    }
    return offset > start
  }

  private mutating func skipToNextLine() -> Bool {
    while let byte = peek, byte == 0x20 || byte == 0x09 { offset += 1 }
    guard offset < end else { return true }
    guard let next = afterLineEnd(offset, in: bytes, upTo: end, quotes: quotes) else { return false }
    offset = next
    return true
  }

  private mutating func readAddress() -> SourceRange? {
    let isBracketed = peek == UInt8(ascii: "<")
    if isBracketed { offset += 1 }
    let start = offset
    var parentheses = 0
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\\"): offset = min(offset + 2, end)
      case UInt8(ascii: ">") where isBracketed:
        offset += 1
        return SourceRange(start, offset - 1)
      case 0x0A, 0x0D: return isBracketed ? nil : SourceRange(start, offset)
      case 0...0x20 where !isBracketed: return SourceRange(start, offset)
      case UInt8(ascii: "(") where !isBracketed:
        parentheses += 1
        offset += 1
      case UInt8(ascii: ")") where !isBracketed:
        if parentheses == 0 { return SourceRange(start, offset) }
        parentheses -= 1
        offset += 1
      default: offset += 1
      }
    }
    return isBracketed ? nil : SourceRange(start, offset)
  }

  @discardableResult
  private mutating func readTitle() -> Bool {
    let start = offset
    let closing: UInt8
    switch peek {
    case UInt8(ascii: "\""): closing = UInt8(ascii: "\"")
    case UInt8(ascii: "'"): closing = UInt8(ascii: "'")
    case UInt8(ascii: "("): closing = UInt8(ascii: ")")
    default: return false
    }
    offset += 1
    while let byte = peek {
      offset = min(offset + (byte == UInt8(ascii: "\\") ? 2 : 1), end)
      if byte == closing { return true }
    }
    offset = start
    return false
  }
}
