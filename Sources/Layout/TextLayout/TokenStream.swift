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
    /// The leaf of the token's first part. Nearly all tokens have only one.
    var leaf: Int
    /// The other parts, as indices in the stream's `laterParts`.
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
  /// The number of bytes so far; after them is room for the rest of the text.
  private var length = 0
  private var joint = Piece.Joint.none
  private var spaceLeaf = 0
  /// True while the last token may be continued.
  private var isOpen = false

  /// - Parameter memory: an array whose storage the tokens reuse.
  init(_ text: StyledText, in memory: inout [TextToken]) {
    isRightToLeft = text.isRightToLeft
    swap(&tokens, &memory)
    makeRoom(for: text)
    for index in text.leaves.indices {
      switch text.leaves[index].content {
      case .text(let string): append(string.utf8Span.span, leaf: index)
      case .hardBreak: end(with: .hardBreaks(1))
      case .wordBreak: end(with: .wordBreak)
      case .box:
        end(with: .wordBreak)
        let lower = length
        // U+FFFC stands for the box.
        for byte in "\u{FFFC}".utf8 {
          bytes[length] = byte
          length += 1
        }
        addText(from: lower, to: length, leaf: index, isBox: true)
        isASCII = false
        end(with: .wordBreak)
      }
    }
    bytes.removeLast(bytes.count - length)
  }

  private mutating func makeRoom(for text: StyledText) {
    var count = 0
    for index in text.leaves.indices {
      if case .text(let string) = text.leaves[index].content { count += string.utf8.count } else { count += 3 }
    }
    bytes.reserveCapacity(count + wordSize)
    bytes.append(contentsOf: repeatElement(0, count: count + wordSize))
    tokens.removeAll(keepingCapacity: true)
  }

  /// Returns the storage of the tokens; there are none afterwards.
  mutating func takeTokens(into memory: inout [TextToken]) {
    tokens.removeAll(keepingCapacity: true)
    swap(&tokens, &memory)
  }

  private mutating func append(_ source: Span<UInt8>, leaf: Int) {
    // The bytes are moved out, so that the room for bytes is checked once, and not for each token.
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    defer { swap(&taken, &bytes) }
    var room = taken.mutableSpan
    var copies = unsafe room.mutableBytes
    var (lower, end, index, isPlainASCII) = (length, length, 0, true)
    while index < source.count {
      if index + wordSize <= source.count {
        let word = unsafe source.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
        let special = word & eightTops == 0 ? Self.specialASCII(in: word) : Self.specialBytes(in: word)
        let plainCount = special.trailingZeroBitCount / 8
        copies.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
        let plainBits = (special & (0 &- special)) &- 1
        if word & eightTops & plainBits != 0 { isPlainASCII = false }
        index += plainCount
        end += plainCount
        if plainCount == wordSize { continue }
      }
      let byte = source[index]
      if byte == 0x20 {
        addText(from: lower, to: end, leaf: leaf)
        lower = end
        endWithSpace(leaf: leaf)
        index += 1
        continue
      }
      if Self.isPlain(byte) {
        if byte >= 0x80 { isPlainASCII = false }
        copies.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        index += 1
        end += 1
        continue
      }
      if byte == 0xE3, index + 2 < source.count, source[index + 1] != 0x85 {
        isPlainASCII = false
        copies.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        copies.storeBytes(of: source[index + 1], toByteOffset: end + 1, as: UInt8.self)
        copies.storeBytes(of: source[index + 2], toByteOffset: end + 2, as: UInt8.self)
        index += 3
        end += 3
        continue
      }
      let (meaning, byteCount) = Self.meaning(of: source, at: index, isRightToLeft: isRightToLeft)
      if meaning == .text {
        isPlainASCII = false
        for offset in index..<index + byteCount {
          copies.storeBytes(of: source[offset], toByteOffset: end, as: UInt8.self)
          end += 1
        }
      } else {
        addText(from: lower, to: end, leaf: leaf)
        lower = end
      }
      switch meaning {
      case .text, .nothing: break
      case .space: endWithSpace(leaf: leaf)
      case .wordBreak: self.end(with: .wordBreak)
      case .hardBreak: self.end(with: .hardBreaks(1))
      }
      index += byteCount
    }
    addText(from: lower, to: end, leaf: leaf)
    length = end
    if !isPlainASCII { isASCII = false }
  }

  /// The highest bit of each byte that is a space, a control character, or not ASCII; exact up to the first such byte.
  @inline(__always)
  private static func specialASCII(in word: UInt64) -> UInt64 {
    // Sums and differences stay inside their byte.
    let low = word & ~eightTops
    let isBelow21 = ~((low | eightTops) &- eightOnes &* 0x21)
    let isDelete = low &+ eightOnes
    return (isBelow21 | isDelete) & ~word & eightTops
  }

  /// Like ``specialASCII(in:)``, with the bytes outside ASCII that may begin something other than text.
  @inline(__always)
  private static func specialBytes(in word: UInt64) -> UInt64 {
    // Kana and most ideographs share their first byte with a filler, whose second byte they do not have.
    let fillers =
      zeroBytes(in: word ^ (eightOnes &* 0xE3)) & (zeroBytes(in: word ^ (eightOnes &* 0x85)) >> 8 | 1 << 63)
    return specialASCII(in: word) | fillers | zeroBytes(in: word ^ (eightOnes &* 0xC2))
      | zeroBytes(in: word ^ (eightOnes &* 0xEF)) | zeroBytes(in: (word & (eightOnes &* 0xFE)) ^ (eightOnes &* 0xE0))
      | zeroBytes(in: word ^ (eightOnes &* 0xE2))
  }

  /// The highest bit of each byte that is zero; exact up to the first such byte.
  @inline(__always)
  private static func zeroBytes(in word: UInt64) -> UInt64 { (word &- eightOnes) & ~word & eightTops }

  /// Returns whether a byte is text wherever it occurs: printable ASCII, and most bytes of longer characters.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
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
        let hasEffect = unsafe source.withUnsafeBufferPointer {
          unsafe joinerHasEffect(in: Array($0), at: index, isRightToLeft: isRightToLeft)
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

  /// Adds the last bytes to the tokens.
  @inline(__always)
  private mutating func addText(from lower: Int, to upper: Int, leaf: Int, isBox: Bool = false) {
    if lower == upper { return }
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

  @inline(__always)
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

let wordSize = 8
// Not a tuple, whose elements would be looked up at run time.
let eightOnes: UInt64 = 0x0101_0101_0101_0101
let eightTops: UInt64 = 0x8080_8080_8080_8080
