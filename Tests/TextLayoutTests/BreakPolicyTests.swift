import Testing
import TextSegmentation

@testable import TextLayout

@Suite struct BreakPolicyTests {
  private static func shape(
    _ token: String, language: String = "en", segmenter: inout TextSegmenter
  ) -> (shape: TokenShape, icu: [Int]) {
    let bytes = Array(token.utf8)
    let tailoring = LineBreakTailoring(language: language)
    let shape = BreakPolicy.shape(of: bytes[...], tailoring: tailoring, segmenter: &segmenter)
    // In a word of letters a quote is no bracket, whatever the language.
    let holdsIdeographs = token.unicodeScalars.contains {
      [.ideographic, .conditionalStarter].contains(CharacterProperties.lineBreakClass(of: $0.value))
    }
    let own = holdsIdeographs ? tailoring : .general
    return (shape, Array(segmenter.lineBreaks(in: bytes[...], tailoring: own).dropLast()))
  }

  /// Whatever is bare or marked, a line breaks where ICU says.
  private static func expectICU(
    _ token: String, language: String = "en", segmenter: inout TextSegmenter, _ note: String = ""
  ) {
    let (shape, icu) = shape(token, language: language, segmenter: &segmenter)
    #expect(shape.breaks.map(\.offset) == icu, "\(token) \(note)")
    #expect(shape.isHeld.count == shape.breaks.count + 1, "\(token) \(note)")
  }

  @Test(arguments: Corpus.all) func breaksRealWordsAsICUDoes(_ corpus: Corpus) throws {
    var segmenter = try TestFonts.segmenter()
    for word in corpus.words { Self.expectICU(word, language: corpus.language, segmenter: &segmenter) }
  }

  static let alphabets = [
    "abAZ019_-'’.,:;!?()[]\"“”„‚‘«»…",
    "aß9-'.é\u{301}\u{200E}\u{200C}§¶©±/%&#@*+=<>|~^\\{}$",
    "ابتث٣٤،؟-.()ab12", "אבג-'\"״.־12ab", "कखगि्१-।.", "αβγ·;'-1", "дежз-—–1.«»", "漢字かゃー、。「」ab1-/“”…—〜・()!.한국",
    "กขค่ำab1-", "\u{1B05}\u{1B06}\u{A984}\u{11013}ab-",
  ]

