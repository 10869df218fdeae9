import Fonts

/// A shaped text with its break opportunities, which does not depend on a width.
public struct PreparedText: Sendable {
  /// The part that layouts do not change: copies of a text share it.
  private final class PreparedContent: Sendable {
    let bytes: [UInt8]
    let pieces: [Piece]
    let isolated: [IsolatedRun]
    let turns: [Int]
    let ellipses: [Advance]
    let graphemes: [GraphemeEdge]
    let missing: [UInt32]
    let isRightToLeft: Bool
    let chunks: [Chunk]
    /// The advance of all chunks before each one on a single line, including the spaces before them; the last is that
    /// of all.
    let sums: [Advance]
    /// For each of `sums`, the part that decides whether it fits on a line.
    let reaches: [Advance.Reach]
    let hasHardBreaks: Bool
    /// True if it is one line of the author's, and no piece or space has a negative width.
    let isGrowing: Bool

    init(
      bytes: [UInt8], pieces: [Piece], isolated: [IsolatedRun], turns: [Int], ellipses: [Advance],
      graphemes: [GraphemeEdge], missing: [UInt32], isRightToLeft: Bool
    ) {
      self.bytes = bytes
      self.pieces = pieces
      self.isolated = isolated
      self.turns = turns
      self.ellipses = ellipses
      self.graphemes = graphemes
      self.missing = missing
      self.isRightToLeft = isRightToLeft
      let chunks = Chunks(of: pieces, isolated: isRightToLeft ? isolated : nil)
      self.chunks = chunks.all
      sums = chunks.sums
      reaches = chunks.reaches
      hasHardBreaks = chunks.hasHardBreaks
      isGrowing = chunks.isGrowing
    }
  }

  private var content: PreparedContent
  /// How often the markup can divide each piece, by its index; see ``allow(forDivisionsIn:)``.
  var allowedDivisions: [Int: Int] = [:]

  /// The text in the markup: with white space collapsed, without soft hyphens and control characters. UTF-8.
  public var bytes: [UInt8] { content.bytes }
  public var pieces: [Piece] { content.pieces }
  /// Runs against the block's direction, ascending.
  public var isolated: [IsolatedRun] { content.isolated }
  /// Byte offsets in atoms at which the direction changes, ascending: see `turns(in:bytes:levels:)`.
  public var turns: [Int] { content.turns }
  /// The width of an ellipsis in the style of each leaf, in `Advance` units.
  var ellipses: [Advance] { content.ellipses }
  /// The positions at which long pieces can be split if nothing else helps.
  var graphemes: [GraphemeEdge] { content.graphemes }
  /// Characters that no face of the style contains, each once.
  public var missing: [UInt32] { content.missing }
  var chunks: [Chunk] { content.chunks }
  var sums: [Advance] { content.sums }
  var reaches: [Advance.Reach] { content.reaches }
  var hasHardBreaks: Bool { content.hasHardBreaks }
  /// The whole text on one line, ignoring the author's line breaks.
  var total: Advance { content.sums[content.chunks.count] }
  /// The whole text, if the author wrote it as one line and each piece adds to its width.
  var whole: Advance? { content.isGrowing ? total : nil }

  init(
    bytes: [UInt8], pieces: [Piece], isolated: [IsolatedRun], turns: [Int], ellipses: [Advance],
    graphemes: [GraphemeEdge], missing: [UInt32], isRightToLeft: Bool = false
  ) {
    content = PreparedContent(
      bytes: bytes, pieces: pieces, isolated: isolated, turns: turns, ellipses: ellipses, graphemes: graphemes,
      missing: missing, isRightToLeft: isRightToLeft)
  }

  /// - Parameter pieces: the same ones, with other advances.
  mutating func replacePieces(with pieces: [Piece]) {
    content = PreparedContent(
      bytes: bytes, pieces: pieces, isolated: isolated, turns: turns, ellipses: ellipses, graphemes: graphemes,
      missing: missing, isRightToLeft: content.isRightToLeft)
  }

  public var isEmpty: Bool { content.pieces.isEmpty }

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

  /// An empty text.
  public static let empty = PreparedText(
    bytes: [], pieces: [], isolated: [], turns: [], ellipses: [], graphemes: [], missing: [])
}

/// Pieces that cannot be separated, with the properties that filling lines needs: the same chunks are used again for
/// every width.
struct Chunk: Sendable {
  /// The offset of the first piece, in `PreparedText.bytes`.
  let offset: Int
  private let lower: Int32
  private let upper: Int32
  /// Line breaks that the author requested before it.
  let hardBreaks: Int32
  /// True if an inline item from right to left begins with the space, and continues with the chunk.
  ///
  /// If exactly the space is too wide for the line above, Chromium breaks that line before its last word: it rounds the
  /// space up after it found a place for it.
  let isItemWithSpace: Bool
  /// The space between it and the previous chunk on the same line.
  let space: Advance
  let advance: Advance

