/// A shaped text with its break opportunities, which does not depend on a width.
public struct PreparedText: Sendable {
  /// The part that layouts do not change: copies of a text share it.
  private final class PreparedContent: Sendable {
    let bytes: [UInt8]
    let pieces: [Piece]
    let isolated: [IsolatedRun]
    let turns: [Int]
    let leadingSpaces: [Int]
    let ellipses: [Advance]
    let graphemes: [GraphemeEdge]
    let missing: [UInt32]
    let isASCII: Bool
    let allowedDivisions: [Int: Int]
    let chunks: [Chunk]
    let usualSpace: UsualSpace
    /// The least width at which the whole text certainly fits on one line, ignoring the author's line breaks; in whole CSS
    /// pixels.
    let leastSureWidth: Int
    /// True if the author wrote one line, and no piece or space makes a line narrower.
    let isGrowing: Bool

    init(
      bytes: [UInt8], pieces: [Piece], isolated: [IsolatedRun], turns: [Int], leadingSpaces: [Int],
      ellipses: [Advance], graphemes: [GraphemeEdge], missing: [UInt32], isASCII: Bool,
      allowedDivisions: [Int: Int] = [:]
    ) {
      self.bytes = bytes
      self.pieces = pieces
      self.isolated = isolated
      self.turns = turns
      self.leadingSpaces = leadingSpaces
      self.ellipses = ellipses
      self.graphemes = graphemes
      self.missing = missing
      self.isASCII = isASCII
      self.allowedDivisions = allowedDivisions
      let chunks = Chunks(of: pieces, leadingSpaces: leadingSpaces)
      self.chunks = chunks.all
      usualSpace = chunks.usualSpace
      leastSureWidth = chunks.end.leastSureWidth
      isGrowing = chunks.isGrowing
    }
  }

  // The only stored property, because texts are passed on for each layout.
  private var content: PreparedContent

  /// The text in the markup: with white space collapsed, without soft hyphens and control characters. UTF-8.
  public var bytes: [UInt8] { content.bytes }
  /// False if some byte may be part of a longer character.
  public var isASCII: Bool { content.isASCII }
  public var pieces: [Piece] { content.pieces }
  /// Runs against the block's direction, ascending.
  public var isolated: [IsolatedRun] { content.isolated }
  /// The byte offsets in atoms at which the direction changes, ascending: see `turns(in:bytes:levels:)`.
  public var turns: [Int] { content.turns }
  /// See `leadingSpaces(in:levels:isolated:)`.
  var leadingSpaces: [Int] { content.leadingSpaces }
  /// The width of an ellipsis in the style of each leaf, in `Advance` units.
  var ellipses: [Advance] { content.ellipses }
  /// The positions at which long pieces can be split as a last resort.
  var graphemes: [GraphemeEdge] { content.graphemes }
  /// Characters that no face of the style contains, each once.
  public var missing: [UInt32] { content.missing }
  /// The number of times that the markup can divide each piece, keyed by its index; see ``allow(forDivisionsIn:)``.
  var allowedDivisions: [Int: Int] { content.allowedDivisions }
  var chunks: [Chunk] { content.chunks }
  var usualSpace: UsualSpace { content.usualSpace }
  /// True if the author wrote it as one line, and no piece makes a line narrower.
  var isGrowing: Bool { content.isGrowing }
  /// See ``leastWidthOnOneLine``.
  var leastSureWidth: Int { content.leastSureWidth }
  /// The least width at which the text certainly fits on one line, in whole CSS pixels; nil if the author wrote more
  /// lines, or if some piece does not add to the width.
  var leastWidthOfWhole: Int? { content.isGrowing ? content.leastSureWidth : nil }

  init(
    bytes: [UInt8], pieces: [Piece], isolated: [IsolatedRun], turns: [Int], leadingSpaces: [Int] = [],
    ellipses: [Advance], graphemes: [GraphemeEdge], missing: [UInt32], isASCII: Bool = false
  ) {
    content = PreparedContent(
      bytes: bytes, pieces: pieces, isolated: isolated, turns: turns, leadingSpaces: leadingSpaces, ellipses: ellipses,
      graphemes: graphemes, missing: missing, isASCII: isASCII)
  }

  /// - Parameter pieces: the same pieces with other advances.
  mutating func replacePieces(with pieces: [Piece], allowing divisions: [Int: Int]) {
    content = PreparedContent(
      bytes: bytes, pieces: pieces, isolated: isolated, turns: turns, leadingSpaces: leadingSpaces,
      ellipses: ellipses, graphemes: graphemes, missing: missing, isASCII: content.isASCII, allowedDivisions: divisions)
  }

  public var isEmpty: Bool { content.pieces.isEmpty }

  /// True if the markup may divide a word: only long words have positions for that.
  package var isDivisible: Bool { !content.graphemes.isEmpty }

  /// True if the markup says nothing about its direction: it has neither isolated runs nor turns.
  public var isOneDirection: Bool { content.isolated.isEmpty && content.turns.isEmpty }

  /// Returns whether the pieces, and everything between them, are in the same element, so that another element can keep
  /// exactly them from wrapping.
  func hasOneElement(_ range: Range<Int>) -> Bool {
    guard let first = pieces[range].first else { return false }
    let isOneLeaf = pieces[range].dropFirst().allSatisfy { piece in
      guard piece.leaf == first.leaf else { return false }
      switch piece.joint {
      case .none, .opportunity: return true
      case .space: return piece.spaceLeaf == first.leaf
      case .wordBreak, .hardBreaks: return false
      }
    }
    guard isOneLeaf else { return false }
    let run = isolated.firstRun(endingAfter: range.lowerBound)?.pieces ?? range
    return run.contains(range) || !run.overlaps(range)
  }

