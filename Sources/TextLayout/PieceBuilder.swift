/// Collects the pieces of a text, token by token.
struct PieceBuilder {
  private(set) var pieces: [Piece] = []
  private(set) var graphemes: [GraphemeEdge] = []
  private(set) var missing: [UInt32] = []
  /// The current token's breaks stand in the markup, and nothing else in it may break.
  var marksBreaks = false
  private var joint = Piece.Joint.none
  private var spaceLeaf = 0
  private var spaceWidth = 0
  private var atomCount = 0
  private var isAtTokenStart = true

  mutating func begin(_ token: TokenStream.Token, spaceWidth: Int) {
    joint = token.joint
    spaceLeaf = token.spaceLeaf
    self.spaceWidth = spaceWidth
    marksBreaks = false
    isAtTokenStart = true
  }

  mutating func append(
    _ range: Range<Int>, leaf: Int, kind: Piece.Kind, advance: Advance, isBreak: Bool, graphemes edges: [GraphemeEdge] = []
  ) {
    if isAtTokenStart || isBreak { atomCount += 1 }
    if !isAtTokenStart {
      joint = isBreak ? (marksBreaks ? .wordBreak : .opportunity) : .none
      spaceWidth = 0
    }
    isAtTokenStart = false
    let firstEdge = graphemes.count
    graphemes.append(contentsOf: edges)
    pieces.append(
      Piece(
        lower: range.lowerBound, upper: range.upperBound, leaf: leaf, kind: kind, joint: joint, spaceLeaf: spaceLeaf,
        atom: marksBreaks ? atomCount : 0, advance: advance, spaceWidth: spaceWidth,
        graphemes: firstEdge..<graphemes.count))
  }

  /// Emoji are the reader's to draw and are not reported.
  mutating func note(missing cluster: ArraySlice<UInt8>) {
    let scalars = ScalarSequence(bytes: cluster).map(\.scalar)
    if scalars.contains(where: isEmojiAlone) { return }
    for scalar in scalars where !missing.contains(scalar) { missing.append(scalar) }
  }
}
