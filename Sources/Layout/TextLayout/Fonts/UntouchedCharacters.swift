import CHarfBuzz

extension MeasuringFont {
  /// The characters whose glyphs no lookup involves, in text from left to right without kerning.
  ///
  /// A lookup starts at a glyph that it covers. So the advance of a text of such characters is the sum of theirs, in
  /// any of the scripts, if HarfBuzz does nothing else to them: they must not be marks, spaces or invisible, and must
  /// not compose.
  ///
  /// - Parameters:
  ///   - scalars: the only scalars to check.
  ///   - language: a BCP 47 tag, as in the markup.
  ///   - scripts: ISO 15924 tags, big-endian.
  /// - Complexity: O(scalars + lookups of the font).
  public func untouchedCharacters(among scalars: [UInt32], language: String, scripts: [UInt32]) -> CharacterCoverage {
    var untouched = CharacterCoverage()
    let touched = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(touched) }
    for script in scripts {
      guard unsafe addGlyphs(ofLookupsFor: script, language: language, to: touched) else { return untouched }
    }
    guard unsafe hb_set_allocation_successful(touched) != 0 else { return untouched }
    for scalar in scalars {
      guard let glyph = glyph(of: scalar) else { continue }
      if unsafe hb_set_has(touched, glyph) == 0 { untouched.insert(scalar) }
    }
    return untouched
  }

  /// - Returns: false if the font may be shaped by rules other than its OpenType lookups.
  private func addGlyphs(ofLookupsFor script: UInt32, language: String, to glyphs: OpaquePointer?) -> Bool {
    let properties = ShapingProperties(script: script, isRightToLeft: false, disablesKerning: true)
    guard let rules = ShapingRules(of: self, language: language, properties: properties) else { return false }
    for table in [ShapingRules.ShapingTable.substitution, .positioning] {
      guard let lookups = rules.lookups(in: table) else { return false }
      for lookup in lookups { unsafe rules.addGlyphs(of: lookup, in: table, to: glyphs, outputs: glyphs) }
    }
    return true
  }

  /// The features of a text whose `ShapingProperties.disablesKerning` is true.
  static var withoutKerning: hb_feature_t {
    hb_feature_t(tag: openTypeTag("kern"), value: 0, start: 0, end: .max)
  }
}
