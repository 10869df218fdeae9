import Diagnostics

/// Reads the usual front matter, which needs no YAML parser: lines of a key and a plain or quoted text, or of a list of
/// such texts in brackets.
///
/// libyaml reads anything that YAML might interpret differently, or that might be wrong. A test compares the two.
struct PlainMapping {
  private let source: SourceText
  private let fault: Diagnostic.Fault
  private let end: Int
  private var offset: Int
  private var entries: [YAMLEntry] = []

  /// - Parameter range: valid UTF-8 without a byte order mark.
  /// - Returns: the document, or nil if libyaml has to read it.
  /// - Complexity: O(range) for up to a few dozen keys.
  static func read(
    _ source: SourceText, in range: Range<Int>, limits: YAMLLimits, fault: Diagnostic.Fault
  ) -> YAMLNode? {
    guard limits.depth > 1 else { return nil }
    var mapping = PlainMapping(source: source, fault: fault, end: range.upperBound, offset: range.lowerBound)
    while mapping.offset < range.upperBound {
      guard mapping.entries.count < min(limits.keys, mostKeys), mapping.readLine() else { return nil }
    }
    guard let last = mapping.entries.last else { return nil }
    return YAMLNode(.mapping(mapping.entries), range: SourceRange(range.lowerBound, last.value.range.upper))
  }

  private init(source: SourceText, fault: Diagnostic.Fault, end: Int, offset: Int) {
    self.source = source
    self.fault = fault
    self.end = end
    self.offset = offset
  }

  private var byte: UInt8 { offset < end ? source.bytes[offset] : UInt8(ascii: "\n") }

  private mutating func readLine() -> Bool {
    let start = offset
    guard byte.isLetter else { return false }
    while byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") { offset += 1 }
    let range = SourceRange(start, offset)
    guard range.upper - start <= longestKey, take(UInt8(ascii: ":")), byte == 0x20 else { return false }
    skipSpaces()
    let key = text(range)
    guard !entries.contains(where: { $0.key == key }), let value = value(), byte == 0x0A else { return false }
    offset += 1
    entries.append(YAMLEntry(key: key, keyRange: range, value: value))
    return true
  }

  private mutating func value() -> YAMLNode? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quotedText(by: byte, isInList: false)
    case UInt8(ascii: "["): list()
    default: plainText(isInList: false)
    }
  }

  /// Text up to the end of the line, or of the item. A colon may be part of it, but not before a space or the end.
  private mutating func plainText(isInList: Bool) -> YAMLNode? {
    guard byte.isLetter || byte.isDigit || byte >= 0x80 else { return nil }
    let start = offset
    var upper = start
    while true {
      switch byte {
      case 0x20:
        offset += 1
        if byte == UInt8(ascii: "#") { return nil }
        continue
      case UInt8(ascii: "\n"): return isInList ? nil : scalar(SourceRange(start, upper), isPlain: true)
      case UInt8(ascii: ","), UInt8(ascii: "]"):
        if isInList { return scalar(SourceRange(start, upper), isPlain: true) }
      case UInt8(ascii: ":"):
        let next = offset + 1 < end ? source.bytes[offset + 1] : 0x0A
        if isInList || next == 0x20 || next == 0x0A { return nil }
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "?"): if isInList { return nil }
      default: if !isTextByte { return nil }
      }
      offset += 1
      upper = offset
    }
  }

  /// Quoted text of one line without escapes.
  private mutating func quotedText(by quote: UInt8, isInList: Bool) -> YAMLNode? {
    let start = offset
    offset += 1
    while byte != quote {
      if byte == UInt8(ascii: "\\") || !isTextByte && byte != 0x20 { return nil }
      offset += 1
    }
    offset += 1
    let end = offset
    skipSpaces()
    // Another quote would be an escaped one.
    let isAtEnd = isInList ? byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") : byte == 0x0A
    return isAtEnd ? scalar(SourceRange(start + 1, end - 1), at: SourceRange(start, end), isPlain: false) : nil
  }

  private mutating func list() -> YAMLNode? {
    let start = offset
    var items: [YAMLNode] = []
    offset += 1
    skipSpaces()
    while byte != UInt8(ascii: "]") {
      if !items.isEmpty {
        guard take(UInt8(ascii: ",")) else { return nil }
        skipSpaces()
      }
      let isQuoted = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      guard let item = isQuoted ? quotedText(by: byte, isInList: true) : plainText(isInList: true) else { return nil }
      items.append(item)
    }
    offset += 1
    let end = offset
    skipSpaces()
    return YAMLNode(.sequence(items), range: SourceRange(start, end))
  }

  private func scalar(_ content: SourceRange, at range: SourceRange? = nil, isPlain: Bool) -> YAMLNode? {
    let text = text(content)
    let range = range ?? content
    // So few bytes of ASCII hold no costly text.
    let isASCII = source.bytes[content.lower..<content.upper].allSatisfy { $0 < 0x80 }
    if !isASCII || content.upper - content.lower > 255, costlyText(text, at: range, in: source, fault: fault) != nil {
      return nil
    }
    return YAMLNode(.scalar(text, isPlain: isPlain), range: range)
  }

  // MARK: Bytes

  /// True for bytes of visible characters, which are not all that YAML allows: others break lines, or are not allowed.
  private var isTextByte: Bool {
    switch byte {
    case 0x21..<0x7F: true
    case 0xC2: offset + 1 < end && source.bytes[offset + 1] >= 0xA0
    // U+2028 and U+2029.
    case 0xE2:
      !(offset + 2 < end && source.bytes[offset + 1] == 0x80 && 0xA8...0xA9 ~= source.bytes[offset + 2])
    // U+FEFF and noncharacters.
    case 0x80..<0xEF: true
    default: false
    }
  }

  private func text(_ range: SourceRange) -> String {
    String(decoding: source.bytes[range.lower..<range.upper], as: UTF8.self)
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpaces() { while byte == 0x20 { offset += 1 } }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

/// The reader that uses libyaml hashes keys, which is faster if there are more of them.
private let mostKeys = 32
private let longestKey = 128
