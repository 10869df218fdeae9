/// What holds letters together or apart without being seen: GRAPHEME JOINER, ZERO WIDTH NON-JOINER and JOINER.
let joiners: [UInt32] = [0x034F, 0x200C, 0x200D]

extension CharacterCoverage {
  /// The characters of a face's share and the joiners that may stand between them.
  ///
  /// WebKit takes a font of the reader's machine for a letter and the joiner behind it unless one file has the glyphs of
  /// both, whatever its `unicode-range` says. HarfBuzz puts a space without width in the joiner's place; in a file
  /// without a space it removes the joiner, and WebKit then takes the letter beside it for the joiner and gives that no
  /// width.
  func addingJoiners(_ joiners: [UInt32], of face: FontFace) -> CharacterCoverage {
    let covered = joiners.filter(face.coverage.contains)
    if covered.isEmpty { return self }
    var result = self
    for scalar in covered + [0x20] where face.coverage.contains(scalar) { result.insert(scalar) }
    return result
  }
}
