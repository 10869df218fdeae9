import Testing

@testable import TextLayout

@Suite struct WordShaperTests {
  private static func opened() throws -> WordShaper {
    guard let shaper = WordShaper(fonts: try TestFonts.served.get()) else {
      throw TestFonts.Unavailable(description: "HarfBuzz")
    }
    return shaper
  }

  private static func text(_ string: String, isRightToLeft: Bool = false) throws -> ShapingText {
    var segmenter = try TestFonts.segmenter()
    let units = Array(string.utf16)
    let levels = segmenter.embeddingLevels(of: units, isRightToLeft: isRightToLeft)
    var bytes: [UInt8] = []
    var unit = 0
    for scalar in string.unicodeScalars {
      bytes += repeatElement(levels[unit], count: UTF8.width(scalar))
      unit += UTF16.width(scalar)
    }
    return ShapingText(bytes: Array(string.utf8), levels: bytes.contains { $0 > 0 } ? bytes : [])
  }

  /// The sum of the glyphs of each run, also in 1/60 px with each glyph rounded, computed independently of the shaper.
  private func sum(
    _ text: ShapingText, runs: [ShapingRun], stack: ServedStack, language: String, size: Int, disablesKerning: Bool
  ) throws -> (width: Double, sixtieths: Int, glyphCount: Int) {
    guard var shaper = Shaper() else { throw TestFonts.Unavailable(description: "HarfBuzz") }
    var (width, sixtieths, glyphCount) = (0.0, 0, 0)
    for run in runs {
      let font = stack.faces[run.face].font
      let glyphs = shaper.glyphs(
        of: text.bytes[run.range], font: font, language: language,
        properties: run.properties(disablesKerning: disablesKerning))
      for glyph in glyphs {
        let advance = Double(glyph.advance) * Double(size) / Double(font.unitsPerEm)
        width += advance
        sixtieths += Int((advance * 60).rounded(.toNearestOrAwayFromZero))
        glyphCount += 1
      }
    }
    return (width, sixtieths, glyphCount)
  }

  @Test(arguments: Corpus.all) func widthIsTheSumOfGlyphs(_ corpus: Corpus) throws {
    var words = try Self.opened()
    let context = words.number(of: ShapingContext(font: TestFonts.body, language: corpus.language))
    let served = words.stack(ofContext: context)
    let stack = try #require(served)
    let disablesKerning = ["ja", "zh", "ko"].contains(corpus.language)
    var (intervals, glyphCount) = (0, 0)
    for word in corpus.words {
      let text = try Self.text(word, isRightToLeft: corpus.isRightToLeft)
      let runs = words.runs(in: text.bytes.indices, stack: stack, text: text)
      for size in [1, 13, 16, 47] {
        let found = words.word(text.bytes.indices, of: text, context: context, size: size)
        let expected = try sum(
          text, runs: runs, stack: stack, language: corpus.language, size: size, disablesKerning: disablesKerning)
        #expect(abs(Double(found.width) / 65536 - expected.width) < 1 / 16384, "\(word) at \(size)")
        let rounded = found.rounded
        #expect(rounded.least <= expected.sixtieths && expected.sixtieths <= rounded.most, "\(word) at \(size)")
        #expect(rounded.most - rounded.least <= expected.glyphCount, "\(word) at \(size)")
        intervals += rounded.most - rounded.least
        glyphCount += expected.glyphCount
        #expect(found.itemCount == runs.count, "\(word)")
      }
    }
    // Few advances are so near to the middle between two numbers that either is possible.
    #expect(intervals * 3 < glyphCount)
  }

  struct Runs: Sendable {
    var text: String
    /// Runs, with `|` between them.
    var runs: String
    var isRightToLeft = false
  }

  static let runs = [
    Runs(text: "word", runs: "word"),
    Runs(text: "“word”", runs: "“word”"),
    Runs(text: "wordслово", runs: "word|слово"),
    Runs(text: "(слово)", runs: "(слово)"),
    Runs(text: "Wort漢字", runs: "Wort|漢字"),
    Runs(text: "aבג1", runs: "a|בג|1"),
    Runs(text: "e\u{301}e", runs: "e\u{301}e"),
    // Invisible characters belong to the run of their neighbour.
    Runs(text: "\u{200E}word", runs: "\u{200E}word"),
    Runs(text: "\u{2060}漢字", runs: "\u{2060}漢字"),
    Runs(text: "\u{200C}\u{200D}漢\u{FE00}字", runs: "\u{200C}\u{200D}漢\u{FE00}字"),
    Runs(text: "می\u{200C}خواهم", runs: "می\u{200C}خواهم", isRightToLeft: true),
    Runs(text: "क\u{200D}ष", runs: "क\u{200D}ष"),
  ]

