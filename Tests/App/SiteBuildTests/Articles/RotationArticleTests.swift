import Arrangements
import CardLayout
import Geometry
import Testing

/// Cells that size themselves, by text size and size class, and readers who choose columns (Documentation/Articles.md,
/// the fifth article).
struct RotationArticleTests {
  /// A cell is a text with 8 px on all sides.
  private func text(_ keys: String, cards: [Int] = [1, 2, 1], more: String = "") -> String {
    ArticleSite.theme(
      cards: "  card: { padding: 8, stack: [title] }",
      more: """
        widthClasses: { compact: { margin: 0, steps: [320, 375, 402, 440, 768, 1024] } }
        shelf: { titleGap: 10 }
        \(more)
        """) + """
        -- Content/grid/_index.md --
        ---
        title: ""
        arrangement: grid
        spacing: 10
        lineSpacing: 20
        inset: { leading: 10, trailing: 10 }
        \(keys)
        ---

        """
      // A letter is 12 px wide, so that lines do not depend on the width here.
      + cards.indices.map { articleCard("grid/\($0)", title: "A") }.joined()
  }

  /// What the margins and insets leave, less 10 px between two columns; a pixel that is left over goes to the second.
  @Test(arguments: [
    (320, [300], [145, 145]), (375, [355], [172, 173]), (402, [382], [186, 186]), (440, [420], [205, 205]),
    (768, [748], [369, 369]), (1024, [1004], [497, 497]),
  ])
  func oneColumnAndTwo(width: Int, one: [Int], two: [Int]) async throws {
    for (count, widths) in [(1, one), (2, two)] {
      try await ArticleSite.with(text("columns: \(count)")) { site throws in
        let layout = try site.layout(width)
        #expect(layout.columns.map(\.width) == widths.map { Pixels($0) })
        #expect(layout.frames[0].x == Pixels(10))
        #expect(layout.frames.last?.y == Pixels(count == 1 ? 2 * 60 : 60))
      }
    }
  }

  /// One column is as wide as the content less three times the space, as where two columns and one have the same margins
  /// inside: an inset of 15 on both sides.
  @Test(arguments: [(320, 290), (375, 345), (402, 372), (440, 410), (768, 738), (1024, 994)])
  func oneColumnWithTheRoomOfTwo(width: Int, card: Int) async throws {
    let text = text("columns: 1").replacing("leading: 10, trailing: 10", with: "leading: 15, trailing: 15")
    try await ArticleSite.with(text) { site throws in
      #expect(try site.layout(width).frames.map(\.width) == [card, card, card].map { Pixels($0) })
    }
  }

  /// Each choice is a whole layout, with its own heights, below the control: 21 + 16 px and the gap below titles, since
  /// the style of bodies here is 15 px: 15 + 16 + 10.
  @Test func readersChooseTheColumns() async throws {
    try await ArticleSite.with(text("columnToggle: [1 column, 2 columns]\ncolumns: 2")) { site throws in
      let shelf = try site.shelf()
      #expect(shelf.views.map(\.choice.columns) == [2, 1])
      #expect(
        shelf.views.map { $0.layouts[1].frames.map(\.width) }
          == [[172, 173, 172], [355, 355, 355]].map { $0.map { Pixels($0) } })
      #expect(
        shelf.views.map { $0.layouts[1].frames.map(\.y) }
          == [[41, 41, 101], [41, 101, 161]].map { $0.map { Pixels($0) } })
    }
  }

  /// A turn changes the width and with it every size, also where the size class stays.
  @Test func turningChangesEverySize() async throws {
    try await ArticleSite.with(text("columns: { compact: 1, landscape: 2, compactHeight: 3 }")) { site throws in
      #expect(try site.layout(375, by: 667).columns.map(\.width) == [Pixels(355)])
      #expect(try site.layout(667, by: 375).columns.count == 3)
      #expect(try site.layout(768, by: 1024).columns.map(\.width) == [Pixels(748)])
      #expect(try site.layout(1024, by: 768).columns.map(\.width) == [Pixels(497), Pixels(497)])
    }
  }

  /// A title of 20 / 24 px is scaled as the text style of iOS with its role is (headline): its line height is
  /// 24 × leading / 22, rounded. From AX1 on there is one column less.
  @Test(arguments: [
    ("xSmall", 21, 2), ("small", 22, 2), ("medium", 23, 2), ("large", 24, 2), ("xLarge", 26, 2), ("xxLarge", 28, 2),
    ("xxxLarge", 32, 2), ("AX1", 37, 1), ("AX2", 44, 1), ("AX3", 52, 1), ("AX4", 61, 1), ("AX5", 68, 1),
  ])
  func textSizes(name: String, lineHeight: Int, columns: Int) async throws {
    try await ArticleSite.with(text("columns: 2"), settings: "title: Article\ntextSize: \(name)\n") { site throws in
      let layout = try site.layout(375)
      #expect(layout.columns.count == columns)
      #expect(layout.frames[0].height == Pixels(lineHeight + 16))
    }
  }
}
