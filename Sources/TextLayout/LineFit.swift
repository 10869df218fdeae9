import Fonts

/// Whether a line holds what stands on it, by what engines make of its width.
///
/// Firefox lets a line be as wide as there is room, in units of 1/60 px, and rounds each glyph to them. Chromium and
/// WebKit let it be 1/64 px wider; Chromium rounds each inline item up to 1/64 px. Both sum what FreeType scaled with a
/// factor of 16 bits behind the point.
///
/// On `AdvanceGrid.sixtieths` a line that is too wide is so by 1/60 px at least, and glyphs are not rounded. What
/// engines may differ about are lines that are nearly full, of several items, and those that are too wide by 1/60 px,
/// where what the scale factor lacks adds up to more than 1/60 - 1/64 px.
extension PreparedText {
  /// Whether all engines let so much stand on a line of a width in 1/65536 px.
  func surelyFits(_ advance: Advance, in width: Int) -> Bool {
    switch grid {
    case .designed: advance.width + advance.doubt <= width
    case .sixtieths:
      // Each item is rounded up by less than 1/64 px, and 1/64 px too much is let pass: with one item more than two,
      // 1/64 px has to be left.
      advance.most <= width + advance.mostMisrounded
        && advance.most + advance.mostUnscaled + (itemCount(of: advance) - 2) * 1024 <= width
    }
  }

  /// Whether no engine lets so much stand on a line of a width in 1/65536 px.
  func surelyExceeds(_ advance: Advance, _ width: Int) -> Bool {
    switch grid {
    case .designed: advance.width - advance.doubt > width
    case .sixtieths: advance.least - advance.mostUnscaled > width + 1024
    }
  }

  /// The first is not counted in an advance. Breaks and cuts that the markup holds for other steps divide a line's text
  /// into up to four more.
  private func itemCount(of advance: Advance) -> Int { 1 + advance.itemCount + (isDivided ? 4 : 0) }
}

extension Advance {
  fileprivate var most: Int { width + slack }

  fileprivate var least: Int { width - slack }

  /// How far `width` may be from a multiple of 1/60 px: half a unit for each word, and no line has as many words.
  fileprivate var mostMisrounded: Int { 256 }

  /// How far an engine may be from the exact width: half a unit for the scaling of each glyph, half for its kerning, as
  /// much for a sum of floating point numbers; and for the scale factor 120 / 2^20 of the width over the text size,
  /// which is 8 px at least.
  fileprivate var mostUnscaled: Int { 2 * glyphCount + (width * 15) >> 20 }
}
