/// A text with white space collapsed: tokens between spaces, breaks and boxes.
///
/// Soft hyphens, control characters and joiners without effect are dropped; tabs and line ends are spaces, U+200B is a
/// word break, and U+2028 and U+2029 are hard breaks, because engines treat them differently.
struct TokenStream {
  /// A part of a token in one leaf.
  struct TokenPart {
    var leaf: Int
    var range: Range<Int>
  }

  struct TextToken {
    var joint: Piece.Joint
    /// The leaf of the space before the token, if there is one.
    var spaceLeaf: Int
    /// In the stream's `parts`. Nearly all tokens have only one.
    var parts: Range<Int>
    var range: Range<Int>
    var isBox: Bool
  }

  private(set) var bytes: [UInt8] = []
  private(set) var parts: [TokenPart] = []
  private(set) var tokens: [TextToken] = []
  /// True if all bytes are ASCII.
  private(set) var isASCII = true
  private let isRightToLeft: Bool
  private var joint = Piece.Joint.none
  private var spaceLeaf = 0
  /// True while the last token may be continued.
  private var isOpen = false

  init(_ text: StyledText) {
    isRightToLeft = text.isRightToLeft
    reserveCapacity(for: text)
    for (index, leaf) in text.leaves.enumerated() {
      switch leaf.content {
      case .text(let string): append(Array(string.utf8), leaf: index)
      case .hardBreak: end(with: .hardBreaks(1))
      case .wordBreak: end(with: .wordBreak)
      case .box:
        end(with: .wordBreak)
        let box: [UInt8] = [0xEF, 0xBF, 0xBC]  // U+FFFC stands for the box.
        append(box.span, leaf: index, isBox: true)
        isASCII = false
        end(with: .wordBreak)
      }
    }
  }

  private mutating func reserveCapacity(for text: StyledText) {
    var count = 0
    for leaf in text.leaves {
      if case .text(let string) = leaf.content { count += string.utf8.count } else { count += 3 }
    }
    bytes.reserveCapacity(count)
    let expected = count / 5 + text.leaves.count
    tokens.reserveCapacity(expected)
    parts.reserveCapacity(expected)
  }

  private mutating func append(_ source: [UInt8], leaf: Int) {
    let plain = Self.isPlain
    let (isPlain, bytes) = (plain.span, source.span)
    var all: UInt8 = 0
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      all |= byte
      if isPlain[Int(byte)] {
        index += 1
        continue
      }
      let (meaning, length) = Self.meaning(of: source, at: index, isRightToLeft: isRightToLeft)
      if meaning != .text {
        append(bytes.extracting(start..<index), leaf: leaf, isBox: false)
        start = index + length
      }
      switch meaning {
      case .text, .nothing: break
      case .space: endWithSpace(leaf: leaf)
      case .wordBreak: end(with: .wordBreak)
      case .hardBreak: end(with: .hardBreaks(1))
      }
      index += length
    }
    if all >= 0x80 { isASCII = false }
    append(bytes.extracting(start..<bytes.count), leaf: leaf, isBox: false)
  }

  /// For each byte, whether it is text wherever it occurs: printable ASCII, and most bytes of longer characters.
  private static let isPlain = (0...0xFF as ClosedRange<UInt8>).map { byte in
    switch byte {
    case ..<0x21, 0x7F, 0xC2, 0xE1, 0xE2, 0xE3, 0xEF: false
    default: true
    }
  }

  private enum Meaning { case text, nothing, space, wordBreak, hardBreak }

  /// The meaning of the bytes at an index, and their number.
  private static func meaning(
    of source: [UInt8], at index: Int, isRightToLeft: Bool
  ) -> (Meaning, length: Int) {
    switch source[index] {
    case 0x20, 0x09...0x0D: return (.space, 1)
    case ..<0x20, 0x7F: return (.nothing, 1)
    case 0xC2 where index + 1 < source.count:
      switch source[index + 1] {
      case 0x85: return (.space, 2)  // NEXT LINE
      case ..<0xA0, 0xAD: return (.nothing, 2)  // The other C1 controls and the soft hyphen.
      default: return (.text, 2)
      }
    case 0xE2 where index + 2 < source.count && source[index + 1] == 0x80:
      switch source[index + 2] {
      case 0x8B: return (.wordBreak, 3)
      case 0x8C, 0x8D:
        return (joinerHasEffect(in: source, at: index, isRightToLeft: isRightToLeft) ? .text : .nothing, 3)
      case 0xA8, 0xA9: return (.hardBreak, 3)
      default: return (.text, 3)
      }
    // Hangul fillers, the object replacement character and the byte order mark: they are invisible, and engines
    // disagree on them.
    case 0xE1 where index + 2 < source.count && source[index + 1] == 0x85 && (0x9F...0xA0).contains(source[index + 2]),
      0xE3 where index + 2 < source.count && source[index + 1] == 0x85 && source[index + 2] == 0xA4:
      return (.nothing, 3)
    case 0xEF where index + 2 < source.count:
      switch (source[index + 1], source[index + 2]) {
      case (0xBE, 0xA0), (0xBF, 0xBC), (0xBB, 0xBF): return (.nothing, 3)
      default: return (.text, 1)
      }
    default: return (.text, 1)
    }
  }

  private mutating func append(_ more: Span<UInt8>, leaf: Int, isBox: Bool) {
    if more.isEmpty { return }
    let lower = bytes.count
    more.withUnsafeBufferPointer { bytes += $0 }
    let upper = bytes.count
    if isOpen { return extendLastToken(to: upper, from: lower, leaf: leaf) }
    parts.append(TokenPart(leaf: leaf, range: lower..<upper))
    tokens.append(
      TextToken(
        joint: tokens.isEmpty ? .none : joint, spaceLeaf: spaceLeaf, parts: parts.count - 1..<parts.count,
        range: lower..<upper, isBox: isBox))
    joint = .none
    isOpen = true
  }

  private mutating func extendLastToken(to upper: Int, from lower: Int, leaf: Int) {
    let last = tokens.count - 1
    if parts[parts.count - 1].leaf == leaf {
      parts[parts.count - 1].range = parts[parts.count - 1].range.lowerBound..<upper
    } else {
      parts.append(TokenPart(leaf: leaf, range: lower..<upper))
      tokens[last].parts = tokens[last].parts.lowerBound..<parts.count
    }
    tokens[last].range = tokens[last].range.lowerBound..<upper
  }

  private mutating func endWithSpace(leaf: Int) {
    isOpen = false
    switch joint {
    case .none, .wordBreak, .opportunity:
      joint = .space
      spaceLeaf = leaf
    case .space, .hardBreaks: break
    }
  }

  private mutating func end(with stronger: Piece.Joint) {
    isOpen = false
    switch (joint, stronger) {
    case (.hardBreaks(let count), .hardBreaks(let more)): joint = .hardBreaks(count + more)
    case (.hardBreaks, _): break
    case (_, .hardBreaks): joint = stronger
    case (.space, _): break
    default: joint = stronger
    }
  }
}
