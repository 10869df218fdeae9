import TestSupport
import Testing

@testable import TextLayout

@Suite struct BreakPolicyTests {
  private static func shape(
    _ token: String, language: String = "en", segmenter: inout TextSegmenter
  ) -> TokenShape {
    BreakPolicy.shape(
      of: Array(token.utf8)[...], tailoring: LineBreakTailoring(language: language), segmenter: &segmenter)
  }

  /// `<>` encloses text that cannot wrap, `|` is a plain break opportunity and `^` a marked one.
  private static func drawing(_ token: String, language: String = "en", segmenter: inout TextSegmenter) -> String {
    let shape = shape(token, language: language, segmenter: &segmenter)
    let bytes = Array(token.utf8)
    let edges = [0] + shape.breaks.map(\.offset) + [bytes.count]
    var drawing = ""
    for (index, isHeld) in shape.isHeld.enumerated() {
      if index > 0 { drawing += shape.breaks[index - 1].isMarked ? "^" : "|" }
      let stretch = String(decoding: bytes[edges[index]..<edges[index + 1]], as: UTF8.self)
      drawing += isHeld ? "<\(stretch)>" : stretch
    }
    return drawing
  }

  @Test(arguments: Corpus.all) func breaksRealWordsLikeICU(_ corpus: Corpus) throws {
    var segmenter = try TestFonts.segmenter()
    for word in corpus.words {
      let icu = segmenter.lineBreaks(
        in: Array(word.utf8)[...], tailoring: LineBreakTailoring(language: corpus.language))
      let shape = Self.shape(word, language: corpus.language, segmenter: &segmenter)
      #expect(shape.breaks.map(\.offset) == icu.dropLast(), "\(word)")
    }
  }

  /// Words of these letters and digits are not looked at one character at a time.
  @Test(arguments: ["en", "ja", "zh", "th"]) func neverBreaksBetweenLettersAndDigitsOfASCII(language: String) throws {
    var segmenter = try TestFonts.segmenter()
    let characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    let pairs = characters.flatMap { first in characters.map { "\(first)\($0)" } }
    // The character before a pair is its context.
    let contexts = ["", "x", "5", "x5", "5x"]
    for word in [characters] + contexts.flatMap({ context in pairs.map { context + $0 } }) {
      #expect(Self.shape(word, language: language, segmenter: &segmenter) == .whole, "\(word)")
    }
  }

  static let alphabets = [
    "abAZ019_-'’.,:;!?()[]\"“”„‚‘«»…",
    "aß9-'.é\u{301}\u{200E}\u{200C}§¶©±/%&#@*+=<>|~^\\{}$",
    "ابتث٣٤،؟-.()ab12", "אבג-'\"״.־12ab", "कखगि्१-।.", "αβγ·;'-1", "дежз-—–1.«»", "漢字かゃー、。「」ab1-/“”…—〜・()!.한국",
    "กขค่ำab1-", "\u{1B05}\u{1B06}\u{A984}\u{11013}ab-",
  ]

