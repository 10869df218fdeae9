import Testing

@testable import TextLayout

@Suite struct ContourTests {
  @Test(arguments: ["Noto Sans", "Noto Sans Mono", "Noto Naskh Arabic", "WenQuanYi Micro Hei", "TeX Gyre Heros"])
  func fontsAreSound(family: String) throws {
    let face = try InstalledFonts.face(family)
    #expect(face.subset(to: InstalledFonts.coverage("AVé office \u{628}\u{4E00}")) != nil)
  }

  /// If a contour ends before the previous one, its number of points wraps to nearly 65,536. Fuzzing found such a font
  /// of 80 kB that took 2 GB in libwoff2enc.
  @Test(arguments: [
    ("ends backwards", [3, 2]), ("ends twice at a point", [5, 5]), ("has more points than bytes", [5, 65_535]),
  ])
  func refusesInconsistentContours(what: String, ends: [Int]) throws {
    let file = try #require(try InstalledFonts.face("Noto Sans").subset(to: InstalledFonts.coverage("e")))
    #expect(SFNT(file)?.hasSoundContours == true)
    var bytes = FontBytes(file)
    let glyph = bytes.offset(of: "glyf") + bytes.startOfGlyph(withContours: 2)
    for (index, end) in ends.enumerated() { bytes.set(end, at: glyph + 10 + 2 * index) }
    #expect(SFNT(bytes.bytes)?.hasSoundContours == false, "\(what)")
  }

  @Test func glyphsOutsideTheirTableAreRefused() throws {
    let file = try #require(try InstalledFonts.face("Noto Sans").subset(to: InstalledFonts.coverage("e")))
    var bytes = FontBytes(file)
    bytes.set(65_535, at: bytes.offset(of: "loca") + 2)
    #expect(SFNT(bytes.bytes)?.hasSoundContours == false)
  }
}

extension FontBytes {
  /// Returns the offset, from the start of `glyf`, of the first glyph with the given number of contours.
  fileprivate func startOfGlyph(withContours count: Int) -> Int {
    let isLong = unsigned(at: offset(of: "head") + 50, length: 2) == 1
    let (places, outlines) = (offset(of: "loca"), offset(of: "glyf"))
    let glyphs = 0..<unsigned(at: offset(of: "maxp") + 4, length: 2)
    let starts = (0...glyphs.upperBound).map { index in
      isLong ? unsigned(at: places + 4 * index, length: 4) : 2 * unsigned(at: places + 2 * index, length: 2)
    }
    let glyph = glyphs.first { starts[$0 + 1] > starts[$0] && signed(at: outlines + starts[$0]) == count }
    return glyph.map { starts[$0] } ?? 0
  }
}
