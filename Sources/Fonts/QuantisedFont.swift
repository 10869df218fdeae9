extension SFNT {
  /// Puts the face on `AdvanceGrid.sixtieths`: 960 units to the em, every horizontal advance a multiple of four.
  ///
  /// Outlines, positioning and all measures are scaled to the nearest unit, and tables that only some engines read, or
  /// that say lengths of which no text is made, go. The face gets another name.
  /// - Returns: false where a table is damaged, or the glyphs are pictures or coloured.
  mutating func quantise() -> Bool {
    guard let head = self["head"], let scale = head.uint16(at: 18).flatMap({ UnitScale(from: Int($0)) }),
      tags.isDisjoint(with: Self.pictures)
    else { return false }
    // Drawn before the font is touched: HarfBuzz scales.
    let outlines = self["CFF "] == nil ? nil : OutlineRecorder.outlines(of: file)
    keepOnly(Self.scaledTables)
    guard scaleMetrics(scale) else { return false }
    if let outlines {
      guard let advances = advances(count: outlines.count), !advances.isEmpty else { return false }
      self["CFF "] = CompactFont(outlines: outlines, advances: advances).table
    } else if !scaleOutlines(scale) {
      return false
    }
    if let positioning = self["GPOS"] {
      guard let scaled = PositioningScaling.scaled(positioning, scale) else { return false }
      self["GPOS"] = scaled
    }
    scaleCarets(scale)
    self["name"] = self["name"].map(NameTable.renamed)
    return true
  }

  /// Tables of glyphs that are no plain outlines.
  static let pictures = Set<UInt32>(["CBDT", "COLR", "EBDT", "SVG ", "sbix"].map { openTypeTag($0) })

  private static let scaledTables = Set<UInt32>(
    [
      "CFF ", "GDEF", "GPOS", "GSUB", "OS/2", "VORG", "cmap", "gasp", "glyf", "head", "hhea", "hmtx", "loca", "maxp",
      "name", "post", "vhea", "vmtx",
    ].map { openTypeTag($0) })

  private mutating func scaleOutlines(_ scale: UnitScale) -> Bool {
    guard var head = self["head"], let data = self["glyf"], let offsets = glyphOffsets,
      let glyphs = GlyphScaling(scale: scale).glyphs(in: data, at: offsets)
    else { return false }
    var outlines: [UInt8] = []
    var newPlaces: [UInt8] = []
    for glyph in glyphs {
      newPlaces.append(UInt32(clamping: outlines.count))
      outlines += glyph
      outlines += repeatElement(0, count: (4 - glyph.count & 3) & 3)
    }
    newPlaces.append(UInt32(clamping: outlines.count))
    head.set(UInt16(1), at: 50)
    self["head"] = head
    self["loca"] = newPlaces
    // An empty table is refused by browsers.
    self["glyf"] = outlines.isEmpty ? data : outlines
    return true
  }

  private func advances(count: Int) -> [Int]? {
    guard let table = self["hmtx"], let long = self["hhea"]?.uint16(at: 34).map(Int.init), long > 0 else { return nil }
    let advances = (0..<count).compactMap { table.uint16(at: 4 * min($0, long - 1)).map(Int.init) }
    return advances.count == count ? advances : nil
  }
}
