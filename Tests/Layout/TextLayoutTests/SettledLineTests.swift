import Testing

@testable import TextLayout

/// Lines of artificial pieces with known widths.
@Suite struct SettledLineTests {
  /// Reads `word:width`, preceded by a joint as in `PreparedText.drawing`. A word can be split between its letters,
  /// which have equal widths. The space and the ellipsis are 10 px wide.
  static func text(_ drawing: String, itemCount: Int = 1) -> PreparedText {
    var bytes: [UInt8] = []
    var pieces: [Piece] = []
    var graphemes: [GraphemeEdge] = []
    var joint = Piece.Joint.none
    for token in drawing.split(separator: " ") {
      if token.allSatisfy({ $0 == "¶" }) {
        joint = .hardBreaks(token.count)
        continue
      }
      let parts = token.split(separator: ":")
      guard parts.count == 2, let width = Int(parts[1]) else { continue }
      var word = parts[0]
      if word.first == "+" {
        joint = .none
        word.removeFirst()
      } else if word.first == "|" {
        joint = .opportunity
        word.removeFirst()
      }
      let lower = bytes.count
      bytes += Array(word.utf8)
      let first = graphemes.count
      let start = joint == .none && lower > 0 ? 0 : 1
      for index in start..<max(start, word.utf8.count) {
        var rounded = RoundedAdvance()
        rounded.add(width * index, dividedBy: word.utf8.count)
        graphemes.append(
          GraphemeEdge(offset: lower + index, width: (width << 16) * index / word.utf8.count, rounded: rounded))
      }
      var advance = Advance(of: width, in: 1)
      advance.itemCount = itemCount
      pieces.append(
        Piece(
          lower: lower, upper: bytes.count, leaf: 0, kind: .text, joint: joint, spaceLeaf: 0, atom: 0,
          advance: advance, spaceWidth: joint == .space ? 10 << 16 : 0,
          graphemes: first..<graphemes.count, splitSlack: 0))
      joint = .space
    }
    return PreparedText(
      bytes: bytes, pieces: pieces, isolated: [], turns: [],
      ellipses: [Advance(of: 10, in: 1)], graphemes: graphemes, missing: [])
  }

  /// Firefox may end a line where the direction changes, even in an element that does not wrap. At a space it does not.
  @Test(arguments: [
    ("aa:60 bb:20 |7:20", true), ("aa:60 \u{5D0}:20 7:20", true), ("aa:60 \u{5D0}:20 |7:20", false),
    ("aa:60 7:20 |\u{5D0}:20", false),
  ])
  func glueDoesNotTurn(drawing: String, isGlued: Bool) throws {
    let lines = Self.text(drawing).lines(width: 90)
    #expect(lines.forcedBreaks == [2])
    #expect(lines.glues.map(\.offset) == (isGlued ? [2] : []))
  }

  /// The lines: `/` is a natural break, `!` a forced one, `~` a place where glue is enough, and `…` a cut.
  static func drawing(_ text: PreparedText, _ lines: MeasuredText) -> String {
    var result = ""
    var starts = lines.lineStarts.dropFirst()
    for (offset, byte) in text.bytes.enumerated() {
      if offset == lines.cut { break }
      while let start = starts.first, start == offset {
        starts.removeFirst()
        let isGlued = lines.glues.contains { $0.offset == offset }
        result += isGlued ? "~" : lines.forcedBreaks.contains(offset) ? "!" : "/"
      }
      result += String(decoding: [byte], as: UTF8.self)
    }
    return lines.isTruncated ? result + "…" : result
  }

  struct Example: Sendable {
    var text: String
    var width: Int
    var maximumLines: Int?
    var endsInEllipsis = false
    var lines: String
    var settledCount = 0
  }

