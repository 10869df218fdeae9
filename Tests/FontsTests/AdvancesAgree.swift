@testable import Fonts

/// Whether words measure in a subset as they do in the whole face.
///
/// A build does not ask this: it measures what it serves, so it is right even where a subset went wrong. The tests ask
/// it for many scripts, and so hold that subsetting and instancing leave the designer's spacing as it is.
func advancesAgree(
  subset: MeasuringFont, full: MeasuringFont, words: [String], language: String, properties: ShapingProperties,
  shaper: inout Shaper
) -> Bool {
  guard subset.unitsPerEm == full.unitsPerEm else { return false }
  return words.allSatisfy { word in
    let text = Array(word.utf8)[...]
    let found = shaper.clusterAdvances(of: text, font: subset, language: language, properties: properties)
    return found == shaper.clusterAdvances(of: text, font: full, language: language, properties: properties)
  }
}
