import Fonts
import Testing

@testable import TextLayout

/// What stands on a line of whole pixels where all advances are multiples of 1/60 px.
@Suite struct LineFitTests {
  private static let line = 200 << 16

  /// So many 1/60 px over the line's width, rounded as a sum of words is.
  private static func advance(
    _ sixtieths: Int, glyphs: Int = 20, boundaries: Int = 0, noise: Int = 0, slack: Int = 0
  ) -> Advance {
    let width = line + (sixtieths << 16) / 60 + noise
    return Advance(width: width, glyphCount: glyphs, itemCount: boundaries, slack: slack)
  }

  private static func text(isDivided: Bool = false, grid: AdvanceGrid = .sixtieths) -> PreparedText {
    var text = PreparedText.empty
    text.grid = grid
    text.isDivided = isDivided
    return text
  }

  /// One item, or two of which one is rounded up: exactly full, and 1/60 px less.
  @Test(arguments: [-60, -3, 0, 3]) func aFullLineFits(noise: Int) {
    let text = Self.text()
    #expect(text.surelyFits(Self.advance(0, noise: noise), in: Self.line))
    #expect(text.surelyFits(Self.advance(-1, boundaries: 1, noise: noise), in: Self.line))
    #expect(!text.surelyExceeds(Self.advance(0, noise: noise), Self.line))
    #expect(!Self.text(grid: .designed).surelyFits(Self.advance(0, noise: noise), in: Self.line))
  }

  /// Each further item may be 1/64 px wider.
  @Test(arguments: [(1, 0), (2, -1), (3, -2), (10, -8)]) func itemsTakeRoom(boundaries: Int, sixtieths: Int) {
    let text = Self.text()
    #expect(!text.surelyFits(Self.advance(sixtieths, boundaries: boundaries), in: Self.line))
    #expect(!text.surelyExceeds(Self.advance(sixtieths, boundaries: boundaries), Self.line))
    #expect(text.surelyFits(Self.advance(sixtieths - 2, boundaries: boundaries), in: Self.line))
  }

  @Test func dividedTextsHaveMoreItems() {
    #expect(Self.text().surelyFits(Self.advance(-1), in: Self.line))
    #expect(!Self.text(isDivided: true).surelyFits(Self.advance(-1), in: Self.line))
    #expect(Self.text(isDivided: true).surelyFits(Self.advance(-6), in: Self.line))
  }

  /// 1/60 px too wide is too wide for all, unless what the scale factor lacks adds up.
  @Test func aLineTooWideIsTooWideForAll() {
    let text = Self.text()
    #expect(text.surelyExceeds(Self.advance(2), Self.line))
    #expect(text.surelyExceeds(Self.advance(2, glyphs: 100, boundaries: 10), Self.line))
    #expect(!text.surelyExceeds(Self.advance(1, glyphs: 100), Self.line))
    #expect(!text.surelyExceeds(Self.advance(2, slack: 4096), Self.line))
    for sixtieths in [1, 2, 30] { #expect(!text.surelyFits(Self.advance(sixtieths), in: Self.line)) }
  }

  @Test func lettersThatMayBeKernedNeedRoom() {
    #expect(!Self.text().surelyFits(Self.advance(-1, slack: 4096), in: Self.line))
    #expect(Self.text().surelyFits(Self.advance(-5, slack: 4096), in: Self.line))
  }

  /// Engines as the rules have them: what fits surely fits in all, what exceeds surely in none.
  @Test func noEngineDisagrees() {
    var generator = SeededGenerator(seed: 1960)
    for _ in 0..<20_000 {
      let itemCount = Int.random(in: 1...8, using: &generator)
      let sixtieths = (0..<itemCount).map { _ in Int.random(in: 1...3_000, using: &generator) }
      let sum = sixtieths.reduce(0, +)
      let width = max(1, (sum + Int.random(in: -12...12, using: &generator)) / 60)
      let glyphs = max(itemCount, sum / 480)
      let advance = Advance(
        width: sixtieths.reduce(0) { $0 + ($1 * 65536 + 30) / 60 }, glyphCount: glyphs, itemCount: itemCount - 1)
      // What scaling with 16 bits may lack or add, at 12 px.
      let scale = 1 + Double.random(in: -9.6e-6...9.6e-6, using: &generator)
      let widths = sixtieths.map { Double($0) / 60 * scale }
      let ratios: [Double] = [1, 1.25, 1.5, 2, 3]
      let ratio = ratios[Int.random(in: ratios.indices, using: &generator)]
      let room = Double(width) * ratio + 1 / 64
      var blinkWidth = 0.0
      var webkitWidth = 0.0
      for item in widths {
        blinkWidth += (item * ratio * 64).rounded(.up) / 64
        webkitWidth += item * ratio
      }
      let (blink, webkit) = (blinkWidth <= room, webkitWidth <= room)
      let gecko = sum <= 60 * width
      let text = Self.text()
      if text.surelyFits(advance, in: width << 16) { #expect(blink && webkit && gecko, "\(sixtieths) in \(width)") }
      if text.surelyExceeds(advance, width << 16) { #expect(!blink && !webkit && !gecko, "\(sixtieths) in \(width)") }
    }
  }

  @Test func theLeastWidthIsThatOfTheFullLine() throws {
    var text = SettledLineTests.text("aa:40 bb:40", itemCount: 0)
    text.grid = .sixtieths
    #expect(text.leastWidthOnOneLine == 90)
    #expect(text.lines(width: 90).lineCount == 1 && text.lines(width: 89).lineCount == 2)
    #expect(text.lines(width: 89).forcedBreaks == [] && text.lines(width: 90).forcedBreaks == [])
  }

  // MARK: Items

  private static func itemCounts(_ text: StyledText) throws -> [Int] {
    var preparer = try TestFonts.quantisedPreparer()
    return preparer.prepare(text).pieces.map(\.advance.itemCount)
  }

  @Test func plainTextIsOneItem() throws {
    #expect(try Self.itemCounts(.plain("Plain words, and more.")) == [0, 0, 0, 0])
    let japanese = try Self.itemCounts(.plain("色は匂へど", language: "ja"))
    #expect(japanese.count > 2 && japanese.allSatisfy { $0 == 0 })
  }

  @Test func elementsAndAtomsAreItems() throws {
    #expect(try Self.itemCounts(.of([.text("one "), .text("two three")])) == [0, 1, 0])
    let counts = try Self.itemCounts(.plain("one utf-16 two"))
    #expect(counts.first == 0 && counts.reduce(0, +) >= 2)
  }

  @Test func directionsAreItems() throws {
    let counts = try Self.itemCounts(.plain("one שלום שלום two", language: "en"))
    #expect(counts == [0, 1, 0, 1])
  }

  @Test func everyAdvanceOfEveryCorpusIsOnTheGrid() throws {
    var preparer = try TestFonts.quantisedPreparer()
    for corpus in Corpus.all {
      for size in [12, 16, 20] {
        let text = preparer.prepare(
          .plain(corpus.text, size: size, language: corpus.language, isRightToLeft: corpus.isRightToLeft))
        #expect(text.grid == .sixtieths)
        for piece in text.pieces {
          for width in [piece.advance.width, piece.spaceWidth] {
            let sixtieths = (width * 60 + 32_768) >> 16
            #expect(
              abs(width - sixtieths * 65536 / 60) <= 2, "\(corpus.language) \(text.string(piece.lower..<piece.upper))")
          }
        }
      }
    }
  }
}