  static let examples = [
    Example(text: "aa:40 bb:40", width: 91, lines: "aabb"),
    Example(text: "aa:40 bb:40", width: 89, lines: "aa/bb"),
    // The text is exactly as wide as the line, so engines might differ.
    Example(text: "aa:40 bb:40", width: 90, lines: "aa!bb", settledCount: 1),
    // A word that might fit on the line above is kept by the next word, which certainly does not fit there.
    Example(text: "aa:60 bb:20 cc:20", width: 90, lines: "aa~bbcc", settledCount: 1),
    Example(text: "aa:60 bb:20 cc:10 +dd:5 ee:40", width: 90, lines: "aa~bbccdd/ee", settledCount: 1),
    Example(text: "aa:60 bb:20 ¶ cc:20", width: 90, lines: "aa!bb/cc", settledCount: 1),
    // Both words would exceed the line if they were spaced wider.
    Example(text: "aa:40 bb:40 cc:30", width: 90, lines: "aa!bbcc", settledCount: 1),
    Example(text: "aa:40 bb:40 cc:40", width: 90, lines: "aa!bb!cc", settledCount: 2),
    Example(text: "aa:40 bb:40 cc:90 dd:40", width: 90, lines: "aa!bb!c!c/dd", settledCount: 1),
    Example(text: "aa:40 ¶ bb:40", width: 200, lines: "aa/bb"),
    Example(text: "aa:40 ¶¶¶ bb:40", width: 200, lines: "aa///bb"),
    // Split words: the break before them is also forced, so that their first part stays on its line.
    Example(text: "abcd:80", width: 50, lines: "ab!cd"),
    Example(text: "xx:4 abcdef:120", width: 50, lines: "xx!ab!cd!ef"),
    Example(text: "xx:4 ¶ abcd:80", width: 50, lines: "xx/ab!cd"),
    Example(text: "abcd:80 yy:8", width: 50, lines: "ab!cd/yy"),
    Example(text: "abc:60 yy:8", width: 50, lines: "ab!cyy"),
    // Wider than the line in any case.
    Example(text: "abc:180", width: 50, lines: "a!b!c"),
    Example(text: "a:180 b:180", width: 50, lines: "a/b"),
    // Pieces that belong together are divided only if necessary.
    Example(text: "ab:30 +cd:30", width: 70, lines: "abcd"),
    Example(text: "xx:30 ab:30 +cd:30", width: 70, lines: "xx/abcd"),
    Example(text: "ab:30 +cd:30", width: 40, lines: "ab!cd"),
    Example(text: "ab:30 +cd:30", width: 50, lines: "abc!d"),
    // Cuts.
    Example(text: "aa:40 bb:40 cc:40", width: 120, maximumLines: 1, lines: "aabb…"),
    Example(text: "aa:40 bb:40 cc:40", width: 95, maximumLines: 1, lines: "aa…"),
    Example(text: "aa:40 bb:40 cc:40", width: 95, maximumLines: 2, lines: "aabb/cc"),
    Example(text: "aa:40 bb:40 cc:40", width: 95, maximumLines: 2, endsInEllipsis: true, lines: "aabb/cc…"),
    Example(text: "aa:40 bb:40", width: 91, maximumLines: 1, endsInEllipsis: true, lines: "aa…"),
    Example(text: "aa:40", width: 100, endsInEllipsis: true, lines: "aa…"),
    Example(text: "aa:40", width: 100, maximumLines: 0, lines: "aa"),
    // The cut is inside a word, which must stay on its line.
    Example(text: "abcd:80 yy:8", width: 85, maximumLines: 1, lines: "abc…"),
    Example(text: "xx:4 abcd:80 yy:8", width: 85, maximumLines: 2, lines: "xx!abc…"),
    Example(text: "xx:4 ¶ abcd:80 yy:8", width: 85, maximumLines: 2, lines: "xx/abc…"),
    Example(text: "abcdef:120", width: 50, maximumLines: 2, lines: "ab!c…"),
    Example(text: "ab:30 +cd:30 +ef:30", width: 50, maximumLines: 1, lines: "ab…"),
    Example(text: "ab:30 +cd:30 +ef:30", width: 50, maximumLines: 2, lines: "abc!def"),
    // Nothing fits, but something is shown before the ellipsis.
    Example(text: "abcd:80", width: 15, maximumLines: 1, lines: "a…"),
    Example(text: "a:80 b:80", width: 15, maximumLines: 1, lines: "a…"),
    // Hard breaks at the maximum number of lines.
    Example(text: "aa:40 ¶ bb:40", width: 200, maximumLines: 1, lines: "aa…"),
    Example(text: "aa:40 ¶¶ bb:40", width: 200, maximumLines: 2, lines: "aa…"),
    Example(text: "aa:40 ¶¶¶ bb:40", width: 200, maximumLines: 3, lines: "aa…"),
    Example(text: "aa:40 ¶¶ bb:40 cc:40", width: 60, maximumLines: 3, lines: "aa//bb…"),
    Example(text: "aa:40 ¶ bb:40", width: 200, maximumLines: 2, endsInEllipsis: true, lines: "aa/bb…"),
  ]

