import TestSupport
import Testing

@testable import TextLayout

@Suite struct TextScriptTests {
  /// Letters, signs, brackets and marks of all scripts, of one and of a few.
  private static let characters = [
    "a", "Z", "é", "Я", "ж", "α", "ب", "ك", "か", "カ", "漢", "語", "한", "ー", "、", "。", "・", "「", "」", "々", "1", "-",
    ",", ".", "(", ")", "—", "’", "«", "»", "·", "½", "،", "؟", "\u{301}", "\u{64B}", "\u{3099}",
  ]

  private static let japanese = ["か", "カ", "漢", "語", "ー", "、", "1", "."]
  private static let arabic = ["ب", "ك", "\u{64B}", "،", "1", "."]
  private static let signs = ["1", "-", ".", "—"]

  struct Setting: Sendable {
    var language: String
    var isKerned: Bool
  }

  static let settings = [
    Setting(language: "ru", isKerned: true), Setting(language: "ar", isKerned: true),
    Setting(language: "ja", isKerned: false), Setting(language: "ko", isKerned: false),
  ]

  /// What a token and the letters nearest to it say is what the whole text says about it.
  @Test(arguments: settings) func certainReadingsAreThoseOfAllTexts(_ setting: Setting) {
    let seed: UInt64 = 49
    var generator = SeededGenerator(seed: seed)
    var (count, countByFace, countOfSigns, countOfContexts) = (0, 0, 0, 0)
    for round in 0..<4000 {
      var text: [UInt8] = []
      var tokens: [Range<Int>] = []
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let start = text.count
        // Few kinds of characters, so that many tokens are plain.
        let all = [Self.characters, Self.japanese, Self.arabic, Self.signs]
        let some = all.randomElement(using: &generator) ?? Self.characters
        let kinds = (0..<3).compactMap { _ in some.randomElement(using: &generator) }
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
          text += Array((kinds.randomElement(using: &generator) ?? "a").utf8)
        }
        tokens.append(start..<text.count)
      }
      let restarts = tokens.dropFirst().map(\.lowerBound).filter { _ in Bool.random(using: &generator) }
      var scripts = TextScripts(
        of: text, isASCII: false, restarts: restarts,
        languageScript: CharacterProperties.script(ofLanguage: setting.language), isKerned: setting.isKerned)
      for token in tokens where scripts.onlyScript == nil {
        guard let context = scripts.context(of: token) else { continue }
        let (own, all) = (scripts.readings(of: token, in: context), scripts.readingsInText(of: token))
        let place = "\(String(decoding: text, as: UTF8.self)) at \(token), seed \(seed), round \(round)"
        #expect(own.all == all.all, "\(place) \(context) \(restarts) \(text[token].map { String($0, radix: 16) })")
        for (offset, _) in ScalarSequence(bytes: text[token]) {
          #expect(own.of(offset..<offset + 1) == all.of(offset..<offset + 1), "\(place): \(offset)")
        }
        countOfContexts += context.count < text.count ? 1 : 0
      }
      for token in tokens {
        let signs = scripts.scripts(ofSigns: token)
        let certain: TokenReadings
        switch scripts.certainty(of: token) {
        case .alike: certain = .none
        case .byFace: certain = scripts.readingsByFace(of: token)
        case .unknown:
          guard let signs else { continue }
          certain = signs.readings(of: token)
        }
        let all = scripts.onlyScript == nil ? scripts.readingsInText(of: token) : scripts.readings(of: token)
        let place = "\(String(decoding: text, as: UTF8.self)) at \(token), seed \(seed), round \(round)"
        #expect(Set(certain.all) == Set(all.all), "\(place)")
        for (offset, _) in ScalarSequence(bytes: text[token]) {
          #expect(certain.of(offset..<offset + 1) == all.of(offset..<offset + 1), "\(place): \(offset)")
        }
        count += 1
        countOfSigns += signs != nil && scripts.onlyScript == nil ? 1 : 0
        countByFace += certain.areByFace ? 1 : 0
      }
    }
    #expect(count > 300)
    #expect(countOfContexts > 1000)
    #expect(countOfSigns > 500)
    #expect((countByFace > 20) == !setting.isKerned)
  }
}
