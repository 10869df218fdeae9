import Testing

@testable import TextLayout

/// One face draws a mark and its letter, or both are in a box: otherwise each browser would choose.
@Suite struct MarkOfAnotherFaceTests {
  @Test(arguments: [
    ("e\u{301}x", ["text"]),
    // There is no letter for the mark.
    ("\u{301}", ["missing"]),
    ("a \u{301}b", ["text", "missing", "text"]),
    // Joiners and variation selectors belong to the preceding character.
    ("a\u{200D}b", ["text"]),
    ("a\u{FE00}b", ["text"]),
  ])
  func marksStayWithTheirLetters(_ string: String, _ kinds: [String]) throws {
    var preparer = try TestFonts.preparer()
    let prepared = preparer.prepare(StyledText.of([.text(string)], language: "en"))
    #expect(prepared.pieces.map { "\($0.kind)" } == kinds)
  }
}
