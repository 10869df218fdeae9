import SiteBuild
import TestSupport
import Testing

@testable import TextLayout

/// Faces with CFF outlines, and faces in collections, are served like plain TrueType files.
@Suite struct OutlineKindTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var family: String
    var ending: String
    /// The first four bytes of a served file, and the table with its outlines.
    var flavour: Int
    var outlines: String
    var script: String
    var text: String

    var testDescription: String { family }
  }

  static let kinds = [
    Kind(
      family: "Noto Sans CJK JP", ending: ".ttc", flavour: 0x4F54_544F, outlines: "CFF ", script: "Hani",
      text: "色は匂へど散りぬるを「骨」"),
    Kind(
      family: "Noto Sans CJK SC", ending: ".ttc", flavour: 0x4F54_544F, outlines: "CFF ", script: "Hani",
      text: "色香俱散「骨」"),
    Kind(
      family: "WenQuanYi Micro Hei", ending: ".ttc", flavour: 0x0001_0000, outlines: "glyf", script: "Latn",
      text: "AVATAR色香"),
    Kind(
      family: "WenQuanYi Micro Hei Mono", ending: ".ttc", flavour: 0x0001_0000, outlines: "glyf", script: "Latn",
      text: "AVATAR色香"),
    Kind(
      family: "Noto Sans", ending: ".ttf", flavour: 0x0001_0000, outlines: "glyf", script: "Latn", text: "AVATAR office"
    ),
  ]

  private static func expect(_ file: [UInt8], of face: FontFace, isServableAs kind: Kind) throws {
    #expect(FontBytes(file).unsigned(at: 0, length: 4) == kind.flavour)
    #expect(FontBytes(file).tables.map(\.tag).contains(kind.outlines))
    let font = try #require(MeasuringFont(file: file))
    let full = try #require(MeasuringFont(whole: face))
    var shaper = try Shaper.opened()
    let properties = ShapingProperties(
      script: ShapingTests.tag(kind.script), isRightToLeft: false, disablesKerning: false)
    let agree = advancesAgree(
      subset: font, full: full, words: [kind.text] + kind.text.map(String.init), language: "ja",
      properties: properties, shaper: &shaper)
    #expect(agree)
    let measured = shaper.advance(
      of: Array(kind.text.utf8)[...], font: font, language: "ja", properties: properties)
    #expect(measured.units > 0 && measured.missingCount == 0)
    let compressed = try #require(compressedAsWOFF2(file))
    #expect(FontBytes(compressed).unsigned(at: 4, length: 4) == kind.flavour)
  }

  @Test(arguments: kinds) func servesEveryKindOfOutline(_ kind: Kind) throws {
    let face = try InstalledFonts.face(kind.family)
    #expect(face.description.path.hasSuffix(kind.ending))
    let file = try #require(face.subset(to: InstalledFonts.coverage(kind.text)))
    try Self.expect(file, of: face, isServableAs: kind)
  }

  /// A plain `.otf` or `.ttf` file, made from a face in a collection.
  @Test(arguments: kinds) func servesPlainFilesAlike(_ kind: Kind) throws {
    let folder = try FontFolder()
    defer { folder.remove() }
    let first = try #require(InstalledFonts.face(kind.family).subset(to: InstalledFonts.coverage(kind.text + "xyz")))
    let description = FontDescription(
      path: try folder.write(first), index: 0, weight: 400, isItalic: false, axes: nil, isNormalWidth: true)
    let face = try #require(FontFace(description))
    let file = try #require(face.subset(to: InstalledFonts.coverage(kind.text)))
    #expect(file.count < first.count)
    try Self.expect(file, of: face, isServableAs: kind)
  }

  /// Browsers refuse a font with an empty table. WOFF2 empties the table of outlines if a font has only spaces.
  @Test(
    arguments: ["Noto Sans CJK JP", "WenQuanYi Micro Hei", "Noto Sans", "Noto Sans Devanagari", "Inter"],
    [" ", "\u{A0}न"])
  func noTableIsEmpty(_ family: String, _ text: String) throws {
    let file = try #require(InstalledFonts.face(family).subset(to: InstalledFonts.coverage(text)))
    for table in FontBytes(file).tables { #expect(table.length > 0, "\(table.tag)") }
    let served = try #require(SFNT(file))
    let outlines = try #require(served["glyf"] ?? served["CFF "])
    #expect(outlines.contains { $0 != 0 })
    #expect(FontBytes(file).bytes.count < 10_000)
  }

  @Test func theFacesOfACollectionDiffer() throws {
    let proportional = try InstalledFonts.description("WenQuanYi Micro Hei")
    let mono = try InstalledFonts.description("WenQuanYi Micro Hei Mono")
    #expect(proportional.path == mono.path)
    #expect([proportional.index, mono.index].sorted() == [0, 1])
    var shaper = try Shaper.opened()
    let widths = try [proportional, mono].map { description in
      let file = try #require(FontFace(description)?.subset(to: InstalledFonts.coverage("il")))
      return shaper.advance(
        of: Array("il".utf8)[...], font: try #require(MeasuringFont(file: file)), language: "en",
        properties: ShapingTests.corpora[0].properties()
      ).units
    }
    #expect(widths[0] < widths[1])
  }
}
