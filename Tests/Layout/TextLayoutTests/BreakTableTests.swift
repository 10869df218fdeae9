import Testing

@testable import TextLayout

@Suite struct BreakTableTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let sample = """
    # A remark.
    kinds ascii-letter ascii-digit han U+002D
    row ascii-letter ----
    row ascii-digit --+-
    row han ??+-
    row U+002D **+?
    cells U+002D ?+?? ascii-letter
    cells U+002D -??+ ascii-digit

    """

  private static func verdicts(_ text: String, _ table: BreakTable, _ kinds: BreakKinds) -> [BreakVerdict] {
    let pair = text.unicodeScalars.map { kinds.kind(of: $0.value) }
    return BreakContext.allCases.map { table.verdict(pair[0], pair[1], context: $0) }
  }

  @Test func readsRowsAndCells() {
    let tables = BreakTables(general: Self.bytes(Self.sample), japanese: [], chinese: [])
    #expect(tables.faults.isEmpty)
    let expected: [(String, [BreakVerdict])] = [
      ("ab", [.never, .never, .never, .never, .never]),
      ("1漢", [.always, .always, .always, .always, .always]),
      ("漢a", [.contested, .contested, .contested, .contested, .contested]),
      ("-b", [.contested, .always, .contested, .contested, .contested]),
      ("-7", [.never, .contested, .contested, .always, .contested]),
    ]
    for (pair, verdicts) in expected {
      #expect(Self.verdicts(pair, tables.general, tables.kinds) == verdicts, "\(pair)")
      #expect(Self.verdicts(pair, tables.japanese, tables.kinds) == verdicts, "\(pair)")
    }
  }

  @Test func languagesDifferFromTheGeneralTable() {
    let tables = BreakTables(
      general: Self.bytes(Self.sample), japanese: Self.bytes("cells han - han U+002D\n"),
      chinese: Self.bytes("cells ascii-letter + ascii-letter\n"))
    #expect(tables.faults.isEmpty)
    #expect(Self.verdicts("漢字", tables[.japanese], tables.kinds) == Array(repeating: .never, count: 5))
    #expect(Self.verdicts("漢字", tables[.chinese], tables.kinds) == Array(repeating: .always, count: 5))
    #expect(Self.verdicts("ab", tables[.chinese], tables.kinds) == Array(repeating: .always, count: 5))
    #expect(Self.verdicts("ab", tables[.general], tables.kinds) == Array(repeating: .never, count: 5))
  }

  @Test(arguments: [
    "row han", "row han ++", "row han +++x", "row nothing ++++", "cells han ++ han", "cells han + nothing", "hello",
    "cells han +++++ han", "cells han x han",
  ])
  func reportsInvalidLines(_ line: String) {
    let tables = BreakTables(general: Self.bytes(Self.sample + line + "\n"), japanese: [], chinese: [])
    #expect(tables.faults == [line])
  }

  @Test(arguments: ["", "kinds", "kinds\nrow a +", "row", "\u{FFFD}", "kinds U+ U+FFFFFFFFFF U+110000 \u{0}"])
  func acceptsAnyText(_ text: String) {
    let tables = BreakTables(general: Self.bytes(text), japanese: Self.bytes(text), chinese: [])
    for scalar: UInt32 in [0, 0x21, 0x61, 0x6F22, 0xFFFF, 0x10FFFF, 0xFFFF_FFFF] {
      let kind = tables.kinds.kind(of: scalar)
      #expect(tables.general.verdict(kind, kind, context: .start) == .contested)
    }
  }

  @Test func measuredTablesAreComplete() {
    let tables = BreakTables.measured
    #expect(tables.faults.isEmpty)
    for group in BreakGroup.allCases { #expect(tables.kinds[group] > 0, "\(group)") }
    // Every printable ASCII character is known, and letters form words in every language.
    for scalar: UInt32 in 0x21...0x7E { #expect(tables.kinds.kind(of: scalar) > 0, "\(scalar)") }
    for tailoring in LineBreakTailoring.allCases {
      for pair in ["ab", "aя", "я1", "a.", "(a", "漢。"] {
        #expect(Self.verdicts(pair, tables[tailoring], tables.kinds).prefix(4) == [.never, .never, .never, .never])
      }
      #expect(Self.verdicts("漢字", tables[tailoring], tables.kinds) == Array(repeating: .always, count: 5))
    }
  }

  @Test(arguments: [
    ("a", BreakGroup.asciiLetter), ("é", .letter), ("я", .letter), ("ب", .letter), ("\u{301}", .mark), ("א", .hebrew),
    ("7", .asciiDigit), ("٣", .digit), ("漢", .han), ("か", .kana), ("ア", .kana), ("ゃ", .smallKana), ("ー", .smallKana),
    ("한", .hangul), ("㊀", .symbol),
  ])
  func groups(_ character: String, _ group: BreakGroup) throws {
    let scalar = try #require(character.unicodeScalars.first).value
    #expect(BreakGroup(scalar) == group)
    #expect(BreakTables.measured.kinds.kind(of: scalar) == BreakTables.measured.kinds[group])
  }

  /// Joiners, syllabic scripts, scripts that need a dictionary, jamo, and signs without a measurement.
  @Test(arguments: [0x200D, 0x1B05, 0x0E01, 0x1100, 0x17D6, 0x1F1E6, 0x2044] as [UInt32])
  func otherCharactersAreUnknown(_ scalar: UInt32) { #expect(BreakTables.measured.kinds.kind(of: scalar) == 0) }

  /// The kinds of these are known without a look at their properties.
  @Test(arguments: [(0x4E00...0x9FFF, BreakGroup.han), (0xAC00...0xD7A3, .hangul)])
  func allOfABlockHaveOneKind(_ block: ClosedRange<UInt32>, _ group: BreakGroup) {
    let kinds = BreakTables.measured.kinds
    let others = block.filter { BreakGroup($0) != group || kinds.kind(of: $0) != kinds[group] }
    #expect(others.isEmpty)
  }
}
