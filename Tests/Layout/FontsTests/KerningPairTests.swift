import TestSupport
import Testing

@testable import TextLayout

@Suite struct KerningPairTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var family: String
    var language: String
    var script = "Latn"
    var disablesKerning = false
    var letters: [ClosedRange<UInt32>] = [0x61...0x7A]
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
    Sample(family: "Noto Sans", language: "ru", script: "Cyrl", letters: [0x401...0x45F], share: 95...100),
    Sample(family: "Noto Serif", language: "bg", script: "Cyrl", letters: [0x410...0x44F], share: 60...100),
    Sample(
      family: "Noto Serif", language: "el", script: "Grek", letters: [0x391...0x3A1, 0x3A3...0x3CE], share: 60...100),
    Sample(
      family: "Noto Sans", language: "fr", letters: [0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x17F],
      share: 40...80),
    Sample(family: "Noto Sans", language: "tr", share: 95...99),
    Sample(family: "Noto Serif", language: "de", share: 95...99),
    Sample(family: "Noto Sans Mono", language: "en", share: 100...100),
    Sample(family: "Noto Sans CJK JP", language: "ja", disablesKerning: true, share: 20...100),
    Sample(family: "Inter", language: "en", share: 0...97),
  ]

  @Test(arguments: samples) func addUpToTheAdvancesOfWords(_ sample: Sample) throws {
    let letters = sample.letters.flatMap { Array($0) }
    let signs = (0x21...0x7E as ClosedRange<UInt32>).filter {
      sample.script == "Latn" || !(0x61...0x7A).contains($0 | 0x20)
    }
    let scalars = Set(letters + signs).sorted()
    var characters = CharacterCoverage()
    for scalar in scalars { characters.insert(scalar) }
    let face = try InstalledFonts.face(sample.family)
    let file = try #require(face.subset(to: characters))
    let font = try #require(MeasuringFont(file: file))
    var pairs = try #require(
      KerningPairs(font: font, characters: scalars, language: sample.language, properties: sample.properties))
    var shaper = try Shaper.opened()
    let seed: UInt64 = 48
    var generator = SeededGenerator(seed: seed)
    let rounds = 1500
    var count = 0
    for round in 0..<rounds {
      // Most letters of a word are small, and some words are anything.
      let word = Self.word(of: round % 4 == 0 ? scalars : letters, using: &generator)
      let size = [11, 16, 17, 40][round % 4]
      guard let sum = pairs.advance(of: word.span, size: size, shaper: &shaper) else { continue }
      count += 1
      let place = "\(String(decoding: word, as: UTF8.self)), seed \(seed), round \(round)"
      let shaped = shaper.advance(
        of: word[...], font: font, language: sample.language, properties: sample.properties, size: size)
      #expect(sum == shaped, "\(place)")
      let clusters = shaper.clusterAdvances(
        of: word[...], font: font, language: sample.language, properties: sample.properties, size: size)
      let found = try #require(pairs.clusterAdvances(of: word.span, size: size, shaper: &shaper))
      #expect(found.map(\.withoutJoining) == clusters.map(\.withoutJoining), "\(place)")
      // What HarfBuzz calls safe has no kerning.
      #expect(zip(found, clusters).allSatisfy { !$0.isJoined || $1.isJoined }, "\(place)")
    }
    #expect(sample.share.contains(count * 100 / rounds), "\(count * 100 / rounds) %")
  }

  private static func word(of scalars: [UInt32], using generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...9, using: &generator)).flatMap { _ in
      scalars.randomElement(using: &generator).flatMap(Unicode.Scalar.init).flatMap(UTF8.encode).map(Array.init) ?? []
    }
  }

  struct Word: Sendable {
    var text: String
    var isPaired: Bool
  }

  static let words = [
    Word(text: "shelf", isPaired: false), Word(text: "shelves", isPaired: true), Word(text: "of", isPaired: true),
    Word(text: "fi", isPaired: false), Word(text: "office", isPaired: false), Word(text: "lil", isPaired: true),
    Word(text: "AVATAR", isPaired: true), Word(text: "1234", isPaired: true), Word(text: "(word),", isPaired: true),
    Word(text: "", isPaired: true), Word(text: "two words", isPaired: false), Word(text: "é", isPaired: true),
    Word(text: "~", isPaired: false), Word(text: "漢", isPaired: false), Word(text: "1\u{2044}2", isPaired: false),
  ]

  /// Ligatures need letters beside each other, and fractions a sign of their own.
  @Test(arguments: words) func ligaturesAndOtherCharactersAreShaped(_ word: Word) throws {
    let face = try InstalledFonts.face("Noto Sans")
    let characters = InstalledFonts.coverage("AVATRdefhiloscvwr1234(,)é\u{2044}")
    let file = try #require(face.subset(to: characters))
    let font = try #require(MeasuringFont(file: file))
    let properties = ShapingProperties(script: ShapingTests.tag("Latn"), isRightToLeft: false, disablesKerning: false)
    var pairs = try #require(
      KerningPairs(
        font: font, characters: characters.scalars.filter { $0 < 0x800 }, language: "en", properties: properties))
    var shaper = try Shaper.opened()
    let advance = pairs.advance(of: Array(word.text.utf8).span, size: 16, shaper: &shaper)
    #expect((advance != nil) == word.isPaired)
  }

  /// Texts of these scripts are turned around, or not, by what is in them.
  @Test func scriptsFromRightToLeftHaveNone() throws {
    let face = try InstalledFonts.face("Noto Sans")
    let file = try #require(face.subset(to: InstalledFonts.coverage("123")))
    let font = try #require(MeasuringFont(file: file))
    for (script, isRightToLeft) in [("Arab", false), ("Latn", true)] {
      let properties = ShapingProperties(
        script: ShapingTests.tag(script), isRightToLeft: isRightToLeft, disablesKerning: false)
      #expect(KerningPairs(font: font, characters: [0x31], language: "ar", properties: properties)?.unitsPerEm == nil)
    }
  }
}
