/// Splits a style sheet into tokens (CSS Syntax Module Level 3, section 4.3).
///
/// - Complexity: O(bytes).
package struct CSSTokenizer: Sendable {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  /// True after `url(`, if an address without quotes follows.
  private var isAtAddress = false
  /// Indexed by byte: true if the byte begins or ends a token that ``nextMark()`` returns.
  private let isMark = marks

  private static let marks = (0...0xFF as ClosedRange<UInt8>).map { "{};/\"'@([)]\\".utf8.contains($0) }

  /// - Parameter range: the part to read; nil for the whole sheet, after a byte order mark.
  package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    index = range?.lowerBound ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    end = range?.upperBound ?? bytes.count
  }

  package mutating func next() -> CSSToken? {
    var followsSpace = false
    while let byte = peek(), !isAtAddress {
      if byte.isSpace {
        index += 1
        followsSpace = true
      } else if isComment {
        if let comment = skipComment() { return comment }
      } else {
        return token(startingWith: byte, followsSpace: followsSpace)
      }
    }
    return isAtAddress ? address() : nil
  }

  /// The next bracket, function, string, address, at-keyword or semicolon, or a backslash that escapes nothing. Other
  /// tokens are skipped, several times as fast as `next` reads them, and so is white space.
  package mutating func nextMark() -> CSSToken? {
    while !isAtAddress {
      let first = index
      index = offsetOfMark()
      guard let byte = peek() else { return nil }
      switch byte {
      case UInt8(ascii: "/"):
        if !isComment {
          index += 1
        } else if let comment = skipComment() {
          return comment
        }
        continue
      // The name before it has been skipped.
      case UInt8(ascii: "("), UInt8(ascii: "\\"): index = startOfWord(notBefore: first)
      default: break
      }
      guard let token = next() else { return nil }
      switch token.kind {
      case .identifier, .hash, .number: break
      case .delimiter(let byte): if byte == UInt8(ascii: "\\") { return token }
      default: return token
      }
    }
    return next()
  }

  private func peek(_ distance: Int = 0) -> UInt8? { index + distance < end ? bytes[index + distance] : nil }

  private var isComment: Bool { peek() == UInt8(ascii: "/") && peek(1) == UInt8(ascii: "*") }

  /// - Returns: a token if the comment has no end.
  private mutating func skipComment() -> CSSToken? {
    let start = index
    index += 2
    while index < end, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { index += 1 }
    if index < end {
      index += 2
      return nil
    }
    return CSSToken(kind: .unterminatedComment, range: SourceRange(start, start + 2), followsSpace: false)
  }

  private mutating func token(startingWith byte: UInt8, followsSpace: Bool) -> CSSToken {
    let start = index
    let kind = kind(startingWith: byte)
    return CSSToken(kind: kind, range: SourceRange(start, index), followsSpace: followsSpace)
  }

  private mutating func kind(startingWith byte: UInt8) -> CSSToken.CSSTokenKind {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(endingWith: byte)
    case UInt8(ascii: "@") where startsName(at: 1):
      index += 1
      passName()
      return .atKeyword
    case UInt8(ascii: "#") where isInName(at: 1):
      index += 1
      passName()
      return .hash
    case _ where startsNumber:
      passNumber()
      return .number
    case _ where startsName(at: 0): return nameOrFunction()
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
    let start = index
    passName()
    guard peek() == UInt8(ascii: "(") else { return .identifier }
    if isURL(start..<index) {
      var first = index + 1
      while first < end, bytes[first].isSpace { first += 1 }
      isAtAddress = first == end || bytes[first] != UInt8(ascii: "\"") && bytes[first] != UInt8(ascii: "'")
    }
    index += 1
    return .function
  }

  private func isURL(_ name: Range<Int>) -> Bool {
    name.count >= 3 && unescaped(name).elementsEqual("url".utf8) { $0.lowercasedASCII == $1 }
  }

  /// An address without quotes can contain any character but `)`.
  private mutating func address() -> CSSToken {
    while let byte = peek(), byte.isSpace { index += 1 }
    let start = index
    while let byte = peek(), byte != UInt8(ascii: ")") {
      index += byte == UInt8(ascii: "\\") && index + 1 < end ? 2 : 1
    }
    isAtAddress = false
    return CSSToken(kind: .address, range: SourceRange(start, index), followsSpace: false)
  }

  private mutating func passName() {
    while let byte = peek() {
      if byte.isPlainInCSSName {
        index += 1
      } else if isEscape(at: index) {
        index = endOfEscape(at: index)
      } else {
        return
      }
    }
  }

  private mutating func passNumber() {
    index = endOfNumber(from: index)
    if peek() == UInt8(ascii: "%") {
      index += 1
    } else if startsName(at: 0) {
      passName()
    }
  }

  /// The end of a number without its unit (section 4.3.12).
  private func endOfNumber(from start: Int) -> Int {
    func skipDigits(from start: Int) -> Int { bytes[start..<end].firstIndex { !$0.isASCIIDigit } ?? end }
    var position = start
    if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
    position = skipDigits(from: position)
    if position + 1 < end, bytes[position] == UInt8(ascii: "."), bytes[position + 1].isASCIIDigit {
      position = skipDigits(from: position + 1)
    }
    guard position < end, bytes[position] | 0x20 == UInt8(ascii: "e") else { return position }
    let exponent = bytes[(position + 1)..<end]
    let digits = exponent.first.map { "+-".utf8.contains($0) } == true ? exponent.dropFirst() : exponent
    return digits.first?.isASCIIDigit == true ? skipDigits(from: digits.startIndex) : position
  }

  private mutating func string(endingWith quote: UInt8) -> CSSToken.CSSTokenKind {
    index += 1
    while let byte = peek(), !byte.endsLineInCSS {
      if byte == UInt8(ascii: "\\"), index + 1 < end {
        index = endOfEscape(at: index)
      } else {
        index += 1
        if byte == quote { return .string }
      }
    }
    return .unterminatedString
  }

  private var startsNumber: Bool {
    var distance = 0
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { distance = 1 }
    if peek(distance) == UInt8(ascii: ".") { distance += 1 }
    return peek(distance)?.isASCIIDigit ?? false
  }

  private func startsName(at distance: Int) -> Bool {
    guard let byte = peek(distance) else { return false }
    if byte == UInt8(ascii: "-") {
      return peek(distance + 1) == byte || isInName(at: distance + 1) && peek(distance + 1)?.isASCIIDigit == false
    }
    return isInName(at: distance) && !byte.isASCIIDigit
  }

  private func isInName(at distance: Int) -> Bool {
    peek(distance)?.isPlainInCSSName ?? false || isEscape(at: index + distance)
  }

  // MARK: Escapes

  private func isEscape(at offset: Int) -> Bool {
    offset + 1 < end && bytes[offset] == UInt8(ascii: "\\") && !bytes[offset + 1].endsLineInCSS
  }

  /// The offset after a backslash and what it escapes, which can be a line end (section 4.3.7).
  private func endOfEscape(at start: Int) -> Int {
    let first = bytes[start + 1]
    if first == 0x0D, start + 2 < end, bytes[start + 2] == 0x0A { return start + 3 }
    guard first.hexDigit != nil else { return start + 2 }
    var position = start + 2
    while position < min(end, start + 7), bytes[position].hexDigit != nil { position += 1 }
    guard position < end, bytes[position].isSpace else { return position }
    return bytes[position] == 0x0D && position + 1 < end && bytes[position + 1] == 0x0A ? position + 2 : position + 1
  }

  /// A part of a token with the characters that its escapes stand for.
  private func unescaped(_ range: Range<Int>) -> ArraySlice<UInt8> {
    guard bytes[range].contains(UInt8(ascii: "\\")) else { return bytes[range] }
    var text: ArraySlice<UInt8> = []
    var position = range.lowerBound
    while position < range.upperBound {
      guard bytes[position] == UInt8(ascii: "\\"), position + 1 < range.upperBound else {
        text.append(bytes[position])
        position += 1
        continue
      }
      let escape = bytes[position..<endOfEscape(at: position)].dropFirst()
      position = escape.endIndex
      if escape.first?.hexDigit != nil {
        let value = escape.reduce(0 as UInt32) { value, byte in byte.hexDigit.map { value * 16 + UInt32($0) } ?? value }
        let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
        text += Array(String(Character(scalar)).utf8)
      } else if escape.first?.endsLineInCSS == false {
        text += escape
      }
    }
    return text
  }
}

