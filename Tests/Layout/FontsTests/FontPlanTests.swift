import SiteBuild
import TestSupport
import Testing

@testable import TextLayout

@Suite struct FontPlanTests {
  static let body = FontRequest(stack: "text", weight: 400, isItalic: false)
  static let title = FontRequest(stack: "text", weight: 700, isItalic: false)

  private static func make(_ plan: FontPlan) throws -> (fonts: ServedFonts, files: [[UInt8]]) {
    let files = try plan.subsets.map { subset in
      try #require(subset.face.subset(to: subset.characters), "\(subset.face.description.path)")
    }
    return (try #require(plan.serve(files)), files)
  }

  /// Latin, Devanagari (whose face has lookups with the space) and Japanese.
  private static func plan() throws -> FontPlan {
    let latin = try InstalledFonts.face("Noto Sans")
    let devanagari = try InstalledFonts.face("Noto Sans Devanagari")
    let japanese = try InstalledFonts.face("Noto Sans CJK JP")
    return FontPlan(
      faces: [body: [devanagari, latin, japanese], title: [devanagari, latin]],
      usage: [
        body: InstalledFonts.coverage("Grüße, नमस्ते 日本語…\u{A0}123 \u{E000}"),
        title: InstalledFonts.coverage("Title नमस्ते 漢 "),
      ])
  }

  @Test func givesEveryCharacterToOneFace() throws {
    let fonts = try Self.make(Self.plan()).fonts
    for (request, stack) in fonts.stacks {
      var seen = CharacterCoverage()
      for face in stack.faces {
        for scalar in face.characters.scalars {
          #expect(!seen.contains(scalar), "U+\(String(scalar, radix: 16)) twice in \(request)")
          seen.insert(scalar)
        }
      }
      // No face has 漢 in the title, nor a private-use character.
      let wanted = request == Self.body ? "Grüße, नमस्ते 日本語…\u{A0}123 " : "Title नमस्ते "
      #expect(seen == InstalledFonts.coverage(wanted))
      for scalar in seen.scalars {
        let index = try #require(stack.faceIndex(of: scalar))
        #expect(stack.faces[index].characters.contains(scalar))
      }
      #expect(stack.faceIndex(of: 0xE000) == nil)
    }
  }

  @Test func takesTheFirstFaceThatCovers() throws {
    let latin = try InstalledFonts.face("Noto Sans")
    let mono = try InstalledFonts.face("Noto Sans Mono")
    let plan = FontPlan(faces: [Self.body: [mono, latin]], usage: [Self.body: InstalledFonts.coverage("abc")])
    #expect(plan.subsets.map { $0.face === mono } == [true])
    // A face without text is not served.
    #expect(plan.subsets.count == 1)
  }

  @Test func servesSpacesWithLookupsSeparately() throws {
    let devanagari = try InstalledFonts.face("Noto Sans Devanagari")
    let latin = try InstalledFonts.face("Noto Sans")
    #expect(devanagari.touchesSpace)
    #expect(!latin.touchesSpace)
    let plan = try Self.plan()
    let spaces = plan.subsets.filter(\.isForSpaces)
    #expect(spaces.count == 1)
    #expect(spaces.first?.characters == InstalledFonts.coverage(" \u{A0}"))
    for subset in plan.subsets where subset.face.touchesSpace && !subset.isForSpaces {
      #expect(!subset.characters.contains(0x20) && !subset.characters.contains(0xA0))
    }
    // Served fonts have no lookups with the space.
    let folder = try FontFolder()
    defer { folder.remove() }
    for (subset, file) in zip(plan.subsets, try Self.make(plan).files) {
      let face = try folder.face(in: file)
      #expect(!face.touchesSpace, "\(subset.face.description.stem)")
      for scalar in subset.characters.scalars { #expect(face.contains(scalar)) }
    }
  }

  /// Each of these has another glyph in vertical lines, which pages do not have.
  @Test func subsetsHaveNoGlyphsForVerticalLines() throws {
    let marks = "「」ー"
    let file = try #require(InstalledFonts.face("Noto Sans CJK JP").subset(to: InstalledFonts.coverage(marks)))
    let folder = try FontFolder()
    defer { folder.remove() }
    let missing = 1
    #expect(try folder.face(in: file).glyphCount == marks.count + missing)
  }

  /// Noto Sans CJK replaces its space in Korean text; WebKit ignores this.
  @Test func servedSpaceHasOneWidthInAllLanguages() throws {
    let korean = try InstalledFonts.face("Noto Sans CJK KR")
    #expect(korean.touchesSpace)
    let file = try #require(korean.subset(to: InstalledFonts.coverage(" \u{A0}")))
    let font = try #require(MeasuringFont(file: file))
    var shaper = try Shaper.opened()
    let widths = ["ko", "en", "ja", "zh"].flatMap { language in
      [ShapingTests.hangul, ShapingTests.common].map { script in
        shaper.advance(
          of: Array(" ".utf8)[...], font: font, language: language,
          properties: ShapingProperties(script: script, isRightToLeft: false, disablesKerning: true)
        ).units
      }
    }
    #expect(Set(widths).count == 1, "\(widths)")
    #expect((widths.first ?? 0) > 0)
  }

  /// WebKit needs a joiner, and a space to replace it with, in the file of the letters. All engines need one face for
  /// the joiner.
  @Test func joinersAreInTheFilesOfAllFaces() throws {
    let (latin, arabic) = (try InstalledFonts.face("Noto Sans"), try InstalledFonts.face("Noto Sans Arabic"))
    func plan(_ text: String) -> FontPlan {
      FontPlan(faces: [Self.body: [latin, arabic]], usage: [Self.body: InstalledFonts.coverage(text)])
    }
    let joined = plan("ab \u{645}\u{6CC}\u{200C}\u{6A9}")
    #expect(joined.subsets.count == 2)
    #expect(joined.subsets.allSatisfy { $0.characters.contains(0x200C) && $0.characters.contains(0x20) })
    let faces = try #require(Self.make(joined).fonts.stacks[Self.body]).faces
    #expect(faces.map { $0.characters.contains(0x200C) } == [true, false])
    #expect(faces.map { $0.characters.contains(0x20) } == [true, false])
    #expect(faces.map { $0.declared.contains(0x200C) } == [true, true])
    #expect(faces.map { $0.declared.contains(0x20) } == [true, false])
    #expect(plan("ab \u{645}\u{6CC}").subsets.map { $0.characters.contains(0x20) } == [true, false])
  }

  @Test func sharesAFaceBetweenRequests() throws {
    let latin = try InstalledFonts.face("Noto Sans")
    let plan = FontPlan(
      faces: [Self.body: [latin], Self.title: [latin]],
      usage: [Self.body: InstalledFonts.coverage("abc"), Self.title: InstalledFonts.coverage("cde")])
    #expect(plan.subsets.count == 1)
    #expect(plan.subsets.first?.characters == InstalledFonts.coverage("abcde"))
    let fonts = try Self.make(plan).fonts
    #expect(fonts.files.count == 1)
    #expect(fonts.stacks[Self.body]?.faces.first?.characters == InstalledFonts.coverage("abc"))
    #expect(fonts.stacks[Self.title]?.faces.first?.characters == InstalledFonts.coverage("cde"))
  }

  @Test func theSameInputGivesTheSameBytes() throws {
    let (first, second) = (try Self.make(Self.plan()), try Self.make(Self.plan()))
    #expect(first.files == second.files)
    #expect(first.fonts.files.map(\.name) == second.fonts.files.map(\.name))
    for file in first.files {
      let compressed = try #require(compressedAsWOFF2(file))
      let isSame = compressed == compressedAsWOFF2(file)
      #expect(isSame)
      #expect(compressed.prefix(4) == Array("wOF2".utf8)[...])
      #expect(compressed.count < file.count)
    }
  }

  @Test func quickCompressionGivesLargerFiles() throws {
    let file = try #require(InstalledFonts.face("Noto Sans").subset(to: InstalledFonts.coverage("Hamburgefonstiv")))
    let sizes = try [WOFF2Quality.quick, .smallest].map { try #require(compressedAsWOFF2(file, quality: $0)).count }
    #expect(sizes[0] > sizes[1], "\(sizes)")
  }

  @Test func refusesInvalidFonts() throws {
    let plan = try Self.plan()
    #expect(plan.serve([]) == nil)
    #expect(plan.serve(plan.subsets.map { _ in [1, 2, 3] }) == nil)
    #expect(plan.serve(plan.subsets.map { _ in [] }) == nil)
    #expect(compressedAsWOFF2([]) == nil)
    #expect(compressedAsWOFF2(Array("no font at all, but some bytes".utf8)) == nil)
    let text = FontDescription(
      path: "/etc/passwd", index: 0, weight: 400, isItalic: false, axes: nil, isNormalWidth: true)
    #expect(FontFace(text) == nil)
  }

  @Test func servesNoFontsWithoutText() {
    let plan = FontPlan(faces: [:], usage: [Self.body: InstalledFonts.coverage("abc")])
    #expect(plan.subsets.isEmpty)
    #expect(plan.serve([])?.stacks.isEmpty == true)
  }
}
