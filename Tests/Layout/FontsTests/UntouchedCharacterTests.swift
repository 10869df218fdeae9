import TestSupport
import Testing

@testable import TextLayout

@Suite struct UntouchedCharacterTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var family: String
    var language: String
    var scripts: [String]
    var characters: [ClosedRange<UInt32>]
    /// How many of the characters are untouched.
    var counts: ClosedRange<Int>

    var testDescription: String { "\(family), \(language)" }
    var scalars: [UInt32] { characters.flatMap { Array($0) } }
  }

  private static let japanese: [ClosedRange<UInt32>] = [
    0x3001...0x3002, 0x300C...0x300D, 0x3041...0x3096, 0x30A1...0x30FE, 0x4E00...0x4FFF, 0xFF01...0xFF20,
  ]
  private static let ideographic = ["Hani", "Hira", "Kana", "Zyyy"]
  private static let latin: [ClosedRange<UInt32>] = [0x21...0x7E]

  static let samples = [
    Sample(
      family: "Noto Sans CJK JP", language: "ja", scripts: ideographic, characters: japanese,
      counts: 600...800),
    Sample(
      family: "Noto Serif CJK JP", language: "ja", scripts: ideographic, characters: japanese,
      counts: 600...800),
    // Chinese has other forms of many characters, which a lookup puts in their place.
    Sample(
      family: "Noto Sans CJK JP", language: "zh-Hans", scripts: ideographic, characters: japanese,
      counts: 100...600),
    Sample(
      family: "WenQuanYi Micro Hei", language: "zh", scripts: ideographic, characters: japanese,
      counts: 100...800),
    Sample(family: "Noto Sans", language: "en", scripts: ["Latn", "Zyyy"], characters: latin, counts: 40...93),
    Sample(family: "Noto Serif", language: "en", scripts: ["Latn", "Zyyy"], characters: latin, counts: 40...93),
    Sample(
      family: "Noto Sans Arabic", language: "ar", scripts: ["Arab"], characters: [0x626...0x63A, 0x641...0x64A],
      counts: 0...0),
  ]

  private static func units(
    _ scalars: [UInt32], _ font: MeasuringFont, _ script: String, _ sample: Sample, _ shaper: inout Shaper
  ) -> Int {
    var text = ""
    for scalar in scalars.compactMap(Unicode.Scalar.init) { text.unicodeScalars.append(scalar) }
    return shaper.advance(
      of: Array(text.utf8)[...], font: font, language: sample.language,
      properties: ShapingProperties(
        script: ShapingTests.tag(script), isRightToLeft: false, disablesKerning: true)
    ).units
  }

  @Test(arguments: samples) func haveTheSameAdvanceAloneAndInTexts(_ sample: Sample) throws {
    let face = try InstalledFonts.face(sample.family)
    var characters = CharacterCoverage()
    for scalar in sample.scalars { characters.insert(scalar) }
    let file = try #require(face.subset(to: characters))
    let font = try #require(MeasuringFont(file: file))
    let untouched = font.untouchedCharacters(
      among: sample.scalars, language: sample.language, scripts: sample.scripts.map(ShapingTests.tag)
    ).scalars
    #expect(sample.counts.contains(untouched.count), "\(untouched.count)")
    if untouched.isEmpty { return }
    var shaper = try Shaper.opened()
    let alone = Dictionary(
      uniqueKeysWithValues: untouched.map { ($0, Self.units([$0], font, "Zyyy", sample, &shaper)) })
    let seed: UInt64 = 47
    var generator = SeededGenerator(seed: seed)
    for round in 0..<3000 {
      let text = (0..<Int.random(in: 1...5, using: &generator)).compactMap { _ in
        untouched.randomElement(using: &generator)
      }
      for script in sample.scripts {
        let sum = text.reduce(0) { $0 + (alone[$1] ?? 0) }
        #expect(
          Self.units(text, font, script, sample, &shaper) == sum, "\(text) \(script), seed \(seed), round \(round)")
      }
    }
  }

  /// Letters that form ligatures are not among the untouched.
  @Test func lettersOfLigaturesAreTouched() throws {
    let face = try InstalledFonts.face("Noto Sans CJK JP")
    let file = try #require(face.subset(to: InstalledFonts.coverage("か\u{309A}漢")))
    let font = try #require(MeasuringFont(file: file))
    let found = font.untouchedCharacters(
      among: [0x304B, 0x309A, 0x6F22], language: "ja", scripts: [ShapingTests.tag("Hira"), ShapingTests.tag("Hani")])
    #expect(found.scalars == [0x6F22])
  }
}