  private static func tokens(
    of alphabet: String, count: Int, seed: UInt64, _ body: (_ token: String, _ language: String) -> Void
  ) {
    var generator = SeededGenerator(seed: seed)
    let scalars = Array(alphabet.unicodeScalars)
    for _ in 0..<count {
      var token = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        if let scalar = scalars.randomElement(using: &generator) { token.append(scalar) }
      }
      body(String(token), ["en", "ja", "zh"].randomElement(using: &generator) ?? "en")
    }
  }

  /// A plain break opportunity is one that every engine has; marked ones are those of ICU.
  @Test(arguments: alphabets) func agreesWithTheTables(_ alphabet: String) throws {
    let seed: UInt64 = 2024
    var segmenter = try TestFonts.segmenter()
    Self.tokens(of: alphabet, count: 1500, seed: seed) { token, language in
      let tailoring = LineBreakTailoring(language: language)
      let bytes = Array(token.utf8)[...]
      let shape = Self.shape(token, language: language, segmenter: &segmenter)
      #expect(shape.isHeld.count == shape.breaks.count + 1, "seed \(seed): \(token)")
      let tables = BreakTables.measured
      let scalars = Array(ScalarSequence(bytes: bytes))
      var stretch = 0
      for index in scalars.indices.dropFirst() {
        let found = stretch < shape.breaks.count && shape.breaks[stretch].offset == scalars[index].offset
        if found { stretch += 1 }
        let kinds = [scalars[index - 1].scalar, scalars[index].scalar].map(tables.kinds.kind)
        let verdicts = Set(BreakContext.allCases.map { tables[tailoring].verdict(kinds[0], kinds[1], context: $0) })
        // Combining marks follow their letters, and all of Thai is marked.
        if kinds.contains(tables.kinds[.mark]) || alphabet.contains("ก") { continue }
        if verdicts == [.never] { #expect(!found, "seed \(seed): \(token) in \(language)") }
        if verdicts == [.always] { #expect(found, "seed \(seed): \(token) in \(language)") }
        if verdicts == [.contested] {
          #expect(found ? shape.breaks[stretch - 1].isMarked : shape.isHeld[stretch], "seed \(seed): \(token)")
        }
      }
    }
  }

  /// Engines agree about these, so the markup needs no spans that prevent wrapping.
  @Test(arguments: [
    "word", "well-known", "state-of-the-art", "“quoted,”", "(in)", "don't", "O’Neill’s", "e.g.", "3.14", "1,234.56",
    "12:30",
    "snake_case", "what?!", "„Wort“", "«mot»", "l'école", "c'est-à-dire", "Äpfel", "ελληνο-τουρκικός", "кто-нибудь",
    "मानव",
    "जन-गण", "مرحبا،", "שלום", "漢字かな交じり文、です。", "「引用」", "한국어.", "iPhone15を", "—", "/", "naïve…", "می‌خواهم",
  ])
  func leavesUndisputedTextPlain(_ token: String) throws {
    var segmenter = try TestFonts.segmenter()
    let shape = Self.shape(token, segmenter: &segmenter)
    #expect(shape.isBare, "\(shape)")
  }

  /// WebKit breaks after a closing quotation mark if the language is Chinese or Japanese, next to any letters.
  @Test(arguments: ["zh", "ja"]) func marksCurlyQuotesInEastAsianText(language: String) throws {
    var segmenter = try TestFonts.segmenter()
    for token in ["7”დტდ", "ன”கோல", "a”b"] {
      let shape = Self.shape(token, language: language, segmenter: &segmenter)
      #expect(!shape.isBare, "\(token): \(shape)")
      #expect(shape.breaks.isEmpty)
    }
  }

  struct Mixed: Sendable {
    var token: String
    /// `<>` encloses text that cannot wrap, `|` is a plain break opportunity and `^` a marked one.
    var drawing: String
  }

  struct Drawn: Sendable {
    var token: String
    var language = "en"
    var drawing: String
  }

  static let drawn = [
    Drawn(token: "https://example.org/a/b?x=1", drawing: "https://^example.org/^a/^b?|x=1"),
    Drawn(token: "a/b", drawing: "a/^b"),
    Drawn(token: "/usr/share/doc", drawing: "/^usr/^share/^doc"),
    Drawn(token: "--foo=<bar>", drawing: "<-->^<foo=<bar>>"),
    Drawn(token: "-x", drawing: "<-x>"),
    Drawn(token: "(y/N/q)", drawing: "(y/^N/^q)"),
    Drawn(token: "C++", drawing: "C+^+"),
    Drawn(token: "$HOME", drawing: "$HOME"),
    Drawn(token: "50%", drawing: "50%"),
    Drawn(token: "word(s)", drawing: "word(s)"),
    Drawn(token: ".tar.gz", drawing: ".tar.gz"),
    Drawn(token: "utf-16", drawing: "<utf-16>"),
    Drawn(token: "1–2", drawing: "1–^2"),
    Drawn(token: "a—b", drawing: "a|—|b"),
    Drawn(token: "א-ב", drawing: "<א-ב>"),
    Drawn(token: "“quoted”", language: "zh", drawing: "“quoted”"),
    Drawn(token: "漢字“引用”文", language: "zh", drawing: "漢|字^“引|用”^文"),
    Drawn(token: "甲乙——丙丁", language: "zh", drawing: "甲|乙|——|丙|丁"),
    Drawn(token: "甲乙……", language: "zh", drawing: "甲|乙……"),
    Drawn(token: "漢a/b字", language: "zh", drawing: "漢|a/^b|字"),
    Drawn(token: "한국어.", language: "ko", drawing: "한|국|어."),
    Drawn(token: "3.5倍", language: "ja", drawing: "3.5|倍"),
    Drawn(token: "「キャッシュ」、", language: "ja", drawing: "「キャッ|シュ」、"),
    Drawn(token: "「キャッシュ」、", language: "en", drawing: "<「キャッ>^<シュ」、>"),
    Drawn(token: "ภาษาไทย", language: "th", drawing: "<ภาษา>^<ไทย>"),
    Drawn(token: "\u{1B05}\u{1B06}", drawing: "<\u{1B05}\u{1B06}>"),
  ]

  /// Text is plain where the engines agree; where they do not, the smallest possible part is kept together.
  @Test(arguments: drawn) func marksOnlyDisputedBreaks(_ example: Drawn) throws {
    var segmenter = try TestFonts.segmenter()
    let drawing = Self.drawing(example.token, language: example.language, segmenter: &segmenter)
    #expect(drawing == example.drawing)
  }

  /// At the start of an element, an engine may ignore the text before it.
  @Test func elementsDivideWords() throws {
    var segmenter = try TestFonts.segmenter()
    let bytes = Array("well-known".utf8)
    for start in bytes.indices.dropFirst() {
      let shape = BreakPolicy.shape(of: bytes[...], elementStarts: [start], tailoring: .general, segmenter: &segmenter)
      #expect(shape.breaks.map(\.offset) == [5])
      // `-` at the start of a word, and the character after it.
      #expect(shape.isBare == ![4, 5].contains(start), "\(start)")
    }
  }

  /// Engines differ beside a span that cannot wrap, so break opportunities are marked on both sides.
  @Test func marksBreaksBesideNowrapSpans() throws {
    let seed: UInt64 = 7
    var generator = SeededGenerator(seed: seed)
    var segmenter = try TestFonts.segmenter()
    let scalars = Array("漢字かー、。「」ab1./“”…—〜!한".unicodeScalars)
    for round in 0..<1000 {
      var token = String.UnicodeScalarView()
      for _ in 0..<10 { if let scalar = scalars.randomElement(using: &generator) { token.append(scalar) } }
      let shape = Self.shape(String(token), language: "ja", segmenter: &segmenter)
      for (index, each) in shape.breaks.enumerated() where shape.isHeld[index] || shape.isHeld[index + 1] {
        #expect(each.isMarked, "seed \(seed), round \(round): \(String(token))")
      }
    }
  }
}
