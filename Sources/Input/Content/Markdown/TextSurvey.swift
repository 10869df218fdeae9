import Diagnostics

/// Properties of a text that one pass over its bytes determines.
struct TextSurvey {
  let range: SourceRange
  private(set) var lines: [SourceRange] = []
  /// True if all of it is well-formed text; false does not decide.
  private(set) var isSurelyText = true
  /// True if it may contain ``ForeignSyntax``.
  private(set) var mayHaveForeignSyntax = false
  /// True if it may contain addresses without brackets around them.
  private(set) var mayHaveBareAddresses = false
  /// True if it may contain ``Comments``.
  private(set) var mayHaveComments = false
  /// True if it may contain links or images.
  private(set) var mayHaveTargets = false
  /// True if it has a no-break space, written as such or as an entity.
  var mayHavePastedSpaces: Bool { hasNoBreakSpaces || hasEntities }
  private var hasNoBreakSpaces = false
  private var isASCII = true
  private var hasEntities = false
  private var hasBackslashes = false
  private var openingBrackets = 0

  /// True if its paragraphs may be too expensive to lay out.
  var mayBeCostly: Bool {
    !isASCII || hasEntities || CostlyTextScan.mayBeCostly(openingBracketsInASCII: openingBrackets)
  }

  /// True if its characters may be written as escapes or entities.
  var mayHaveEscapes: Bool { hasBackslashes || hasEntities }

  /// - Complexity: O(length)
  init(of range: SourceRange, in bytes: [UInt8]) {
    self.range = range
    // Either lines are about a sentence long, or a paragraph has many of them.
    lines.reserveCapacity(8 + (range.upper - range.lower) / 64)
    let text = bytes.span.extracting(range.lower..<range.upper)
    var lineStart = 0
    var index = 0
    if ForeignSyntax.mayBeginLine(text, at: 0) { mayHaveForeignSyntax = true }
    while index < text.count {
      if index <= text.count - 8 {
        let signs = EightBytes(text, at: index).signs
        if signs == 0 {
          index &+= 8
          continue
        }
        index &+= EightBytes.first(of: signs)
      }
      switch text[index] {
      case 0x0A, 0x0D:
        lines.append(SourceRange(range.lower + lineStart, range.lower + index))
        if text[index] == 0x0D, index + 1 < text.count, text[index + 1] == 0x0A { index += 1 }
        index += 1
        lineStart = index
        if ForeignSyntax.mayBeginLine(text, at: index) { mayHaveForeignSyntax = true }
      case 0x80...:
        isASCII = false
        index = passCharactersBeyondASCII(text, from: index)
      case let byte:
        takeSign(byte, before: index + 1 < text.count ? text[index + 1] : 0)
        if BareAddress.mayContinue(text, at: index) { mayHaveBareAddresses = true }
        index += 1
      }
    }
    lines.append(SourceRange(range.lower + lineStart, range.upper))
  }

  private mutating func takeSign(_ byte: UInt8, before next: UInt8) {
    switch byte {
    case 0x20..<0x7F, 0x09: break
    default: isSurelyText = false
    }
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): openingBrackets += 1
    case UInt8(ascii: "&"): hasEntities = true
    case UInt8(ascii: "\\"): hasBackslashes = true
    default: break
    }
    if ForeignSyntax.mayBegin(byte, next) { mayHaveForeignSyntax = true }
    if byte == UInt8(ascii: "]"), next == UInt8(ascii: "(") { mayHaveTargets = true }
    if Comments.mayBegin(byte, next) { mayHaveComments = true }
  }

  private mutating func passCharactersBeyondASCII(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, text[index] >= 0x80 {
      let length = text.lengthOfUsualCharacters(at: index)
      if length == 0 {
        isSurelyText = false
        if text[index] == 0xC2, index + 1 < text.count, text[index + 1] == 0xA0 { hasNoBreakSpaces = true }
      }
      index += max(length, 1)
    }
    return index
  }
}

extension EightBytes {
  /// The bytes that matter to a ``TextSurvey``: all except letters, digits and most punctuation of ASCII; and the first
  /// of two `w`.
  @inline(__always)
  fileprivate var signs: UInt64 {
    // { | } ~, and [ \ ] ^ _ 32 before them.
    let brackets = (low | Self.all(0x20)) &+ Self.all(0x80 - 0x7B)
    // $ % & ' (
    let fromDollarOn = low &+ Self.all(0x80 - 0x24)
    let afterParenthesis = low &+ Self.all(0x80 - 0x29)
    // : ; < = > ? @
    let fromColonOn = low &+ Self.all(0x80 - 0x3A)
    let afterAt = low &+ Self.all(0x80 - 0x41)
    let others = (brackets | fromDollarOn & ~afterParenthesis | fromColonOn & ~afterAt) & Self.tops
    let letters = ascii(equalTo: UInt8(ascii: "w"))
    return others | ascii(below: 0x20) | letters & letters >> 8 | beyondASCII
  }
}
