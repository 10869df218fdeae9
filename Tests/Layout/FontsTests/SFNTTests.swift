import TestSupport
import Testing

@testable import TextLayout

@Suite struct SFNTTests {
  private static func subset(_ family: String, _ text: String = "Hamburgefonstiv") throws -> [UInt8] {
    try #require(InstalledFonts.face(family).subset(to: InstalledFonts.coverage(text)))
  }

  private static func expectSoundSums(_ file: [UInt8]) {
    let font = FontBytes(file)
    let head = font.offset(of: "head")
    #expect(font.sum(0..<file.count) == 0xB1B0_AFBA)
    for table in font.tables {
      let adjustment = table.offset == head ? font.unsigned(at: head + 8, length: 4) : 0
      let sum = font.sum(table.offset..<table.offset + table.length)
      #expect(table.sum == (sum - adjustment) & 0xFFFF_FFFF, "\(table.tag)")
      #expect(table.offset & 3 == 0)
    }
    #expect(font.tables.map(\.tag) == font.tables.map(\.tag).sorted())
  }

  @Test(arguments: ["Noto Sans", "Noto Sans CJK JP"]) func writesWhatItReads(_ family: String) throws {
    let file = try Self.subset(family)
    Self.expectSoundSums(file)
    let again = try #require(SFNT(file)).file
    #expect(again == file)
  }

  @Test func replacesTablesWithOtherLengths() throws {
    let file = try Self.subset("Noto Sans")
    for length in 0...9 {
      var font = try #require(SFNT(file))
      font["name"] = Array(repeating: 7, count: length)
      Self.expectSoundSums(font.file)
      let again = try #require(SFNT(font.file))
      #expect(again["name"] == Array(repeating: 7, count: length))
      #expect(again["glyf"] == font["glyf"])
      for table: StaticString in ["cmap", "head", "hhea", "hmtx", "maxp", "post"] {
        #expect(again[table] != nil && (again[table] == font[table] || "\(table)" == "head"))
      }
    }
  }

  /// No prefix and no damaged directory causes a trap, and no table exceeds the file.
  @Test func readsDamagedFilesSafely() throws {
    let file = try Self.subset("Noto Sans", "ab")
    for length in 0..<file.count {
      let font = SFNT(Array(file[..<length]))
      // Only the padding at the end may be missing.
      #expect(font == nil || length > file.count - 4, "\(length) bytes")
    }
    let seed: UInt64 = 815
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      var damaged = file
      for _ in 0..<3 { damaged[Int.random(in: 0..<300, using: &generator)] = .random(in: 0...255, using: &generator) }
      guard var font = SFNT(damaged) else { continue }
      _ = font.unifyVerticalMetrics()
      #expect(font.file.count <= damaged.count * 20)
    }
    #expect(SFNT(Array("ttcf".utf8) + Array(repeating: 0, count: 100)) == nil)
  }
}

@Suite struct VerticalMetricsTests {
  /// In the CJK faces, the typographic values differ from those in `hhea`, and the table has version 3.
  @Test(arguments: ["Noto Sans", "Noto Serif", "Noto Sans Mono", "Noto Sans CJK JP", "Noto Sans Devanagari"])
  func servedFaceHasOneSetOfMetrics(_ family: String) throws {
    let file = try #require(InstalledFonts.face(family).subset(to: InstalledFonts.coverage("a1日न")))
    let metrics = FontBytes(file).verticalMetrics
    let (ascent, descent) = (metrics.horizontal[0], metrics.horizontal[1])
    #expect(ascent > 0 && descent < 0)
    #expect(metrics.horizontal[2] == 0)
    #expect(metrics.typographic == metrics.horizontal)
    #expect(metrics.windows == [ascent, -descent])
    #expect(metrics.usesTypographic)
    #expect(metrics.version >= 4)
  }

  @Test func installedFaceHasSeveralSetsOfMetrics() throws {
    let face = try InstalledFonts.face("Noto Sans CJK JP")
    let file = try #require(face.subset(to: InstalledFonts.coverage("日")))
    #expect(FontBytes(file).verticalMetrics.horizontal == [1160, -288, 0])
  }

  struct Mangling: Sendable {
    var version: Int
    var horizontal: [Int]
    var typographic: [Int]
    var windows: [Int]
    var expected: [Int]
  }

