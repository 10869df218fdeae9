import TextSegmentation

/// Where the embedding level changes inside atoms.
///
/// Firefox divides elements where the direction changes, and then may break a line between the parts, whatever
/// `white-space` says: it leaves the hyphen of `-word` among Arabic words on the line above. The markup has a word joiner
/// there.
///
/// - Parameter levels: the embedding level of each byte; empty where all is left to right.
func turns(in pieces: [Piece], bytes: [UInt8], levels: [UInt8]) -> [Int] {
  if levels.isEmpty { return [] }
  var result: [Int] = []
  var previous: Piece?
  for piece in pieces {
    defer { previous = piece }
    if piece.atom == 0 { continue }
    var level = previous?.atom == piece.atom && piece.joint == .none ? levels[piece.lower - 1] : levels[piece.lower]
    for (offset, scalar) in ScalarSequence(bytes: bytes[piece.lower..<piece.upper]) where levels[offset] != level {
      level = levels[offset]
      // Nothing may come between a letter and its marks.
      if !extendsLetter(scalar), piece.kind == .text || offset == piece.lower { result.append(offset) }
    }
  }
  return result
}

private func extendsLetter(_ scalar: UInt32) -> Bool {
  scalar >= 0x0300
    && (CharacterProperties.isDefaultIgnorable(scalar) || CharacterProperties.lineBreakClass(of: scalar) == .combining)
}
