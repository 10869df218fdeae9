import CHarfBuzz

extension FontFace {
  /// A font file with only the glyphs that the given scalars can lead to, closed over layout features, without hinting,
  /// and with the same vertical metrics in all tables.
  ///
  /// The result is both measured and served: subsetting can change advances (tails of `hmtx`, dropped lookups), so the
  /// whole file must not be measured instead. The same input gives the same bytes. A subset with only spaces, of a face
  /// whose lookups involve them, has no lookups.
  /// - Returns: nil if HarfBuzz cannot make a subset of the face, if the subset lacks something that browsers require,
  ///   or if its glyphs are damaged.
  public func subset(to scalars: CharacterCoverage) -> [UInt8]? {
    guard var tables = tables(for: scalars, and: nil) else { return nil }
    // A subset with only spaces has no outlines. HarfBuzz writes a zero for that, which WOFF2 loses, and browsers
    // refuse a font with an empty table. So the font gets an outline that no character uses.
    if tables["glyf"]?.allSatisfy({ $0 == 0 }) ?? false, let glyph = firstGlyphWithOutline {
      tables = self.tables(for: scalars, and: glyph) ?? tables
    }
    guard tables.hasSoundContours, tables.unifyVerticalMetrics() else { return nil }
    return tables.file
  }

  private var firstGlyphWithOutline: hb_codepoint_t? {
    let font = unsafe hb_font_create(handle)
    defer { unsafe hb_font_destroy(font) }
    // The first glyph represents missing characters; subsets contain it without its outline.
    for glyph in 1..<hb_codepoint_t(max(2, glyphCount)) {
      var extents = hb_glyph_extents_t()
      if unsafe hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.width != 0, extents.height != 0 {
        return glyph
      }
    }
    return nil
  }

  private func tables(for scalars: CharacterCoverage, and glyph: hb_codepoint_t?) -> SFNT? {
    guard let input = unsafe hb_subset_input_create_or_fail() else { return nil }
    defer { unsafe hb_subset_input_destroy(input) }
    let dropped = unsafe hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
    // Served fonts are static. HarfBuzz 6.0 applies the variations to outlines, advances, positioning and
    // substitutions, but not to the vertical metrics, which keep their defaults; it keeps only the variation table
    // STAT.
    for axis in unsafe VariationAxes.all(of: handle) {
      _ = unsafe hb_subset_input_pin_axis_location(input, handle, axis.tag, description.location(onAxis: axis))
      unsafe hb_set_add(dropped, openTypeTag("STAT"))
    }
    if scalars.scalars.allSatisfy(isServedApart), touchesSpace {
      // Even spaces alone keep lookups, such as the one that swaps the space in Korean text, which WebKit ignores.
      for table: StaticString in ["GSUB", "GPOS", "kern"] { unsafe hb_set_add(dropped, openTypeTag(table)) }
    }
    // Lines are horizontal. In fonts for Chinese and Japanese, vertical features cause most of the work, and need
    // glyphs.
    let features = unsafe hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG)
    for feature: StaticString in ["valt", "vert", "vkrn", "vpal", "vrt2"] {
      unsafe hb_set_del(features, openTypeTag(feature))
    }
    let unicodes = unsafe hb_subset_input_unicode_set(input)
    for range in scalars.addingDecompositions().ranges {
      unsafe hb_set_add_range(unicodes, range.lowerBound, range.upperBound)
    }
    if let glyph { unsafe hb_set_add(hb_subset_input_glyph_set(input), glyph) }
    unsafe hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue)
    guard let subset = unsafe hb_subset_or_fail(handle, input) else { return nil }
    defer { unsafe hb_face_destroy(subset) }
    guard let blob = unsafe hb_face_reference_blob(subset) else { return nil }
    defer { unsafe hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(blob, &length), length > 0 else { return nil }
    let file = unsafe data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { bytes in
      unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }
    return SFNT(file)
  }
}

/// Returns whether a scalar is a space that has a separate file if some lookup of the face involves it.
func isServedApart(_ scalar: UInt32) -> Bool { scalar == 0x20 || scalar == 0xA0 }
