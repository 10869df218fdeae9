import CardLayout
import Content
import Geometry
import SampleSites
import Testing
import Themes

/// Cards that use the first anatomy that fits.
struct VariantTests {
  private let text = """
      auto: { variants: [wide, more, small] }
      more: { variants: [tall] }
      wide: { padding: 10, minWidth: 300, stack: [ row: { items: [ title, subtitle ] } ] }
      tall: { padding: 20, maxHeight: 120, stack: [ title, subtitle, tags ] }
      small: { padding: 0, stack: [ title ] }
    """

  private func names(_ cards: [Card], width: Int) throws -> [String] {
    let sample = try AnatomySample(text)
    let shelf = try sample.shelf(cards) { $0.cardWidth = ByWidthClass(base: width) }
    let layout = try #require(shelf.layouts.last)
    return zip(shelf.prepared.cards, layout.cards).map { $0.composed.anatomy($1.variant).name }
  }

  @Test(arguments: [(320, "wide"), (319, "tall"), (100, "tall"), (41, "small")])
  func byWidth(width: Int, name: String) throws {
    #expect(try names([Sample.card(title: "a", subtitle: "s")], width: width) == [name])
  }

  @Test(arguments: [
    // Cut after two lines at any of the widths.
    (Sample.card(title: String(repeating: "wonderful ", count: 30)), 400, "small"),
    // Taller than 120: 20 + 22 + 40 + 24 + 20.
    (Sample.card(title: "a", subtitle: "s\u{2028}s", tags: ["t"]), 200, "small"),
    (Sample.card(title: "a", subtitle: "s", tags: ["t"]), 200, "tall"),
    // A word and a tag that do not have enough room.
    (Sample.card(title: "wonderfulwonderfulwonderful"), 200, "small"),
    (Sample.card(title: "a", tags: ["wonderful wonderful wonderful"]), 200, "small"),
  ])
  func byContent(card: Card, width: Int, name: String) throws {
    #expect(try names([card], width: width) == [name])
  }

  @Test func eachCardHasItsOwnVariant() throws {
    let cards = [
      Sample.card("a", title: "a", subtitle: "s"), Sample.card("b", title: String(repeating: "wonderful ", count: 30)),
    ]
    #expect(try names(cards, width: 340) == ["wide", "small"])
  }

  @Test func variantsObeyTheMaximumHeightOfTheShelf() throws {
    let sample = try AnatomySample(
      "  auto: { variants: [a, b] }\n  a: { padding: 30, stack: [title] }\n  b: { stack: [title] }")
    for (maximum, variant) in [(82, 0), (81, 1)] {
      let shelf = try sample.shelf([Sample.card(title: "a")]) {
        $0.maxCardHeight = ByWidthClass(base: .length(maximum))
      }
      #expect(shelf.layouts.allSatisfy { $0.cards[0].variant == variant })
    }
  }
}
