/// Invisible characters that join or separate letters: GRAPHEME JOINER, ZERO WIDTH NON-JOINER and JOINER.
let joiners: [UInt32] = [0x034F, 0x200C, 0x200D]

extension CharacterCoverage {
  /// The characters of a face's share, with the joiners that can be between them.
  ///
  /// WebKit uses an installed font for a letter and the joiner after it unless one file has the glyphs of both. Blink
  /// passes to HarfBuzz only the characters in the `unicode-range`, and without the joiner's glyph no rule of the font
  /// for it applies (chillus of Malayalam).
  func addingJoiners(_ joiners: [UInt32], of face: FontFace) -> CharacterCoverage {
    var result = self
    for scalar in joiners where face.contains(scalar) { result.insert(scalar) }
    return result
  }

  /// HarfBuzz replaces a joiner that has taken effect with a space without width. If a file has no space, it removes
  /// the joiner, and WebKit then treats the letter next to it as the joiner, without width.
  func addingSpaceForJoiners(of face: FontFace) -> CharacterCoverage {
    guard joiners.contains(where: contains), face.contains(0x20) else { return self }
    var result = self
    result.insert(0x20)
    return result
  }
}
