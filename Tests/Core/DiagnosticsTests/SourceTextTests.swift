import Diagnostics
import Testing

@Suite struct SourceTextTests {
  struct Place: Sendable {
    /// `|` marks the place.
    var marked: String
    var line: Int
    var column: Int
  }

  static let places = [
    Place(marked: "|", line: 1, column: 1),
    Place(marked: "|abc", line: 1, column: 1),
    Place(marked: "abc|", line: 1, column: 4),
    Place(marked: "abc|\ndef", line: 1, column: 4),
    Place(marked: "abc\n|def", line: 2, column: 1),
    Place(marked: "abc\r\nde|f", line: 2, column: 3),
    Place(marked: "\n\n\n|", line: 4, column: 1),
    Place(marked: "äöü|ß", line: 1, column: 4),
    Place(marked: "漢字|", line: 1, column: 3),
    Place(marked: "👩‍👩‍👧|x", line: 1, column: 2),
    Place(marked: "e\u{301}|x", line: 1, column: 2),
    Place(marked: "שלום |עולם", line: 1, column: 6),
  ]

  private static func split(_ marked: String) -> (source: SourceText, offset: Int) {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return (SourceText(path: "a.md", text: parts.joined()), parts[0].utf8.count)
  }

  @Test(arguments: places) func countsLinesAndColumns(_ place: Place) {
    let (source, offset) = Self.split(place.marked)
    #expect(source.position(at: offset) == SourcePosition(line: place.line, column: place.column))
  }

  @Test func clampsPlacesToTheFile() {
    let source = SourceText(path: "a.md", text: "ab\ncd")
    #expect(source.position(at: -5) == SourcePosition(line: 1, column: 1))
    #expect(source.position(at: 99) == SourcePosition(line: 2, column: 3))
    #expect(source.text(in: SourceRange(-3, 2)) == "ab")
    #expect(source.text(in: SourceRange(3, 99)) == "cd")
    #expect(source.text(in: SourceRange(4, 2)) == "")
    #expect(source.text(in: source.fullRange) == "ab\ncd")
  }

  @Test(arguments: ["|", "ab|c", "ab\ncd|\nef", "ab\r\nc|d\r\n", "ab\n|", "ab\n\n|\ncd", "ab|\r\ncd"])
  func findsTheLineOfAPlace(_ marked: String) {
    let (source, offset) = Self.split(marked)
    let whole = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).joined()
    // Swift treats "\r\n" as one character, like "\n".
    let lines = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let expected = lines[source.position(at: offset).line - 1]
    #expect(source.text(in: source.line(at: offset)) == String(expected))
  }

  @Test func findsWhereALineStarts() {
    let text = "one\ntwo\r\n\nfour"
    let source = SourceText(path: "a.md", text: text)
    #expect(source.offset(ofLine: 0) == 0)
    #expect(source.offset(ofLine: 1) == 0)
    for line in 1...4 {
      #expect(source.position(at: source.offset(ofLine: line)) == SourcePosition(line: line, column: 1))
    }
    #expect(source.offset(ofLine: 5) == text.utf8.count)
  }

  @Test func readsAnyBytes() {
    let source = SourceText(path: "a.md", bytes: [0xFF, 0xC3, 0x0A, 0xE2, 0x80])
    for offset in -1...6 { #expect(source.position(at: offset).line == (offset < 3 ? 1 : 2)) }
  }
}