  /// Returns whether the direction may change where a line can end without a space. Firefox may end a line there even
  /// in an element that does not wrap.
  func mayTurnWithoutSpace(_ range: Range<Int>) -> Bool {
    pieces[range].dropFirst().contains { $0.joint == .opportunity }
      && mayRunRightToLeft(Array(bytes[pieces[range.lowerBound].lower..<pieces[range.upperBound - 1].upper]))
  }

  /// An empty text.
  public static let empty = PreparedText(
    bytes: [], pieces: [], isolated: [], turns: [], ellipses: [], graphemes: [], missing: [])
}

/// A part of a text within which no line breaks, in one style.
public struct Piece: Sendable {
  public enum PieceKind: UInt8, Sendable {
    case text
    /// An image.
    case box
    /// A character that no face draws, in a box.
    case missing
    /// A letter with marks that its usual face lacks, in an element with another face.
    case apart
  }

  /// The boundary between a piece and the one before it.
  public enum Joint: Sendable, Hashable {
    /// The two cannot be separated.
    case none
    /// A space, which disappears at the end of a line.
    case space
    /// A break opportunity in every engine.
    case opportunity
    /// A break opportunity in the markup: `<wbr>`.
    case wordBreak
    /// A number of line breaks that the author requested.
    case hardBreaks(Int)

    @inlinable @inline(__always)
    init(code: Int32) {
      switch code {
      case 0: self = .none
      case 1: self = .space
      case 2: self = .opportunity
      case 3: self = .wordBreak
      default: self = .hardBreaks(Int(code - 4))
      }
    }

    /// A number of at most 22 bits.
    @inline(__always)
    fileprivate var code: Int32 {
      switch self {
      case .none: 0
      case .space: 1
      case .opportunity: 2
      case .wordBreak: 3
      case .hardBreaks(let count): 4 + Int32(clamping: min(count, 1 << 21))
      }
    }
  }

  private let bounds: (lower: Int32, upper: Int32)
  private let leaves: (own: Int32, space: Int32)
  private let atomNumber: Int32
  private let edges: (lower: Int32, upper: Int32)
  private let widthOfSpace: Int32
  /// Two bits for the kind, eight for the family, and the joint, from the lowest bit on. They share one number, because
  /// a text has a piece for each word.
  @usableFromInline let kindAndJoint: Int32
  private let slackOfSplit: Int32
  var advance: Advance

  /// The byte offset in `PreparedText.bytes` at which the piece starts.
  public var lower: Int { Int(bounds.lower) }
  public var upper: Int { Int(bounds.upper) }
  public var leaf: Int { Int(leaves.own) }
  /// The leaf to which the space of a `.space` joint belongs.
  public var spaceLeaf: Int { Int(leaves.space) }
  /// The number of an unbreakable stretch, which the markup has to hold together; 0 for none.
  public var atom: Int { Int(atomNumber) }
  /// The space's width in 1/65536 px, for a `.space` joint.
  var spaceWidth: Int { Int(widthOfSpace) }
  /// The indices of `PreparedText.graphemes` at which this piece can be split.
  var graphemes: Range<Int> { Int(edges.lower)..<Int(edges.upper) }
  /// The greatest difference between the width of a separate part and its width inside the piece, in 1/65536 px.
  var splitSlack: Int { Int(slackOfSplit) }
  public var kind: PieceKind { PieceKind(rawValue: UInt8(truncatingIfNeeded: kindAndJoint & 3)) ?? .text }
  @inlinable @inline(__always)
  public var joint: Joint { Joint(code: kindAndJoint >> 10) }
  /// The index in the stack of the family of a letter apart.
  public var family: Int { Int(kindAndJoint >> 2 & 0xFF) }

  @inline(__always)
  init(
    lower: Int, upper: Int, leaf: Int, kind: PieceKind, family: Int = 0, joint: Joint, spaceLeaf: Int, atom: Int,
    advance: Advance, spaceWidth: Int, graphemes: Range<Int>, splitSlack: Int
  ) {
    bounds = (Int32(truncatingIfNeeded: lower), Int32(truncatingIfNeeded: upper))
    leaves = (Int32(truncatingIfNeeded: leaf), Int32(truncatingIfNeeded: spaceLeaf))
    atomNumber = Int32(truncatingIfNeeded: atom)
    edges = (Int32(truncatingIfNeeded: graphemes.lowerBound), Int32(truncatingIfNeeded: graphemes.upperBound))
    widthOfSpace = Int32(truncatingIfNeeded: spaceWidth)
    kindAndJoint = joint.code << 10 | Int32(truncatingIfNeeded: family & 0xFF) << 2 | Int32(kind.rawValue)
    slackOfSplit = Int32(clamping: splitSlack)
    self.advance = advance
  }
}

/// A position between two grapheme clusters, inside a piece or at its start, at which the piece can be split from the
/// rest.
struct GraphemeEdge: Sendable {
  /// The width from the start of the piece, in 1/65536 px.
  let width: Int
  /// The rounded width from the start of the piece.
  let rounded: RoundedAdvance
  private let place: Int32

  /// The byte offset in `PreparedText.bytes`.
  var offset: Int { Int(place) }

  init(offset: Int, width: Int, rounded: RoundedAdvance) {
    place = Int32(clamping: offset)
    self.width = width
    self.rounded = rounded
  }

  /// The advance from the start of the piece, without uncertainty.
  var advance: Advance { Advance(width: width, rounded: rounded) }
}
