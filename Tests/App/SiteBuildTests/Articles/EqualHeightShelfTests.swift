import CardLayout
import Content
import Geometry
import SampleSites
import Testing

/// A shelf that scrolls sideways, as tall as its tallest card needs (Documentation/Articles.md, the first article).
///
/// A card is 12 + 24 px, then 10 + 15 for each line of a text, then 12: 58 + 15 lines, or 48 without a text.
struct EqualHeightShelfTests {
  private let theme = ArticleSite.theme(
    cards: "  card: { padding: 12, stack: [title, { body: { gap: 10 } }] }",
    more: "widthClasses: { compact: { margin: 0, steps: [320, 600] } }")

  private func text(_ lines: [Int], keys: String = "") -> String {
    theme + """
      -- Content/row/_index.md --
      ---
      title: ""
      arrangement: shelf
      cardWidth: 176
      spacing: 14
      inset: 6
      \(keys)
      ---

      """ + lines.enumerated().map { articleCard("row/\($0)", lines: $1) }.joined()
  }

  /// Each card is as tall as the tallest, by its whole content at the width inside its paddings; the shelf has its insets
  /// in addition.
  @Test(arguments: [
    ([3, 1, 0], "", 103), ([0, 0], "", 48), ([1], "", 73), ([0, 8, 2], "", 178),
    // 193 = 58 + 9 lines is the greatest height of whole lines within 200.
    ([12, 1], "maxCardHeight: 200", 193), ([12, 1], "maxCardHeight: 200\nclamp: exact", 200),
    // What is as tall as allowed is not cut, and neither is what is lower.
    ([9, 1], "maxCardHeight: 193", 193), ([2, 1], "maxCardHeight: 200\nclamp: exact", 88),
  ])
  func everyCardIsAsTallAsTheTallest(lines: [Int], keys: String, height: Int) async throws {
    for order in [lines, lines.reversed()] {
      try await ArticleSite.with(text(order, keys: keys)) { site throws in
        let layout = try site.layout(390)
        #expect(layout.frames.map(\.height) == order.map { _ in Pixels(height) })
        #expect(layout.size.height == Pixels(height + 12))
      }
    }
  }

  /// 6 cards of 176, 5 spaces of 14 and both insets: 1138 px. There is never a second row.
  @Test(arguments: [320, 600]) func oneRowScrolls(width: Int) async throws {
    try await ArticleSite.with(text([1, 2, 3, 1, 2, 3], keys: "")) { site throws in
      let frames = try site.layout(width).frames
      #expect(frames.numbers == (0..<6).map { [6 + 190 * Double($0), 6, 176, 103] })
      #expect(frames[5].maxX + Pixels(6) == Pixels(1138))
    }
  }

  /// 152 px have room for 12 letters of a title; the last that shows is followed by an ellipsis.
  @Test func aTitleOfOneLineIsCut() async throws {
    let long = articleCard("row/long", title: "Aaaaa bbbbb ccccc ddddd", lines: 1)
    try await ArticleSite.with(text([], keys: "maxLines: { title: 1 }") + long) { site throws in
      let slot = try #require(try site.layout(390).cards[0].slot(.title))
      #expect(slot.lineCount == 1)
      #expect(slot.isTruncated)
      #expect(slot.frame.height == Pixels(24))
    }
  }

  /// A title of three lines counts as a text does: 12 + 72 + 25 + 12.
  @Test func aLongTitleMakesTheShelfTaller() async throws {
    let long = articleCard("row/long", title: "Aaaaaaaaaa bbbbbbbbbb cccccccccc", lines: 1)
    try await ArticleSite.with(text([1]) + long) { site throws in
      #expect(try site.layout(390).frames.map(\.height) == [Pixels(121), Pixels(121)])
    }
  }

  /// A shelf without cards takes no room and has no markup.
  @Test func anEmptyShelfIsNothing() async throws {
    try await SampleSite.with(text([1]) + "-- Content/none/_index.md --\n---\ntitle: None\n---\n") {
      site async throws in
      _ = await site.build()
      let page = try site.page()
      #expect(!page.contains("id=\"none\""))
    }
  }
}
