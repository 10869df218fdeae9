import Diagnostics

/// Determines the ranges of the inlines of a block in the file, by reading the source of the block along with the
/// finished tree.
///
/// libcmark's own positions of inlines are not reliable: after a definition, a lazy line or a break inside a link's
/// address they name another line, and soft breaks have none. If source and tree cannot be aligned, the cursor is lost
/// for the rest of the block, and the range of the block is used for the following inlines.
struct InlineCursor {
  private let bytes: [UInt8]
  /// True if the file may have escapes or entities.
  private let mayHaveEscapes: Bool
  private(set) var block = SourceRange(0, 0)
  /// The number of quotes around the block; each of its lines can start with as many markers.
  private var quotes = 0
  private var offset = 0
  private var isAtStart = true
  private var isLost = false

  init(bytes: [UInt8], mayHaveEscapes: Bool) {
    self.bytes = bytes
    self.mayHaveEscapes = mayHaveEscapes
  }

  /// Moves to the start of a block.
  ///
  /// - Parameter heading: whether the block is a heading, which may start with `#`.
  mutating func start(block: SourceRange, quotes: Int, heading: Bool) {
    self.block = block
    self.quotes = quotes
    offset = block.lower
    isAtStart = true
    isLost = false
    guard heading else { return }
    while peek == UInt8(ascii: "#") { offset += 1 }
    skipSpace()
  }

  /// The form in which the source can represent a character of a text.
  enum SourceForm {
    /// A character, an escape or an entity.
    case prose
    /// A character or an entity.
    case autolink
    /// The character itself.
    case html
  }

  /// The assumed start of the next inline.
  var position: Int { isLost ? block.lower : offset }

  /// The range from an earlier position to the end of the last inline.
  func range(from start: Int) -> SourceRange { isLost ? block : SourceRange(min(start, offset), offset) }

  /// Skips text that the source contains unchanged. Returns nil, and skips nothing, if the source differs, and at the
  /// start of a block, where definitions are possible.
  mutating func passPlainText(_ node: CmarkTree.CmarkNode) -> SourceRange? {
    guard !isLost,
      let length = node.plainLength(in: bytes, at: offset, upTo: block.upper, mayHaveEscapes: mayHaveEscapes),
      length > 0
    else { return nil }
    offset += length
    isAtStart = false
    return SourceRange(offset - length, offset)
  }

  /// Skips text whose escapes and entities were resolved, according to the form of its source.
  mutating func passText(_ text: String, form: SourceForm) -> SourceRange {
    let literal = Array(text.utf8)
    let start = offset
    if moveOver(literal[...], form: form) { return range(from: start) }
    passDefinitions()
    let afterDefinitions = offset
    if moveOver(literal[...], form: form) { return range(from: afterDefinitions) }
    // The text is not at the expected offset: look for its beginning a little further on, once, then give up on the
    // block.
    let window = min(block.upper, offset + 1024)
    while !isLost, offset < window {
      offset += 1
      if aligned(literal.prefix(32), form: form) == nil { continue }
      let found = offset
      if moveOver(literal[...], form: form) { return range(from: found) }
    }
    isLost = true
    return block
  }

  /// A part of a text: one that is in the file as it is, or an escape or entity.
  struct TextPart {
    let literal: Range<Int>
    let range: SourceRange
    let isAsWritten: Bool
  }

  /// The parts of a text that was passed; empty if they cannot be found in the file.
  ///
  /// - Parameter range: the result of ``passText(_:form:)``.
  func parts(of text: String, at range: SourceRange, form: SourceForm) -> [TextPart] {
    let literal = Array(text.utf8)
    var start = self
    start.offset = range.lower
    var parts: [TextPart] = []
    func endOfPart(_ index: Int, _ offset: Int) {
      let (before, from) = (parts.last?.literal.upperBound ?? 0, parts.last?.range.upper ?? range.lower)
      guard before < index else { return }
      parts.append(TextPart(literal: before..<index, range: SourceRange(from, offset), isAsWritten: true))
    }
    let end = start.aligned(literal[...], form: form) { written, resolved in
      endOfPart(resolved.lowerBound, written.lower)
      parts.append(TextPart(literal: resolved, range: written, isAsWritten: false))
    }
    guard let end, !isLost else { return [] }
    endOfPart(literal.count, end)
    return parts
  }

