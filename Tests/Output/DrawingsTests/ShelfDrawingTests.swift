import Geometry
import Testing
import TextLayout

@testable import Pages

struct ShelfDrawingTests {
  @Test func aCardFromTopToBottom() async throws {
    let site = try await ReportSite.make(
      """
      -- Content/one/_index.md --
      ---
      title: One shelf
      arrangement: grid
      ---
      -- Content/one/a.md --
      ---
      title: Saturn
      subtitle: Wide rings
      tags: [planet, rings]
      ---
      One line of text.

      - first
      - second

      ```
      let x = 1
      ```
      """)
    #expect(
      try site.drawing(at: 320).lines == [
        "text 16-120 on 22, 8 glyphs",
        "card one/a 16 40 288 239",
        "  slot title 16 16 256 22, 1",
        "  text 16-73 on 33, 6 glyphs",
        "  slot subtitle 16 40 256 20, 1",
        "  text 16-91 on 55, 9 glyphs",
        "  slot body 16 68 256 123, 4",
        "  text 16-128 on 83, 14 glyphs",
        "  text 26-32 on 112, 1 glyphs",
        // The first two letters form one glyph.
        "  text 36-64 on 112, 4 glyphs",
        "  text 26-32 on 137, 1 glyphs",
        "  text 36-86 on 137, 6 glyphs",
        "  code 16 151 256 40",
        "  clipped text 26-96 on 176, 6 glyphs",
        "  slot tags 16 203 256 20, 1",
        "  tag 16 203 48 20",
        "  text 22-58 on 217, 6 glyphs",
        "  tag 70 203 41 20",
        "  text 76-105 on 217, 5 glyphs",
      ])
  }

  /// In a card from right to left, everything starts at the right edge.
  @Test func aCardFromRightToLeft() async throws {
    let site = try await ReportSite.make(
      """
      -- Content/one/_index.md --
      ---
      title: نجوم
      arrangement: grid
      lang: ar
      ---
      -- Content/one/a.md --
      ---
      title: زحل
      tags: [كوكب]
      ---
      حلقات زحل واسعة، و Saturn اسمه.
      """)
    #expect(
      try site.drawing(at: 320).lines == [
        "text 259-304 on 22, 4 glyphs",
        "card one/a 16 40 288 115",
        "  slot title 16 16 256 22, 1",
        "  text 242-272 on 33, 3 glyphs",
        "  slot body 16 46 256 21, 1",
        "  text 57-272 on 61, 26 glyphs",
        "  slot tags 16 79 256 20, 1",
        "  tag 231 79 41 20",
        "  text 237-266 on 93, 4 glyphs",
      ])
  }

  @Test func aTextThatIsCutEndsInAnEllipsis() async throws {
    let site = try await ReportSite.make(
      """
      -- Content/one/_index.md --
      ---
      arrangement: grid
      maxLines: { title: 1 }
      ---
      -- Content/one/a.md --
      ---
      title: The rings of Saturn at their widest in fifteen years or so
      ---
      """)
    let drawing = try site.drawing(at: 320)
    let texts = drawing.cards.flatMap(\.drawing.marks).compactMap { mark -> DrawnText? in
      guard case .text(let text) = mark else { return nil }
      return text
    }
    let title = texts.first
    let last = try #require(title?.lines.last?.items.last)
    guard case .glyphs(let runs) = last.content else {
      Issue.record("no glyphs at the end")
      return
    }
    #expect(runs.map(\.glyphs.count) == [1])
    #expect(try #require(title).lines.count == 1)
    let line = try #require(title?.lines.first)
    #expect(line.width <= 256 << 16)
    #expect(line.width > 200 << 16)
  }

  @Test func mirrorsFramesWithoutContent() throws {
    func frame(_ x: Int, _ width: Int) -> Frame {
      Frame(x: Pixels(x), y: Pixels(8), width: Pixels(width), height: Pixels(40))
    }
    let card = FramedCard(
      id: "a", frame: frame(16, 100), isRightToLeft: true,
      slots: [.init(name: "title", frame: frame(10, 30), lineCount: 1)])
    let shelf = FramedShelf(width: Pixels(320), height: Pixels(56), isRightToLeft: true, cards: [card])
    let drawing = try #require(ShelfPainter().draw(.framed(shelf), texts: nil))
    #expect(drawing.lines == ["card a 204 8 100 40", "  slot title 60 8 30 40, 1"])
  }
}
