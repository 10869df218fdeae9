/// A shaped token with its break opportunities; offsets count from its start, so that it can be used for every
/// occurrence of the token.
struct ShapedToken: Sendable {
  /// The only piece of a token that is never divided, as in most tokens, or the first one: it is copied without
  /// counting references.
  let first: TokenPiece
  /// The other pieces; nil if the token has only one.
  let divided: DividedToken?

  /// A piece without separate storage, because texts of many pieces copy it often. Numbers have 32 bits, because many
  /// tokens are kept.
  struct TokenPiece: Sendable {
    enum Separator: Sendable {
      case opportunity
      /// The markup allows the break, because engines disagree.
      case marked
    }

    private var bounds: (lower: Int32, upper: Int32)
    private let partNumber: Int32
    private var edgeBounds: (lower: Int32, upper: Int32) = (0, 0)
    private var slackOfSplit: Int32 = 0
    let kind: Piece.PieceKind
    private let familyPosition: UInt8
    /// The break before the piece; nil at the token's start, and if it cannot be separated from the previous piece.
    var separator: Separator?
    /// True if an engine might break inside the piece.
    var isHeld = false
    var advance: Advance

    @inline(__always)
    init(
      range: Range<Int>, part: Int, kind: Piece.PieceKind, advance: Advance, family: Int = 0,
      separator: Separator? = nil
    ) {
      bounds = (Int32(truncatingIfNeeded: range.lowerBound), Int32(truncatingIfNeeded: range.upperBound))
      partNumber = Int32(truncatingIfNeeded: part)
      self.kind = kind
      familyPosition = UInt8(clamping: family)
      self.advance = advance
      self.separator = separator
    }

    @inline(__always)
    var range: Range<Int> {
      get { unsafe Range(uncheckedBounds: (Int(bounds.lower), Int(bounds.upper))) }
      set { bounds = (Int32(truncatingIfNeeded: newValue.lowerBound), Int32(truncatingIfNeeded: newValue.upperBound)) }
    }

    /// The index in the stack of the family of a letter apart.
    @inline(__always)
    var family: Int { Int(familyPosition) }

    /// The part of the token that contains the piece.
    @inline(__always)
    var part: Int { Int(partNumber) }

    /// The indices in the token's `edges`.
    @inline(__always)
    var edges: Range<Int> {
      get { unsafe Range(uncheckedBounds: (Int(edgeBounds.lower), Int(edgeBounds.upper))) }
      set {
        edgeBounds = (Int32(truncatingIfNeeded: newValue.lowerBound), Int32(truncatingIfNeeded: newValue.upperBound))
      }
    }

    @inline(__always)
    var splitSlack: Int {
      get { Int(slackOfSplit) }
      set { slackOfSplit = Int32(clamping: newValue) }
    }
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
      ? nil : DividedToken(pieces: pieces.count == 1 ? [] : pieces, edges: edges, missing: missing)
  }
}

/// A token of several pieces, or one that can be divided further. All its occurrences share it.
final class DividedToken: Sendable {
  /// All pieces; empty if there is only the first one.
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

  mutating func append(
    _ shaped: ShapedToken, of token: TokenStream.TextToken, in stream: borrowing TokenStream, spaceWidth: Int
  ) {
    let firstEdge = graphemes.count
    append(first: shaped.first, of: token, in: stream, spaceWidth: spaceWidth)
    if let divided = shaped.divided { append(divided, of: token, in: stream, firstEdge: firstEdge) }
  }

  /// Appends the first piece of a token, which may be the only one.
  @inline(__always)
  mutating func append(
    first piece: ShapedToken.TokenPiece, of token: TokenStream.TextToken, in stream: borrowing TokenStream,
    spaceWidth: Int
  ) {
    atomCount += 1
    pieces.append(
      Piece(
        piece, of: token, leaf: stream.leaf(ofPart: piece.part, of: token), isFirst: true, atom: atomCount,
        spaceWidth: spaceWidth, firstEdge: graphemes.count))
  }