  /// Skips a code span with its backticks.
  mutating func passCode() -> SourceRange {
    passDefinitions()
    let start = offset
    let fence = skipRun(of: UInt8(ascii: "`"))
    while !isLost, fence > 0, offset < block.upper {
      if peek != UInt8(ascii: "`") {
        offset += 1
      } else if skipRun(of: UInt8(ascii: "`")) == fence {
        return range(from: start)
      }
    }
    isLost = true
    return block
  }

  /// Skips the end of a line and everything around it that belongs to no text: spaces, the backslash of a hard break,
  /// quote markers.
  mutating func passBreak() -> SourceRange {
    let start = offset
    if peek == UInt8(ascii: "\\") { offset += 1 }
    skipSpace()
    let end = offset + 1
    guard !isLost, skipLineEnd() else {
      isLost = true
      return block
    }
    return SourceRange(start, end)
  }

  enum InlineMark {
    /// `*` or `_`
    case emphasis
    /// `**` or `__`
    case strong
    /// `[` or `<`
    case link
    /// `![`
    case image
    /// `]`
    case textEnd
  }

  mutating func passMark(_ mark: InlineMark) {
    passDefinitions()
    guard !isLost else { return }
    let length = length(of: mark)
    offset += length
    if length == 0 { isLost = true }
  }

  /// The length of a mark if it is at the cursor, else 0.
  private func length(of mark: InlineMark) -> Int {
    guard let first = peek else { return 0 }
    let second = offset + 1 < block.upper ? bytes[offset + 1] : 0
    let isStar = first == UInt8(ascii: "*") || first == UInt8(ascii: "_")
    return switch mark {
    case .emphasis: isStar ? 1 : 0
    case .strong: isStar && second == first ? 2 : 0
    case .link: first == UInt8(ascii: "[") || first == UInt8(ascii: "<") ? 1 : 0
    case .image: first == UInt8(ascii: "!") && second == UInt8(ascii: "[") ? 2 : 0
    case .textEnd: first == UInt8(ascii: "]") ? 1 : 0
    }
  }

  /// Skips the rest of a link or image after its text: `](target "title")`, `][label]`, `]`, or the `>` of an autolink.
  ///
  /// - Returns: the range of the target, if it is written in the link itself.
  mutating func passLinkEnd() -> SourceRange? {
    if !isLost, peek == UInt8(ascii: ">") {
      offset += 1
      return nil
    }
    passMark(.textEnd)
    guard !isLost else { return nil }
    if peek == UInt8(ascii: "["), let end = endOfLabel(at: offset) {
      offset = end
    } else if peek == UInt8(ascii: "(") {
      var tail = LinkTail(bytes: bytes, offset: offset + 1, end: block.upper, quotes: quotes)
      if let target = tail.read() {
        offset = tail.offset
        return target
      }
    }
    return nil
  }

  private var peek: UInt8? { offset < block.upper ? bytes[offset] : nil }

  private mutating func moveOver(_ literal: ArraySlice<UInt8>, form: SourceForm) -> Bool {
    guard !isLost, let end = aligned(literal, form: form) else { return false }
    offset = end
    isAtStart = false
    return true
  }

  private mutating func skipRun(of byte: UInt8) -> Int {
    let start = offset
    while peek == byte { offset += 1 }
    return offset - start
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { offset += 1 }
  }

  private mutating func skipLineEnd() -> Bool {
    guard let next = afterLineEnd(offset, in: bytes, upTo: block.upper, quotes: quotes) else { return false }
    offset = next
    return true
  }

  /// Skips link definitions at the start of a paragraph, which are not part of its tree.
  mutating func passDefinitions() {
    guard isAtStart, !isLost else { return }
    isAtStart = false
    while peek == UInt8(ascii: "["), let end = endOfLabel(at: offset), end < block.upper,
      bytes[end] == UInt8(ascii: ":")
    {
      var tail = LinkTail(bytes: bytes, offset: end + 1, end: block.upper, quotes: quotes)
      guard tail.readDefinition() else { return }
      offset = tail.offset
    }
  }