  /// Indices in `PreparedText.pieces`.
  var pieces: Range<Int> { Int(lower)..<Int(upper) }

  /// - Parameter first: the first piece, at the lower bound of the range.
  @inline(__always)
  init(_ range: Range<Int>, first: Piece, space: Advance, advance: Advance, isItemWithSpace: Bool) {
    offset = first.lower
    lower = Int32(clamping: range.lowerBound)
    upper = Int32(clamping: range.upperBound)
    if case .hardBreaks(let count) = first.joint, range.lowerBound > 0 {
      hardBreaks = Int32(clamping: count)
    } else {
      hardBreaks = 0
    }
    self.isItemWithSpace = isItemWithSpace
    self.space = space
    self.advance = advance
  }
}

/// The chunks of a text, and what is true of all of them.
private struct Chunks {
  private(set) var all: [Chunk] = []
  private(set) var sums: [Advance] = []
  private(set) var reaches: [Advance.Reach] = []
  private(set) var hasHardBreaks = false
  private(set) var isGrowing = true

  /// - Parameter isolated: nil in a text from left to right.
  /// - Complexity: O(pieces).
  init(of pieces: [Piece], isolated: [IsolatedRun]?) {
    all.reserveCapacity(pieces.count)
    sums.reserveCapacity(pieces.count + 1)
    reaches.reserveCapacity(pieces.count + 1)
    let span = pieces.span
    var sum = Advance()
    // Of the last space: most have the same width.
    var (spaceWidth, space) = (0, Advance(ofSpace: 0))
    var start = 0
    while start < span.count {
      var end = start
      var advance = Advance()
      repeat {
        advance += span[end].advance
        note(span[end])
        end += 1
      } while end < span.count && span[end].joint == .none
      let hasSpace = span[start].joint == .space
      if hasSpace, span[start].spaceWidth != spaceWidth {
        spaceWidth = span[start].spaceWidth
        space = Advance(ofSpace: spaceWidth)
      }
      let chunk = Chunk(
        start..<end, first: span[start], space: hasSpace ? space : Advance(), advance: advance,
        isItemWithSpace: isolated.map { beginsItem(at: start, of: pieces, isolated: $0) } ?? false)
      all.append(chunk)
      sums.append(sum)
      reaches.append(sum.reach)
      sum += chunk.space + advance
      if chunk.hardBreaks > 0 { hasHardBreaks = true }
      start = end
    }
    sums.append(sum)
    reaches.append(sum.reach)
  }

  /// Returns whether a piece is in the same element as the space before it, and the piece before both is not.
  private func beginsItem(at index: Int, of pieces: [Piece], isolated: [IsolatedRun]) -> Bool {
    guard index > 0, pieces[index].joint == .space else { return false }
    let (before, after) = (pieces[index - 1], pieces[index])
    guard after.leaf == after.spaceLeaf, after.atom == 0 else { return false }
    return before.leaf != after.leaf || before.atom > 0 || before.kind != .text
      || isolated.firstRun(endingAfter: index - 1)?.pieces.upperBound == index
  }

  private mutating func note(_ piece: Piece) {
    switch piece.joint {
    case .hardBreaks: isGrowing = false
    case .space: if piece.spaceWidth < 0 { isGrowing = false }
    case .none, .opportunity, .wordBreak: break
    }
    let advance = piece.advance
    if advance.width < 0 || advance.rounded.most < 0 || advance.itemCount < 0 || advance.slack < 0 { isGrowing = false }
  }
}

/// A part of a text inside which no line breaks, in one style.
public struct Piece: Sendable {
  public enum PieceKind: Sendable { case text, box, missing }

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
  }

  /// Byte offsets in `PreparedText.bytes`.
  public let lower: Int
  public let upper: Int
  public let leaf: Int
  public let kind: PieceKind
  public let joint: Joint
  /// The leaf that the space of a `.space` joint belongs to.
  public let spaceLeaf: Int
  /// Pieces of the same number above 0 are one unbreakable stretch that the markup has to hold together.
  public let atom: Int

  var advance: Advance
  /// The space's width, for a `.space` joint.
  let spaceWidth: Int
  /// The indices of `PreparedText.graphemes` at which this piece can be split.
  let graphemes: Range<Int>
  /// The greatest difference between the width of a separate part and its width inside the piece, in 1/65536 px.
  let splitSlack: Int
}

/// A position between two grapheme clusters, inside a piece or at its start, at which the piece can be split from the
/// rest.
struct GraphemeEdge: Sendable {
  /// Byte offset in `PreparedText.bytes`.
  var offset: Int
  /// Width from the start of the piece, in 1/65536 px.
  var width: Int
  /// From the start of the piece.
  var rounded: RoundedAdvance

  /// From the start of the piece, without uncertainty.
  var advance: Advance { Advance(width: width, rounded: rounded) }
}
