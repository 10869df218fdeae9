import TestSupport
import Testing

@testable import TextLayout

@Suite struct LineTests {
  private static let widths = Array(stride(from: 96, through: 420, by: 54)) + [20, 57]

  /// Random texts from a corpus, the same in every run.
  private static func forEachText(
    of corpus: Corpus, seed: UInt64, count: Int = 5, _ body: (PreparedText, String) throws -> Void
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var preparer = try TestFonts.preparer()
    for round in 0..<count {
      let prepared = preparer.prepare(.random(of: corpus, generator: &generator))
      if !prepared.isEmpty { try body(prepared, "seed \(seed), round \(round)") }
    }
  }

  @Test(arguments: Corpus.all) func agreesWithPlainLines(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 1) { text, note in
      for width in stride(from: 90, to: 300, by: 3) {
        let lines = text.lines(width: width)
        let plain = PlainLines(text, width: width)
        guard Array(lines.lineStarts) != plain.starts else { continue }
        // Where both differ, the break is forced, and is not later.
        let parting = zip(lines.lineStarts, plain.starts).first { $0 != $1 }
        let start = parting?.0 ?? lines.lineStarts.dropFirst(plain.starts.count).first
        #expect(start.map(lines.forcedBreaks.contains) == true, "\(note), \(width) px")
        if let parting { #expect(parting.0 < parting.1, "\(note), \(width) px") }
      }
    }
  }

