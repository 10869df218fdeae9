import Arrangements
import CardLayout
import Geometry
import Testing

/// Compact rows of tags from the leading edge, whose height a card has (Documentation/Articles.md, the third article).
///
/// A tag of n letters is 6 n + 2 × 5 px wide and 14 + 2 × 3 px tall; 8 px are between tags and 4 between rows.
struct TagRowArticleTests {
  private func text(_ tags: [String], width: Int, tagKeys: String = "", keys: String = "", lang: String = "en")
    -> String
  {
    ArticleSite.theme(
      cards: "  card: { padding: 10, stack: [title, { tags: { gap: 6 } }] }",
      more: """
        widthClasses: { compact: { margin: 0, steps: [320] } }
        tags: { padding: [3, 5], spacing: 8, lineSpacing: 4\(tagKeys) }
        """) + """
        -- Content/row/_index.md --
        ---
        title: ""
        arrangement: shelf
        lang: \(lang)
        cardWidth: \(width + 20)
        \(keys)
        ---

        """ + articleCard("row/a", keys: "tags: [\(tags.joined(separator: ", "))]")
  }

  private func tags(_ letters: [Int]) -> [String] {
    letters.enumerated().map { index, count in
      let number = String(index)
      return String(repeating: "a", count: count - number.count) + number
    }
  }

  /// Rows by hand: 70 + 8 + 100 + 8 + 64 = 250 fits exactly in 250, and not in 249. A tag that is wider than the row is
  /// alone in it, and as wide as it.
  @Test(arguments: [
    ([10, 15, 9], 250, [[0, 1, 2]]), ([10, 15, 9], 249, [[0, 1], [2]]), ([10], 250, [[0]]),
    ([20, 20, 20], 268, [[0, 1], [2]]), ([20, 20, 20], 267, [[0], [1], [2]]),
    ([10, 60, 10], 200, [[0], [1], [2]]),
  ])
  func tagsFillRowsFromTheLeadingEdge(letters: [Int], width: Int, rows: [[Int]]) async throws {
    for language in ["en", "ar"] {
      try await ArticleSite.with(text(tags(letters), width: width, lang: language)) { site throws in
        let layout = try site.layout(320)
        let measured = try #require(layout.cards[0].tags)
        #expect(measured.rows.map { Array($0) } == rows)
        for (number, row) in rows.enumerated() {
          var x = 0
          for tag in row {
            let own = min(6 * letters[tag] + 10, width)
            #expect(
              measured.frames[tag]
                == Frame(x: Pixels(x), y: Pixels(24 * number), width: Pixels(own), height: Pixels(20)))
            x += own + 8
          }
        }
        // The card has the height of its rows: 20 each, 4 between them.
        let height = 20 * rows.count + 4 * (rows.count - 1)
        #expect(layout.frames[0].height == Pixels(10 + 24 + 6 + height + 10))
      }
    }
  }

  /// Of 14 tags of 64 px, four fit in a row of 300 px with 8 px between them; a chip of two digits is 6 × 3 + 10 = 28 wide.
  @Test(arguments: [(1, 300, 3, 11), (2, 300, 7, 7), (3, 300, 11, 3), (4, 300, 14, 0), (0, 300, 0, 14)])
  func aChipCountsTheTagsThatDoNotFit(rows: Int, width: Int, shown: Int, hidden: Int) async throws {
    let tags = tags(Array(repeating: 9, count: 14))
    try await ArticleSite.with(text(tags, width: width, tagKeys: ", maxRows: \(rows)")) { site throws in
      let measured = try site.layout(320).cards[0].tags
      #expect(measured?.arrangement.frames.count ?? 0 == shown)
      #expect(measured?.arrangement.hiddenCount ?? 14 == hidden)
    }
  }

  /// Without tags there is neither their height nor the gap above them.
  @Test func aCardWithoutTagsIsLower() async throws {
    try await ArticleSite.with(text([], width: 200)) { site throws in
      #expect(try site.layout(320).frames[0].height == Pixels(44))
    }
  }

  /// The rows are those of the card's own width, not of the page's.
  @Test(arguments: [(100, 3), (180, 2), (250, 1)]) func theWidthOfTheCardDecides(width: Int, rows: Int) async throws {
    try await ArticleSite.with(text(tags([10, 15, 9]), width: width)) { site throws in
      #expect(try site.layout(320).cards[0].tags?.rows.count == rows)
    }
  }
}
