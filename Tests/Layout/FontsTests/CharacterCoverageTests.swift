import TestSupport
import Testing
import TextLayout

@Suite struct CharacterCoverageTests {
  static let edges: [UInt32] = [0, 63, 64, 255, 256, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x10_FFFF]

  @Test func behavesLikeASet() {
    let seed: UInt64 = 4711
    var generator = SeededGenerator(seed: seed)
    for round in 0..<50 {
      var (left, right) = (CharacterCoverage(), CharacterCoverage())
      var (leftSet, rightSet) = (Set<UInt32>(), Set<UInt32>())
      for _ in 0..<Int.random(in: 0...200, using: &generator) {
        let near = UInt32.random(in: 0...700, using: &generator)
        let far = Self.edges.randomElement(using: &generator) ?? 0
        left.insert(near)
        leftSet.insert(near)
        right.insert(far)
        rightSet.insert(far)
      }
      #expect(left.scalars == leftSet.sorted(), "seed \(seed), round \(round)")
      #expect(left.isEmpty == leftSet.isEmpty)
      var union = left
      union.formUnion(right)
      var other = right
      other.formUnion(left)
      #expect(union.scalars == leftSet.union(rightSet).sorted(), "seed \(seed), round \(round)")
      #expect(union == other)
      #expect(union.hashValue == other.hashValue)
      for scalar in UInt32(0)...800 { #expect(union.contains(scalar) == leftSet.union(rightSet).contains(scalar)) }
    }
  }

  @Test func joinsNeighboursToRanges() {
    let coverage = InstalledFonts.coverage("abcxz\u{FF}\u{100}\u{10FFFF}")
    #expect(coverage.ranges == [0x61...0x63, 0x78...0x78, 0x7A...0x7A, 0xFF...0x100, 0x10FFFF...0x10FFFF])
    #expect(CharacterCoverage().ranges.isEmpty)
  }

  @Test func takesTheWantedCharactersOfATextOnly() {
    let text = "a0 \u{7F}éЯ☃\u{FFFF}\u{1F600}\u{10FFFF}aé漢字かな漢字カナ、ア。"
    for isWanted in [{ _ in true }, { $0 & 1 == 0 }, { _ in false }] as [(UInt32) -> Bool] {
      var coverage = CharacterCoverage()
      var marked = MarkedLetters()
      coverage.insert(scalarsOf: text.utf8Span, marked: &marked, where: isWanted)
      #expect(marked.isEmpty)
      let expected = Set(text.unicodeScalars.map(\.value).filter(isWanted)).sorted()
      #expect(coverage.scalars == expected)
    }
  }

  @Test func takesNoScalarAboveTheLast() {
    var coverage = CharacterCoverage()
    for scalar: UInt32 in [0x11_0000, .max] {
      coverage.insert(scalar)
      #expect(!coverage.contains(scalar))
    }
    #expect(coverage.isEmpty)
  }
}
