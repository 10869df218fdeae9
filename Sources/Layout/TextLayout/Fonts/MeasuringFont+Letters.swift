import CHarfBuzz

extension MeasuringFont {
  /// The mean advance of letters in thousandths of an em; nil if the font lacks one of them.
  ///
  /// - Parameter counts: the number of times that each letter occurs.
  public func meanAdvance(of counts: KeyValuePairs<Unicode.Scalar, Int>) -> Int? {
    var (advances, all) = (0, 0)
    for (letter, count) in counts {
      var glyph: hb_codepoint_t = 0
      guard unsafe hb_font_get_nominal_glyph(handle, letter.value, &glyph) != 0 else { return nil }
      advances += count * Int(unsafe hb_font_get_glyph_h_advance(handle, glyph))
      all += count
    }
    return all > 0 && unitsPerEm > 0 ? advances * 1000 / (all * unitsPerEm) : nil
  }
}
