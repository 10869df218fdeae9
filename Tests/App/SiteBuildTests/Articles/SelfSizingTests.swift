import CardLayout
import Geometry
import Testing

/// Cards that are as wide as their text, up to a greatest width (Documentation/Articles.md, the second article).
///
/// A card of a title of n letters is 12 n + 33 px wide: a pixel is spare, because the letters fill whole pixels and engines
/// round. It is 32 px tall, and 24 in addition for each line.
struct SelfSizingTests {
  private let theme = ArticleSite.theme(
    cards: "  card: { padding: 16, textAlign: center, stack: [title] }",
    more: "widthClasses: { compact: { margin: 16, steps: [375, 700] } }")

  private func text(_ titles: [String], keys: String = "") -> String {
    theme + """
      -- Content/cards/_index.md --
      ---
      title: ""
      arrangement: flow
      cardWidth: 4000
      spacing: 9
      \(keys)
      ---

      """ + titles.enumerated().map { articleCard("cards/\($0)", title: $1) }.joined()
  }

  private let six = "Aaaaaa"
  /// Nine words of six letters.
  private let long = Array(repeating: "Aaaaaa", count: 9).joined(separator: " ")

  /// Widths are those of the text, or what the margins and the insets leave: 375 - 32 - 20 = 323, whose 291 px inside the
  /// paddings have room for 24 letters, three words a line.
  @Test(arguments: [
    ("", 343, 3), ("inset: { leading: 10, trailing: 10 }", 323, 3), ("cardWidth: 200", 200, 5),
    ("cardWidth: 120", 120, 9),
  ])
  func shortCardsHugTheirTextAndLongOnesWrap(keys: String, most: Int, lines: Int) async throws {
    let keys = keys.hasPrefix("cardWidth") ? keys : keys
    let text = text([six, long], keys: keys).replacing(
      keys.hasPrefix("cardWidth") ? "cardWidth: 4000\n" : "@", with: "")
    try await ArticleSite.with(text) { site throws in
      let frames = try site.layout(375).frames
      #expect(frames.map(\.width) == [Pixels(min(105, most)), Pixels(most)])
      #expect(frames.map(\.height) == [Pixels(56), Pixels(32 + 24 * lines)])
    }
  }

  /// A word that is wider than the greatest width is divided, and nothing is wider: 311 px have room for 25 letters.
  @Test func aWordWiderThanItsCardIsDivided() async throws {
    try await ArticleSite.with(text([String(repeating: "a", count: 60)])) { site throws in
      #expect(try site.layout(375).frames.numbers == [[16, 0, 343, 32 + 3 * 24]])
    }
  }

  /// Rows begin at the leading edge and the top; in a mirrored page the leading edge is the right one, and the numbers
  /// count from there. 105 + 9 + 110 + 9 + 105 = 338 of 343 px.
  @Test(arguments: ["ltr", "rtl"]) func rowsAreLeadingAndOnTop(direction: String) async throws {
    let titles = [six, "Aaaaaa bbbbbb", six, six]
    try await ArticleSite.with(
      text(titles, keys: "cardWidth: 110\ndir: \(direction)").replacing("cardWidth: 4000\n", with: "")
    ) {
      site throws in
      #expect(
        try site.layout(375).frames.numbers == [
          [16, 0, 105, 56], [130, 0, 110, 80], [249, 0, 105, 56], [16, 89, 105, 56],
        ])
    }
  }

  /// Cards of a line can be as tall as the tallest one.
  @Test func linesCanBeStretched() async throws {
    let text = text([six, "Aaaaaa bbbbbb"], keys: "cardWidth: 110\nlineAlign: stretch")
    try await ArticleSite.with(text.replacing("cardWidth: 4000\n", with: "")) { site throws in
      #expect(try site.layout(375).frames.map(\.height) == [Pixels(80), Pixels(80)])
    }
  }

  /// After a turn of the device the greatest width is another: 700 - 32.
  @Test func theGreatestWidthIsThatOfTheWindow() async throws {
    try await ArticleSite.with(text([long])) { site throws in
      #expect(try site.layout(375).frames[0].width == Pixels(343))
      #expect(try site.layout(700).frames[0].width == Pixels(668))
    }
  }
}
