import TestSupport
import Testing

@testable import TextLayout

/// Runs according to the sources of the engines, and to how browsers shape text.
@Suite struct ScriptRunTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var text: String
    /// Runs with `|` between them, each with the tag of its script; one string if all rules agree.
    var runs: [ScriptRule: String]

    init(_ text: String, _ all: String) {
      self.text = text
      runs = [.adjacent: all, .extensions: all, .brackets: all]
    }

    init(_ text: String, adjacent: String, extensions: String, brackets: String) {
      self.text = text
      runs = [.adjacent: adjacent, .extensions: extensions, .brackets: brackets]
    }

    var testDescription: String { text }
  }

  static let examples = [
    Example("word", "Latn:word"),
    Example("(2019) —", "Zyyy:(2019) —"),
    Example("(слово", "Cyrl:(слово"),
    Example("слово word слово", "Cyrl:слово |Latn:word |Cyrl:слово"),
    // A closing bracket has the script of its opening bracket.
    Example(
      "слово (diff) слово", adjacent: "Cyrl:слово (|Latn:diff) |Cyrl:слово",
      extensions: "Cyrl:слово (|Latn:diff|Cyrl:) слово", brackets: "Cyrl:слово (|Latn:diff|Cyrl:) слово"),
    Example(
      "(diff) слово", adjacent: "Latn:(diff) |Cyrl:слово", extensions: "Latn:(diff) |Cyrl:слово",
      brackets: "Latn:(diff) |Cyrl:слово"),
    Example(
      "слово ([a)", adjacent: "Cyrl:слово ([|Latn:a)", extensions: "Cyrl:слово ([|Latn:a|Cyrl:)",
      brackets: "Cyrl:слово ([|Latn:a|Cyrl:)"),
    Example("слово diff)", "Cyrl:слово |Latn:diff)"),
    // The bidirectional algorithm does not treat these as brackets, and neither does this.
    Example("слово «diff»", "Cyrl:слово «|Latn:diff»"),
    // Blink keeps an opening bracket on the stack after it is closed; Gecko does not.
    Example(
      "я (a) b) c", adjacent: "Cyrl:я (|Latn:a) b) c", extensions: "Cyrl:я (|Latn:a|Cyrl:) |Latn:b|Cyrl:) |Latn:c",
      brackets: "Cyrl:я (|Latn:a|Cyrl:) |Latn:b) c"),
    // OpenType has one script for both kana.
    Example(
      "かカ", adjacent: "Hira:か|Kana:カ", extensions: "Hira:かカ", brackets: "Kana:かカ"),
    // Signs that only a few scripts use.
    Example(
      "word、漢字", adjacent: "Latn:word、|Hani:漢字", extensions: "Latn:word|Hani:、漢字",
      brackets: "Latn:word、|Hani:漢字"),
    Example(
      "word（漢字）", adjacent: "Latn:word（|Hani:漢字）", extensions: "Latn:word|Hani:（漢字）",
      brackets: "Latn:word（|Hani:漢字|Latn:）"),
    Example(
      "слово·f", adjacent: "Cyrl:слово·|Latn:f", extensions: "Cyrl:слово|Latn:·f", brackets: "Cyrl:слово·|Latn:f"),
    Example("नमस्ते।", "Deva:नमस्ते।"),
  ]

  @Test func signsOfHanAreThoseThatICUNames() {
    let signs = ((0 as UInt32)...0x1_0000).filter(isSignOfHan)
    #expect(signs.count > 20)
    #expect(signs.allSatisfy { ScriptCode.extensions(of: $0).contains(.han) })
    for scalar in signs {
      #expect(!CharacterProperties.isForeign(scalar, toScripts: [CharacterProperties.han]))
      #expect(
        CharacterProperties.isForeign(scalar, toScripts: [CharacterProperties.latin]), "\(String(scalar, radix: 16))")
    }
  }

  @Test(arguments: examples, ScriptRule.allCases) func dividesLikeTheEngine(_ example: Example, _ rule: ScriptRule) {
    let bytes = Array(example.text.utf8)
    #expect(Self.drawing(ScriptText(bytes).runs(in: bytes.indices, rule: rule), of: bytes) == example.runs[rule])
  }

  private static func drawing(_ runs: [ScriptRun], of bytes: [UInt8]) -> String {
    var start = 0
    return runs.map { run in
      defer { start = run.end }
      let tag = String(
        decoding: (0..<4).map { UInt8(truncatingIfNeeded: run.script >> UInt32(24 - 8 * $0)) }, as: UTF8.self)
      return tag + ":" + String(decoding: bytes[start..<run.end], as: UTF8.self)
    }.joined(separator: "|")
  }

  /// Runs cover any text without gaps, even with many unclosed brackets.
  @Test(arguments: ScriptRule.allCases, [1, 2, 3]) func runsCoverAnyText(_ rule: ScriptRule, _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let signs = Array("()[]{}（）「」«»–1·、\u{301}aяαא漢かカक।한 ").map(String.init)
    for length in [0, 1, 2, 40, 500] {
      let text = (0..<length).map { _ in signs.randomElement(using: &generator) ?? "" }.joined()
      let bytes = Array(text.utf8)
      let runs = ScriptText(bytes).runs(in: bytes.indices, rule: rule)
      #expect(runs.last?.end ?? 0 == bytes.count, "seed \(seed): \(text)")
      #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.end < $1.end }, "seed \(seed): \(text)")
    }
  }

  /// Characters that are read as one item end no run that they do not end one by one, in the text and in any part of it.
  @Test(arguments: ScriptRule.allCases, [1, 2, 3]) func itemsEndNoRun(_ rule: ScriptRule, _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let signs = Array("()[]  .,1«»–·、ー。⁅⁆ªµ\u{301}\u{64B}\u{342}abяядααא漢字かきカ〜कख।॥한글عسไท").map(String.init)
    for _ in 0..<2000 {
      let length = Int.random(in: 1...24, using: &generator)
      let characters = (0..<length).map { _ in signs.randomElement(using: &generator) ?? "" }
      let lower = Int.random(in: 0..<length, using: &generator)
      let upper = Int.random(in: lower + 1...length, using: &generator)
      let text = Array(characters.joined().utf8)
      let start = characters[..<lower].joined().utf8.count
      let part = Array(characters[lower..<upper].joined().utf8)
      let singles = ScriptText(
        items: ScalarSequence(bytes: part[...]).map { ScriptItem($0.scalar, at: $0.offset) }, end: part.count)
      let expected = singles.runs(in: part.indices, rule: rule).map {
        ScriptRun(end: $0.end + start, script: $0.script)
      }
      #expect(
        ScriptText(text).runs(in: start..<start + part.count, rule: rule) == expected,
        "seed \(seed): \(characters) from \(lower) to \(upper)")
    }
  }

  /// All characters that items join without a look at their properties.
  @Test func signsBelongToAllScripts() {
    for value in (0 as UInt32)...0x2FFF where Unicode.Scalar(value) != nil && ScriptText.isSign(value) {
      let item = ScriptItem(value, at: 0)
      #expect(item.code == .common && item.bracket == .none, "U+\(String(value, radix: 16))")
      #expect(!item.extensions.contains { !$0.isNeutral }, "U+\(String(value, radix: 16))")
    }
  }

  @Test func findsThePartsOfScripts() {
    let text = ScriptText(Array("ab, яя 12".utf8))
    let parts = text.parts(of: 1..<10) { CharacterProperties.isNeutral(script: $0) }
    #expect(parts == [2..<4, 8..<10])
    #expect(text.script(ofLetterFrom: 0) == CharacterProperties.latin)
    #expect(text.script(ofLetterFrom: 2) == CharacterProperties.cyrillic)
    #expect(text.script(ofLetterFrom: 8) == nil)
  }

  @Test(arguments: [
    ("ru", "Cyrl"), ("en", "Latn"), ("sr-Latn", "Latn"), ("el", "Grek"), ("he", "Hebr"), ("zh-TW", "Hant"),
    ("", "Latn"),
    ("qq", "Zyyy"),
  ])
  func findsTheScriptOfALanguage(_ language: String, _ tag: String) {
    #expect(
      CharacterProperties.script(ofLanguage: language) == tag.utf8.reduce(0) { $0 << 8 | UInt32($1) }, "\(language)")
  }
}
