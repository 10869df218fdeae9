import Diagnostics

/// Splits a style sheet into tokens (CSS Syntax Module Level 3, section 4.3).
///
/// Escapes are not resolved: a name that contains one equals no known name.
///
/// - Complexity: O(bytes).
struct CSSTokenizer {
  private let bytes: [UInt8]
  private var index: Int

  /// - Parameter start: The byte offset of the first token: after a byte order mark.
  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    index = start
  }

  mutating func next() -> CSSToken? {
    if let comment = skipSpace() { return comment }
    guard let byte = peek() else { return nil }
    let lower = index
    let kind = kind(startingWith: byte)
    return CSSToken(kind: kind, range: SourceRange(lower, index))
  }

  private func peek(_ distance: Int = 0) -> UInt8? { index + distance < bytes.count ? bytes[index + distance] : nil }

  /// Skips white space and comments; a comment without an end is a token.
  private mutating func skipSpace() -> CSSToken? {
    while let byte = peek() {
      if isSpace(byte) {
        index += 1
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        let lower = index
        index += 2
        while index < bytes.count, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { index += 1 }
        guard index < bytes.count else {
          return CSSToken(kind: .unterminatedComment, range: SourceRange(lower, lower + 2))
        }
        index += 2
      } else {
        break
      }
    }
    return nil
  }

  private mutating func kind(startingWith byte: UInt8) -> CSSToken.CSSTokenKind {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(endingWith: byte)
    case UInt8(ascii: "@") where isIdentifierStart(at: 1):
      index += 1
      passName()
      return .atKeyword
    case UInt8(ascii: "#") where peek(1).map(isNameByte) ?? false:
      index += 1
      passName()
      return .hash
    case _ where isNumberStart():
      passNumber()
      return .number
    case _ where isIdentifierStart(at: 0): return nameOrFunction()
    default:
      index += 1
      return Self.sign(byte)
    }
  }

  private static func sign(_ byte: UInt8) -> CSSToken.CSSTokenKind {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .opening(byte)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): .closing(byte)
    case UInt8(ascii: ":"): .colon
    case UInt8(ascii: ";"): .semicolon
    case UInt8(ascii: ","): .comma
    default: .delimiter(byte)
    }
  }
}

// MARK: - Names, numbers and strings

extension CSSTokenizer {
  private mutating func nameOrFunction() -> CSSToken.CSSTokenKind {
    let lower = index
    passName()
    guard peek() == UInt8(ascii: "(") else { return .identifier }
    let isURL = bytes[lower..<index].elementsEqual("url".utf8) { $0 | 0x20 == $1 }
    index += 1
    if isURL { passBareAddress() }
    return .function
  }

  /// An address without quotes can contain any character except `)`, which becomes the closing bracket.
  private mutating func passBareAddress() {
    while let byte = peek(), isSpace(byte) { index += 1 }
    if peek() == UInt8(ascii: "\"") || peek() == UInt8(ascii: "'") { return }
    while let byte = peek(), byte != UInt8(ascii: ")") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    index = min(index, bytes.count)
  }

  private mutating func passName() {
    while let byte = peek(), isNameByte(byte) { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    index = min(index, bytes.count)
  }

  private mutating func passNumber() {
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
    while let byte = peek(), isDigit(byte) || byte == UInt8(ascii: ".") { index += 1 }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e"),
      peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+"),
      let digit = peek(2), isDigit(digit)
    {
      index += 2
    }
    if peek() == UInt8(ascii: "%") { index += 1 } else { passName() }
  }

  private mutating func string(endingWith quote: UInt8) -> CSSToken.CSSTokenKind {
    index += 1
    while let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"), byte != 0x0C {
      index = min(index + (byte == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
      if byte == quote { return .string }
    }
    return .unterminatedString
  }

  private func isNumberStart() -> Bool {
    var distance = 0
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { distance = 1 }
    if peek(distance) == UInt8(ascii: ".") { distance += 1 }
    return peek(distance).map(isDigit) ?? false
  }

  private func isIdentifierStart(at distance: Int) -> Bool {
    guard let byte = peek(distance) else { return false }
    if byte == UInt8(ascii: "-") {
      return peek(distance + 1).map { $0 == UInt8(ascii: "-") || isNameByte($0) && !isDigit($0) } ?? false
    }
    return isNameByte(byte) && !isDigit(byte)
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

/// Returns whether a byte is part of a name, including the backslash of an escape.
private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
    UInt8(ascii: "_"), UInt8(ascii: "\\"), 0x80...:
    true
  default: isDigit(byte)
  }
}
