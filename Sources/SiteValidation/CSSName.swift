extension UInt8 {
  /// Whether a name can start with or go on after this byte: CSS Syntax Module Level 3, section 4.2, and escapes.
  var isInCSSName: Bool { startsCSSName || isASCIIDigit }

  var startsCSSName: Bool {
    isASCIILetter || self >= 0x80 || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "\\")
  }
}

extension ArraySlice<UInt8> {
  /// Takes a name and decodes its escapes; nil and nothing taken if there is none.
  mutating func popCSSName() -> String? {
    var rest = self
    var name: [UInt8] = []
    while let byte = rest.first, byte.isInCSSName {
      if byte == UInt8(ascii: "\\") {
        var after = rest
        guard after.popEscape(into: &name) else { break }
        rest = after
      } else {
        name.append(byte)
        rest = rest.dropFirst()
      }
    }
    guard !name.isEmpty else { return nil }
    self = rest
    return String(decoding: name, as: UTF8.self)
  }

  /// Takes a backslash and what it escapes: CSS Syntax Module Level 3, section 4.3.7.
  ///
  /// - Returns: whether it escapes something; an escaped line end is taken and stands for nothing.
  @discardableResult
  mutating func popEscape(into text: inout [UInt8]) -> Bool {
    let escaped = dropFirst()
    let digits = escaped.prefix(6).prefix { $0.hexDigit != nil }
    guard !digits.isEmpty else {
      guard let byte = escaped.first else {
        self = escaped
        return false
      }
      self = escaped.dropFirst()
      if byte == UInt8(ascii: "\n") { return false }
      text.append(byte)
      return true
    }
    let value = digits.reduce(UInt32(0)) { $0 * 16 + UInt32($1.hexDigit ?? 0) }
    let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    text += Array(String(Character(scalar)).utf8)
    self = escaped.dropFirst(digits.count)
    if first?.isSpace == true { self = dropFirst() }
    return true
  }
}
