import Diagnostics
import TestSupport
import Testing

@testable import Content

/// What is found eight bytes at a time is also found byte by byte.
@Suite struct TextSurveyTests {
  private func samples(seed: UInt64) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    let signs = ["\n", "\r", "\r\n", "\t", "(", "[", "{", "|", "$$", "::", "~~", "&", "\\", "'", "\u{7F}", "\u{0}"]
    let letters = ["a", "b ", "Z", "0", ". ", "é", "語", "\u{FFFD}", "😀", "long text without signs", ")", ":", "$", "~"]
    return (0..<3000).map { _ in
      let signs = Int.random(in: 0..<3, using: &random) == 0 ? [] : signs.shuffled(using: &random).prefix(3)
      let pieces = (0..<Int.random(in: 0...30, using: &random)).compactMap { _ in
        (letters + signs).randomElement(using: &random)
      }
      return Array(pieces.joined().utf8)
    }
  }

  @Test func findsLines() {
    for bytes in samples(seed: 0x7E51) {
      var expected: [SourceRange] = []
      var start = 1
      for offset in 1..<bytes.count + 1 {
        let isReturnOfPair = bytes[offset - 1] == 0x0D && offset < bytes.count && bytes[offset] == 0x0A
        if bytes[offset - 1] == 0x0A, offset > 1, bytes[offset - 2] == 0x0D {
          start = offset + 1
        } else if bytes[offset - 1] == 0x0A || bytes[offset - 1] == 0x0D {
          expected.append(SourceRange(start, offset))
          if !isReturnOfPair { start = offset + 1 }
        }
      }
      expected.append(SourceRange(start, bytes.count + 1))
      // The text is a part of a file.
      let survey = TextSurvey(of: SourceRange(1, bytes.count + 1), in: [0x0A] + bytes + [0x0A, 0x28, 0x5C])
      #expect(survey.lines == expected, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test func findsSigns() {
    for bytes in samples(seed: 0x7E52) {
      let survey = TextSurvey(of: SourceRange(0, bytes.count), in: bytes)
      let note = String(decoding: bytes, as: UTF8.self).debugDescription
      let isASCII = bytes.allSatisfy { $0 < 0x80 }
      #expect(survey.mayHaveEscapes == (bytes.contains(0x5C) || bytes.contains(0x26)), "\(note)")
      #expect(survey.mayBeCostly == (!isASCII || bytes.contains(0x26)), "\(note)")
      let mayHaveSyntax = ForeignSyntax.mayStand(in: bytes, range: SourceRange(0, bytes.count))
      #expect(survey.mayHaveForeignSyntax || !mayHaveSyntax, "\(note)")
      let isText = ForbiddenText.first(in: bytes, range: SourceRange(0, bytes.count), allowsLostCharacters: true) == nil
      #expect(isText || !survey.isSurelyText, "\(note)")
      if isASCII { #expect(survey.isSurelyText == isText, "\(note)") }
    }
  }

  @Test func countsBracketsOfASCII() {
    for (count, isCostly) in [(256, false), (257, true)] {
      let bytes = Array(String(repeating: "a (", count: count).utf8)
      #expect(TextSurvey(of: SourceRange(0, bytes.count), in: bytes).mayBeCostly == isCostly)
    }
  }
}
