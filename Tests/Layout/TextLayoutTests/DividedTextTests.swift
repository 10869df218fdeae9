import Testing

@testable import TextLayout

/// If the markup divides a word for narrow lines, its parts are separate text nodes at all widths, and WebKit shapes
/// them separately.
@Suite struct DividedTextTests {
  private static func prepared(_ text: String, language: String = "en", isRightToLeft: Bool = false) throws
    -> PreparedText
  {
    var preparer = try TestFonts.preparer()
    var styled = StyledText.plain(text, language: language, isRightToLeft: isRightToLeft)
    styled.leastLineWidth = 0
    return preparer.prepare(styled)
  }

  /// The offsets inside pieces where the markup divides a text.
  private static func divisions(of text: PreparedText, in lines: MeasuredText) -> [Int] {
    let marks = text.divisionMarks(for: [lines])
    return text.pieces.flatMap { piece in (piece.lower..<piece.upper).dropFirst().filter { marks[$0] } }
  }

  /// On a line that is just wide enough for the whole text, parts without kerning or joining might not fit.
  @Test(arguments: [
    ("AVATARAVATAR again", "en", false), ("one TATATATATATA", "de", false), ("السلام عليكم", "ar", true),
  ])
  func dividedWordsCanBeWider(text: String, language: String, isRightToLeft: Bool) throws {
    var text = try Self.prepared(text, language: language, isRightToLeft: isRightToLeft)
    let narrow = text.lines(width: 24)
    #expect(!Self.divisions(of: text, in: narrow).isEmpty)
    let width = text.leastWidthOnOneLine
    let isNew = text.allow(forDivisionsIn: [narrow])
    #expect(isNew)
    #expect(text.leastWidthOnOneLine > width)
    // Divisions that are already allowed for add nothing.
    let allowed = text.leastWidthOnOneLine
    let isNewAgain = text.allow(forDivisionsIn: [narrow])
    #expect(!isNewAgain)
    #expect(text.leastWidthOnOneLine == allowed)
  }

  @Test func breaksBetweenWordsDivideNoWord() throws {
    let text = try Self.prepared("one two three four five six")
    for width in 60...200 {
      let lines = text.lines(width: width, maximumLines: 2)
      #expect(Self.divisions(of: text, in: lines).isEmpty, "\(width) px")
    }
  }

  /// WebKit does not break after the hyphen of a compound if a text node begins with it.
  @Test(arguments: ["Minesweeper-Spiel", "Open/Closed", "wait…"]) func punctuationStaysWithItsWord(text: String) throws
  {
    let text = try Self.prepared(text)
    for width in 8...120 {
      for lineLimit in [nil, 1, 2] {
        for offset in Self.divisions(of: text, in: text.lines(width: width, maximumLines: lineLimit)) {
          #expect(!"-/…".utf8.contains(text.bytes[offset]), "\(width) px: \(offset)")
        }
      }
    }
  }

  @Test func dividesLongPunctuation() throws {
    let text = try Self.prepared("--------------------------------")
    #expect(text.lines(width: 60).lineCount > 1)
  }

  /// Parts that are shaped separately are as wide as inside the word, but for the slack.
  @Test(arguments: Corpus.all) func partsAreAsWideAsTheirSlackAllows(_ corpus: Corpus) throws {
    for word in corpus.words {
      let text = try Self.prepared(word, language: corpus.language, isRightToLeft: corpus.isRightToLeft)
      guard text.pieces.count == 1, let piece = text.pieces.first else { continue }
      for edge in text.graphemes where edge.offset > piece.lower {
        let parts = [Array(text.bytes[..<edge.offset]), Array(text.bytes[edge.offset...])]
        let widths = try parts.map { part in
          try Self.prepared(
            String(decoding: part, as: UTF8.self), language: corpus.language, isRightToLeft: corpus.isRightToLeft
          ).total.width
        }
        let slack = piece.splitSlack + roundingOfWidths
        #expect(abs(widths[0] - edge.width) <= slack, "\(word), \(edge.offset)")
        #expect(abs(widths[1] - (piece.advance.width - edge.width)) <= slack, "\(word), \(edge.offset)")
      }
    }
  }
}

/// The slack is found in a part of the word, whose widths are rounded otherwise; in 1/65536 px.
private let roundingOfWidths = 4
