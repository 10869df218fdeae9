import Geometry
import TestSupport
import Testing

@testable import TextLayout

struct TextMeasurerTests {
  private static let families = [
    "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans CJK JP",
  ]

  private static func measurer() throws -> TextMeasurer {
    try TextMeasurer(fonts: families.map { .family($0) })
  }

  private static func path(ofFamily family: String) throws -> String {
    try #require(FontCatalogue()?.faces(ofFamily: family).first).path
  }

  /// The same lines as a prepared text, with widths that are those of its pieces and fit.
  @Test(arguments: Corpus.all) func measuresLikeAPreparedText(_ corpus: Corpus) throws {
    var measurer = try Self.measurer()
    var preparer = try TestFonts.preparer()
    let prepared = preparer.prepare(
      .plain(corpus.text, language: corpus.language, isRightToLeft: corpus.isRightToLeft))
    for width in [100, 173, 320, 5000] {
      let block = try measurer.measure(
        corpus.text, size: 16, lineHeight: 24, width: Pixels(width), language: corpus.language,
        isRightToLeft: corpus.isRightToLeft)
      let starts = prepared.lines(width: width).lineStarts
      let ranges = zip(starts, starts.dropFirst() + [prepared.bytes.count]).map { $0..<$1 }
      #expect(block.lines.map(\.text) == ranges.map(prepared.readable))
      #expect(block.missing == [] && !block.overflows && !block.isTruncated)
      #expect(block.width <= Pixels(width))
      #expect(block.height == Pixels(24 * starts.count))
      for (line, range) in zip(block.lines, ranges) {
        let sum = Double(prepared.advance(range).width) / 65536
        #expect(abs(Double(line.width) - sum) < 0.5, "\(line.text)")
      }
    }
  }

  /// Fonts have the characters of all texts so far, which must not show.
  @Test func earlierTextsMakeNoDifference() throws {
    var used = try Self.measurer()
    for corpus in Corpus.all.reversed() {
      var fresh = try Self.measurer()
      for (width, size) in [(90, 16), (200, 21)] {
        let blocks = try [
          used.measure(corpus.text, size: size, width: Pixels(width), language: corpus.language),
          fresh.measure(corpus.text, size: size, width: Pixels(width), language: corpus.language),
        ]
        #expect(blocks[0] == blocks[1])
      }
    }
  }

  @Test func statesHeightsAndBaselines() throws {
    var measurer = try Self.measurer()
    let usual = try measurer.measure("one\ntwo", size: 15, width: Pixels(500))
    #expect(usual.lines.map(\.text) == ["one", "two"])
    // Noto Sans has 1069 units above the baseline and 293 below it, of 1000; Blink takes a pixel of the ascent for the descent.
    #expect(usual.height == Pixels(40))
    #expect(usual.lines.map(\.baseline) == [Pixels(15), Pixels(35)])
    let tall = try measurer.measure("one\r\n\ntwo", size: 15, lineHeight: 21, width: Pixels(500))
    #expect(tall.lines.map(\.text) == ["one", "", "two"])
    #expect(tall.lines.map(\.baseline) == [Pixels(15), Pixels(36), Pixels(57)])
    #expect(tall.lines[1].width == .zero && tall.height == Pixels(63))
  }

  @Test func cutsAfterALine() throws {
    var measurer = try Self.measurer()
    let whole = try measurer.measure("Saturn is not round", size: 16, width: Pixels(80))
    let cut = try measurer.measure("Saturn is not round", size: 16, width: Pixels(80), maximumLines: 1)
    #expect(whole.lines.count == 2 && !whole.isTruncated)
    #expect(cut.lines.map(\.text) == ["Saturn is…"] && cut.isTruncated)
    #expect(cut.width <= Pixels(80) && cut.height == Pixels(22))
  }

