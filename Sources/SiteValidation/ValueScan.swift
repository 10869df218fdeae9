/// Finds the end of a value of JSON, as far as its brackets tell; whether it is well formed is for others to say.
struct ValueScan {
  /// Of the next byte to look at.
  private(set) var offset = 0
  private var depth = 0
  private var isInString = false
  private var hasBegun = false

  /// Looks at bytes, of which there may be more behind those that were there the last time.
  ///
  /// - Returns: whether the end of an array or object is among them. Other values are taken for empty.
  /// - Complexity: O(bytes that were not looked at before)
  mutating func passes(_ bytes: [UInt8]) -> Bool {
    if hasBegun, depth == 0 { return true }
    let bytes = bytes.span
    while offset < bytes.count {
      let byte = bytes[offset]
      if isInString {
        if byte == UInt8(ascii: "\\") {
          // Together with the byte behind it.
          guard offset + 1 < bytes.count else { return false }
          offset += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          hasBegun = true
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth <= 0 {
            (hasBegun, depth) = (true, 0)
            offset += 1
            return true
          }
        case UInt8(ascii: "\"") where hasBegun: isInString = true
        case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: break
        default:
          if !hasBegun {
            hasBegun = true
            return true
          }
        }
      }
      offset += 1
    }
    return false
  }
}
