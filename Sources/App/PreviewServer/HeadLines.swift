/// Checks the lines of a request's head. The parser of HTTP would also accept other line ends, or lines that continue
/// on the next one.
struct HeadLines {
  private var last: UInt8 = 0
  private var isLineEmpty = true
  private var hasRequestLine = false
  /// True after the empty line at the end of the head.
  private var isOver = false

  /// Returns whether these bytes may come next in the head. Bytes after its end are not checked.
  ///
  /// It follows RFC 9112, sections 2.2 and 5.2.
  mutating func mayContinue(with bytes: some Sequence<UInt8>) -> Bool {
    if isOver { return true }
    for byte in bytes {
      // The parser treats any byte after a carriage return as the end of the line.
      if last == UInt8(ascii: "\r"), byte != UInt8(ascii: "\n") { return false }
      switch byte {
      case UInt8(ascii: "\n"):
        guard last == UInt8(ascii: "\r") else { return false }
        if isLineEmpty { isOver = hasRequestLine } else { hasRequestLine = true }
        if isOver { return true }
        isLineEmpty = true
      case UInt8(ascii: "\r"): break
      case UInt8(ascii: " ") where isLineEmpty, UInt8(ascii: "\t") where isLineEmpty: return false
      default: isLineEmpty = false
      }
      last = byte
    }
    return true
  }
}
