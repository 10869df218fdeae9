/// Compares the width of a line with an interval of possible widths of a text.
///
/// Firefox allows a line to be as wide as the available width, in units of 1/60 px, and rounds each glyph to them.
/// Chromium and WebKit allow 1/64 px more; Chromium rounds each inline item up to 1/64 px. All add up advances that
/// FreeType scaled with a factor of 16 fractional bits.
extension Advance {
  /// Returns whether all engines fit it on a line of a width in 1/65536 px.
  func surelyFits(in room: Int) -> Bool { width + doubt <= room }

  /// Returns whether no engine fits it on a line of a width in 1/65536 px.
  func surelyExceeds(_ room: Int) -> Bool { width - doubt > room }
}