  private func endOfLabel(at start: Int) -> Int? {
    var index = start + 1
    while index < block.upper, index - start < 1002 {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "]"): return index + 1
      default: index += 1
      }
    }
    return nil
  }

  /// The end of the literal if it starts at the cursor, else nil.
  ///
  /// - Parameter resolve: receives what is written in another way than it is read, and the part of the literal.
  private func aligned(
    _ literal: ArraySlice<UInt8>, form: SourceForm, resolve: (SourceRange, Range<Int>) -> Void = { _, _ in }
  ) -> Int? {
    var offset = offset
    var index = literal.startIndex
    while index < literal.endIndex {
      guard offset < block.upper else { return nil }
      let byte = bytes[offset]
      let (start, first) = (offset, index)
      if literal[index] == 0x0A, let next = afterLineEnd(offset, in: bytes, upTo: block.upper, quotes: quotes) {
        offset = next
        index += 1
      } else if form == .prose, byte == UInt8(ascii: "\\"), offset + 1 < block.upper, isPunctuation(bytes[offset + 1]) {
        guard bytes[offset + 1] == literal[index] else { return nil }
        offset += 2
        index += 1
      } else if form != .html, byte == UInt8(ascii: "&"), let end = entityEnd(at: offset, literal: literal[index...]) {
        index = afterEntity(bytes[offset..<end], index, in: literal)
        offset = end
      } else {
        guard byte == literal[index] else { return nil }
        offset += 1
        index += 1
        continue
      }
      resolve(SourceRange(start, offset), first..<index)
    }
    return offset
  }

  private func entityEnd(at start: Int, literal: ArraySlice<UInt8>) -> Int? {
    var index = start + 1
    if index < block.upper, bytes[index] == UInt8(ascii: "#") {
      return NumericEntity(in: bytes, at: start, upTo: block.upper)?.end
    }
    while index < block.upper, index - start <= 40, bytes[index] != UInt8(ascii: ";") {
      guard isAlphanumeric(bytes[index]) else { return nil }
      index += 1
    }
    guard index < block.upper, bytes[index] == UInt8(ascii: ";") else { return nil }
    let entity = bytes[start...index]
    let isUnknown = literal.starts(with: entity) && !entity.elementsEqual("&amp;".utf8)
    return isUnknown ? nil : index + 1
  }
}

/// The start of the text in the next line of a block: after the line end, the markers of the quotes around it and white
/// space. Nil if no line ends at the offset.
func afterLineEnd(_ offset: Int, in bytes: [UInt8], upTo end: Int, quotes: Int) -> Int? {
  var offset = offset
  guard offset < end, bytes[offset] == 0x0A || bytes[offset] == 0x0D else { return nil }
  let isReturn = bytes[offset] == 0x0D
  offset += 1
  if isReturn, offset < end, bytes[offset] == 0x0A { offset += 1 }
  var markers = 0
  while offset < end {
    switch bytes[offset] {
    case 0x20, 0x09: offset += 1
    case UInt8(ascii: ">") where markers < quotes:
      markers += 1
      offset += 1
    default: return offset
    }
  }
  return offset
}

/// The index in a literal after the characters that an entity represents.
private func afterEntity(_ entity: ArraySlice<UInt8>, _ index: Int, in literal: ArraySlice<UInt8>) -> Int {
  let second = afterScalar(index, in: literal)
  if entity.elementsEqual("&fjlig;".utf8) { return second + 1 }
  let isNumeric = entity.dropFirst().first == UInt8(ascii: "#")
  let isPair = !isNumeric && secondCharacters.contains { literal[second...].starts(with: $0) }
  return isPair ? afterScalar(second, in: literal) : second
}

/// A few entities represent two characters, of which the second is one of these (HTML Standard, 13.5).
private let secondCharacters = ["\u{331}", "\u{333}", "\u{338}", "\u{200A}", "\u{20D2}", "\u{20E5}", "\u{FE00}"]
  .map { Array($0.utf8) }

private func afterScalar(_ index: Int, in bytes: ArraySlice<UInt8>) -> Int {
  var index = index + 1
  while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { index += 1 }
  return index
}

func isAlphanumeric(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
}

/// ASCII punctuation in the sense of CommonMark: the characters that a backslash escapes.
func isPunctuation(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !isAlphanumeric(byte) }
