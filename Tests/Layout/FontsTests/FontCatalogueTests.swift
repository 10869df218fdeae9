import TestSupport
import Testing

@testable import TextLayout

@Suite struct FontCatalogueTests {
  struct Match: Sendable {
    var wanted: Int
    var weights: [Int]
    var nearest: Int
  }

  /// CSS Fonts 4, section 5.2.
  static let matches = [
    Match(wanted: 400, weights: [300, 400, 500], nearest: 400),
    Match(wanted: 400, weights: [300, 500, 700], nearest: 500),
    Match(wanted: 400, weights: [300, 600, 700], nearest: 300),
    Match(wanted: 400, weights: [100, 200, 510], nearest: 200),
    Match(wanted: 400, weights: [600, 700], nearest: 600),
    Match(wanted: 450, weights: [400, 500], nearest: 500),
    Match(wanted: 450, weights: [440, 510], nearest: 440),
    Match(wanted: 500, weights: [400, 600], nearest: 400),
    Match(wanted: 500, weights: [450, 501], nearest: 450),
    Match(wanted: 300, weights: [200, 400], nearest: 200),
    Match(wanted: 300, weights: [100, 310], nearest: 100),
    Match(wanted: 300, weights: [400, 900], nearest: 400),
    Match(wanted: 600, weights: [500, 900], nearest: 900),
    Match(wanted: 600, weights: [300, 400, 500], nearest: 500),
    Match(wanted: 700, weights: [400, 600, 800, 900], nearest: 800),
    Match(wanted: 1, weights: [1000], nearest: 1000),
  ]

  private func face(weight: Int, isItalic: Bool = false) -> FontDescription {
    FontDescription(
      path: "/\(weight)\(isItalic)", index: 0, weight: weight, isItalic: isItalic, axes: nil,
      isNormalWidth: true)
  }

  @Test(arguments: matches) func matchesWeightsAsCSSDoes(_ match: Match) {
    let faces = match.weights.map { face(weight: $0) }
    #expect(nearestFace(in: faces, weight: match.wanted, isItalic: false)?.weight == match.nearest)
    #expect(nearestFace(in: faces.reversed(), weight: match.wanted, isItalic: false)?.weight == match.nearest)
  }

  @Test func slantOutranksWeight() {
    let faces = [face(weight: 400), face(weight: 900, isItalic: true)]
    #expect(nearestFace(in: faces, weight: 400, isItalic: true)?.weight == 900)
    #expect(nearestFace(in: faces, weight: 900, isItalic: false)?.weight == 400)
    #expect(nearestFace(in: [faces[0]], weight: 900, isItalic: true)?.weight == 400)
    #expect(nearestFace(in: [], weight: 400, isItalic: false) == nil)
  }

