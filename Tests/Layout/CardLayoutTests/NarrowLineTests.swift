import Arrangements
import Content
import SampleSites
import ShelfArrangements
import Testing
import TextLayout
import Themes

@testable import CardLayout

/// Lines so narrow that words in them can be divided. A cut text must still fit with its ellipsis.
struct NarrowLineTests {
  @Test(
    arguments: [
      (.shelf, nil, 280), (.shelf, ByWidthClass(base: 100), 100), (.flow, ByWidthClass(base: 120), 120),
      (.list, nil, 288), (.grid, nil, 273), (.waterfall, nil, 273),
    ] as [(AnyArrangement, ByWidthClass<Int>?, Int)])
  func minimumWidthOfCards(arrangement: AnyArrangement, cardWidth: ByWidthClass<Int>?, width: Int) throws {
    let shelf = try Sample.shelf([Sample.card("a", title: "T")], as: "cover") {
      $0.arrangement = arrangement
      $0.cardWidth = cardWidth
    }.prepared.shelf
    #expect(shelf.leastCardWidths(theme: try Sample.theme()).onDevices == width)
  }

  @Test(arguments: [
    ("cover", 168, 136), ("cover", 20, 0), ("lockup", 196, 96), ("lockup", 195, 95), ("tall", 128, 96),
  ])
  func leastWidthsOfLines(anatomy: String, width: Int, line: Int) throws {
    let anatomy = try #require(try Sample.theme().anatomy(anatomy))
    #expect(anatomy.leastLineWidth(inCardsOf: LeastCardWidths(onDevices: width), isLast: true) == line)
  }

  /// In cards of 300 px with paddings of 10 px.
  @Test(arguments: [
    ("[title]", 280), ("[title: { width: 90 }]", 90), ("[title: { width: hug }]", 280),
    ("[{ row: { spacing: 20, image: { size: 60 }, stack: [title] } }]", 200),
    ("[{ row: { spacing: 10, items: [title, subtitle] } }]", 135),
    ("[{ row: { spacing: 10, items: [{ title: { width: hug } }, subtitle] } }]", 0),
    ("[{ row: { width: hug, spacing: 10, items: [title, subtitle] } }]", 0),
    ("[{ stack: { width: hug, items: [{ row: { spacing: 10, items: [title, subtitle] } }] } }]", 0),
  ])
  func leastWidthsOfLinesInRows(stack: String, line: Int) throws {
    let theme = try AnatomySample("  own: { padding: 10, stack: \(stack) }").theme
    let anatomy = try #require(theme.anatomy("own"))
    #expect(anatomy.leastLineWidth(inCardsOf: LeastCardWidths(onDevices: 300), isLast: true) == line)
  }

  /// In cards of 200 px with paddings of 16 px. Quotes and lists are indented by 20 px; numbers take up to 15 px for each
  /// digit and the full stop, and 4 px after them.
  @Test(arguments: [
    ("Word", 168), ("> Word", 148), ("> > Word", 128), ("> a\n\nWord", 168), ("- Word", 148), ("- a\n  - Word", 128),
    ("1. Word", 134), ("1. a\n   > Word", 114), ("99. Word", 104), ("999999999. Word", 0),
  ])
  func leastWidthsOfLinesInListsAndQuotes(body: String, line: Int) throws {
    let theme = try Sample.theme()
    let card = composeCard(
      Sample.card("a", body: body), anatomy: try #require(theme.anatomy("plain")), theme: theme,
      leastWidths: LeastCardWidths(onDevices: 200))
    #expect(card.texts.first { $0.plainText == "Word" }?.styled.leastLineWidth == line)
  }

  /// The word is about 60 px wide, and its line 66.
  @Test func ellipsisFitsAfterAShortWord() throws {
    let theme = try Sample.theme()
    let anatomy = try #require(theme.anatomy("lockup"))
    let card = Sample.card("a", title: "some motion everywhere", image: "Content/shelf/a.svg")
    for (width, isCutInside) in [(166, true), (400, false)] {
      guard var preparer = TextPreparer(fonts: try Sample.fonts()) else {
        throw Sample.Failure(description: "ICU cannot start")
      }
      let composed = composeCard(card, anatomy: anatomy, theme: theme, leastWidths: LeastCardWidths(onDevices: width))
      let prepared = PreparedCard(composed, preparer: &preparer)
      let title = prepared.texts[try #require(composed.title)].lines(width: 66, maximumLines: 2)
      let cut = try #require(title.cut)
      // White space does not count.
      #expect((cut < "somemotion".utf8.count) == isCutInside)
    }
  }
}