  static let manglings = [
    // The values in hhea are used.
    Mangling(
      version: 4, horizontal: [900, -250, 90], typographic: [800, -200, 200], windows: [1100, 300],
      expected: [900, -250]),
    // Older tables are shorter and are extended.
    Mangling(
      version: 0, horizontal: [900, -250, 0], typographic: [800, -200, 9], windows: [1, 2],
      expected: [900, -250]),
    Mangling(
      version: 1, horizontal: [900, -250, 0], typographic: [800, -200, 9], windows: [1, 2],
      expected: [900, -250]),
    Mangling(
      version: 3, horizontal: [900, -250, 0], typographic: [800, -200, 9], windows: [1, 2],
      expected: [900, -250]),
    // Newer tables keep their version.
    Mangling(
      version: 5, horizontal: [900, -250, 0], typographic: [800, -200, 9], windows: [1, 2],
      expected: [900, -250]),
    // Zero values are ignored.
    Mangling(
      version: 4, horizontal: [0, 0, 90], typographic: [800, -200, 0], windows: [1100, 300],
      expected: [800, -200]),
    Mangling(
      version: 4, horizontal: [0, 0, 0], typographic: [0, 0, 0], windows: [1100, 300], expected: [1100, -300]),
    // Values that no font should contain.
    Mangling(version: 4, horizontal: [900, 100, 0], typographic: [0, 0, 0], windows: [0, 0], expected: [900, 0]),
    Mangling(
      version: 4, horizontal: [-5, -32768, 0], typographic: [0, 0, 0], windows: [0, 0], expected: [0, -32767]),
    Mangling(version: 4, horizontal: [0, 0, 0], typographic: [0, 0, 0], windows: [65535, 0], expected: [32767, 0]),
    Mangling(version: 4, horizontal: [0, 0, 0], typographic: [0, 0, 0], windows: [0, 0], expected: [0, 0]),
  ]

  @Test(arguments: manglings) func usesTheFirstMetricsThatAreSet(_ mangling: Mangling) throws {
    let subset = try #require(InstalledFonts.face("Noto Sans").subset(to: InstalledFonts.coverage("ab")))
    var font = FontBytes(subset)
    let (horizontal, metrics) = (font.offset(of: "hhea"), font.offset(of: "OS/2"))
    font.set(mangling.version, at: metrics)
    font.set(0x0140, at: metrics + 62)
    for (index, value) in mangling.horizontal.enumerated() { font.set(value, at: horizontal + 4 + 2 * index) }
    for (index, value) in mangling.typographic.enumerated() { font.set(value, at: metrics + 68 + 2 * index) }
    for (index, value) in mangling.windows.enumerated() { font.set(value, at: metrics + 74 + 2 * index) }
    var read = try #require(SFNT(font.bytes))
    if mangling.version < 2 {
      read["OS/2"] = Array(try #require(read["OS/2"]).prefix(mangling.version == 0 ? 78 : 86))
    }
    let isUnified = read.unifyVerticalMetrics()
    #expect(isUnified)
    let found = FontBytes(read.file).verticalMetrics
    #expect(found.horizontal == mangling.expected + [0])
    #expect(found.typographic == mangling.expected + [0])
    #expect(found.windows == [mangling.expected[0], -mangling.expected[1]])
    #expect(found.usesTypographic)
    #expect(found.version == max(4, mangling.version))
    let table = try #require(read["OS/2"])
    #expect(table.count >= 96)
    // Bit 8 has a meaning only from version 4; bit 6, "regular", in all versions.
    let selection = FontBytes(table).unsigned(at: 62, length: 2)
    #expect(selection == (mangling.version < 4 ? 0x00C0 : 0x01C0))
    // The character that separates words.
    #expect(FontBytes(table).unsigned(at: 92, length: 2) == 0x20)
  }

  @Test func needsAllTables() throws {
    let file = try #require(InstalledFonts.face("Noto Sans").subset(to: InstalledFonts.coverage("ab")))
    for table: StaticString in ["hhea", "OS/2"] {
      var font = try #require(SFNT(file))
      font[table] = [0, 0]
      let before = font.file
      let isUnified = font.unifyVerticalMetrics()
      #expect(!isUnified)
      #expect(font.file == before)
    }
  }
}