  @Test func saysWhichFontIsAtFault() throws {
    #expect(throws: FontError.familyNotFound("No Such Sans")) {
      _ = try TextMeasurer(fonts: [.family("Noto Sans"), .family("No Such Sans")])
    }
    #expect(throws: FontError.fileUnreadable(path: "/no/such/font.ttf")) {
      _ = try TextMeasurer(fonts: [.file("/no/such/font.ttf")])
    }
    #expect(throws: FontError.fileNotAFont(path: #filePath)) { _ = try TextMeasurer(fonts: [.file(#filePath)]) }
    #expect("\(FontError.familyNotFound("No Such Sans"))" == "font family not found: No Such Sans")
    #expect("\(FontError.fileUnreadable(path: "/a.ttf"))" == "cannot read the font file /a.ttf")
  }

  @Test func usesFilesAndWeights() throws {
    var file = try TextMeasurer(fonts: [.file(Self.path(ofFamily: "Noto Sans Mono"))])
    var family = try TextMeasurer(fonts: [.family("Noto Sans Mono")], weight: 700)
    let text = "Saturn"
    let block = try file.measure(text, size: 10, width: Pixels(500))
    #expect(block.width == Pixels(36))
    #expect(try family.measure(text, size: 10, width: Pixels(500)).width == Pixels(36))
    var regular = try Self.measurer()
    var bold = try TextMeasurer(fonts: [.family("Noto Sans")], weight: .max)
    #expect(
      try regular.measure(text, size: 10, width: Pixels(500)).width
        < bold.measure(text, size: 10, width: Pixels(500)).width)
  }

  @Test func namesMissingCharacters() throws {
    var measurer = try TextMeasurer(fonts: [.family("Noto Sans")])
    let block = try measurer.measure("漢 and 字, 漢", size: 16, width: Pixels(500))
    #expect(block.missing == ["漢", "字"])
    #expect(block.width > Pixels(60))
    var without = try TextMeasurer(fonts: [])
    #expect(try without.measure("ab", size: 16, width: Pixels(500)).missing == ["a", "b"])
  }

  @Test(arguments: [
    "", " ", "\n", "\n\n a \n", "\u{0}\u{7}\u{AD}", "a\u{301}\u{302}\u{489}", "\u{301}", "👍🏽👩‍👩‍👧 🇩🇪", "\u{10FFFF}",
    "\u{2067}a\u{2069}\u{202E}",
    "سلام 123 hello (עולם)", "漢字かなカナ、한국어 ไทย हिन्दी", String(repeating: "supercalifragilistic", count: 40),
  ])
  func nothingTraps(_ text: String) throws {
    var measurer = try TextMeasurer(fonts: Self.families.map { .family($0) } + [.family("Noto Sans")])
    for width in [Int.min / 64, -5, 0, 1, 40, 300, Int.max / 64] {
      for (size, lineHeight) in [(Int.min, nil), (0, 0), (1, -7), (16, 20), (.max, .max)] as [(Int, Int?)] {
        for (language, limit) in [("en", nil), ("", 0), ("ja", 1), ("-x-\u{0}", Int.min)] as [(String, Int?)] {
          for isRightToLeft in [false, true] {
            let block = try measurer.measure(
              text, size: size, lineHeight: lineHeight, width: Pixels(width), language: language,
              isRightToLeft: isRightToLeft, maximumLines: limit)
            #expect(block.lines.count <= limit.map { max(1, $0) } ?? .max)
            #expect(block.lines.allSatisfy { $0.width >= .zero })
          }
        }
      }
    }
  }

  /// A width beyond all reason is as good as none.
  @Test(arguments: [Int.min, .max]) func preparedTextsTakeAnyWidth(width: Int) throws {
    var preparer = try TestFonts.preparer()
    let text = preparer.prepare(.of([.text("Saturn is"), .hardBreak, .text("not-round")]))
    #expect(text.lines(width: width).lineCount == text.lines(width: width > 0 ? 5000 : 0).lineCount)
    #expect(text.lines(width: width, maximumLines: 1).isTruncated)
  }
}
