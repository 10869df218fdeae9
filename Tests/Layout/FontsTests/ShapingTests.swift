import Testing

@testable import TextLayout

@Suite struct ShapingTests {
  static let latin: UInt32 = 0x4C61_746E
  static let common: UInt32 = 0x5A79_7979
  static let hangul: UInt32 = 0x4861_6E67

  static func tag(_ script: String) -> UInt32 { script.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  /// A corpus in one script, and the face that draws it.
  struct Corpus: Sendable, CustomTestStringConvertible {
    var family: String
    var language: String
    var script: String
    var isRightToLeft = false
    var text: String

    var testDescription: String { "\(family), \(language)" }

    var tag: UInt32 { ShapingTests.tag(script) }

    var words: [String] { text.split(separator: " ").map(String.init) }

    func properties(disablesKerning: Bool = false) -> ShapingProperties {
      ShapingProperties(script: tag, isRightToLeft: isRightToLeft, disablesKerning: disablesKerning)
    }
  }

  static let corpora = [
    Corpus(
      family: "Noto Sans", language: "en", script: "Latn",
      text: "AVATAR Typography: office, fjord & affluent waffles (To. Wa. Ty.) — “quoted” 1234567890 f'(x)…"),
    Corpus(
      family: "Noto Serif", language: "de", script: "Latn",
      text: "Donaudampfschifffahrtsgesellschaft Größe Äpfel Übermut, schließlich „Wörter“ Auflage"),
    Corpus(
      family: "Noto Sans Mono", language: "en", script: "Latn", text: "func main() -> Int { return 0x7F }"),
    Corpus(family: "Noto Sans", language: "el", script: "Grek", text: "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, Άγγελος"),
    Corpus(family: "Noto Sans", language: "ru", script: "Cyrl", text: "Съешь же ещё этих мягких французских булок"),
    Corpus(
      family: "Noto Sans Arabic", language: "ar", script: "Arab", isRightToLeft: true,
      text: "الله نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر"),
    Corpus(
      family: "Noto Sans Hebrew", language: "he", script: "Hebr", isRightToLeft: true,
      text: "דג סקרן שט בים מאוכזב שָׁלוֹם"),
    Corpus(family: "Noto Sans Devanagari", language: "hi", script: "Deva", text: "ऋषियों को सताने वाले दुष्ट राक्षसों क्षत्रिय"),
    Corpus(family: "Noto Sans Thai", language: "th", script: "Thai", text: "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า ที่นี่"),
    Corpus(family: "Noto Sans CJK JP", language: "ja", script: "Hani", text: "「色は匂へど、散りぬるを。」 日本語"),
    Corpus(family: "Noto Sans CJK KR", language: "ko", script: "Hang", text: "키스의 고유조건은 입술끼리"),
  ]

  private static func font(_ face: FontFace, for text: String) throws -> MeasuringFont {
    let file = try #require(face.subset(to: InstalledFonts.coverage(text)))
    return try #require(MeasuringFont(file: file))
  }

  @Test(arguments: corpora) func aSubsetMeasuresAsTheWholeFace(_ corpus: Corpus) throws {
    let face = try InstalledFonts.face(corpus.family)
    // Spaces in separate files are measured separately.
    let text = face.touchesSpace ? corpus.words.joined() : corpus.text
    let subset = try Self.font(face, for: text)
    let whole = try #require(MeasuringFont(whole: face))
    let copy = try #require(subset.copy())
    #expect(copy !== subset)
    var shaper = try Shaper.opened()
    for disablesKerning in [false, true] {
      let properties = corpus.properties(disablesKerning: disablesKerning)
      for word in corpus.words + [text] {
        let agree = advancesAgree(
          subset: subset, full: whole, words: [word], language: corpus.language, properties: properties,
          shaper: &shaper)
        #expect(agree, "\(word)")
        let found = shaper.advance(
          of: Array(word.utf8)[...], font: subset, language: corpus.language, properties: properties)
        #expect(found.units > 0 && found.missingCount == 0, "\(word)")
        let foundInCopy = shaper.advance(
          of: Array(word.utf8)[...], font: copy, language: corpus.language, properties: properties)
        #expect(foundInCopy == found, "\(word)")
      }
    }
  }

  @Test func detectsDifferentAdvances() throws {
    let regular = try Self.font(InstalledFonts.face("Noto Sans"), for: "abc")
    let bold = try Self.font(InstalledFonts.face("Noto Sans", weight: 700), for: "abc")
    var shaper = try Shaper.opened()
    for (words, agrees) in [([], true), (["abc"], false)] {
      let found = advancesAgree(
        subset: bold, full: regular, words: words, language: "en", properties: Self.corpora[0].properties(),
        shaper: &shaper)
      #expect(found == agrees)
    }
  }

  @Test(arguments: corpora) func clustersAddUpAndFollowTheText(_ corpus: Corpus) throws {
    let face = try InstalledFonts.face(corpus.family)
    let font = try Self.font(face, for: corpus.text)
    var shaper = try Shaper.opened()
    for word in corpus.words {
      // The text is part of a larger array, as in a layout.
      let bytes = Array(("xx" + word + "xx").utf8)[2..<2 + word.utf8.count]
      let properties = corpus.properties()
      let whole = shaper.advance(of: bytes, font: font, language: corpus.language, properties: properties)
      let clusters = shaper.clusterAdvances(of: bytes, font: font, language: corpus.language, properties: properties)
      #expect(clusters.reduce(0) { $0 + $1.units } == whole.units, "\(word)")
      #expect(clusters.reduce(0) { $0 + $1.glyphCount } == whole.glyphCount, "\(word)")
      #expect(clusters.first?.offset == 0, "\(word)")
      #expect(zip(clusters, clusters.dropFirst()).allSatisfy { $0.offset < $1.offset }, "\(word)")
      #expect(clusters.allSatisfy { $0.offset < word.utf8.count }, "\(word)")
    }
  }

  @Test func disablesKerning() throws {
    let font = try Self.font(InstalledFonts.face("Noto Sans"), for: "AVTo")
    var shaper = try Shaper.opened()
    let measure = { (text: String, disablesKerning: Bool) in
      shaper.advance(
        of: Array(text.utf8)[...], font: font, language: "en",
        properties: ShapingProperties(script: Self.latin, isRightToLeft: false, disablesKerning: disablesKerning)
      ).units
    }
    let (first, second) = (measure("T", false), measure("o", false))
    #expect(measure("To", true) == first + second)
    #expect(measure("To", false) < first + second)
  }

  @Test func countsMissingCharacters() throws {
    let font = try Self.font(InstalledFonts.face("Noto Sans"), for: "abc")
    var shaper = try Shaper.opened()
    for (text, count) in [("abc", 0), ("axcyz", 3), ("", 0)] {
      let found = shaper.advance(
        of: Array(text.utf8)[...], font: font, language: "en",
        properties: ShapingProperties(script: Self.latin, isRightToLeft: false, disablesKerning: false))
      #expect(found.missingCount == count)
      #expect(found.glyphCount == text.utf8.count)
    }
  }

  @Test func threadsShareAFont() async throws {
    let corpus = Self.corpora[0]
    let font = try Self.font(InstalledFonts.face(corpus.family), for: corpus.text)
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard var shaper = Shaper() else { return -1 }
          return (0..<50).reduce(0) { sum, _ in
            sum
              + shaper.advance(
                of: Array(corpus.text.utf8)[...], font: font, language: "en", properties: corpus.properties()
              ).units
          }
        }
      }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(sums.count == 1)
    #expect((sums.first ?? 0) > 0)
  }
}
