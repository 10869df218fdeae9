/// Compares the width of a line with an interval of possible widths of a text.
///
/// Firefox allows a line to be as wide as the available width, in units of 1/60 px, and rounds each glyph to them.
/// Chromium and WebKit allow 1/64 px more; Chromium rounds each inline item up to 1/64 px. All add up advances that
/// FreeType scaled with a factor of 16 fractional bits.
extension Advance {
  /// The width of the narrowest line on which all engines fit it, in whole CSS pixels.
  var leastSureWidth: Int { reach.leastSureWidth }

  /// The width of the widest line on which no engine fits it, in whole CSS pixels.
  var greatestExceededWidth: Int { (width - doubt - 1) >> 16 }
}

extension Advance.Reach {
  /// The width of the narrowest line on which all engines fit it, in whole CSS pixels.
  var leastSureWidth: Int { (most + doubtAtLeast + 0xFFFF) >> 16 }
}
