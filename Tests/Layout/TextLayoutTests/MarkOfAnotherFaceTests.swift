import Testing

@testable import TextLayout

/// One face draws a mark and its letter, in an element of their own if need be, or both are in a box: otherwise each
/// browser would choose.
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

  private static let first = FontRequest(stack: "first", weight: 400, isItalic: false)
  private static let second = FontRequest(stack: "second", weight: 400, isItalic: false)
  private static let texts = ["g\u{303}", "g", "ago", "m\u{304}", "а\u{301}", "t\u{361}s", "ა\u{303}"]

  /// The first stack begins with a face that has letters and a macron, but no tilde. The second has what follows it.
  private static func preparer() throws -> TextPreparer {
    let serif = try TestFonts.face("Noto Sans CJK JP", weight: 400)
    let sans = try TestFonts.face("Noto Sans", weight: 400)
    var characters = CharacterCoverage()
    var marked = MarkedLetters()
    for text in texts { characters.insert(scalarsOf: text.utf8Span, marked: &marked) { _ in true } }
    let plan = FontPlan(
      faces: [first: [serif, sans], second: [sans]], usage: [first: characters, second: characters],
      marked: [first: marked, second: marked])
    guard let fonts = plan.serve(plan.subsets.compactMap { $0.face.subset(to: $0.characters) }),
      let preparer = TextPreparer(fonts: fonts)
    else { throw TestFonts.Unavailable(description: "cannot make subsets") }
    return preparer
  }

  @Test(arguments: [
    ("g\u{303}", ["apart"]), ("ag\u{303}o", ["text", "apart", "text"]), ("m\u{304}", ["text"]),
    ("а\u{301}", ["text"]), ("t\u{361}s", ["apart", "text"]), ("g\u{303}g\u{303}", ["apart", "apart"]),
    // No face has the letter.
    ("ა\u{303}", ["missing"]),
  ])
  func lettersWithoutTheirMarkAreApart(_ string: String, _ kinds: [String]) throws {
    var preparer = try Self.preparer()
    let prepared = preparer.prepare(StyledText.of([.text(string)], font: Self.first, language: "en"))
    #expect(prepared.pieces.map { "\($0.kind)" } == kinds)
    #expect(prepared.pieces.dropFirst().allSatisfy { $0.joint == .none && $0.atom == prepared.pieces[0].atom })
    for piece in prepared.pieces where piece.kind == .apart {
      #expect(piece.family == 1)
      let alone = preparer.prepare(
        StyledText.of([.text(prepared.string(piece.lower..<piece.upper))], font: Self.second, language: "en"))
      #expect(piece.advance == alone.pieces[0].advance)
    }
  }
}
