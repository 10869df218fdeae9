import Testing

@testable import TextLayout

/// How uncertain widths are at the edge of an element inside a word.
struct ElementEdgeTests {
  private typealias Part = (text: String, font: FontRequest)

  /// All of a word, in 1/65536 px, at 16 px.
  private func prepared(_ parts: [Part], isRightToLeft: Bool = false) throws -> (width: Int, slack: Int) {
    var preparer = try TestFonts.preparer()
    let leaves = parts.enumerated().map { number, part in
      StyledText.Leaf(.text(part.text), style: TextRunStyle(font: part.font, size: 16), span: number)
    }
    let text = StyledText(leaves: leaves, language: isRightToLeft ? "ar" : "en", isRightToLeft: isRightToLeft)
    let pieces = preparer.prepare(text).pieces
    return (pieces.reduce(0) { $0 + $1.advance.width }, pieces.reduce(0) { $0 + $1.advance.slack })
  }

  /// Chromium and Firefox kern across the edge of a link, and WebKit does not. Both sides can be uncertain, because a
  /// line can end at either.
  @Test func kerningWithinAFontIsUncertain() throws {
    let whole = try prepared([("AV", TestFonts.body)])
    let link = try prepared([("A", TestFonts.body), ("V", TestFonts.body)])
    #expect(whole.width < link.width)
    #expect(link.slack == 2 * (link.width - whole.width))
    #expect(try prepared([("A", TestFonts.body), ("x", TestFonts.body)]).slack == 0)
  }

  /// No engine kerns letters of two fonts.
  @Test(arguments: [("A", "V", false), ("f", ")", false), ("קב", "צים", true), ("ملف", ")", true), ("(", "ملف", true)])
  func edgesOfFontsAreCertain(before: String, after: String, isRightToLeft: Bool) throws {
    let word = try prepared([(before, TestFonts.body), (after, TestFonts.bold)], isRightToLeft: isRightToLeft)
    #expect(word.slack == 0)
  }

  /// An engine may join letters of two fonts or not, also across marks.
  @Test(arguments: [("مل", "ف"), ("مل\u{64E}", "ف"), ("مل", "\u{640}ف")])
  func joinedLettersAreUncertain(before: String, after: String) throws {
    for font in [TestFonts.body, TestFonts.bold] {
      #expect(try prepared([(before, TestFonts.body), (after, font)], isRightToLeft: true).slack == 2 * 16 << 15)
    }
  }
}
