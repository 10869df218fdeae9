import Geometry
import SampleSites
import ShelfArrangements
import Testing
import TextLayout
import Themes

@testable import CardLayout
@testable import Content

/// Pages narrower than any device, as enlarged text produces them.
struct EnlargedTextTests {
  private static func shelf(_ cards: [Card], as anatomy: String, steps: [Int]) throws -> LaidOutShelf {
    var theme = try Sample.theme()
    theme.widthClasses[0].steps = steps
    guard let chosen = theme.anatomy(anatomy), var preparer = try Sample.preparer() else {
      throw Sample.Failure(description: "no anatomy \(anatomy), or ICU cannot start")
    }
    let shelf = Shelf(
      id: "shelf", source: cards[0].source, title: nil,
      settings: ShelfSettings(arrangement: .list), cards: cards)
    let least = shelf.leastCardWidths(theme: theme)
    let prepared = cards.map {
      PreparedCard(composeCard($0, anatomy: chosen, theme: theme, leastWidths: least), preparer: &preparer)
    }
    return PreparedShelf(shelf: shelf, title: nil, preparedTitle: nil, cards: prepared)
      .laidOut(steps: theme.steps, theme: theme)
  }

  @Test func rowsAreStackedAndNothingIsCut() throws {
    let title = "A title of many words that takes more than the two lines it may have"
    let card = Sample.card("a", title: title, image: "Content/shelf/a.svg")
    let shelf = try Self.shelf([card], as: "lockup", steps: [160, 240, 319, 320, 400])
    for (layout, isEnlarged) in zip(shelf.layouts, [true, true, true, false, false]) {
      let image = try #require(layout.cards[0].slot(.image)?.frame)
      let found = try #require(layout.cards[0].slot(.title))
      #expect((found.frame.y >= image.maxY) == isEnlarged)
      #expect((found.frame.x == image.x) == isEnlarged)
      let text = try #require(shelf.prepared.cards[0].composed.title)
      #expect((layout.cards[0].texts[text]?.isTruncated == true) == !isEnlarged)
    }
  }

  /// The texts of a shelf allow for every division of words at any of its steps.
  @Test func textsAllowForDivisionsAtEveryStep() throws {
    let words = ["Donaudampfschifffahrtsgesellschaft", "AVATARAVATARAVATARAVATAR", "short", "Minesweeper-Spielfelder"]
    let cards = (0..<12).map { index in
      Sample.card(
        "c\(index)", title: words[index % 4] + " \(index) " + words[(index + 1) % 4], subtitle: words[index / 3],
        image: "Content/shelf/a.svg")
    }
    let shelf = try Self.shelf(cards, as: "lockup", steps: [160, 200, 280, 320, 400])
    var count = 0
    for (index, card) in shelf.prepared.cards.enumerated() {
      for (number, prepared) in card.texts.enumerated() {
        var text = prepared
        let lines = shelf.layouts.compactMap { $0.cards[index].texts[number] }
        let isNew = text.allow(forDivisionsIn: lines)
        #expect(!isNew)
        count += lines.count { $0.isDivided }
      }
    }
    #expect(count > 0)
  }
}