  @Test(arguments: Corpus.all) func linesContainTheWholeTextAndFit(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 2) { text, note in
      let starts = text.possibleStarts
      for width in Self.widths {
        let lines = text.lines(width: width)
        #expect(lines.lineStarts.first == 0 && lines.cut == nil, "\(note), \(width) px")
        #expect(Array(lines.lineStarts) == lines.lineStarts.sorted(), "\(note), \(width) px")
        #expect(lines.lineStarts.allSatisfy { starts.contains($0) }, "\(note), \(width) px")
        #expect(zip(lines.forcedBreaks, lines.forcedBreaks.dropFirst()).allSatisfy { $0 < $1 }, "\(note), \(width) px")
        #expect(Set(lines.forcedBreaks).isSubset(of: lines.lineStarts.dropFirst()), "\(note), \(width) px")
        #expect(lines.settledCount <= lines.forcedBreaks.count, "\(note), \(width) px")
        let ends = lines.lineStarts.dropFirst() + [text.bytes.count]
        for (start, end) in zip(lines.lineStarts, ends) where start < end {
          let fits = text.advance(start..<end).width <= width << 16
          #expect(fits || !text.canBreak(inside: start..<end), "\(note), \(width) px: \(text.string(start..<end))")
        }
      }
    }
  }

  /// A line is wider than the available width only if the text says that it overflows.
  @Test(arguments: Corpus.all) func textsSayThatTheyOverflow(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 6) { text, note in
      for width in [1, 4, 9, 14] + Self.widths {
        let lines = text.lines(width: width)
        let ends = lines.lineStarts.dropFirst() + [text.bytes.count]
        let isWider = zip(lines.lineStarts, ends).contains { $0 < $1 && text.advance($0..<$1).width > width << 16 }
        if isWider { #expect(lines.overflows, "\(note), \(width) px") }
        if width > 200 { #expect(!lines.overflows, "\(note), \(width) px") }
      }
    }
  }

  @Test(arguments: Corpus.all) func linesAreTheSameAtAllTheirWidths(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 5) { text, note in
      for width in Self.widths {
        for (most, ends) in [(nil, false), (1, false), (2, false), (2, true)] as [(Int?, Bool)] {
          var all = TextLines()
          let interval = all.append(text, width: width, maximumLines: most, endsInEllipsis: ends)
          let lines = all[0]
          #expect(interval.contains(width), "\(note), \(width) px")
          let widths = interval.clamped(to: 1...4000)
          for other in [widths.lowerBound, (widths.lowerBound + widths.upperBound) / 2, widths.upperBound] {
            let same = text.lines(width: other, maximumLines: most, endsInEllipsis: ends)
            #expect(same == lines, "\(note), \(width) and \(other) px, \(most ?? 0) lines")
          }
        }
      }
    }
  }

  @Test func aLineFitsAtAllGreaterWidths() throws {
    var preparer = try TestFonts.preparer()
    let text = preparer.prepare(.plain("one two three", language: "en", isRightToLeft: false))
    let least = text.leastWidthOnOneLine
    var lines = TextLines()
    #expect(lines.append(text, width: 1000) == least...Int.max)
    #expect(lines.append(text, width: least - 1).upperBound == least - 1)
  }

  @Test(arguments: Corpus.all) func splitsOnlyBetweenGraphemeClusters(_ corpus: Corpus) throws {
    var segmenter = try TestFonts.segmenter()
    var preparer = try TestFonts.preparer()
    for word in corpus.words {
      let text = preparer.prepare(
        .plain(word, size: 40, language: corpus.language, isRightToLeft: corpus.isRightToLeft))
      let ends = segmenter.graphemeEnds(in: text.bytes[...])
      let boundaries = Set([0] + ends)
      for width in [1, 40, 96, 130] {
        let lines = text.lines(width: width)
        #expect(lines.lineStarts.allSatisfy(boundaries.contains), "\(word), \(width) px")
        // No line is shorter than a cluster, and at no width does every cluster need a line of its own.
        #expect(lines.lineCount <= ends.count, "\(word), \(width) px")
      }
    }
  }

  @Test(arguments: Corpus.all) func widerLinesAreNeverMoreNumerous(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 3, count: 3) { text, note in
      var before = Int.max
      for width in stride(from: 30, to: 400, by: 3) {
        let count = text.lines(width: width).lineCount
        #expect(count <= before, "\(note), \(width) px")
        before = count
      }
      let least = text.leastWidthOnOneLine
      guard !text.pieces.contains(where: { if case .hardBreaks = $0.joint { true } else { false } }) else { return }
      #expect(text.lines(width: least).lineCount == 1, "\(note)")
    }
  }

  @Test(arguments: Corpus.all) func cutLinesEndInAnEllipsis(_ corpus: Corpus) throws {
    try Self.forEachText(of: corpus, seed: 4) { text, note in
      for width in Self.widths {
        let full = text.lines(width: width)
        for maximum in 1...(full.lineCount + 1) {
          for endsInEllipsis in [false, true] {
            let lines = text.lines(width: width, maximumLines: maximum, endsInEllipsis: endsInEllipsis)
            let here = "\(note), \(width) px, \(maximum) lines"
            #expect(lines.lineCount <= maximum, "\(here)")
            #expect(lines.lineStarts.elementsEqual(full.lineStarts.prefix(lines.lineCount)), "\(here)")
            #expect(lines.isTruncated == (endsInEllipsis || maximum < full.lineCount), "\(here)")
            guard let cut = lines.cut, let start = lines.lineStarts.last else { continue }
            #expect(start < cut, "\(here)")
            // The visible text was on this line before the cut.
            let end = full.lineCount > lines.lineCount ? full.lineStarts[lines.lineCount] : text.bytes.count
            #expect(cut <= end || !text.canBreak(inside: start..<cut), "\(here)")
            let ellipsis = text.ellipses.map(\.width).min() ?? 0
            let fits = text.advance(start..<cut).width + ellipsis <= width << 16
            #expect(fits || !text.canBreak(inside: start..<cut), "\(here)")
            // All forced breaks are above the cut.
            #expect(lines.forcedBreaks.allSatisfy { $0 < cut }, "\(here)")
          }
        }
      }
    }
  }

  @Test func longestCutAlwaysFits() throws {
    var preparer = try TestFonts.preparer()
    let text = preparer.prepare(.plain("one two three four five", size: 20))
    for width in 60..<300 {
      let lines = text.lines(width: width, maximumLines: 1)
      guard let cut = lines.cut else { continue }
      let shown = text.advance(0..<cut) + text.ellipses[0]
      let isInsideWord = !text.pieces.contains { $0.upper == cut }
      #expect(shown.width + shown.doubt <= width << 16 || isInsideWord)
      // One more word would not fit.
      guard !isInsideWord, let next = text.pieces.first(where: { $0.lower == cut }) else { continue }
      let more = text.advance(0..<next.upper) + text.ellipses[0]
      #expect(more.width + more.doubt > width << 16, "\(width) px")
    }
  }
}
