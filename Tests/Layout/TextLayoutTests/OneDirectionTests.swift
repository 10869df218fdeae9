import TestSupport
import Testing

@testable import TextLayout

/// Texts for which ICU's bidi algorithm is not called.
struct OneDirectionTests {
  private struct Unavailable: Error {}

  private static let candidates: [UInt32] = [0x21...0x7E, 0xA1...0xBF, 0x2010...0x2027, 0x5D0...0x5EA, 0x600...0x6FF]
    .flatMap { Array($0) }

  @Test func icuAgreesThatTheyHaveOneDirection() throws {
    guard var segmenter = TextSegmenter() else { throw Unavailable() }
    let seed: UInt64 = 21
    var generator = SeededGenerator(seed: seed)
    let scalars = Self.candidates.filter { hasOneDirection(utf8(of: [$0])) }
    #expect(scalars.count > 150)
    for round in 0..<2000 {
      let text = (0..<Int.random(in: 1...30, using: &generator)).compactMap { _ in
        scalars.randomElement(using: &generator)
      }
      #expect(hasOneDirection(utf8(of: text)))
      let levels = segmenter.embeddingLevels(of: text.map { UInt16($0) }, isRightToLeft: true)
      #expect(levels.allSatisfy { $0 == 1 }, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [
    "1", "a", "é", "\u{660}", "\u{6F1}", "漢", "\u{200E}", "\u{202A}", "\u{2067}", "\u{200D}", "\u{600}", "€",
  ])
  func othersAreLeftToICU(text: String) {
    #expect(hasOneDirection(Array("كلمة (ألف)، «باء»!".filter { $0 != " " }.utf8)))
    #expect(!hasOneDirection(Array(("كلمة" + text).utf8)))
  }

  private func hasOneDirection(_ bytes: [UInt8]) -> Bool { holdsOnlyRightToLeft(bytes.span) }

  private func utf8(of scalars: [UInt32]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
    return Array(String(text).utf8)
  }
}
