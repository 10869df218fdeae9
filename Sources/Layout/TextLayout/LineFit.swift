/// Whether a line holds a stretch of text, given how wide engines make it.
///
/// Firefox lets a line be as wide as there is room, in units of 1/60 px, and rounds each glyph to them. Chromium and
/// WebKit let it be 1/64 px wider; Chromium rounds each inline item up to 1/64 px. All sum what FreeType scaled with a
/// factor of 16 bits behind the point.
extension Advance {
  /// Whether all engines put it on a line of a width in 1/65536 px.
  func surelyFits(in room: Int) -> Bool { width + doubt <= room }

  /// Whether no engine puts it on a line of a width in 1/65536 px.
  func surelyExceeds(_ room: Int) -> Bool { width - doubt > room }
}
