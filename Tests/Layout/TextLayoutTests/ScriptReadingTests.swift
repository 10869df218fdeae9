import Testing

@testable import TextLayout

/// Signs without a script, next to letters of another script than the text before them. Engines shape them in different
/// scripts, and the interval of a width contains all results. The widths were measured in Chromium 156, Firefox 153 and
/// WebKitGTK 2.50.
@Suite struct ScriptReadingTests {
  static let serif = FontRequest(stack: "serif", weight: 400, isItalic: false)

  /// Noto Serif, which has kerning between "f" and ")" and between "(" and "d".
  private static let served = Result {
    guard let catalogue = FontCatalogue(),
      let found = nearestFace(in: catalogue.faces(ofFamily: "Noto Serif"), weight: 400, isItalic: false),
      let face = FontFace(found)
    else { throw TestFonts.Unavailable(description: "Noto Serif, of fonts-noto-core") }
    var characters = CharacterCoverage()
    for range in [0x20...0x7E, 0xA0...0x17F, 0x370...0x45F, 0x2010...0x203A] as [ClosedRange<UInt32>] {
      for scalar in range { characters.insert(scalar) }
    }
    let plan = FontPlan(faces: [serif: [face]], usage: [serif: characters])
    guard let fonts = plan.serve(plan.subsets.compactMap { $0.face.subset(to: $0.characters) }) else {
      throw TestFonts.Unavailable(description: "cannot make subsets")
    }
    return fonts
  }

  private static func prepared(_ leaves: [StyledText.Leaf], language: String) throws -> PreparedText {
    guard var preparer = TextPreparer(fonts: try served.get()) else {
      throw TestFonts.Unavailable(description: "ICU, HarfBuzz")
    }
    return preparer.prepare(StyledText(leaves: leaves, language: language, isRightToLeft: false))
  }

  private static func prepared(_ text: String, size: Int = 20, language: String = "ru") throws -> PreparedText {
    try prepared([leaf(text, size: size)], language: language)
  }

  private static func leaf(_ text: String, size: Int = 20, span: Int = 0) -> StyledText.Leaf {
    .init(.text(text), style: TextRunStyle(font: serif, size: size), span: span)
  }

  /// The interval of widths, in px, that a word of a text is assumed to have.
  private static func interval(_ word: String, in text: PreparedText) throws -> ClosedRange<Double> {
    let pieces = text.pieces.filter {
      word.hasPrefix(text.string($0.lower..<$0.upper)) || word.hasSuffix(text.string($0.lower..<$0.upper))
    }
    let advance = pieces.reduce(into: Advance()) { $0 += $1.advance }
    try #require(pieces.map { text.string($0.lower..<$0.upper) }.joined() == word)
    return Double(advance.width - advance.slack) / 65536...Double(advance.width + advance.slack) / 65536
  }

  /// Returns whether a width is in an interval, with the rounding of engines.
  private static func holds(_ interval: ClosedRange<Double>, _ width: Double) -> Bool {
    width >= interval.lowerBound - 0.02 && width <= interval.upperBound + 0.02
  }

  @Test func bracketsUseTheScriptBeforeThem() throws {
    let text = try Self.prepared("Показать разницу (diff) здесь", size: 16)
    let interval = try Self.interval("(diff)", in: text)
    #expect(Self.holds(interval, 37.36) && Self.holds(interval, 38.78), "\(interval)")
  }

  struct Example: Sendable, CustomTestStringConvertible {
    var text: String
    var word: String
    var widths: [Double]
    var testDescription: String { text }
  }

  /// Widths in browsers at 20 px.
  static let examples = [
    Example(text: "Привет (diff) мир", word: "(diff)", widths: [46.69, 48.48]),
    // If nothing is before it, the first letter decides.
    Example(text: "(diff) мир", word: "(diff)", widths: [48.48]),
    Example(text: "x (привет diff) мир", word: "diff)", widths: [41.57]),
    Example(text: "привет (x diff) мир", word: "diff)", widths: [39.77, 41.57]),
    Example(text: "привет diff) мир", word: "diff)", widths: [41.57]),
    Example(text: "Hello (diff) world", word: "(diff)", widths: [48.48]),
    Example(text: "foo привет (diff) мир", word: "(diff)", widths: [46.69, 48.48]),
  ]

  @Test(arguments: examples) func intervalsContainBrowserWidths(_ example: Example) throws {
    let interval = try Self.interval(example.word, in: try Self.prepared(example.text))
    for width in example.widths { #expect(Self.holds(interval, width), "\(interval)") }
    // The interval is not wider than necessary, because every uncertainty may force a break.
    let most = (example.widths.max() ?? 0) - (example.widths.min() ?? 0)
    #expect(interval.upperBound - interval.lowerBound < most + 0.1, "\(interval)")
  }

  /// All engines read text in one script alike, so its widths are certain.
  @Test(arguments: [
    ("It is (well) “known”, e.g. 1–2 or f) and (f; 50% [sic]…", "en"),
    ("Съешь (же) ещё «этих» мягких… 1–2, т.е. г)", "ru"),
    ("Ξεσκεπάζω (την) «ψυχοφθόρα» 1–2", "el"), ("(2019) – 3", "de"), ("", "en"),
  ])
  func textInOneScriptIsCertain(_ string: String, _ language: String) throws {
    let text = try Self.prepared(string, language: language)
    // Only rounding is left.
    for piece in text.pieces { #expect(piece.advance.slack <= 1, "\(text.string(piece.lower..<piece.upper))") }
  }

  /// For Firefox, a text starts after an element in another font; for Chromium, it continues.
  @Test func firefoxForgetsTextBeforeAnotherFont() throws {
    let text = try Self.prepared(
      [Self.leaf("x (привет "), Self.leaf("abc", size: 16, span: 1), Self.leaf(" diff) мир")], language: "ru")
    let interval = try Self.interval("diff)", in: text)
    #expect(Self.holds(interval, 41.57), "\(interval)")
    let other = try Self.prepared(
      [Self.leaf("привет (x "), Self.leaf("abc", size: 16, span: 1), Self.leaf(" diff) мир")], language: "ru")
    let wide = try Self.interval("diff)", in: other)
    #expect(Self.holds(wide, 39.77) && Self.holds(wide, 41.57), "\(wide)")
  }

  /// A long word that is divided is read in as many ways as a short one.
  @Test func partsOfDividedWordsAreUncertainToo() throws {
    let word = "(" + String(repeating: "diffdiff", count: 10) + ")"
    let alone = try Self.prepared(word)
    let behind = try Self.prepared("Привет " + word)
    let slack = { (text: PreparedText) in text.pieces.map(\.splitSlack).max() ?? 0 }
    #expect(slack(behind) > slack(alone) + 65536)
  }

  /// Widths that are cached for one text are not used in another where the neighbours differ, in any order of texts.
  @Test func cacheDependsOnNeighbours() throws {
    guard var preparer = TextPreparer(fonts: try Self.served.get()) else {
      throw TestFonts.Unavailable(description: "ICU, HarfBuzz")
    }
    let texts = [
      "Привет (diff) мир", "Hello (diff) world", "Αλλαγή (diff) εδώ", "Привет мир (diff", "привет (x diff)",
      "1–2 (diff)",
    ]
    for round in 0..<2 {
      for string in round == 0 ? texts : texts.reversed() {
        let found = preparer.prepare(StyledText(leaves: [Self.leaf(string)], language: "en", isRightToLeft: false))
        let expected = try Self.prepared(string, language: "en")
        #expect(found.pieces.map(\.advance) == expected.pieces.map(\.advance), "\(string)")
      }
    }
  }
}
