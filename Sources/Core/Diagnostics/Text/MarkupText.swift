extension [UInt8] {
  /// Appends text to a document that is HTML or XML, without the control characters that XML 1.0 does not allow.
  ///
  /// - Parameter inAttribute: true in a quoted value, in which quotation marks, tabs and line breaks are escaped too.
  public mutating func append(escaping text: String, inAttribute: Bool) {
    let isContiguous: Void? = text.utf8.withContiguousStorageIfAvailable {
      append(escaping: $0, inAttribute: inAttribute)
    }
    if isContiguous == nil { for byte in text.utf8 { append(escaping: byte, inAttribute: inAttribute) } }
  }

  /// Appends the UTF-8 of a text.
  public mutating func append(escaping text: ArraySlice<UInt8>, inAttribute: Bool) {
    text.withUnsafeBufferPointer { append(escaping: $0, inAttribute: inAttribute) }
  }

  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
    // Bytes that need no escaping are appended together.
    var start = 0
    while true {
      let end = unsafe text.span.offsetOfEscaping(from: start)
      append(contentsOf: text[start..<end])
      if end == text.count { return }
      append(escaping: text[end], inAttribute: inAttribute)
      start = end + 1
    }
  }

  private mutating func append(escaping byte: UInt8, inAttribute: Bool) {
    switch byte {
    case UInt8(ascii: "&"): append("&amp;")
    case UInt8(ascii: "<"): append("&lt;")
    case UInt8(ascii: ">"): append("&gt;")
    case UInt8(ascii: "\"") where inAttribute: append("&quot;")
    case 0x09, 0x0A, 0x0D:
      if !inAttribute { return append(byte) }
      append("&#")
      append(decimal: Int(byte))
      append(UInt8(ascii: ";"))
    case ..<0x20, 0x7F: break
    default: append(byte)
    }
  }
}

/// The text as markup, see ``Swift/Array/append(escaping:inAttribute:)``.
public func escapedMarkup(_ text: String, inAttribute: Bool = false) -> String {
  var bytes: [UInt8] = []
  bytes.append(escaping: text, inAttribute: inAttribute)
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns whether any of the bytes of a text may need escaping.
public func mayNeedEscaping(_ bytes: [UInt8]) -> Bool { bytes.span.offsetOfEscaping(from: 0) < bytes.count }

extension Span<UInt8> {
  /// The offset of the next byte that may need escaping; the end if there is none.
  fileprivate func offsetOfEscaping(from start: Int) -> Int {
    var offset = start
    while offset + 8 <= count {
      if mayNeedEscaping(EightBytes(self, at: offset)) { break }
      offset += 8
    }
    while offset < count, !mayNeedEscaping(self[offset]) { offset += 1 }
    return offset
  }
}

/// Returns whether any of eight bytes may need escaping.
@inline(__always)
private func mayNeedEscaping(_ bytes: EightBytes) -> Bool {
  // & and the quotation mark differ in one bit, and so do < and >.
  func isEqual(to mark: UInt8, without bit: UInt8) -> UInt64 {
    EightBytes(word: bytes.word & ~EightBytes.all(bit)).ascii(equalTo: mark)
  }
  let markup = isEqual(to: UInt8(ascii: "\""), without: 4) | isEqual(to: UInt8(ascii: "<"), without: 2)
  return bytes.ascii(below: 0x20) | bytes.deletes | markup != 0
}

/// Returns whether a byte may need escaping in a text or an attribute.
@inline(__always)
private func mayNeedEscaping(_ byte: UInt8) -> Bool {
  let isControl = byte < 0x20 || byte == 0x7F
  let isMarkup =
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"")
  return isControl || isMarkup
}
