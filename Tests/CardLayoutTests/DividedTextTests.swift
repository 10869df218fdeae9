import CardLayout
import Fonts
import Geometry
import SiteContent
import Testing
import TextLayout
import Themes

/// Texts on a grid, which are measured as whole ones until the markup divides them at some step.
@Suite struct DividedTextTests {
  private static let words = "one two three *four* five **six**, seven *eig*ht nine ten el**ev**en "

  @Test func textsAreMeasuredAsTheMarkupHasThem() throws {
    let theme = try Sample.theme()
    let anatomy = try #require(theme.anatomy("plain"))
    guard var preparer = TextPreparer(fonts: try Sample.quantisedFonts()) else {
      throw Sample.Failure(description: "ICU cannot start")
    }
    let count = 40
    let cards = (0..<count).map { index in
      // Bodies of many widths, so that some have close calls and some have none.
      Sample.card(
        "card\(index)", title: "T\(index)", body: String(repeating: Self.words, count: 1 + index / 4) + "\(index)")
    }
    var prepared: [PreparedCard] = []
    for card in cards {
      prepared.append(PreparedCard(composeCard(card, anatomy: anatomy, theme: theme), preparer: &preparer))
    }
    let shelf = Shelf(
      id: "shelf", source: cards[0].source, title: nil, arrangement: .waterfall, cards: cards)
    let laidOut = PreparedShelf(shelf: shelf, title: nil, preparedTitle: nil, cards: prepared)
      .laidOut(steps: try Sample.steps(), theme: theme)
    var divided = 0
    for index in cards.indices {
      for (number, text) in prepared[index].texts.enumerated() {
        let lines = laidOut.layouts.map { $0.cards[index].texts[number] }
        var asWritten = text
        asWritten.isDivided = lines.contains { $0?.isDivided ?? false }
        divided += asWritten.isDivided ? 1 : 0
        #expect(text.grid == .sixtieths && !text.isDivided)
        for (layout, found) in zip(laidOut.layouts, lines) {
          let width = layout.cards[index].slots.first?.frame.width.roundedDown ?? 0
          guard let found, !found.isTruncated else { continue }
          #expect(found == asWritten.lines(width: width), "card \(index), text \(number), \(width) px")
        }
      }
    }
    #expect(divided > 0 && divided < 2 * count)
  }
}
