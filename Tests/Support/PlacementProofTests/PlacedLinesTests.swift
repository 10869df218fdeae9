import Testing

@testable import PlacementProof

/// Lines as a browser would place them, according to the style sheets.
@Suite struct PlacedLinesTests {
  private func lines(_ css: String, width: Double? = 320) -> PlacedLines? {
    let cascade = Cascade(sheets: [StyleRules(Array(css.utf8))])
    return PlacedLines(cascade.box(.list, of: ExactID("s")), width: width, onPageOf: 0)
  }

  private func frames(_ list: String, _ cards: [PlacedLines.Card]) -> [PlacedLines.Rectangle] {
    lines("#s>.cards{padding-inline-start:1rem;padding-inline-end:.96875rem;\(list)}")?
      .frames(of: cards) ?? []
  }

  private func card(_ width: Double, _ height: Double, start: Double = 0, end: Double = 0) -> PlacedLines.Card {
    PlacedLines.Card(width: width, height: height, marginStart: start, marginEnd: end)
  }

  /// 140 + 8 + 140 px are exactly the available 288 px.
  @Test func keepsExactFits() {
    let frames = frames("column-gap:.5rem;row-gap:1rem", [card(140, 10), card(140, 30), card(1, 5)])
    #expect(frames.map(\.x) == [16, 164, 16])
    #expect(frames.map(\.y) == [0, 0, 46])
    #expect(frames.map(\.height) == [30, 30, 5])
  }

  @Test func wrapsOnePixelTooMany() {
    #expect(frames("column-gap:.5rem", [card(140, 10), card(141, 10)]).map(\.x) == [16, 16])
  }

  @Test func marginsFillALine() {
    #expect(frames("", [card(10, 10, start: 5, end: 273), card(10, 10)]).map(\.y) == [0, 10])
  }

  @Test(arguments: [("flex-start", 0.0), ("center", 10.0), ("flex-end", 20.0)])
  func alignment(value: String, y: Double) {
    let frames = frames("align-items:\(value)", [card(10, 10), card(10, 30)])
    #expect(frames.map(\.y) == [y, 0])
    #expect(frames.map(\.height) == [10, 30])
  }

  @Test func needsPaddings() {
    #expect(lines("")?.room == nil)
    #expect(lines("#s>.cards{padding-inline-start:1rem;padding-inline-end:1rem}", width: nil) == nil)
  }
}
