import TestSupport
import Testing

@testable import TextLayout

@Suite struct IsolatedRunTests {
  struct Example: Sendable {
    var leaves: [String]
    var isRightToLeft = false
    /// The isolated runs, without the spaces between their pieces.
    var isolated: [String]
  }

  static let examples = [
    Example(leaves: ["plain words"], isolated: []),
    Example(leaves: ["see שלום עולם there"], isolated: ["שלוםעולם"]),
    // A number between right-to-left words is part of their run; a number alone is not.
    Example(leaves: ["see שלום 12 עולם and 12"], isolated: ["שלום12עולם"]),
    Example(leaves: ["שלום and עולם"], isolated: ["שלום", "עולם"]),
    Example(leaves: ["שלום hello world עולם 12"], isRightToLeft: true, isolated: ["helloworld"]),
    Example(leaves: ["שלום עולם 12, 13."], isRightToLeft: true, isolated: []),
    Example(leaves: ["see של", "ום there"], isolated: ["שלום"]),
    // A word with both directions is left unchanged: it has no border for isolation.
    Example(leaves: ["see שלום-world there"], isolated: []),
    Example(leaves: ["a שלום\u{2028}עולם b"], isolated: ["שלום", "עולם"]),
  ]

  @Test(arguments: examples) func findsRunsOfTheOtherDirection(_ example: Example) throws {
    var preparer = try TestFonts.preparer()
    var text = StyledText.of(example.leaves.map { .text($0) }, language: example.isRightToLeft ? "he" : "en")
    text.isRightToLeft = example.isRightToLeft
    let prepared = preparer.prepare(text)
    let isolated = prepared.isolated.map { run in
      run.pieces.map {
        String(decoding: prepared.bytes[prepared.pieces[$0].lower..<prepared.pieces[$0].upper], as: UTF8.self)
      }
      .joined()
    }
    #expect(isolated == example.isolated)
    #expect(prepared.isolated.allSatisfy { $0.isRightToLeft != example.isRightToLeft })
  }

  /// In these texts, `|` marks where the direction changes inside an atom.
  @Test(arguments: [
    ("שלום -|hello", true), ("שלום -|hello|- שלום", true), ("שלום hello-world", true), ("שלום \"hello\"", true),
    ("שלום \\|ทศฏ|、", true), ("-|hello", true), ("see שלום|-world there", false), ("a/b", false),
  ])
  func findsDirectionChangesInAtoms(marked: String, isRightToLeft: Bool) throws {
    var preparer = try TestFonts.preparer()
    // Prepared text contains no spaces.
    let expected = marked.split(separator: " ").joined()
    let text = marked.split(separator: "|").joined()
    let prepared = preparer.prepare(
      .plain(text, language: isRightToLeft ? "he" : "en", isRightToLeft: isRightToLeft))
    var drawing = ""
    var start = 0
    for turn in prepared.turns + [prepared.bytes.count] {
      drawing += (start > 0 ? "|" : "") + prepared.string(start..<turn)
      start = turn
    }
    #expect(drawing == expected)
  }

  /// Punctuation between two words belongs to their run. If the second word is isolated, none of its letters is a
  /// neighbour.
  @Test(arguments: ["VLC", "(VLC"]) func isolatedRunsDoNotChangeTheirNeighbours(_ isolated: String) throws {
    var preparer = try TestFonts.preparer()
    let widths = try [isolated, "צליל"].map { word in
      let text = preparer.prepare(.plain("קבצים “ff” " + word, language: "he", isRightToLeft: true))
      let pieces = text.pieces.filter { text.string($0.lower..<$0.upper) == "“ff”" }
      return try #require(pieces.first).advance
    }
    #expect(widths[0].width == widths[1].width)
  }

  @Test func findsFirstRunThatEndsAfterPiece() {
    let runs = [0..<2, 2..<3, 5..<9].map { IsolatedRun(pieces: $0, isRightToLeft: true) }
    for piece in -1...10 {
      #expect(runs.firstRun(endingAfter: piece) == runs.first { $0.pieces.upperBound > piece })
    }
  }
}
