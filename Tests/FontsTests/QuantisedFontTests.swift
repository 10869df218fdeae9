import Testing

@testable import Fonts

/// Faces with `AdvanceGrid.sixtieths`: Debian's fonts-noto-core, fonts-noto-cjk, fonts-dejavu-core and
/// fonts-inter-variable.
@Suite struct QuantisedFontTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var family: String
    var script: String
    var language: String
    var isRightToLeft = false
    var text: String

    var testDescription: String { family }
    var words: [String] { text.split(separator: " ").map(String.init) }
    var properties: ShapingProperties {
      ShapingProperties(script: ShapingTests.tag(script), isRightToLeft: isRightToLeft, disablesKerning: false)
    }
  }

  static let kinds = [
    Kind(
      family: "Noto Sans", script: "Latn", language: "en",
      text: "AVATAR To We Ty P. office Ångström ñandú L’été W\u{301}o\u{308}rd e\u{301}\u{323} 1,234.56 “quoted” ½"),
    Kind(
      family: "Noto Naskh Arabic", script: "Arab", language: "ar", isRightToLeft: true,
      text: "نص حكيم له سر قاطع وذو شأن عظيم، مكتوب على ثوب أخضر السَّلَامُ عَلَيْكُمْ لِلَّهِ ١٢٣"),
    Kind(
      family: "Noto Sans Devanagari", script: "Deva", language: "hi",
      text: "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश। क्षत्रिय र्क्ष कॄ हिन्दी ट्ट्य १२३"),
    Kind(
      family: "DejaVu Sans", script: "Latn", language: "en",
      text: "AVATAR To We Ty P. office fluffy Ångström V.A. W\u{301}o\u{308}rd q\u{308} 1,234.56"),
    Kind(
      family: "Noto Sans CJK JP", script: "Kana", language: "ja", text: "色は匂へど散りぬるを。「骨」 ニューヨーク・ラーメン AVATAR To 1,234"),
    Kind(family: "Noto Sans Thai", script: "Thai", language: "th", text: "เป็นมนุษย์สุดประเสริฐ ที่นี่ ปู่ น้ำ ป่ ฝี่"),
    Kind(family: "Inter", script: "Latn", language: "en", text: "AVATAR To We office Ångström 1,234.56 -> e\u{301}"),
  ]

  private struct Pair: Sendable {
    var natural: [UInt8]
    var quantised: [UInt8]
  }

  private static func files(_ kind: Kind) throws -> Pair { try #require(made[kind.family]).get() }

  private static let made: [String: Result<Pair, any Error>] = Dictionary(
    uniqueKeysWithValues: kinds.map { kind in (kind.family, Result { try make(kind) }) })

  private static func make(_ kind: Kind) throws -> Pair {
    let face = try InstalledFonts.face(kind.family)
    let coverage = InstalledFonts.coverage(kind.text)
    return Pair(
      natural: try #require(face.subset(to: coverage)),
      quantised: try #require(face.subset(to: coverage, grid: .sixtieths)))
  }

  @Test(arguments: kinds) func everyAdvanceIsOnTheGrid(_ kind: Kind) throws {
    let files = try Self.files(kind)
    let old = try #require(SFNT(files.natural))
    let new = try #require(SFNT(files.quantised))
    let unitsPerEm = try #require(old["head"]?.uint16(at: 18).map(Int.init))
    #expect(new["head"]?.uint16(at: 18) == 960)
    let count = Int(try #require(new["hhea"]?.uint16(at: 34)))
    let table = try #require(new["hmtx"])
    #expect(count > 5 && table.count == old["hmtx"]?.count)
    for index in 0..<count {
      let advance = Int(try #require(table.uint16(at: 4 * index)))
      let natural = Int(try #require(old["hmtx"]?.uint16(at: 4 * index)))
      #expect(advance.isMultiple(of: 4) && abs(advance * unitsPerEm - natural * 960) <= 2 * unitsPerEm)
    }
  }

  @Test(arguments: kinds) func theSameGlyphsStandAThirtiethOfAPixelOffAtMost(_ kind: Kind) throws {
    let files = try Self.files(kind)
    let natural = try #require(MeasuringFont(file: files.natural))
    let quantised = try #require(MeasuringFont(file: files.quantised))
    var shaper = try Shaper.opened()
    for word in kind.words {
      let text = Array(word.utf8)[...]
      let old = shaper.glyphs(of: text, font: natural, language: kind.language, properties: kind.properties)
      let new = shaper.glyphs(of: text, font: quantised, language: kind.language, properties: kind.properties)
      #expect(old.map(\.glyph) == new.map(\.glyph), "\(word)")
      for (a, b) in zip(old, new) {
        #expect(b.advance.isMultiple(of: 4), "\(word)")
        // A glyph that is kerned is rounded twice, and one with a placement three times.
        let size = 16.0
        let was = (Double(a.advance), Double(a.x), Double(a.y))
        let scale = size / Double(natural.unitsPerEm)
        let now = (Double(b.advance) * size / 960, Double(b.x) * size / 960, Double(b.y) * size / 960)
        #expect(abs(was.0 * scale - now.0) < 0.068, "\(word): advance")
        #expect(abs(was.1 * scale - now.1) < 0.085, "\(word): x")
        #expect(abs(was.2 * scale - now.2) < 0.026, "\(word): y")
      }
      let widths = (old.reduce(0) { $0 + $1.advance }, new.reduce(0) { $0 + $1.advance })
      let difference = Double(widths.0) * 16 / Double(natural.unitsPerEm) - Double(widths.1) * 16 / 960
      // One rounding for each glyph, and one for each pair that is kerned.
      #expect(abs(difference) <= 0.034 * Double(2 * new.count - 1), "\(word)")
    }
  }

  /// Outlines are the old ones to half a unit: extents, which come of them, to one.
  @Test(arguments: kinds) func outlinesKeepTheirShape(_ kind: Kind) throws {
    let files = try Self.files(kind)
    let old = try #require(OutlineRecorder.outlines(of: files.natural))
    let new = try #require(OutlineRecorder.outlines(of: files.quantised))
    #expect(old.count == new.count && old.contains { !$0.isEmpty })
    for (a, b) in zip(old, new) {
      let points = (a.flatMap(\.points), b.flatMap(\.points))
      // Stretches of no length may go.
      guard points.0.count == points.1.count else {
        #expect(abs(points.0.count - points.1.count) <= points.0.count / 4 + 4)
        continue
      }
      #expect(zip(points.0, points.1).allSatisfy { abs($0.0 - $1.0) <= 2 && abs($0.1 - $1.1) <= 2 })
    }
  }

  @Test(arguments: kinds) func theFaceHasANewNameAndItsLicence(_ kind: Kind) throws {
    let files = try Self.files(kind)
    let names = try #require(SFNT(files.quantised)?["name"]).names
    #expect(names[1] == "Cardshelf Quantised" && names[6] == "CardshelfQuantised" && names[16] == nil)
    let family = kind.family.split(separator: " ")[0]
    for (number, name) in names where [1, 3, 4, 6].contains(number) { #expect(!name.contains(family)) }
    #expect(names[0]?.isEmpty == false && names[13]?.isEmpty == false)
    if let outlines = SFNT(files.quantised)?["CFF "] {
      let text = String(decoding: outlines, as: UTF8.self)
      #expect(text.contains("CardshelfQuantised") && !text.contains(family))
    }
  }

  @Test(arguments: kinds) func theFileIsWhole(_ kind: Kind) throws {
    let file = try Self.files(kind).quantised
    let bytes = FontBytes(file)
    #expect(bytes.sum(0..<file.count) == 0xB1B0_AFBA)
    let metrics = bytes.verticalMetrics
    #expect(metrics.horizontal == metrics.typographic)
    #expect(metrics.windows == [metrics.horizontal[0], -metrics.horizontal[1]] && metrics.horizontal[0] > 0)
    #expect(metrics.horizontal.allSatisfy { $0.isMultiple(of: 240) })
    #expect(try #require(compressedAsWOFF2(file, quality: .quick)).count > 500)
    #expect(try Self.make(kind).quantised == file)
  }

  /// The anchors of marks are where they were: what joins advances is on the grid, what does not is only scaled.
  @Test func marksStandWithinHalfAUnit() throws {
    let kind = Self.kinds[0]
    let files = try Self.files(kind)
    var shaper = try Shaper.opened()
    let fonts = try [files.natural, files.quantised].map { try #require(MeasuringFont(file: $0)) }
    let text = Array("e\u{301}\u{323}".utf8)[...]
    let found = fonts.map { font in
      shaper.glyphs(of: text, font: font, language: "en", properties: kind.properties)
    }
    #expect(found[0].count == 2 || found[0].count == 3)
    for (old, new) in zip(found[0], found[1]) where old.advance == 0 {
      // Two anchors, and the advance of the letter between them and the mark.
      #expect(abs(Double(old.x) * 0.96 - Double(new.x)) <= 3)
      #expect(abs(Double(old.y) * 0.96 - Double(new.y)) <= 1)
    }
  }

  @Test func damagedTablesAreRefused() throws {
    let face = try InstalledFonts.face("Noto Sans")
    let file = try #require(face.subset(to: InstalledFonts.coverage("AVé")))
    for tag in ["head", "hhea", "hmtx", "maxp", "loca", "glyf", "GPOS"] {
      var bytes = FontBytes(file)
      let table = try #require(bytes.tables.first { $0.tag == tag })
      // The directory says that the table is of two bytes.
      let record = try #require(bytes.tables.firstIndex { $0.tag == tag })
      bytes.bytes.replaceSubrange(12 + 16 * record + 12..<12 + 16 * record + 16, with: [0, 0, 0, 2])
      #expect(table.length > 2)
      var font = try #require(SFNT(bytes.bytes))
      let isQuantised = font.quantise()
      #expect(!isQuantised, "\(tag)")
    }
  }

  @Test func noDamageTraps() throws {
    let face = try InstalledFonts.face("Noto Sans")
    let file = try #require(face.subset(to: InstalledFonts.coverage("AVé office")))
    var generator = SeededGenerator(seed: 60)
    for _ in 0..<150 {
      var bytes = FontBytes(file)
      let tag = ["GPOS", "glyf", "GDEF", "name", "hmtx", "loca"].randomElement(using: &generator) ?? "GPOS"
      guard let table = bytes.tables.first(where: { $0.tag == tag }) else { continue }
      for _ in 0..<8 {
        let offset = table.offset + Int.random(in: 0..<max(1, min(table.length, 600)), using: &generator)
        bytes.bytes[offset] = UInt8.random(in: 0...255, using: &generator)
      }
      var font = try #require(SFNT(bytes.bytes))
      if font.quantise() { #expect(MeasuringFont(file: font.file) != nil) }
    }
  }

  @Test func numbersGoToTheNearestWithHalvesUp() throws {
    let scale = try #require(UnitScale(from: 1000))
    #expect([0, 1, 25, -25, 250, 1000, -1000].map(scale.coordinate) == [0, 1, 24, -24, 240, 960, -960])
    #expect([0, 2, 3, 25, -25, 500, 547].map(scale.advance) == [0, 0, 4, 24, -24, 480, 524])
    #expect([-5, -4, -3, -2, -1, 0, 1, 2, 3].map { UnitScale.nearest($0, over: 4) } == [-1, -1, -1, 0, 0, 0, 0, 1, 1])
    #expect(UnitScale(from: 15) == nil && UnitScale(from: 16385) == nil)
  }
}

extension OutlineSegment {
  fileprivate var points: [(Int, Int)] {
    switch self {
    case .move(let x, let y), .line(let x, let y): [(x, y)]
    case .curve(let x1, let y1, let x2, let y2, let x, let y): [(x1, y1), (x2, y2), (x, y)]
    }
  }
}

extension [UInt8] {
  /// Names of the Windows platform by number.
  fileprivate var names: [Int: String] {
    var result: [Int: String] = [:]
    for index in 0..<Int(uint16(at: 2) ?? 0) {
      let numbers = (0..<6).map { Int(uint16(at: 6 + 12 * index + 2 * $0) ?? 0) }
      let start = Int(uint16(at: 4) ?? 0) + numbers[5]
      let units = stride(from: start, to: start + numbers[4], by: 2).map { uint16(at: $0) ?? 0 }
      result[numbers[3]] = String(decoding: units, as: UTF16.self)
    }
    return result
  }
}