  @Test(arguments: alphabets) func breaksAnyTokenAsICUDoes(_ alphabet: String) throws {
    let seed: UInt64 = 2024
    var generator = SeededGenerator(seed: seed)
    var segmenter = try TestFonts.segmenter()
    let scalars = Array(alphabet.unicodeScalars)
    for round in 0..<1500 {
      var token = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        if let scalar = scalars.randomElement(using: &generator) { token.append(scalar) }
      }
      let language = ["en", "ja", "zh"].randomElement(using: &generator) ?? "en"
      Self.expectICU(String(token), language: language, segmenter: &segmenter, "seed \(seed), round \(round)")
    }
  }

  /// Engines agree about these, so the markup stays free of atoms.
  @Test(arguments: [
    "word", "well-known", "state-of-the-art", "“quoted,”", "(in)", "don't", "O’Neill’s", "e.g.", "3.14", "1,234.56",
    "12:30",
    "snake_case", "what?!", "„Wort“", "«mot»", "l'école", "c'est-à-dire", "Äpfel", "ελληνο-τουρκικός", "кто-нибудь",
    "मानव",
    "जन-गण", "مرحبا،", "שלום", "漢字かな交じり文、です。", "「引用」", "한국어.", "iPhone15を", "—", "/", "naïve…", "می‌خواهم",
  ])
  func leavesBare(_ token: String) throws {
    var segmenter = try TestFonts.segmenter()
    let shape = Self.shape(token, segmenter: &segmenter).shape
    // A comma that is not Latin is not known to be harmless.
    let isExpected = shape.isBare || token.contains("،")
    #expect(isExpected, "\(shape)")
  }

  /// Engines disagree about these (measured), so nothing is left to them.
  @Test(arguments: [
    "a/b", "--foo=<bar>", "(y/N/q)", "[-]x", "http://a.b/c", "C++", "a|b", "$HOME", "1–2", "a—b", "covid-19", "50%",
    "#tag",
    "key=value", "word(s)", "a..b", "-x", "x-", ".m3u", "10\u{A0}km", "א-ב", "ภาษาไทย", "\u{1B05}\u{1B06}",
  ])
  func marks(_ token: String) throws {
    var segmenter = try TestFonts.segmenter()
    let shape = Self.shape(token, segmenter: &segmenter).shape
    #expect(shape.isHeld.allSatisfy { $0 })
    #expect(shape.breaks.allSatisfy { $0.isMarked })
  }

  /// WebKit breaks behind a closing quote where the language is Chinese or Japanese, whatever the letters are.
  @Test(arguments: ["en", "ko", "zh", "ja"]) func marksCurlyQuotesInEastAsianText(language: String) throws {
    var segmenter = try TestFonts.segmenter()
    for token in ["7”დტდ", "ன”கோல", "”தசொ", "a”b"] {
      let shape = Self.shape(token, language: language, segmenter: &segmenter).shape
      #expect(shape.isHeld.allSatisfy { $0 } == ["zh", "ja"].contains(language), "\(token): \(shape)")
      #expect(shape.breaks.isEmpty)
    }
  }

  struct Mixed: Sendable {
    var token: String
    /// `<>` holds a stretch together, `|` is a bare break and `^` a marked one.
    var drawing: String
  }

  static let mixed = [
    Mixed(token: "漢字", drawing: "漢|字"),
    Mixed(token: "漢字“引用”文", drawing: "漢|字^<“引>^<用”>^文"),
    Mixed(token: "甲乙——丙丁", drawing: "甲|乙^<——>^丙|丁"),
    Mixed(token: "甲乙……", drawing: "甲^<乙……>"),
    Mixed(token: "漢a/b字", drawing: "漢^<a/>^b|字"),
    Mixed(token: "한국어.", drawing: "한|국|어."),
    Mixed(token: "3.5倍", drawing: "<3.5>^倍"),
  ]

  @Test(arguments: mixed) func marksOnlyWhatIsContestedBesideIdeographs(_ example: Mixed) throws {
    var segmenter = try TestFonts.segmenter()
    let shape = Self.shape(example.token, language: "zh", segmenter: &segmenter).shape
    let bytes = Array(example.token.utf8)
    let edges = [0] + shape.breaks.map(\.offset) + [bytes.count]
    var drawing = ""
    for (index, isHeld) in shape.isHeld.enumerated() {
      if index > 0 { drawing += shape.breaks[index - 1].isMarked ? "^" : "|" }
      let stretch = String(decoding: bytes[edges[index]..<edges[index + 1]], as: UTF8.self)
      drawing += isHeld ? "<\(stretch)>" : stretch
    }
    #expect(drawing == example.drawing)
  }

  @Test func quotesAreNeverBareInChineseAndJapanese() throws {
    var segmenter = try TestFonts.segmenter()
    for token in ["don’t", "“quoted”", "„Wort“"] {
      for language in ["zh", "ja"] {
        let (shape, icu) = Self.shape(token, language: language, segmenter: &segmenter)
        #expect(icu.isEmpty)
        #expect(shape == .marked(at: []), "\(token)")
      }
      #expect(Self.shape(token, language: "en", segmenter: &segmenter).shape == .whole, "\(token)")
    }
  }

  /// Beside a stretch that may not wrap, engines differ: the break is marked on both sides.
  @Test func breaksBesideHeldStretchesAreMarked() throws {
    let seed: UInt64 = 7
    var generator = SeededGenerator(seed: seed)
    var segmenter = try TestFonts.segmenter()
    let scalars = Array("漢字かー、。「」ab1./“”…—〜!한".unicodeScalars)
    for round in 0..<1000 {
      var token = String.UnicodeScalarView()
      for _ in 0..<10 { if let scalar = scalars.randomElement(using: &generator) { token.append(scalar) } }
      let shape = Self.shape(String(token), language: "ja", segmenter: &segmenter).shape
      for (index, each) in shape.breaks.enumerated() where shape.isHeld[index] || shape.isHeld[index + 1] {
        #expect(each.isMarked, "seed \(seed), round \(round): \(String(token))")
      }
    }
  }
}
