import TestSupport
import Testing

@testable import Fonts

@Suite struct KerningPairTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var family: String
    var language: String
    var script = "Latn"
    var disablesKerning = false
    /// How many percent of the words have the sum of their pairs.
    var share: ClosedRange<Int>

    var testDescription: String { "\(family), \(language), \(script)\(disablesKerning ? ", without kerning" : "")" }
    var properties: ShapingProperties {
      ShapingProperties(
        script: ShapingTests.tag(script), isRightToLeft: false, disablesKerning: disablesKerning)
    }
  }

  static let samples = [
    Sample(family: "Noto Sans", language: "en", share: 95...99),
    Sample(family: "Noto Sans", language: "en", script: "Zyyy", share: 95...100),
    Sample(family: "Noto Sans", language: "tr", share: 95...99),
    Sample(family: "Noto Serif", language: "de", share: 95...99),
    Sample(family: "Noto Sans Mono", language: "en", share: 100...100),
    Sample(family: "Noto Sans CJK JP", language: "ja", disablesKerning: true, share: 20...100),
    Sample(family: "Inter", language: "en", share: 0...97),
  ]

  @Test(arguments: samples) func addUpToTheAdvancesOfWords(_ sample: Sample) throws {
    var characters = CharacterCoverage()
    for scalar in 0x21...0x7E as ClosedRange<UInt32> { characters.insert(scalar) }
    let face = try InstalledFonts.face(sample.family)
    let file = try #require(face.subset(to: characters))
    let font = try #require(MeasuringFont(file: file))
    var pairs = try #require(
      KerningPairs(font: font, characters: characters, language: sample.language, properties: sample.properties))
    var shaper = try Shaper.opened()
    let seed: UInt64 = 48
    var generator = SeededGenerator(seed: seed)
    let rounds = 4000
    var count = 0
    for round in 0..<rounds {
      // Most letters of a word are small, and some words are anything.
      let characters = round % 4 == 0 ? 0x21...0x7E : 0x61...0x7A as ClosedRange<UInt8>
      let word = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
        UInt8.random(in: characters, using: &generator)
      }
      let size = [11, 16, 17, 40][round % 4]
      guard let sum = pairs.advance(of: word.span, size: size, shaper: &shaper) else { continue }
      count += 1
      let shaped = shaper.advance(
        of: word[...], font: font, language: sample.language, properties: sample.properties, size: size)
      #expect(sum == shaped, "\(String(decoding: word, as: UTF8.self)), seed \(seed), round \(round)")
    }
    #expect(sample.share.contains(count * 100 / rounds), "\(count * 100 / rounds) %")
  }

  struct Word: Sendable {
    var text: String
    var isPaired: Bool
  }

  static let words = [
    Word(text: "shelf", isPaired: false), Word(text: "shelves", isPaired: true), Word(text: "of", isPaired: true),
    Word(text: "fi", isPaired: false), Word(text: "office", isPaired: false), Word(text: "lil", isPaired: true),
    Word(text: "AVATAR", isPaired: true), Word(text: "1234", isPaired: true), Word(text: "(word),", isPaired: true),
    Word(text: "", isPaired: true), Word(text: "two words", isPaired: false), Word(text: "é", isPaired: false),
    Word(text: "~", isPaired: false),
  ]

  /// Ligatures need letters beside each other, and fractions a sign of their own.
  @Test(arguments: words) func ligaturesAndOtherCharactersAreShaped(_ word: Word) throws {
    let face = try InstalledFonts.face("Noto Sans")
    let characters = InstalledFonts.coverage("AVATRdefhiloscvwr1234(,) é\u{2044}\u{FB01}")
    let file = try #require(face.subset(to: characters))
    let font = try #require(MeasuringFont(file: file))
    let properties = ShapingProperties(script: ShapingTests.tag("Latn"), isRightToLeft: false, disablesKerning: false)
    var pairs = try #require(
      KerningPairs(font: font, characters: characters, language: "en", properties: properties))
    var shaper = try Shaper.opened()
    let advance = pairs.advance(of: Array(word.text.utf8).span, size: 16, shaper: &shaper)
    #expect((advance != nil) == word.isPaired)
  }
}
