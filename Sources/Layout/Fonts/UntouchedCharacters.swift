import CHarfBuzz

extension MeasuringFont {
  /// The characters whose glyphs no lookup involves, in text from left to right without kerning.
  ///
  /// A lookup starts at a glyph that it covers. So the advance of a text of such characters is the sum of theirs, in any
  /// of the scripts, if HarfBuzz does nothing else to them: they must not be marks, spaces or invisible, and must not
  /// compose.
  ///
  /// - Parameters:
  ///   - scalars: only these.
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
      var glyph: hb_codepoint_t = 0
      guard unsafe hb_font_get_nominal_glyph(handle, scalar, &glyph) != 0 else { continue }
      if unsafe hb_set_has(touched, glyph) == 0 { untouched.insert(scalar) }
    }
    return untouched
  }

  /// - Returns: false if the font may be shaped otherwise than by its OpenType lookups.
  private func addGlyphs(ofLookupsFor script: UInt32, language: String, to glyphs: OpaquePointer?) -> Bool {
    let face = unsafe hb_font_get_face(handle)
    if Self.applesTables.contains(where: { unsafe hasTable(openTypeTag($0), in: face) }) { return false }
    var properties = unsafe hb_segment_properties_t()
    unsafe properties.direction = HB_DIRECTION_LTR
    unsafe properties.script = hb_script_from_iso15924_tag(script)
    unsafe properties.language = hb_language_from_string(language, -1)
    var features = [Self.withoutKerning]
    var coordinateCount: UInt32 = 0
    let coordinates = unsafe hb_font_get_var_coords_normalized(handle, &coordinateCount)
    guard
      let plan = unsafe hb_shape_plan_create2(
        face, &properties, &features, 1, coordinates, coordinateCount, nil)
    else { return false }
    defer { unsafe hb_shape_plan_destroy(plan) }
    guard let shaper = unsafe hb_shape_plan_get_shaper(plan), unsafe String(cString: shaper) == "ot" else {
      return false
    }
    let lookups = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(lookups) }
    for table in [openTypeTag("GSUB"), openTypeTag("GPOS")] {
      unsafe hb_set_clear(lookups)
      unsafe hb_ot_shape_plan_collect_lookups(plan, table, lookups)
      var lookup: hb_codepoint_t = .max  // HB_SET_VALUE_INVALID starts the walk.
      while unsafe hb_set_next(lookups, &lookup) != 0 {
        unsafe hb_ot_layout_lookup_collect_glyphs(face, table, lookup, glyphs, glyphs, glyphs, glyphs)
      }
      guard unsafe hb_set_allocation_successful(lookups) != 0 else { return false }
    }
    return true
  }

  private func hasTable(_ tag: hb_tag_t, in face: OpaquePointer?) -> Bool {
    let blob = unsafe hb_face_reference_table(face, tag)
    defer { unsafe hb_blob_destroy(blob) }
    return unsafe hb_blob_get_length(blob) > 0
  }

  /// Tables with which HarfBuzz shapes as Apple does.
  private static let applesTables: [StaticString] = ["morx", "mort", "kerx", "trak"]

  /// The features of a text whose `ShapingProperties.disablesKerning` is true.
  static var withoutKerning: hb_feature_t {
    hb_feature_t(tag: openTypeTag("kern"), value: 0, start: 0, end: .max)
  }
}
