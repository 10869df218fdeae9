import Fonts

extension TokenShaper {
  /// The pieces of a token, if it consists of ideographs (see ``IdeographTable``), all engines break it alike, and no
  /// piece may have to be divided; otherwise nil.
  ///
  /// The result is that of `BreakPolicy` and of shaping each piece, which take several times as long.
  ///
  /// - Parameters:
  ///   - range: in one leaf, which is not kerned.
  ///   - text: without levels.
  mutating func tokenOfIdeographs(
    _ range: Range<Int>, of text: ShapingText, style: LeafStyle, leastLineWidth: Int
  ) -> ShapedToken? {
    guard let table = style.ideographs else { return nil }
    var division = words.ideographTables[table].division(of: text.bytes.span.extracting(range))
    if case .unknown = division {
      words.learnIdeographs(range, of: text, table: table)
      division = words.ideographTables[table].division(of: text.bytes.span.extracting(range))
    }
    guard case .pieces(var pieces) = consume division else { return nil }
    let room = LineRoom(width: widthToHold(leastLineWidth))
    for index in pieces.indices where pieces[index].range.count > 3 {
      let (lower, upper) = (pieces[index].range.lowerBound, pieces[index].range.upperBound)
      let advance = words.word(
        range.lowerBound + lower..<range.lowerBound + upper, of: text, context: style.context, size: style.size)
      guard (advance.bounds + style.ellipsis.bounds).certainlyFits(in: room) else { return nil }
      pieces[index].advance = advance
    }
    return ShapedToken(pieces)
  }
}
