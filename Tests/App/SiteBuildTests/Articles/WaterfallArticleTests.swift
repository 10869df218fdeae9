import CardLayout
import Content
import Geometry
import Review
import Testing

@testable import SiteBuild

/// A waterfall in sections, with columns by device and orientation (Documentation/Articles.md, the fourth article).
///
/// A card has 8 px on all sides, a picture of 40 × 40 at the leading edge and three labels of 24, 14 and 14 px: 56 px with
/// one label, 56 = 16 + max(40, 38) with two, 68 with three.
struct WaterfallArticleTests {
  private let theme = ArticleSite.theme(
    cards: """
        card:
          padding: 8
          stack: [{ row: { image: { size: 40 }, spacing: 10, align: center, stack: [title, subtitle, footer] } }]
      """,
    more: """
      widthClasses:
        compact: { margin: 0, steps: [320, 375] }
        medium: { from: 600, margin: 0, steps: [667, 768] }
        large: { from: 1000, margin: 0, steps: [1024] }
      """)

  private let columns =
    "columns: { compact: 1, medium: 2, large: 2, landscape: 3, compactHeight: 2 }"

  private func card(_ name: String, labels: Int) -> String {
    articleCard(
      name,
      keys: "image: \(name.hasPrefix("fall/more") ? "../" : "")p.svg\nimageAlt: P\n"
        + (labels > 1 ? "subtitle: S\n" : "") + (labels > 2 ? "footer: F" : ""))
  }

  private func text(_ keys: String, cards: [Int]) -> String {
    theme + """
      -- Content/fall/_index.md --
      ---
      title: ""
      arrangement: waterfall
      cellPadding: 6
      \(keys)
      ---
      -- Content/fall/p.svg --
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"></svg>

      """ + cards.enumerated().map { card("fall/\($0)", labels: $1) }.joined()
  }

  /// The picture is centred beside its labels, and they are as tall as their lines.
  @Test(arguments: [(1, 56, [(8, 40)]), (2, 56, [(9, 24), (33, 14)]), (3, 68, [(8, 24), (32, 14), (46, 14)])])
  func aCardIsAsTallAsItsPictureOrItsLabels(labels: Int, height: Int, tops: [(Int, Int)]) async throws {
    try await ArticleSite.with(text("columns: 1", cards: [labels])) { site throws in
      let layout = try site.layout(375)
      #expect(layout.frames.numbers == [[6, 6, 363, Double(height)]])
      let texts = layout.cards[0].slots.filter { $0.id != .image }.map(\.frame)
      // One label is in the middle of the picture: (40 - 24) / 2.
      let expected = labels == 1 ? [Frame(x: Pixels(58), y: Pixels(16), width: Pixels(297), height: Pixels(24))] : texts
      #expect(texts == expected)
      if labels > 1 { #expect(texts.map(\.y) == tops.map { Pixels($0.0) }) }
      #expect(texts.allSatisfy { $0.x == Pixels(58) && $0.width == Pixels(297) })
    }
  }

  /// Columns share the width; a column of a card is 12 px wider than the card. 1024 / 3 leaves a pixel, which the last
  /// column has.
  @Test(arguments: [
    (375, 812, [[6, 363]]), (667, 1000, [[6, 321], [339, 322]]), (768, 1024, [[6, 372], [390, 372]]),
    (1024, 768, [[6, 329], [347, 329], [688, 330]]), (1024, 1366, [[6, 500], [518, 500]]),
    // A phone on its side.
    (667, 375, [[6, 321], [339, 322]]),
  ])
  func columnsByDeviceAndOrientation(width: Int, height: Int, cards: [[Double]]) async throws {
    try await ArticleSite.with(text(columns, cards: [1, 1, 1, 1])) { site throws in
      let frames = try site.layout(width, by: height).frames
      #expect(
        frames.prefix(cards.count).map { [$0.x, $0.width] }
          == cards.map { $0.map { Pixels(sixtyFourths: Int($0 * 64)) } })
      #expect(frames.prefix(cards.count).allSatisfy { $0.y == Pixels(6) })
    }
  }

  /// Heights 68, 56, 68, 56, 56, each with 12 px more: in turn, the columns are 228 and 136 px tall; where each card goes
  /// into the shortest one, 216 and 148; at best 160 and 204.
  @Test(arguments: [
    ("round-robin", [0, 1, 0, 1, 0], 80 + 80 + 68), ("shortest", [0, 1, 1, 0, 0], 80 + 68 + 68),
    ("balanced", [0, 1, 0, 1, 1], 204), ("tolerant(20)", [0, 1, 0, 1, 1], 204),
  ])
  func columnRules(rule: String, columns: [Int], height: Int) async throws {
    try await ArticleSite.with(text("columns: 2\ncolumnRule: \(rule)", cards: [3, 1, 3, 1, 1])) { site throws in
      let layout = try site.layout(667)
      #expect(layout.columnIndexes == columns)
      #expect(layout.size.height == Pixels(height))
    }
  }

  /// Each section begins where the tallest column ends, with all columns level; without a title and with a gap of 0,
  /// exactly there.
  @Test(arguments: [("title: \"\"\ngap: 0", 0), ("title: \"\"\ngap: 25", 25)])
  func sectionsBeginBelowTheTallestColumn(keys: String, gap: Int) async throws {
    let section = "-- Content/fall/more/_index.md --\n---\nkind: section\n\(keys)\n---\n"
    let text =
      text("columns: 2", cards: [3, 1, 1]) + section
      + [1, 1].enumerated().map { card("fall/more/\($0)", labels: $1) }.joined()
    try await ArticleSite.with(text) { site throws in
      let frames = try site.layout(667).frames
      // Columns of 80 and 68 + 68.
      #expect(frames.map(\.y) == [6, 6, 74, 142 + gap, 142 + gap].map { Pixels($0) })
      #expect(frames.map(\.x) == [6, 339, 339, 6, 339].map { Pixels($0) })
    }
  }

  /// A card counts as in a rectangle if a part of it is; one that only touches it does not.
  @Test(arguments: [
    (Frame(x: .zero, y: .zero, width: Pixels(375), height: Pixels(7)), ["fall/0"]),
    (Frame(x: .zero, y: .zero, width: Pixels(375), height: Pixels(6)), []),
    (Frame(x: .zero, y: Pixels(62), width: Pixels(375), height: Pixels(13)), ["fall/1"]),
    (Frame(x: Pixels(369), y: .zero, width: Pixels(6), height: Pixels(500)), []),
    (Frame(x: .zero, y: Pixels(50), width: Pixels(10), height: Pixels(100)), ["fall/0", "fall/1", "fall/2"]),
  ])
  func elementsInARectangle(rectangle: Frame, ids: [String]) async throws {
    // At 6, 74 and 142 px, 56 px tall.
    try await ArticleSite.with(text("columns: 1", cards: [1, 1, 1])) { site throws in
      let json = try site.reviewed.shownCards(atPageWidth: 375, in: rectangle)
      #expect((0..<3).map { "fall/\($0)" }.filter { json.contains("\"id\":\"\($0)\"") } == ids)
    }
  }
}
