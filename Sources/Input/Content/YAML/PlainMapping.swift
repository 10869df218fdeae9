import Diagnostics

/// Reads the usual front matter, which needs no YAML parser: lines of a key and a plain or quoted text, or of a list of
/// such texts in brackets.
///
/// libyaml reads anything that YAML might interpret differently, or that might be wrong. A test compares the two.
struct PlainMapping {
  private let source: SourceText
  private let fault: Diagnostic.Fault
  private let end: Int
  /// True if all of the text is ASCII.
  private let isASCII: Bool
  private var offset: Int
  private var entries: [YAMLEntry] = []

  /// - Parameter range: a range of valid UTF-8 without a byte order mark.
  /// - Returns: the document, or nil if libyaml has to read it.
  /// - Complexity: O(range) for up to a few dozen keys.
  static func read(
    _ source: SourceText, in range: Range<Int>, limits: YAMLLimits, fault: Diagnostic.Fault
  ) -> YAMLNode? {
    guard limits.depth > 1 else { return nil }
    let bytes = source.bytes.span
    var mapping = PlainMapping(source: source, fault: fault, range: range, bytes)
    while mapping.offset < range.upperBound {
      guard mapping.entries.count < min(limits.keys, mostKeys), mapping.readLine(bytes) else { return nil }
    }
    guard let last = mapping.entries.last else { return nil }
    return YAMLNode(.mapping(mapping.entries), range: SourceRange(range.lowerBound, last.value.range.upper))
  }

  private init(source: SourceText, fault: Diagnostic.Fault, range: Range<Int>, _ bytes: Span<UInt8>) {
    self.source = source
    self.fault = fault
    end = range.upperBound
    isASCII = bytes.extracting(range).isASCII
    offset = range.lowerBound
    entries.reserveCapacity(6)
  }

  /// The byte at an index; at the end, a line feed.
  private func byte(_ bytes: Span<UInt8>, at index: Int) -> UInt8 { index < end ? bytes[index] : 0x0A }

  private mutating func readLine(_ bytes: Span<UInt8>) -> Bool {
    let start = offset
    guard byte(bytes, at: start).isLetter else { return false }
    var index = start
    while index < end, bytes[index].isInKey { index += 1 }
    let range = start..<index
    guard range.count <= longestKey, byte(bytes, at: index) == UInt8(ascii: ":"), byte(bytes, at: index + 1) == 0x20
    else { return false }
    offset = index + 1
    skipSpaces(bytes)
    let key = text(bytes, in: range)
    guard !entries.contains(where: { $0.key == key }), let value = value(bytes), byte(bytes, at: offset) == 0x0A else {
      return false
    }
    offset += 1
    entries.append(YAMLEntry(key: key, keyRange: SourceRange(range), value: value))
    return true
  }

  private mutating func value(_ bytes: Span<UInt8>) -> YAMLNode? {
    switch byte(bytes, at: offset) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quotedText(bytes, isInList: false)
    case UInt8(ascii: "["): list(bytes)
    default: plainText(bytes, isInList: false)
    }
  }

  /// Reads text up to the end of the line, or of the item. A colon may be part of it, but not before a space or the
  /// end.
  private mutating func plainText(_ bytes: Span<UInt8>, isInList: Bool) -> YAMLNode? {
    let start = offset
    let first = byte(bytes, at: start)
    guard first.isLetter || first.isDigit || first >= 0x80 else { return nil }
    var index = start
    // The end of the text without the spaces after it.
    var upper = start
    while true {
      switch byte(bytes, at: index) {
      case 0x20:
        index += 1
        if byte(bytes, at: index) == UInt8(ascii: "#") { return nil }
        continue
      case UInt8(ascii: "\n"):
        offset = index
        return isInList ? nil : scalar(bytes, start..<upper, at: start..<upper, isPlain: true)
      case UInt8(ascii: ","), UInt8(ascii: "]"):
        if isInList {
          offset = index
          return scalar(bytes, start..<upper, at: start..<upper, isPlain: true)
        }
      case UInt8(ascii: ":"):
        let next = byte(bytes, at: index + 1)
        if isInList || next == 0x20 || next == 0x0A { return nil }
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "?"): if isInList { return nil }
      default: if !isTextByte(bytes, at: index) { return nil }
      }
      index += 1
      upper = index
    }
  }

  /// Reads quoted text of one line without escapes.
  private mutating func quotedText(_ bytes: Span<UInt8>, isInList: Bool) -> YAMLNode? {
    let start = offset
    let quote = byte(bytes, at: start)
    var index = start + 1
    while true {
      let next = byte(bytes, at: index)
      if next == quote { break }
      if next == UInt8(ascii: "\\") || next != 0x20 && !isTextByte(bytes, at: index) { return nil }
      index += 1
    }
    offset = index + 1
    skipSpaces(bytes)
    // Another quote would be an escaped one.
    let next = byte(bytes, at: offset)
    let isAtEnd = isInList ? next == UInt8(ascii: ",") || next == UInt8(ascii: "]") : next == 0x0A
    return isAtEnd ? scalar(bytes, start + 1..<index, at: start..<index + 1, isPlain: false) : nil
  }

  private mutating func list(_ bytes: Span<UInt8>) -> YAMLNode? {
    let start = offset
    var items: [YAMLNode] = []
    items.reserveCapacity(8)
    offset += 1
    skipSpaces(bytes)
    while byte(bytes, at: offset) != UInt8(ascii: "]") {
      if !items.isEmpty {
        guard byte(bytes, at: offset) == UInt8(ascii: ",") else { return nil }
        offset += 1
        skipSpaces(bytes)
      }
      let first = byte(bytes, at: offset)
      let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
      guard let item = isQuoted ? quotedText(bytes, isInList: true) : plainText(bytes, isInList: true) else {
        return nil
      }
      items.append(item)
    }
    offset += 1
    let range = SourceRange(start, offset)
    skipSpaces(bytes)
    return YAMLNode(.sequence(items), range: range)
  }

  private func scalar(
    _ bytes: Span<UInt8>, _ content: Range<Int>, at place: Range<Int>, isPlain: Bool
  ) -> YAMLNode? {
    let text = text(bytes, in: content)
    let range = SourceRange(place)
    // So few bytes of ASCII cannot contain costly text.
    if !isASCII || content.count > 255, costlyText(text, at: range, in: source, fault: fault) != nil { return nil }
    return YAMLNode(.scalar(text, isPlain: isPlain), range: range)
  }

  // MARK: Bytes

  /// True for bytes of visible characters, which are not everything that YAML allows: others break lines, or are not
  /// allowed.
  private func isTextByte(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    switch byte(bytes, at: index) {
    case 0x21..<0x7F: true
    case 0xC2: byte(bytes, at: index + 1) >= 0xA0
    // U+2028 and U+2029.
    case 0xE2: !(byte(bytes, at: index + 1) == 0x80 && 0xA8...0xA9 ~= byte(bytes, at: index + 2))
    // U+FEFF and noncharacters.
    case 0x80..<0xEF: true
    default: false
    }
  }

  private func text(_ bytes: Span<UInt8>, in range: Range<Int>) -> String {
    // The document is valid UTF-8, and the range is surrounded by ASCII.
    unsafe String(copying: UTF8Span(unchecked: bytes.extracting(range)))
  }

  private mutating func skipSpaces(_ bytes: Span<UInt8>) {
    while byte(bytes, at: offset) == 0x20 { offset += 1 }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isInKey: Bool { isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") }
}

/// The reader that uses libyaml hashes keys, which is faster if there are more of them.
private let mostKeys = 32
private let longestKey = 128
