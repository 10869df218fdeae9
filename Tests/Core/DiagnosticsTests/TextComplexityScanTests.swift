import TestSupport
import Testing

@testable import Diagnostics

struct TextComplexityScanTests {
  @Test func whatSurelyStartsAClusterNeedsNoProperties() {
    for value in UInt32(0)...0x10_FFFF {
      guard let scalar = Unicode.Scalar(value), TextComplexityScan.surelyStartsCluster(scalar) else { continue }
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control:
        Issue.record("U+\(String(value, radix: 16)) is \(properties.generalCategory)")
      case .openPunctuation, .closePunctuation:
        #expect(!properties.isBidiMirrored, "U+\(String(value, radix: 16))")
      default: break
      }
    }
  }

  @Test func frequentCharactersStartAClusterWhenDecoded() {
    for value in UInt32(0x80)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let length = Array(String(scalar).utf8).withUnsafeBufferPointer {
        TextComplexityScan.lengthOfFrequentCharacter($0, at: 0)
      }
      if length == 0 { continue }
      let starts =
        (0xC0..<0x300).contains(value) || TextComplexityScan.surelyStartsCluster(scalar)
        || scalar.properties.generalCategory == .unassigned
      #expect(starts && length == UTF8.width(scalar), "U+\(String(value, radix: 16))")
    }
  }

  /// A letter of each kind between marks: each begins a new cluster, so that no cluster exceeds the limit.
  @Test(arguments: ["a", "é", "я", "ه", "ي", "،", "あ", "漢", "한", " ", "\n", "(", "、"])
  func aLetterStartsACluster(letter: String) {
    var scan = TextComplexityScan()
    let marks = String(repeating: "\u{301}", count: TextLimits.marks)
    #expect(scan.first(in: "x" + marks + letter + marks) == nil)
    #expect(
      scan.first(in: letter + marks + "\u{301}")?.range == letter.utf8.count + marks.utf8.count..<letter.utf8.count
        + marks.utf8.count + 2)
  }

  @Test func anUnbalancedBracketIsCountedAmongLetters() {
    var scan = TextComplexityScan()
    let text = String(repeating: "ab (", count: TextLimits.brackets)
    #expect(scan.first(in: text) == nil)
    #expect(scan.first(in: "c d(")?.kind == .brackets)
  }

  /// Letters are passed eight at a time, which changes no result.
  @Test func aTextIsAsCostlyAsItsCharacters() {
    let seed: UInt64 = 20_261_125
    var random = SeededGenerator(seed: seed)
    let marks = String(repeating: "\u{301}", count: TextLimits.marks)
    let pieces = [
      "a", "plain letters", " ", "(", ")", "[", "]", "{", "}", "|", "~", "\\", "\n", "\u{301}", marks, "é", "\u{94D}",
      String(repeating: "(", count: 200), "'", "*", "^_`", "\u{7F}", "漢字",
    ]
    for round in 0..<2000 {
      let text = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      var (whole, single) = (TextComplexityScan(), TextComplexityScan())
      var expected: Range<Int>?
      var offset = 0
      for scalar in text.unicodeScalars where expected == nil {
        if let found = single.first(in: String(scalar)) {
          expected = offset + found.range.lowerBound..<offset + found.range.upperBound
        }
        offset += UTF8.width(scalar)
      }
      #expect(whole.first(in: text)?.range == expected, "seed \(seed) round \(round): \(text.debugDescription)")
    }
  }
}
