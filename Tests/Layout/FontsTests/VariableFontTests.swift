import SiteBuild
import TestSupport
import Testing

@testable import TextLayout

/// Inter of Debian's fonts-inter-variable: Inter.var.ttf has the axes wght and slnt; Inter-roman.var.ttf and
/// Inter-italic.var.ttf have only wght.
@Suite struct VariableFontTests {
  static let text =
    "AVATAR Typography: office, fjord & waffles (To. Wa. Ty. LTAY) 1234567890 “x” Größe Ξεσκεπάζω Άγγελος Съешь Туф Гдe"
  static let words = text.split(separator: " ").map(String.init) + [text]

  private static func description(weight: Int, isItalic: Bool, themeFont: String? = nil) throws -> FontDescription {
    let faces = try FontCatalogue.opened(themeFont: themeFont).faces(ofFamily: "Inter")
    return try #require(
      nearestFace(in: faces, weight: weight, isItalic: isItalic),
      "Inter is not installed; run `.ci/install-dependencies fonts test-fonts`")
  }

  private static func subset(_ description: FontDescription) throws -> (face: FontFace, file: [UInt8]) {
    let face = try #require(FontFace(description))
    return (face, try #require(face.subset(to: InstalledFonts.coverage(text))))
  }

  private static func widths(_ font: MeasuringFont, disablesKerning: Bool = false) throws -> [Int] {
    var shaper = try Shaper.opened()
    let properties = ShapingProperties(
      script: ShapingTests.latin, isRightToLeft: false, disablesKerning: disablesKerning)
    return words.map {
      shaper.advance(of: Array($0.utf8)[...], font: font, language: "en", properties: properties).units
    }
  }

  @Test func aVariableFileIsOneFace() throws {
    let faces = try FontCatalogue.opened().faces(ofFamily: "Inter")
    #expect(Set(faces.map(\.stem)).count == faces.count)
    #expect(faces.map { $0.path.split(separator: "/").last ?? "" }.contains("Inter.var.ttf"))
    for face in faces where face.path.hasSuffix(".var.ttf") {
      #expect(face.axes?.weight == 100...900)
      #expect(face.axes?.canBeInstanced == true)
      #expect(face.axes?.hasSlant == face.path.hasSuffix("/Inter.var.ttf"))
      #expect(face.index == 0)
    }
    let isUnusable = try FontCatalogue.opened().hasOnlyFacesThatCannotBeInstanced(family: "Inter")
    #expect(!isUnusable)
  }

  struct Match: Sendable {
    var weight: Int
    var isItalic: Bool
    var stem: String
  }

  static let matches = [
    Match(weight: 400, isItalic: false, stem: "Inter-roman-400"),
    Match(weight: 555, isItalic: false, stem: "Inter-roman-555"),
    Match(weight: 1, isItalic: false, stem: "Inter-roman-100"),
    Match(weight: 1000, isItalic: true, stem: "Inter-italic-900"),
    Match(weight: 400, isItalic: true, stem: "Inter-italic-400"),
  ]

  @Test(arguments: matches) func takesTheNearestInstance(_ match: Match) throws {
    let description = try Self.description(weight: match.weight, isItalic: match.isItalic)
    #expect(description.stem == match.stem)
    #expect(description.isItalic == match.isItalic)
  }

  @Test func prefersEquallyNearStaticFaces() {
    let fixed = FontDescription(
      path: "/z", index: 0, weight: 400, isItalic: false, axes: nil, isNormalWidth: true)
    let variable = FontDescription(
      path: "/a", index: 0, weight: 400, isItalic: false, axes: VariationAxes(weight: 300...600, slant: -10...0),
      isNormalWidth: true)
    for (weight, isItalic, path, found) in [
      (400, false, "/z", 400), (700, false, "/a", 600), (450, false, "/a", 450), (200, false, "/a", 300),
      (400, true, "/a", 400),
    ] {
      let nearest = nearestFace(in: [fixed, variable], weight: weight, isItalic: isItalic)
      #expect(nearest?.path == path && nearest?.weight == found && nearest?.isItalic == isItalic)
    }
  }

  @Test(arguments: [100, 400, 550, 700, 900], [false, true])
  func anInstanceIsStaticAndMeasuresAsTheVariableFace(_ weight: Int, _ isItalic: Bool) throws {
    let (face, file) = try Self.subset(Self.description(weight: weight, isItalic: isItalic))
    let tags = Set(FontBytes(file).tables.map(\.tag))
    #expect(tags.isDisjoint(with: ["fvar", "gvar", "avar", "cvar", "HVAR", "VVAR", "MVAR", "STAT"]), "\(tags)")
    #expect(tags.isSuperset(of: ["glyf", "GPOS", "GSUB", "hmtx", "OS/2"]))
    // GDEF 1.3 is the version that can contain variations.
    let definitions = FontBytes(file).offset(of: "GDEF")
    #expect(definitions == 0 || FontBytes(file).unsigned(at: definitions, length: 4) < 0x0001_0003)
    let full = try #require(MeasuringFont(whole: face))
    let copy = try #require(full.copy())
    #expect(copy !== full)
    let font = try #require(MeasuringFont(file: file))
    var shaper = try Shaper.opened()
    for script in [ShapingTests.latin, ShapingTests.tag("Grek"), ShapingTests.tag("Cyrl")] {
      for (full, disablesKerning) in [(full, false), (full, true), (copy, false), (copy, true)] {
        let agree = advancesAgree(
          subset: font, full: full, words: Self.words, language: "en",
          properties: ShapingProperties(script: script, isRightToLeft: false, disablesKerning: disablesKerning),
          shaper: &shaper)
        #expect(agree)
      }
    }
    // Kerning exists, and differs from that of another weight.
    let kerning = zip(try Self.widths(font), try Self.widths(font, disablesKerning: true)).map { $0 - $1 }
    #expect(kerning.contains { $0 < 0 })
    // Inter's lighter weights have the same kerning as the regular weight.
    if weight > 400 {
      let regular = try #require(
        MeasuringFont(file: Self.subset(Self.description(weight: 400, isItalic: isItalic)).file))
      #expect(try Self.widths(regular) != Self.widths(font))
      let regularKerning = zip(try Self.widths(regular), try Self.widths(regular, disablesKerning: true)).map {
        $0 - $1
      }
      #expect(regularKerning != kerning)
    }
    #expect(compressedAsWOFF2(file, quality: .quick) != nil)
  }

  @Test func slantAxisGivesUprightAndItalic() throws {
    let folder = try FontFolder()
    defer { folder.remove() }
    let all = try FontCatalogue.opened().faces(ofFamily: "Inter")
    _ = try folder.copy(try #require(all.first { $0.path.hasSuffix("/Inter.var.ttf") }).path)
    let upright = try Self.description(weight: 700, isItalic: false, themeFont: folder.fontPath)
    let italic = try Self.description(weight: 700, isItalic: true, themeFont: folder.fontPath)
    #expect(upright.path == italic.path && upright.path.hasPrefix(folder.path))
    #expect([upright.stem, italic.stem] == ["font-700", "font-700-italic"])
    let outlines = try [upright, italic].map { try #require(SFNT(Self.subset($0).file))["glyf"] }
    #expect(outlines[0] != outlines[1])
  }

  @Test func eachInstanceIsASeparateFile() throws {
    var resolver = try FontResolver.opened()
    var faces: [FontRequest: [FontFace]] = [:]
    var usage: [FontRequest: CharacterCoverage] = [:]
    for weight in [400, 700] {
      let request = FontRequest(stack: "text", weight: weight, isItalic: false)
      faces[request] = [try resolver.face(ofFamily: "Inter", for: request)]
      usage[request] = InstalledFonts.coverage(Self.text)
    }
    let plan = FontPlan(faces: faces, usage: usage)
    let files = try plan.subsets.map { try #require($0.face.subset(to: $0.characters)) }
    let fonts = try #require(plan.serve(files))
    let names = ["Inter-roman-400", "Inter-roman-400-space", "Inter-roman-700", "Inter-roman-700-space"]
    #expect(fonts.files.map(\.name).sorted() == names)
    #expect(Set(fonts.files.map(\.bytes)).count == names.count)
  }

  /// HarfBuzz 6.0 cannot instance CFF2 outlines. This font only pretends to have them.
  @Test(arguments: ["Inter", "Intez"]) func refusesFacesThatCannotBeInstanced(_ family: String) throws {
    let folder = try FontFolder()
    defer { folder.remove() }
    var font = FontBytes(try FontFolder.read(Self.description(weight: 400, isItalic: false).path))
    font.rename("gvar", to: "CFF2")
    font.replaceAll(Self.utf16("Inter"), with: Self.utf16(family))
    let file = try #require(FontFile(path: folder.write(font.bytes)))
    let axes = try #require(VariationAxes(of: file, index: 0))
    #expect(!axes.canBeInstanced && axes.weight == 100...900)
    var resolver = try FontResolver.opened(themeFont: folder.fontPath)
    let request = FontRequest(stack: "text", weight: 400, isItalic: false)
    if family == "Inter" {
      // Unusable fonts of the theme do not hide installed fonts of the same name.
      #expect(try resolver.face(ofFamily: family, for: request).description.stem == "Inter-roman-400")
    } else {
      #expect(throws: FontError.familyNotStatic(family)) { try resolver.face(ofFamily: family, for: request) }
    }
  }

  private static func utf16(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
}
