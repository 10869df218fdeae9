public import Diagnostics

/// The first part of a file's bytes that is not allowed in a text.
struct ForbiddenText {
  enum ForbiddenCharacter {
    /// The byte at which the bytes stop being UTF-8.
    case malformed(UInt8)
    case replacementCharacter
    /// A control character other than tab, line feed and carriage return, or a noncharacter: XML and HTML do not allow
    /// them.
    case control(Int)
  }

  let kind: ForbiddenCharacter
  let range: SourceRange

  /// Searches a range; nil means that all of it is text (Unicode 15, table 3-7; XML 1.0, "Char").
  ///
  /// - Parameter allowsLostCharacters: whether U+FFFD is text.
  /// - Complexity: O(length)
  static func first(
    in bytes: [UInt8], range: SourceRange, allowsLostCharacters: Bool = false
  ) -> ForbiddenText? {
    if isAllowed(bytes[range.lower..<range.upper]) { return nil }
    var offset = range.lower
    while offset < range.upper {
      let byte = bytes[offset]
      if byte < 0x80 {
        guard isText(Unicode.Scalar(byte)) else {
          return ForbiddenText(kind: .control(Int(byte)), range: SourceRange(offset, offset + 1))
        }
        offset += 1
        continue
      }
      guard let scalar = scalar(in: bytes, at: offset, upTo: range.upper) else {
        return ForbiddenText(kind: .malformed(byte), range: SourceRange(offset, offset + 1))
      }
      let next = offset + UTF8.width(scalar)
      guard isText(scalar) || allowsLostCharacters && scalar == "\u{FFFD}" else {
        let kind = scalar == "\u{FFFD}" ? ForbiddenCharacter.replacementCharacter : .control(Int(scalar.value))
        return ForbiddenText(kind: kind, range: SourceRange(offset, next))
      }
      offset = next
    }
    return nil
  }

  /// A fast check for the usual case: true if all bytes are text; false does not decide.
  private static func isAllowed(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.span
    var index = 0
    while index < text.count {
      let length = text.lengthOfUsualCharacters(at: index)
      if length == 0 { return isAllowedWithRareCharacters(text) }
      index += length
    }
    return index == text.count
  }

  private static func isAllowedWithRareCharacters(_ text: Span<UInt8>) -> Bool {
    var (previous, beforeThat): (UInt8, UInt8) = (0, 0)
    for index in text.indices {
      let byte = text[index]
      switch byte {
      case 0x20..<0x7F, 0x09, 0x0A, 0x0D: break
      // U+0080 to U+009F; U+FFFD to U+FFFF and some allowed characters, among them the ends of the other planes.
      case 0x80..<0xA0 where previous == 0xC2, 0xBD...0xBF where previous == 0xBF: return false
      // U+FDD0 to U+FDEF.
      case 0x90..<0xB0 where previous == 0xB7 && beforeThat == 0xEF: return false
      case 0x80...: break
      default: return false
      }
      (previous, beforeThat) = (byte, previous)
    }
    return (try? UTF8Span(validating: text)) != nil
  }

  private static func scalar(in bytes: [UInt8], at offset: Int, upTo end: Int) -> Unicode.Scalar? {
    let lead = bytes[offset]
    let length =
      switch lead {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, length <= end - offset else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for index in (offset + 1)..<(offset + length) {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    return value < least ? nil : Unicode.Scalar(value)
  }
}

extension Span<UInt8> {
  /// The number of bytes of the well-formed characters at an index that are certainly text: up to eight of printable
  /// ASCII, a line end, or one from U+00C0 to U+07FF or from U+1000 to U+CFFF. 0 for others.
  @inline(__always)
  func lengthOfUsualCharacters(at index: Int) -> Int {
    switch self[index] {
    case 0x20..<0x7F: return index + 8 <= count && isPrintableASCII(at: index) ? 8 : 1
    case 0x0A: return 1
    case 0xC3...0xDF: return index + 1 < count && self[index + 1] & 0xC0 == 0x80 ? 2 : 0
    case 0xE1...0xEC:
      return index + 2 < count && self[index + 1] & 0xC0 == 0x80 && self[index + 2] & 0xC0 == 0x80 ? 3 : 0
    default: return 0
    }
  }

  /// - Parameter index: the index of the first of eight bytes.
  @inline(__always)
  private func isPrintableASCII(at index: Int) -> Bool {
    let bytes = EightBytes(self, at: index)
    return bytes.ascii(below: 0x20) | bytes.deletes | bytes.beyondASCII == 0
  }
}

/// Returns whether a character is allowed in a text: no control character except tab and line breaks, no U+FFFD, no
/// noncharacter.
func isText(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09, 0x0A, 0x0D: true
  case 0..<0x20, 0x7F..<0xA0, 0xFFFD: false
  default: !scalar.isNoncharacter
  }
}

/// The finding about the first byte of a source that is not allowed in a text, if there is one.
///
/// - Complexity: O(length)
public func forbiddenText(in source: SourceText) -> Diagnostic? {
  ForbiddenText.first(in: source.bytes, range: source.fullRange).map { .forbidden($0, in: source) }
}