  /// Appends pieces of a token that is in one leaf, and cannot be divided.
  ///
  /// - Parameters:
  ///   - count: the greatest number of pieces.
  ///   - body: gets a function that appends a piece. If it returns false, nothing is appended.
  @inline(__always)
  mutating func append(
    of token: TokenStream.TextToken, spaceWidth: Int, atMost count: Int,
    _ body: (_ append: (ShapedToken.TokenPiece) -> Void) -> Bool
  ) -> Bool {
    let firstEdge = graphemes.count
    var (atom, isDone) = (atomCount, false)
    pieces.append(addingCapacity: count) { pieces in
      isDone = body { piece in
        let isFirst = piece.range.lowerBound == 0
        if isFirst || piece.separator != nil { atom += 1 }
        pieces.append(
          Piece(
            piece, of: token, leaf: token.leaf, isFirst: isFirst, atom: atom, spaceWidth: spaceWidth,
            firstEdge: firstEdge))
      }
      if !isDone { pieces.removeAll() }
    }
    if isDone { atomCount = atom }
    return isDone
  }

  mutating func setAdvance(_ advance: Advance, ofPieceAt index: Int) { pieces[index].advance = advance }

  /// Removes appended pieces. Numbers of atoms need not be consecutive.
  mutating func removePieces(from first: Int) { pieces.removeLast(pieces.count - first) }

  /// Appends all pieces except for the first.
  private mutating func append(
    _ divided: DividedToken, of token: TokenStream.TextToken, in stream: borrowing TokenStream, firstEdge: Int
  ) {
    let all = divided.pieces
    let shaped = all.span
    var atom = atomCount
    pieces.append(addingCapacity: shaped.count) { pieces in
      for index in shaped.indices.dropFirst() {
        if shaped[index].separator != nil { atom += 1 }
        pieces.append(
          Piece(
            shaped[index], of: token, leaf: stream.leaf(ofPart: shaped[index].part, of: token), isFirst: false,
            atom: atom, spaceWidth: 0, firstEdge: firstEdge))
      }
    }
    atomCount = atom
    for edge in divided.edges {
      graphemes.append(
        GraphemeEdge(offset: token.range.lowerBound + edge.offset, width: edge.width, rounded: edge.rounded))
    }
    for scalar in divided.missing where !known.contains(scalar) {
      known.insert(scalar)
      missing.append(scalar)
    }
  }
}

extension ShapedToken.TokenPiece {
  /// The boundary before a piece that is not the first of its token.
  @inline(__always)
  fileprivate var joint: Piece.Joint {
    switch separator {
    case nil: .none
    case .opportunity?: .opportunity
    case .marked?: .wordBreak
    }
  }
}

extension Piece {
  /// A piece of a token at its position in a text.
  ///
  /// - Parameters:
  ///   - isFirst: true for the first piece of the token, which has the joint and the space before it.
  ///   - atom: the number of the stretch between separators, which counts if the piece is held.
  ///   - firstEdge: the number of edges before those of the token.
  @inline(__always)
  fileprivate init(
    _ piece: ShapedToken.TokenPiece, of token: TokenStream.TextToken, leaf: Int, isFirst: Bool, atom: Int,
    spaceWidth: Int, firstEdge: Int
  ) {
    let start = token.range.lowerBound
    unsafe self.init(
      lower: start + piece.range.lowerBound, upper: start + piece.range.upperBound, leaf: leaf, kind: piece.kind,
      family: piece.family,
      joint: isFirst ? token.joint : piece.joint,
      spaceLeaf: token.spaceLeaf, atom: piece.isHeld ? atom : 0, advance: piece.advance,
      spaceWidth: isFirst ? spaceWidth : 0,
      graphemes: Range(
        uncheckedBounds: (firstEdge &+ piece.edges.lowerBound, firstEdge &+ piece.edges.upperBound)),
      splitSlack: piece.splitSlack)
  }
}
