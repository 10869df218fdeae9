import Diagnostics
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
  static let theme = SourceText(path: "Themes/x/theme.yml", text: "fonts: [Noto Sans, No Such Sans, Noto Sans Mono]\n")

  private func references(_ names: [String]) throws -> [FontFamilyReference] {
    let text = Self.theme.text(in: Self.theme.fullRange)
    return try names.map { name in
      let range = try #require(text.firstRange(of: name))
      let lower = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return FontFamilyReference(name: name, range: SourceRange(lower, lower + name.utf8.count))
    }
  }

  @Test func keepsTheOrderAndReportsWhatIsMissing() throws {
    var resolver = try FontResolver.opened()
    let request = FontRequest(stack: "text", weight: 700, isItalic: false)
    let faces = resolver.faces(
      for: request, families: try references(["Noto Sans", "No Such Sans", "Noto Sans Mono"]), theme: Self.theme)
    #expect(faces.map { $0.face?.description.stem } == ["NotoSans-Bold", nil, "NotoSansMono-Bold"])
    let faults = faces.compactMap(\.fault)
    #expect(faults.map(\.rule.name) == ["font-missing"])
    #expect(faults.first?.rule.fault == .cannotRun)
    #expect(faults.first?.excerpt.map { $0.line.dropFirst($0.offset).prefix($0.length) } == "No Such Sans")
    #expect(faults.first?.help?.isEmpty == false)
  }

  @Test func opensEachFileOnce() throws {
    var resolver = try FontResolver.opened()
    let families = try references(["Noto Sans"])
    let faces = [600, 700, 900].flatMap { weight in
      resolver.faces(
        for: FontRequest(stack: "text", weight: weight, isItalic: false), families: families, theme: Self.theme)
    }.compactMap(\.face)
    #expect(faces.count == 3)
    #expect(faces.allSatisfy { $0 === faces[0] })
  }
}
