extension TokenShaper {
  /// The pieces of a token, if it consists of ideographs (see ``IdeographTable``), all engines break it alike, and no
  /// piece may have to be divided; otherwise nil.
  ///
  /// The result equals that of `BreakPolicy` and of shaping each piece, which take several times as long.
  ///
  /// - Parameters:
  ///   - range: a range in one leaf, which is not kerned.
  ///   - text: a text without levels.
  mutating func tokenOfIdeographs(
    _ range: Range<Int>, of text: ShapingText, style: LeafStyle, leastLineWidth: Int
  ) -> ShapedToken? {
    guard let table = style.ideographs else { return nil }
    let bytes = text.bytes.span.extracting(range)
    var pieces: [ShapedToken.TokenPiece] = []
    pieces.reserveCapacity(bytes.count / ideographLength)
    var division = words.ideographTables[table].division(of: bytes, areReadAlike: true) { pieces.append($0) }
    if case .unknown = division {
      words.learnIdeographs(range, of: text, table: table)
      pieces.removeAll(keepingCapacity: true)
      division = words.ideographTables[table].division(of: bytes, areReadAlike: true) { pieces.append($0) }
    }
    guard case .pieces = division else { return nil }
    for index in pieces.indices where pieces[index].range.count > ideographLength {
      let piece = range.lowerBound + pieces[index].range.lowerBound..<range.lowerBound + pieces[index].range.upperBound
      guard let advance = advance(ofHeld: piece, of: text, style: style, leastLineWidth) else { return nil }
      pieces[index].advance = advance
    }
    return ShapedToken(pieces)
  }

  /// Appends the same pieces of a token as ``tokenOfIdeographs(_:of:style:leastLineWidth:)``, if all of its characters
  /// are known and determine how engines read it. That applies to most of Japanese text.
  ///
  /// - Returns: false if nothing was appended.
  mutating func appendIdeographs(
    _ token: TokenStream.TextToken, of text: ShapingText,
    scripts: borrowing TextScripts, style: LeafStyle, spaceWidth: Int, leastLineWidth: Int,
    to builder: inout PieceBuilder
  ) -> Bool {
    guard let table = style.ideographs, token.laterParts.isEmpty, text.levels.isEmpty else { return false }
    let bytes = text.bytes.span.extracting(token.range)
    let first = builder.pieces.count
    let areAppended = builder.append(of: token, spaceWidth: spaceWidth, atMost: bytes.count / ideographLength) {
      append in
      switch words.ideographTables[table].division(of: bytes, areReadAlike: false, append: append) {
      case .pieces(let endInSign): !endInSign || !scripts.startsWithMark(token.range.upperBound)
      case .unknown, .other: false
      }
    }
    if !areAppended { return false }
    guard setAdvances(ofHeldPiecesFrom: first) else {
      builder.removePieces(from: first)
      return false
    }
    return true

    func setAdvances(ofHeldPiecesFrom first: Int) -> Bool {
      for index in first..<builder.pieces.count {
        let piece = builder.pieces[index].lower..<builder.pieces[index].upper
        if piece.count == ideographLength { continue }
        guard let advance = advance(ofHeld: piece, of: text, style: style, leastLineWidth) else { return false }
        builder.setAdvance(advance, ofPieceAt: index)
      }
      return true
    }
  }

  /// The advance of several ideographs that no engine separates; nil if they may have to be divided.
  private mutating func advance(
    ofHeld piece: Range<Int>, of text: ShapingText, style: LeafStyle, _ leastLineWidth: Int
  ) -> Advance? {
    let advance = words.word(piece, of: text, context: style.context, size: style.size)
    let room = LineRoom(width: widthToHold(leastLineWidth))
    return (advance.bounds + style.ellipsis.bounds).certainlyFits(in: room) ? advance : nil
  }
}
