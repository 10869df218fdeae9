import Geometry
import Testing
import TextLayout

@testable import LayoutReport

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
    #expect(try site.drawing(at: 320).lines == [])
  }

  /// In a card that reads to the left all starts at the right edge.
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
    #expect(try site.drawing(at: 320).lines == [])
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
    let last = try #require(title?.setLines.last?.items.last)
    guard case .glyphs(let runs) = last.content else {
      Issue.record("no glyphs at the end")
      return
    }
    #expect(runs.map(\.glyphs.count) == [1])
    #expect(try #require(title).setLines.count == 1)
    let line = try #require(title?.setLines.first)
    #expect(line.width <= 256 << 16)
    #expect(line.width > 200 << 16)
  }

  @Test func framesAloneAreMirroredToo() throws {
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