  @Test(arguments: examples) func breaksLines(_ example: Example) {
    let text = Self.text(example.text)
    let lines = text.lines(
      width: example.width, maximumLines: example.maximumLines, endsInEllipsis: example.endsInEllipsis)
    #expect(Self.drawing(text, lines) == example.lines, "\(example.text) at \(example.width) px")
    #expect(lines.settledCount == example.settledCount, "\(example.text)")
  }

  /// How many lines a text would have without, if the doubtful words stayed where they may fit.
  @Test(arguments: [
    ("aa:40 bb:40", 1), ("aa:60 bb:20 cc:20", 0), ("aa:60 bb:20 ¶ cc:20", 1), ("aa:40 bb:40 cc:30", 0),
    ("aa:40 bb:40 cc:40", 1), ("aa:40 bb:40 cc:40 dd:40", 2), ("aa:40 bb:30", 0),
  ])
  func linesThatClosedCallsAdd(text: String, count: Int) {
    let text = Self.text(text)
    #expect(text.lines(width: 90).extraLineCount(of: text) == count)
  }

  /// Each boundary of an element may round up once more.
  @Test func elementsAddUncertainty() {
    let (few, many) = (Self.text("aa:40 bb:40", itemCount: 1), Self.text("aa:40 bb:40", itemCount: 60))
    #expect(Self.drawing(few, few.lines(width: 91)) == "aabb")
    #expect(Self.drawing(many, many.lines(width: 91)) == "aa!bb")
  }

  /// Chromium breaks a line from right to left before its last word if the space after it is a little too wide for it,
  /// and begins an item with the next word.
  @Test func leadingSpacesAreSettled() {
    func isSettled(width: Int, spaceWidth: Int = 10 << 16, leadingSpaces: [Int] = [1]) -> Bool {
      let pieces = (0..<2).map { index in
        Piece(
          lower: 2 * index, upper: 2 * index + 2, leaf: 0, kind: .text, joint: index == 0 ? .none : .space,
          spaceLeaf: 0, atom: 0, advance: Advance(of: 40, in: 1), spaceWidth: index == 0 ? 0 : spaceWidth,
          graphemes: 0..<0, splitSlack: 0)
      }
      let text = PreparedText(
        bytes: Array("abcd".utf8), pieces: pieces, isolated: [], turns: [], leadingSpaces: leadingSpaces, ellipses: [],
        graphemes: [], missing: [])
      let lines = text.lines(width: width)
      #expect(lines.lineStarts == [0, 2])
      #expect(lines.settledCount == lines.forcedBreaks.count)
      return lines.forcedBreaks == [2]
    }
    #expect([45, 49, 50, 51, 60].map { isSettled(width: $0) } == [false, false, true, false, false])
    #expect(!isSettled(width: 50, leadingSpaces: []))
    // In 1/64 px. Chromium rounds the place from which it measures as well, so the space may be nearly 2/64 px too wide.
    #expect([640, 641.6, 643].map { isSettled(width: 50, spaceWidth: Int($0 * 1024)) } == [true, true, false])
  }

  @Test func veryLongWords() throws {
    var preparer = try TestFonts.preparer()
    for snippet in ["x", "漢", "AVA-", "a/", "😀", "e\u{301}", "ب"] {
      let text = preparer.prepare(.plain(String(repeating: snippet, count: 4000)))
      let lines = text.lines(width: 200)
      #expect(lines.lineCount > 50)
      // Uncertainty does not accumulate: lines are nearly full.
      let first = text.advance(0..<lines.lineStarts[1])
      #expect(first.width > 150 << 16 && first.width <= 200 << 16, "\(snippet)")
      #expect(text.lines(width: 200, maximumLines: 3).lineCount == 3)
    }
  }
}