  @Test(arguments: runs) func dividesIntoRuns(_ example: Runs) throws {
    var words = try Self.opened()
    let context = words.number(of: ShapingContext(font: TestFonts.body, language: "en"))
    let served = words.stack(ofContext: context)
    let stack = try #require(served)
    let text = try Self.text(example.text, isRightToLeft: example.isRightToLeft)
    let runs = words.runs(in: text.bytes.indices, stack: stack, text: text)
    #expect(runs.map { String(decoding: text.bytes[$0.range], as: UTF8.self) }.joined(separator: "|") == example.runs)
    for run in runs {
      for (_, scalar) in ScalarSequence(bytes: text.bytes[run.range]) {
        let own = stack.faceIndex(of: scalar)
        #expect(CharacterProperties.isDefaultIgnorable(scalar) || own == run.face)
      }
      #expect(run.isRightToLeft == (text.levels.isEmpty ? false : text.levels[run.range.lowerBound] & 1 == 1))
    }
  }

  /// Cached words are distinguished by font, size, language and direction.
  @Test func cacheKeysAreComplete() throws {
    var shared = try Self.opened()
    let requests = [TestFonts.body, TestFonts.bold, TestFonts.code]
    for round in 0..<2 {
      for word in ["AVATAR", "To", "…", "1.5", "ふ「"] {
        for request in requests {
          for language in ["en", "ja", "tr"] {
            for isRightToLeft in [false, true] {
              for size in [12, 31] {
                var alone = try Self.opened()
                let text = ShapingText(
                  bytes: Array(word.utf8), levels: Array(repeating: isRightToLeft ? 1 : 0, count: word.utf8.count))
                let context = ShapingContext(font: request, language: language)
                let (first, second) = (shared.number(of: context), alone.number(of: context))
                let expected = alone.word(text.bytes.indices, of: text, context: second, size: size)
                let found = shared.word(text.bytes.indices, of: text, context: first, size: size)
                #expect(found == expected, "\(word), \(request), \(language), round \(round)")
              }
            }
          }
        }
      }
    }
    let context = shared.number(of: ShapingContext(font: TestFonts.body, language: "en"))
    let kernless = shared.number(of: ShapingContext(font: TestFonts.body, language: "ja"))
    let text = try Self.text("AVATAR")
    let kerned = shared.word(text.bytes.indices, of: text, context: context, size: 16)
    let unkerned = shared.word(text.bytes.indices, of: text, context: kernless, size: 16)
    #expect(kerned.width < unkerned.width)
  }

  /// The second time, the word comes from the cache and is at another place.
  @Test(arguments: Corpus.all) func divisionDoesNotDependOnPosition(_ corpus: Corpus) throws {
    var words = try Self.opened()
    var segmenter = try TestFonts.segmenter()
    let context = words.number(of: ShapingContext(font: TestFonts.body, language: corpus.language))
    for word in corpus.words {
      let (alone, behind) = (
        try Self.text(word, isRightToLeft: corpus.isRightToLeft),
        try Self.text(word + word, isRightToLeft: corpus.isRightToLeft)
      )
      let offsets = Array(segmenter.graphemeEnds(in: alone.bytes[...]).dropLast())
      let count = alone.bytes.count
      let first = words.division(at: offsets, of: 0..<count, in: alone, context: context, size: 20)
      let second = words.division(
        at: offsets.map { $0 + count }, of: count..<2 * count, in: behind, context: context, size: 20)
      #expect(first.slack == second.slack, "\(word)")
      #expect(first.edges.map { $0.offset + count } == second.edges.map(\.offset), "\(word)")
      #expect(first.edges.map(\.width) == second.edges.map(\.width), "\(word)")
    }
  }

  /// A part of a word is not wider than its share plus the slack at both ends.
  @Test(arguments: Corpus.all) func partsAreWithinTheirSlack(_ corpus: Corpus) throws {
    var words = try Self.opened()
    var segmenter = try TestFonts.segmenter()
    let context = words.number(of: ShapingContext(font: TestFonts.body, language: corpus.language))
    for word in corpus.words {
      let text = try Self.text(word, isRightToLeft: corpus.isRightToLeft)
      let range = text.bytes.indices
      let offsets = Array(segmenter.graphemeEnds(in: text.bytes[...]).dropLast())
      if offsets.isEmpty || offsets.count > 40 { continue }
      let whole = words.word(range, of: text, context: context, size: 32)
      let division = words.division(at: offsets, of: range, in: text, context: context, size: 32)
      let (edges, slack) = (division.edges, division.slack)
      #expect(edges.map(\.offset) == offsets)
      let places =
        [(0, Advance())] + edges.map { ($0.offset, Advance(width: $0.width, rounded: $0.rounded)) }
        + [(range.upperBound, whole)]
      for lower in places.indices.dropLast() {
        for upper in stride(from: lower + 1, to: places.count, by: 3) {
          let alone = words.word(places[lower].0..<places[upper].0, of: text, context: context, size: 32)
          let inside = places[upper].1 - places[lower].1
          #expect(alone.distance(outside: inside) <= 2 * slack, "\(word), \(lower)..<\(upper)")
        }
      }
    }
  }
}
