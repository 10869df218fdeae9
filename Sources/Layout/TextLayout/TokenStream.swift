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
    /// Of its first part. Nearly all tokens have only one.
    var leaf: Int
    /// The other parts, in the stream's `laterParts`.
    var laterParts: Range<Int>
    var range: Range<Int>
    var isBox: Bool
  }

  private(set) var bytes: [UInt8] = []
  private(set) var laterParts: [TokenPart] = []
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
    for index in text.leaves.indices {
      switch text.leaves[index].content {
      case .text(let string): append(string.utf8Span.span, leaf: index)
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
    for index in text.leaves.indices {
      if case .text(let string) = text.leaves[index].content { count += string.utf8.count } else { count += 3 }
    }
    bytes.reserveCapacity(count)
    let expected = count / 5 + text.leaves.count
    tokens.reserveCapacity(expected)
  }

  private mutating func append(_ source: Span<UInt8>, leaf: Int) {
    let table = Self.isPlain
    let isPlain = table.span
    var start = 0
    var index = 0
    while true {
      index = source.endOfPlainASCII(from: index)
      while index < source.count, source[index] >= 0x80, isPlain[Int(source[index])] {
        isASCII = false
        index += 1
      }
      guard index < source.count else { break }
      if isPlain[Int(source[index])] { continue }
      let (meaning, length) = Self.meaning(of: source, at: index, isRightToLeft: isRightToLeft)
      if meaning == .text {
        isASCII = false
      } else {
        append(source.extracting(start..<index), leaf: leaf, isBox: false)
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
    append(source.extracting(start..<source.count), leaf: leaf, isBox: false)
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
    of source: Span<UInt8>, at index: Int, isRightToLeft: Bool
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
        let hasEffect = source.withUnsafeBufferPointer {
          joinerHasEffect(in: Array($0), at: index, isRightToLeft: isRightToLeft)
        }
        return (hasEffect ? .text : .nothing, 3)
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
    tokens.append(
      TextToken(
        joint: tokens.isEmpty ? .none : joint, spaceLeaf: spaceLeaf, leaf: leaf,
        laterParts: laterParts.count..<laterParts.count, range: lower..<upper, isBox: isBox))
    joint = .none
    isOpen = true
  }

  private mutating func extendLastToken(to upper: Int, from lower: Int, leaf: Int) {
    let last = tokens.count - 1
    let isLater = !tokens[last].laterParts.isEmpty
    tokens[last].range = tokens[last].range.lowerBound..<upper
    if isLater ? laterParts[laterParts.count - 1].leaf == leaf : tokens[last].leaf == leaf {
      if isLater { laterParts[laterParts.count - 1].range = laterParts[laterParts.count - 1].range.lowerBound..<upper }
      return
    }
    laterParts.append(TokenPart(leaf: leaf, range: lower..<upper))
    tokens[last].laterParts = tokens[last].laterParts.lowerBound..<laterParts.count
  }

  /// The parts of a token: at least one.
  func parts(of token: TextToken) -> [TokenPart] {
    let others = laterParts[token.laterParts]
    let end = others.first?.range.lowerBound ?? token.range.upperBound
    return [TokenPart(leaf: token.leaf, range: token.range.lowerBound..<end)] + others
  }

  @inline(__always)
  func leaf(ofPart part: Int, of token: TextToken) -> Int {
    part == 0 ? token.leaf : laterParts[token.laterParts.lowerBound + part - 1].leaf
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

extension Span<UInt8> {
  /// The index of the first byte from an index on that is a space, a control character, or not ASCII.
  @inline(__always)
  fileprivate func endOfPlainASCII(from start: Int) -> Int {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var index = start
    while index + 8 <= count {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      // Sums and differences stay inside their byte.
      let low = word & ~tops
      let isBelow21 = ~((low | tops) &- ones &* 0x21)
      let isDelete = low &+ ones
      let ends = (word | isBelow21 | isDelete) & tops
      if ends != 0 { return index + ends.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] > 0x20, self[index] < 0x7F { index += 1 }
    return index
  }
}
