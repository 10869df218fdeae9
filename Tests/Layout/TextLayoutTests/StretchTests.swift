import TestSupport
import Testing

@testable import TextLayout

@Suite struct StretchTests {
  private static func forEachText(
    of corpus: Corpus, seed: UInt64, _ body: (PreparedText, MeasuredText, String) throws -> Void
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var preparer = try TestFonts.preparer()
    for _ in 0..<4 {
      let prepared = preparer.prepare(.random(of: corpus, generator: &generator))
      if prepared.isEmpty { continue }
      for width in [40, 96, 150, 300] {
        try body(prepared, prepared.lines(width: width), "seed \(seed), \(width) px")
      }
    }
  }

  @Test(arguments: Corpus.all) func stretchesOfTheMarkupAreTheLines(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 31) { text, lines, note in
      let ends = lines.lineStarts.dropFirst() + [text.bytes.count]
      let expected = zip(lines.lineStarts, ends).filter { $0 < $1 }.map { start, end in
        PreparedText.Stretch(bytes: start..<end, width: text.advance(start..<end).width)
      }
      #expect(text.stretches(of: lines, breaking: .markup, growth: .none, sizes: []) == expected, "\(note)")
    }
  }

  /// A browser breaks at least where the markup allows it, so nothing is wider than a line, and the whole text is
  /// present.
  @Test(arguments: Corpus.all) func linesOfBrowsersOccurInTheMarkup(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 32) { text, lines, note in
      let stretches = text.stretches(of: lines, breaking: .natural, growth: .none, sizes: [])
      let onLines = text.stretches(of: lines, breaking: .markup, growth: .none, sizes: [])
      #expect(stretches.map(\.bytes.count).reduce(0, +) == text.bytes.count, "\(note)")
      for stretch in stretches {
        let line = onLines.first { $0.bytes.lowerBound <= stretch.bytes.lowerBound && $0.bytes.contains(stretch.bytes) }
        #expect(line.map { $0.width >= stretch.width } == true, "\(note)")
      }
    }
  }

  @Test(arguments: Corpus.all) func stretchesGrowWithTheText(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 33) { text, lines, note in
      let sizes = Array(repeating: 10, count: 1000)
      func stretches(_ growth: TextGrowth) -> [PreparedText.Stretch] {
        text.stretches(of: lines, breaking: .natural, growth: growth, sizes: sizes)
      }
      let plain = stretches(.none)
      // Boxes of images do not grow.
      for (one, two) in zip(plain, stretches(TextGrowth(percent: 200))) {
        #expect(two.bytes == one.bytes && two.width <= 2 * one.width && two.width >= one.width, "\(note)")
      }
      // 10 hundredths of 10 px are one pixel for each character.
      for (one, wider) in zip(plain, stretches(TextGrowth(letterSpacing: 10))) {
        let most = text.readable(one.bytes).unicodeScalars.count
        #expect((0...most).contains((wider.width - one.width + 0x8000) >> 16), "\(note)")
      }
    }
  }

  @Test func cutTextEndsWithItsEllipsis() throws {
    var preparer = try TestFonts.preparer()
    let text = preparer.prepare(.plain("some words that are cut after two lines of them"))
    let lines = text.lines(width: 100, maximumLines: 2)
    let stretches = text.stretches(of: lines, breaking: .markup, growth: .none, sizes: [])
    #expect(stretches.count == 2)
    let last = try #require(stretches.last)
    #expect(last.bytes.upperBound == lines.cut)
    #expect(last.width > text.advance(last.bytes).width)
    #expect(last.width <= 100 << 16)
  }

  @Test func spacesAreReadable() throws {
    var preparer = try TestFonts.preparer()
    let text = preparer.prepare(.plain("  some   words\nof it "))
    #expect(text.readable(0..<text.bytes.count) == "some words of it")
    #expect(text.spaceOffsets == [4, 9, 11])
    #expect(text.readable(4..<11) == "words of")
    #expect(text.readable(0..<0) == "")
  }
}
