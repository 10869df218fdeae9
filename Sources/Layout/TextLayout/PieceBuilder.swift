import Fonts

/// A shaped token with its break opportunities; offsets count from its start, so that it can be used for every
/// occurrence of the token.
struct ShapedToken: Sendable {
  /// Has no storage of its own, because texts of many pieces copy it often.
  struct TokenPiece: Sendable {
    var range: Range<Int>
    /// The part of the token that contains the piece.
    var part: Int
    var kind: Piece.PieceKind
    var advance: Advance
    /// The break before the piece; nil at the token's start, and if it cannot be separated from the previous piece.
    var separator: TokenShape.Break?
    /// True if an engine might break inside.
    var isHeld: Bool
    /// In the token's `edges`.
    var edges = 0..<0
    var splitSlack = 0
  }

  var pieces: [TokenPiece] = []
  /// The positions at which pieces can be divided.
  var edges: [GraphemeEdge] = []
  /// Characters that no face contains.
  var missing: [UInt32] = []
}

/// Collects the pieces of a text, token by token.
struct PieceBuilder {
  private(set) var pieces: [Piece] = []
  private(set) var graphemes: [GraphemeEdge] = []
  private(set) var missing: [UInt32] = []
  private var known = CharacterCoverage()
  private var atomCount = 0

  /// - Parameter pieceCount: the expected number of pieces.
  init(pieceCount: Int) { pieces.reserveCapacity(pieceCount) }

  mutating func append(_ shaped: ShapedToken, of token: TokenStream.TextToken, in stream: TokenStream, spaceWidth: Int)
  {
    let start = token.range.lowerBound
    for index in shaped.pieces.indices {
      let piece = shaped.pieces[index]
      let isFirst = index == 0
      if isFirst || piece.separator != nil { atomCount += 1 }
      let firstEdge = graphemes.count
      for edge in piece.edges {
        let edge = shaped.edges[edge]
        graphemes.append(GraphemeEdge(offset: edge.offset + start, width: edge.width, rounded: edge.rounded))
      }
      pieces.append(
        Piece(
          lower: start + piece.range.lowerBound, upper: start + piece.range.upperBound,
          leaf: stream.parts[token.parts.lowerBound + piece.part].leaf, kind: piece.kind,
          joint: isFirst ? token.joint : piece.separator.map { $0.isMarked ? .wordBreak : .opportunity } ?? .none,
          spaceLeaf: token.spaceLeaf, atom: piece.isHeld ? atomCount : 0, advance: piece.advance,
          spaceWidth: isFirst ? spaceWidth : 0, graphemes: firstEdge..<graphemes.count, splitSlack: piece.splitSlack))
    }
    for scalar in shaped.missing where !known.contains(scalar) {
      known.insert(scalar)
      missing.append(scalar)
    }
  }
}
