@testable import TextLayout

/// Returns whether words have the same widths in a subset as in the whole face.
///
/// Builds do not use this: they measure the fonts that they serve, so their layouts are right even if a subset is
/// wrong. Tests use it for many scripts, to prove that subsetting and instancing keep the designer's spacing.
func advancesAgree(
  subset: MeasuringFont, full: MeasuringFont, words: [String], language: String, properties: ShapingProperties,
  shaper: inout Shaper
) -> Bool {
  guard subset.unitsPerEm == full.unitsPerEm else { return false }
  return words.allSatisfy { word in
    let text = Array(word.utf8)[...]
    let found = shaper.clusterAdvances(of: text, font: subset, language: language, properties: properties)
    let expected = shaper.clusterAdvances(of: text, font: full, language: language, properties: properties)
    // Kerning that is rounded to nothing joins clusters in one of the fonts alone.
    return found.map(\.withoutJoining) == expected.map(\.withoutJoining)
  }
}

extension ClusterAdvance {
  var withoutJoining: ClusterAdvance {
    var advance = self
    advance.isJoined = false
    return advance
  }
}
