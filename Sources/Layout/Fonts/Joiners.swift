/// What holds letters together or apart without being seen: GRAPHEME JOINER, ZERO WIDTH NON-JOINER and JOINER.
let joiners: [UInt32] = [0x034F, 0x200C, 0x200D]

extension CharacterCoverage {
  /// The characters of a face's share and the joiners that may stand between them.
  ///
  /// WebKit takes a font of the reader's machine for a letter and the joiner behind it unless one file has the glyphs of
  /// both. Blink shows HarfBuzz only what is in the `unicode-range`, and without the joiner's glyph no rule of the font
  /// about it applies (chillus of Malayalam).
  func addingJoiners(_ joiners: [UInt32], of face: FontFace) -> CharacterCoverage {
    var result = self
    for scalar in joiners where face.coverage.contains(scalar) { result.insert(scalar) }
    return result
  }

  /// HarfBuzz puts a space without width in the place of a joiner that did its work. In a file without a space it removes
  /// the joiner, and WebKit then takes the letter beside it for the joiner and gives that no width.
  func addingSpaceForJoiners(of face: FontFace) -> CharacterCoverage {
    guard joiners.contains(where: contains), face.coverage.contains(0x20) else { return self }
    var result = self
    result.insert(0x20)
    return result
  }
}
