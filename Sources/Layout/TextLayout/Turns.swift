/// The positions inside atoms at which the embedding level changes.
///
/// Firefox divides elements where the direction changes, and may then break a line between the parts in spite of
/// `white-space`: it leaves the hyphen of `-word` among Arabic words on the line above. The markup has a word joiner
/// there.
///
/// - Parameter levels: the embedding level of each byte; empty if all text is left to right.
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
      // A letter and its marks must not be separated.
      if !extendsLetter(scalar), piece.kind == .text || offset == piece.lower { result.append(offset) }
    }
  }
  return result
}

private func extendsLetter(_ scalar: UInt32) -> Bool {
  scalar >= 0x0300
    && (CharacterProperties.isDefaultIgnorable(scalar) || CharacterProperties.lineBreakClass(of: scalar) == .combining)
}
