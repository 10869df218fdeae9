import Testing

@testable import TextLayout

/// A mark and its letter are drawn by one face or stand in a box together: otherwise each browser would choose.
@Suite struct MarkOfAnotherFaceTests {
  @Test(arguments: [
    ("e\u{301}x", ["text"]),
    // No letter to stand on.
    ("\u{301}", ["missing"]),
    ("a \u{301}b", ["text", "missing", "text"]),
    // Joiners and variation selectors belong to whatever they follow.
    ("a\u{200D}b", ["text"]),
    ("a\u{FE00}b", ["text"]),
  ])
  func standsWithItsLetter(_ string: String, _ kinds: [String]) throws {
    var preparer = try TestFonts.preparer()
    let prepared = preparer.prepare(StyledText.of([.text(string)], language: "en"))
    #expect(prepared.pieces.map { "\($0.kind)" } == kinds)
  }
}