// MARK: - Marks

extension CSSTokenizer {
  private func offsetOfMark() -> Int {
    let (bytes, isMark) = (bytes.span, isMark.span)
    var offset = index
    while offset < end, !isMark[Int(bytes[offset])] { offset += 1 }
    return offset
  }

  /// The start of the name or number that ends here. It contains no escape, because a backslash is a mark.
  private func startOfWord(notBefore first: Int) -> Int {
    var start = index
    while start > first, bytes[start - 1].isPlainInCSSName { start -= 1 }
    return start > first && bytes[start - 1] == UInt8(ascii: "#") ? start - 1 : start
  }
}

// MARK: - The values of tokens

extension CSSTokenizer {
  /// The name, string or address of a token, without its signs and with the characters that its escapes stand for.
  ///
  /// - Parameter token: a token of this sheet.
  package func text(of token: CSSToken) -> String { String(decoding: bytes(of: token), as: UTF8.self) }

  /// The same text in UTF-8.
  package func bytes(of token: CSSToken) -> ArraySlice<UInt8> {
    var range = token.range.lower..<token.range.upper
    switch token.kind {
    case .function: range = range.dropLast()
    case .atKeyword, .hash, .unterminatedString: range = range.dropFirst()
    case .string: range = range.dropFirst().dropLast()
    default: break
    }
    var text = unescaped(range)
    if token.kind == .address { while text.last?.isSpace == true { text.removeLast() } }
    return text
  }

  /// The number in a token of this sheet, and its unit in lower case.
  package func number(in token: CSSToken) -> (value: Double, unit: String)? {
    guard token.kind == .number else { return nil }
    let endOfNumber = endOfNumber(from: token.range.lower)
    guard let value = Double(String(decoding: bytes[token.range.lower..<endOfNumber], as: UTF8.self)) else {
      return nil
    }
    return (value, String(decoding: bytes[endOfNumber..<token.range.upper], as: UTF8.self).lowercased())
  }
}

extension UInt8 {
  /// True if a name can contain it outside an escape (section 4.2): hyphen and digits, letters and underscore.
  @inline(__always)
  fileprivate var isPlainInCSSName: Bool { self >= 0x80 || isIn(0x03FF_2000_0000_0000, 0x07FF_FFFE_87FF_FFFE) }

  fileprivate var endsLineInCSS: Bool { self == 0x0A || self == 0x0D || self == 0x0C }
}
