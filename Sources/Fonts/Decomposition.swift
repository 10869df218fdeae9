import CHarfBuzz

extension CharacterCoverage {
  /// The scalars and all that HarfBuzz may take apart for them while shaping: canonical decompositions (split vowels of
  /// Indic scripts among them), and the vowels that Thai, Lao and Khmer shaping divides on its own.
  ///
  /// A font without the parts would be shaped differently, or with another font's glyphs.
  func addingDecompositions() -> CharacterCoverage {
    var result = self
    let functions = unsafe hb_unicode_funcs_get_default()
    var pending = scalars
    while let scalar = pending.popLast() {
      var parts: [UInt32] = []
      var first: hb_codepoint_t = 0
      var second: hb_codepoint_t = 0
      if unsafe hb_unicode_decompose(functions, scalar, &first, &second) != 0 { parts = [first, second] }
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
