import Fonts

/// A shaped token with its break opportunities; offsets count from its start, so that it can be used for every
/// occurrence of the token.
struct ShapedToken: Sendable {
  /// The only piece of a token that is never divided, as most are, or the first one: it is copied without counting
  /// references.
  let first: TokenPiece
  /// nil if the token has only that piece.
  let divided: DividedToken?

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

  init(_ piece: TokenPiece) {
    first = piece
    divided = nil
  }

  /// - Parameter pieces: at least one.
  init(_ pieces: [TokenPiece], edges: [GraphemeEdge] = [], missing: [UInt32] = []) {
    first = pieces[0]
    divided =
      pieces.count == 1 && edges.isEmpty && missing.isEmpty
      ? nil : DividedToken(pieces: pieces, edges: edges, missing: missing)
  }
}

/// A token of several pieces, or one that can be divided further. All its occurrences share it.
final class DividedToken: Sendable {
  let pieces: [ShapedToken.TokenPiece]
  /// The positions at which pieces can be divided.
  let edges: [GraphemeEdge]
  /// Characters that no face contains.
  let missing: [UInt32]

  init(pieces: [ShapedToken.TokenPiece], edges: [GraphemeEdge], missing: [UInt32]) {
    self.pieces = pieces
    self.edges = edges
    self.missing = missing
  }
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

  @inline(__always)
  mutating func append(
    _ shaped: ShapedToken, of token: TokenStream.TextToken, in stream: borrowing TokenStream, spaceWidth: Int
  ) {
    guard let divided = shaped.divided else {
      return append(shaped.first, isFirst: true, of: token, in: stream, spaceWidth: spaceWidth)
    }
    if divided.edges.isEmpty, divided.missing.isEmpty {
      return append(undivided: divided.pieces, of: token, in: stream, spaceWidth: spaceWidth)
    }
    let (pieces, edges) = (divided.pieces, divided.edges)
    for index in pieces.indices {
      append(pieces[index], isFirst: index == 0, edges: edges, of: token, in: stream, spaceWidth: spaceWidth)
    }
    for scalar in divided.missing where !known.contains(scalar) {
      known.insert(scalar)
      missing.append(scalar)
    }
  }

  /// Appends the pieces of a token that are not divided further, such as characters of Chinese and Japanese.
  private mutating func append(
    undivided all: [ShapedToken.TokenPiece], of token: TokenStream.TextToken, in stream: borrowing TokenStream,
    spaceWidth: Int
  ) {
    let shaped = all.span
    let (start, edge) = (token.range.lowerBound, graphemes.count)
    var atom = atomCount
    pieces.append(addingCapacity: shaped.count) { pieces in
      for index in shaped.indices {
        let separator = shaped[index].separator
        if index == 0 || separator != nil { atom += 1 }
        let range = shaped[index].range
        pieces.append(
          Piece(
            lower: start + range.lowerBound, upper: start + range.upperBound,
            leaf: stream.leaf(ofPart: shaped[index].part, of: token), kind: shaped[index].kind,
            joint: index == 0 ? token.joint : separator.map { $0.isMarked ? .wordBreak : .opportunity } ?? .none,
            spaceLeaf: token.spaceLeaf, atom: shaped[index].isHeld ? atom : 0, advance: shaped[index].advance,
            spaceWidth: index == 0 ? spaceWidth : 0, graphemes: edge..<edge, splitSlack: shaped[index].splitSlack))
      }
    }
    atomCount = atom
  }

  @inline(__always)
  private mutating func append(
    _ piece: ShapedToken.TokenPiece, isFirst: Bool, edges: [GraphemeEdge] = [], of token: TokenStream.TextToken,
    in stream: borrowing TokenStream, spaceWidth: Int
  ) {
    let start = token.range.lowerBound
    if isFirst || piece.separator != nil { atomCount += 1 }
    let firstEdge = graphemes.count
    for index in piece.edges {
      let edge = edges[index]
      graphemes.append(GraphemeEdge(offset: edge.offset + start, width: edge.width, rounded: edge.rounded))
    }
    pieces.append(
      Piece(
        lower: start + piece.range.lowerBound, upper: start + piece.range.upperBound,
        leaf: stream.leaf(ofPart: piece.part, of: token), kind: piece.kind,
        joint: isFirst ? token.joint : piece.separator.map { $0.isMarked ? .wordBreak : .opportunity } ?? .none,
        spaceLeaf: token.spaceLeaf, atom: piece.isHeld ? atomCount : 0, advance: piece.advance,
        spaceWidth: isFirst ? spaceWidth : 0, graphemes: firstEdge..<graphemes.count, splitSlack: piece.splitSlack))
  }
}
