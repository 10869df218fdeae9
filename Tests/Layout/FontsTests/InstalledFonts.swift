import Testing
import TextLayout

/// Faces from Debian's fonts-noto-core, fonts-noto-mono, fonts-noto-cjk, fonts-inter-variable and fonts-wqy-microhei.
enum InstalledFonts {
  static func description(
    _ family: String, weight: Int = 400, isItalic: Bool = false
  ) throws -> FontDescription {
    let catalogue = try FontCatalogue.opened()
    let faces = catalogue.faces(ofFamily: family)
    return try #require(
      nearestFace(in: faces, weight: weight, isItalic: isItalic),
      "font family not installed: \(family); run `.ci/install-dependencies fonts test-fonts`")
  }

  static func face(_ family: String, weight: Int = 400, isItalic: Bool = false) throws -> FontFace {
    let description = try description(family, weight: weight, isItalic: isItalic)
    return try #require(FontFace(description), "cannot read \(description.path)")
  }

  static func coverage(_ text: String) -> CharacterCoverage {
    var coverage = CharacterCoverage()
    coverage.insert(scalarsOf: text)
    return coverage
  }
}
