import TestSupport
import Testing
import TextLayout

@Suite struct TextSegmenterTests {
  struct Marked: Sendable {
    /// `|` marks boundaries inside the text.
    var text: String
    var tailoring = LineBreakTailoring.general

    var plain: String { text.filter { $0 != "|" } }

    var boundaries: [Int] {
      var sum = 0
      return text.split(separator: "|").map { part in
        sum += part.utf8.count
        return sum
      }
    }
  }

  static let lines = [
    Marked(text: "word"),
    Marked(text: "two |words"),
    Marked(text: "well-|known"),
    Marked(text: "3-4"),
    Marked(text: "a/|b"),
    Marked(text: "10\u{A0}km"),
    Marked(text: "(in) |“quotes”"),
    Marked(text: "漢|字|、|漢|字").withoutBreakBefore("、"),
    Marked(text: "こ|ん|に|ち|は。"),
    Marked(text: "ニュー|ス"),
    Marked(text: "ภาษา|ไทย"),
    Marked(text: "a\u{301}b"),
    Marked(text: "👩‍👩‍👧|👩‍👩‍👧"),
    Marked(text: "🇩🇪|🇫🇷"),
    Marked(text: "한|국|어"),
  ]

  @Test(arguments: lines) func breaksLines(_ marked: Marked) throws {
    var segmenter = try TextSegmenter.opened()
    let found = segmenter.lineBreaks(in: Array(marked.plain.utf8)[...], tailoring: marked.tailoring)
    #expect(found == marked.boundaries, "\(marked.text)")
  }

  /// `line-break: strict`: no line starts with a small kana or a prolonged sound mark.
  @Test(arguments: LineBreakTailoring.allCases) func breaksStrictly(_ tailoring: LineBreakTailoring) throws {
    var segmenter = try TextSegmenter.opened()
    for text in ["アァ", "アー", "っっ", "々々"] {
      let bytes = Array(text.utf8)
      #expect(segmenter.lineBreaks(in: bytes[...], tailoring: tailoring) == [bytes.count], "\(text)")
    }
  }

  @Test(arguments: [
    "a|b|c", "e\u{301}|x", "👩‍👩‍👧|!", "🇩🇪|🇫🇷", "한|국", "\u{1112}\u{1161}\u{11AB}|x", "नि|ष", "漢|字", "\r\n|x",
  ])
  func findsGraphemeClusters(_ text: String) throws {
    let parts = text.unicodeScalars.split(separator: "|")
    var sum = 0
    let expected = parts.map { part in
      sum += part.reduce(0) { $0 + UTF8.width($1) }
      return sum
    }
    var segmenter = try TextSegmenter.opened()
    let bytes = Array(text.utf8.filter { $0 != 0x7C })
    #expect(segmenter.graphemeEnds(in: bytes[...]) == expected)
  }

  @Test func offsetsAreRelativeToTheSlice() throws {
    var segmenter = try TextSegmenter.opened()
    let bytes = Array("xx two words".utf8)
    #expect(segmenter.lineBreaks(in: bytes[3...], tailoring: .general) == [4, 9])
    #expect(segmenter.graphemeEnds(in: bytes[3..<5]) == [1, 2])
    #expect(segmenter.lineBreaks(in: bytes[3..<3], tailoring: .general) == [])
  }

  /// First more boundaries than the buffer can contain, then few again.
  @Test func findsAnyNumberOfBoundaries() throws {
    var segmenter = try TextSegmenter.opened()
    for count in [1, 63, 64, 65, 1000, 2, 100_000, 1] {
      let bytes = Array(String(repeating: "漢", count: count).utf8)
      #expect(segmenter.graphemeEnds(in: bytes[...]) == (1...count).map { 3 * $0 })
    }
  }

  /// ICU divides a text with an ideograph before it: clusters end on both sides of one. Hebrew marks follow these letters.
  @Test func singleCharactersAreClustersAsInICU() throws {
    var segmenter = try TextSegmenter.opened()
    for scalar in (UInt32(0)..<0x591).compactMap(Unicode.Scalar.init) {
      let text = "a\(scalar)\(scalar)é\(scalar)я\(scalar)"
      let ends = segmenter.graphemeEnds(in: Array(text.utf8)[...])
      let endsInICU = segmenter.graphemeEnds(in: Array("漢\(text)".utf8)[...])
      #expect([3] + ends.map { $0 + 3 } == endsInICU, "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test func boundariesAscendAndEndWithTheText() throws {
    let alphabet = Array("ab1 -/().,:;!?'\"“”«»…—漢字、。「」カーゃ한국नमสวัا שلم\u{301}\u{200D}😀👍🏽🇩🇪\u{A0}".unicodeScalars)
    let seed: UInt64 = 815
    var generator = SeededGenerator(seed: seed)
    var segmenter = try TextSegmenter.opened()
    for round in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        if let scalar = alphabet.randomElement(using: &generator) { text.unicodeScalars.append(scalar) }
      }
      let bytes = Array(text.utf8)
      var starts: Set<Int> = [bytes.count]
      var offset = 0
      for scalar in text.unicodeScalars {
        starts.insert(offset)
        offset += UTF8.width(scalar)
      }
      let all = LineBreakTailoring.allCases.map { segmenter.lineBreaks(in: bytes[...], tailoring: $0) }
      for found in all + [segmenter.graphemeEnds(in: bytes[...])] {
        #expect(found.last == bytes.count, "seed \(seed), round \(round)")
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed), round \(round)")
        #expect(found.allSatisfy(starts.contains), "seed \(seed), round \(round)")
      }
    }
  }

  @Test(arguments: [
    ("de", LineBreakTailoring.general), ("ja", .japanese), ("ja-JP", .japanese), ("JA", .japanese), ("zh", .chinese),
    ("zh-Hant-TW", .chinese), ("yue", .chinese), ("ko", .general), ("jam", .general), ("", .general), ("-", .general),
  ])
  func tailoringsByLanguage(_ language: String, _ tailoring: LineBreakTailoring) {
    #expect(LineBreakTailoring(language: language) == tailoring)
  }
}

extension TextSegmenterTests.Marked {
  fileprivate func withoutBreakBefore(_ character: Character) -> Self {
    var copy = self
    copy.text = text.replacing("|\(character)", with: "\(character)")
    return copy
  }
}
