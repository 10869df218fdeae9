import CHarfBuzz

extension CharacterCoverage {
  /// The scalars and the parts into which HarfBuzz decomposes them during shaping: canonical decompositions (including
  /// split vowels of Indic scripts), and the vowels of Thai, Lao and Khmer that shaping divides.
  ///
  /// A font without the parts would be shaped differently, or with glyphs of another font; the same applies to a font
  /// whose `unicode-range` lacks them, because Blink hides other characters from HarfBuzz. Alphabets with composed
  /// letters and Hangul are not decomposed if the composed glyph exists.
  func addingDecompositions() -> CharacterCoverage {
    var result = self
    let functions = unsafe hb_unicode_funcs_get_default()
    var pending = scalars
    while let scalar = pending.popLast() {
      var parts: [UInt32] = []
      var first: hb_codepoint_t = 0
      var second: hb_codepoint_t = 0
      if isTakenApart(scalar), unsafe hb_unicode_decompose(functions, scalar, &first, &second) != 0 {
        parts = [first, second]
      }
      switch scalar {
      case 0x0E33: parts += [0x0E4D, 0x0E32]  // Thai SARA AM
      case 0x0EB3: parts += [0x0ECD, 0x0EB2]  // Lao AM
      case 0x17BE, 0x17BF, 0x17C0, 0x17C4, 0x17C5: parts.append(0x17C1)  // Khmer vowels around the consonant
      default: break
      }
      for part in parts where part != 0 && !result.contains(part) {
        result.insert(part)
        pending.append(part)
      }
    }
    return result
  }
}

/// Returns whether the shaper of a script divides its characters regardless of the font: the scripts of India and
/// South-East Asia, and Tibetan.
private func isTakenApart(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0x0900..<0x1100, 0x1700..<0x1E00, 0xA800..<0xAC00, 0x11000..<0x12000: true
  default: false
  }
}
