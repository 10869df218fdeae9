/// A text with white space collapsed: tokens between spaces, breaks and boxes.
///
/// Soft hyphens and control characters are dropped, tabs and line feeds are spaces, U+200B is a word break, and
/// U+2028 and U+2029 are hard breaks, because engines treat them differently.
struct TokenStream {
  /// A stretch of a token that one leaf holds.
  struct Part {
    var leaf: Int
    var range: Range<Int>
  }

  struct Token {
    var joint: Piece.Joint
    /// The leaf of the space before the token, if there is one.
    var spaceLeaf: Int
    var parts: [Part]
    var isBox: Bool

    var range: Range<Int> {
      guard let first = parts.first, let last = parts.last else { return 0..<0 }
      return first.range.lowerBound..<last.range.upperBound
    }
  }

  private(set) var bytes: [UInt8] = []
  private(set) var tokens: [Token] = []
  private var joint = Piece.Joint.none
  private var spaceLeaf = 0
  private var isInToken = false

  init(_ text: StyledText) {
    for (index, leaf) in text.leaves.enumerated() {
      switch leaf.content {
      case .text(let string): append(string, leaf: index)
      case .hardBreak: end(with: .hardBreaks(1))
      case .wordBreak: end(with: .wordBreak)
      case .box:
        end(with: .wordBreak)
        let lower = bytes.count
        bytes.append(contentsOf: [0xEF, 0xBF, 0xBC])  // U+FFFC stands for the box.
        start(Part(leaf: index, range: lower..<bytes.count), isBox: true)
        end(with: .wordBreak)
      }
    }
  }

  private mutating func append(_ string: String, leaf: Int) {
    let source = Array(string.utf8)
    var index = 0
    while index < source.count {
      let byte = source[index]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
        endWithSpace(leaf: leaf)
        index += 1
      case ..<0x20, 0x7F: index += 1
      case 0xC2 where index + 1 < source.count && (source[index + 1] < 0xA0 || source[index + 1] == 0xAD):
        index += 2  // C1 controls and the soft hyphen.
      case 0xE2 where source[index...].starts(with: [0xE2, 0x80, 0x8B]):
        end(with: .wordBreak)
        index += 3
      case 0xE2 where source[index...].starts(with: [0xE2, 0x80, 0xA8]) || source[index...].starts(with: [0xE2, 0x80, 0xA9]):
        end(with: .hardBreaks(1))
        index += 3
      default:
        append(byte, leaf: leaf)
        index += 1
      }
    }
  }

  private mutating func append(_ byte: UInt8, leaf: Int) {
    let position = bytes.count
    bytes.append(byte)
    if !isInToken {
      start(Part(leaf: leaf, range: position..<position + 1), isBox: false)
    } else if tokens[tokens.count - 1].parts[tokens[tokens.count - 1].parts.count - 1].leaf == leaf {
      let part = tokens[tokens.count - 1].parts.count - 1
      tokens[tokens.count - 1].parts[part].range = tokens[tokens.count - 1].parts[part].range.lowerBound..<position + 1
    } else {
      tokens[tokens.count - 1].parts.append(Part(leaf: leaf, range: position..<position + 1))
    }
  }

  private mutating func start(_ part: Part, isBox: Bool) {
    tokens.append(Token(joint: tokens.isEmpty ? .none : joint, spaceLeaf: spaceLeaf, parts: [part], isBox: isBox))
    isInToken = true
    joint = .none
  }

  private mutating func endWithSpace(leaf: Int) {
    isInToken = false
    switch joint {
    case .none, .wordBreak, .opportunity:
      joint = .space
      spaceLeaf = leaf
    case .space, .hardBreaks: break
    }
  }

  private mutating func end(with stronger: Piece.Joint) {
    isInToken = false
    switch (joint, stronger) {
    case (.hardBreaks(let count), .hardBreaks(let more)): joint = .hardBreaks(count + more)
    case (.hardBreaks, _): break
    case (_, .hardBreaks): joint = stronger
    case (.space, _): break
    default: joint = stronger
    }
  }
}