  @Test(arguments: ["Noto Sans", "noto sans", "NOTO SANS"]) func ignoresTheCaseOfNames(_ family: String) throws {
    let regular = try InstalledFonts.description(family)
    #expect(regular.path.hasSuffix("/NotoSans-Regular.ttf"))
    #expect(regular.weight == 400)
    #expect(regular.stem == "NotoSans-Regular")
    #expect(try InstalledFonts.description(family, weight: 700).path.hasSuffix("/NotoSans-Bold.ttf"))
    #expect(try InstalledFonts.description(family, isItalic: true).path.hasSuffix("/NotoSans-Italic.ttf"))
    #expect(
      try InstalledFonts.description(family, weight: 800, isItalic: true).path.hasSuffix("/NotoSans-BoldItalic.ttf"))
  }

  @Test(arguments: ["Noto San", "Noto Sans M", "No such family at all", "", "*", "Noto Sans:bold", "sans-serif"])
  func matchesOnlyWholeNames(_ family: String) throws {
    let catalogue = try FontCatalogue.opened()
    let faces = catalogue.faces(ofFamily: family)
    let isUnusable = catalogue.hasOnlyFacesThatCannotBeInstanced(family: family)
    #expect(faces.isEmpty)
    #expect(!isUnusable)
  }

  @Test func tellsTheFacesOfACollectionApart() throws {
    let japanese = try InstalledFonts.description("Noto Sans CJK JP")
    let korean = try InstalledFonts.description("Noto Sans CJK KR")
    #expect(japanese.path == korean.path)
    #expect(japanese.index != korean.index)
    #expect(Set([japanese.stem, korean.stem]).count == 2)
  }

  @Test func prefersFontsOfTheTheme() throws {
    let installed = try InstalledFonts.description("Noto Sans Mono")
    let folder = try FontFolder()
    defer { folder.remove() }
    let copy = try folder.copy(installed.path)
    let catalogue = try FontCatalogue.opened(themeFont: folder.fontPath)
    let own = catalogue.faces(ofFamily: "noto sans mono")
    #expect(own.map(\.path) == [copy])
    #expect(FontFace(try #require(own.first)) != nil)
    // Other families still come from the machine.
    let others = catalogue.faces(ofFamily: "Noto Sans")
    #expect(!others.isEmpty)
  }

  @Test func ignoresRemovedFontFiles() throws {
    let catalogue = try FontCatalogue.opened(themeFont: "/no/such/folder/font.ttf")
    let faces = catalogue.faces(ofFamily: "Noto Sans")
    #expect(!faces.isEmpty)
  }
}

@Suite struct FontResolverTests {
  @Test func saysWhichFamilyIsMissing() throws {
    var resolver = try FontResolver.opened()
    let request = FontRequest(stack: "text", weight: 700, isItalic: false)
    #expect(try resolver.face(ofFamily: "Noto Sans", for: request).description.stem == "NotoSans-Bold")
    #expect(throws: FontError.familyNotFound("No Such Sans")) {
      try resolver.face(ofFamily: "No Such Sans", for: request)
    }
    #expect(try resolver.face(ofFamily: "noto sans mono", for: request).description.stem == "NotoSansMono-Bold")
  }

  /// The families of the file stay what they were.
  @Test func findsTheFacesOfAFile() throws {
    let path = try InstalledFonts.description("Noto Sans", weight: 700).path
    var resolver = try FontResolver.opened()
    let request = FontRequest(stack: "text", weight: 400, isItalic: false)
    #expect(try resolver.face(inFile: path, for: request).description.path == path)
    #expect(try resolver.face(ofFamily: "Noto Sans", for: request).description.stem == "NotoSans-Regular")
    let collection = try InstalledFonts.description("Noto Sans CJK JP").path
    #expect(try resolver.face(inFile: collection, for: request).description.index == 0)
    let variable = try #require(FontCatalogue.opened().faces(ofFamily: "Inter").first).path
    #expect(
      try [400, 600].map {
        try resolver.face(inFile: variable, for: FontRequest(stack: "", weight: $0, isItalic: false)).description.weight
      } == [400, 600])
  }

  @Test func saysWhichFileIsNoFont() throws {
    let folder = try FontFolder()
    defer { folder.remove() }
    let resolver = try FontResolver.opened()
    let request = FontRequest(stack: "text", weight: 400, isItalic: false)
    for path in [folder.fontPath, folder.path, ""] {
      #expect(throws: FontError.fileUnreadable(path: path)) { try resolver.face(inFile: path, for: request) }
    }
    let path = try folder.write(Array("no font at all, but some bytes".utf8))
    #expect(throws: FontError.fileNotAFont(path: path)) { try resolver.face(inFile: path, for: request) }
  }

  @Test func opensEachFileOnce() throws {
    var resolver = try FontResolver.opened()
    let faces = try [600, 700, 900].map { weight in
      try resolver.face(ofFamily: "Noto Sans", for: FontRequest(stack: "text", weight: weight, isItalic: false))
    }
    #expect(faces.allSatisfy { $0 === faces[0] })
  }
}
