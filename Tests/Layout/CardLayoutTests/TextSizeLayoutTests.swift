import Arrangements
import CardLayout
import Content
import Geometry
import SampleSites
import ShelfArrangements
import Testing
import TextLayout

@testable import Themes

struct TextSizeLayoutTests {
  private func drawn(_ card: MeasuredCard) -> [String] {
    card.slots.map { slot in
      "\(slot.name) \(slot.frame.x),\(slot.frame.y) \(slot.frame.width)x\(slot.frame.height)"
    }
  }

  /// R1: a label of one line with 8 px around it.
  @Test(arguments: [(TextSizeCategory.large, 38), (.accessibility1, 50), (.accessibility5, 78), (.xSmall, 35)])
  func aRowOfOneLine(textSize: TextSizeCategory, height: Int) throws {
    let card = composeCard(
      Sample.card(title: "A"),
      anatomy: CardAnatomy(name: "r", padding: 8, minHeight: 0, elements: [.text(.init(slot: .title, gap: 0))]),
      theme: try Sample.theme(textSize))
    guard var preparer = try Sample.preparer() else {
      Issue.record("ICU cannot start")
      return
    }
    let measured = PreparedCard(card, preparer: &preparer).measured(width: 280, theme: try Sample.theme(textSize))
    #expect(measured.naturalHeight == Pixels(height))
  }

  /// R7: at AX1 lines are 16 x 28/16, 22 x 34/22 and 20 x 31/20 high, and the image is above the labels.
  @Test(arguments: [
    (
      Sample.card(subtitle: "s", eyebrow: "e", image: "i"),
      ["image 16,16 56x56", "eyebrow 16,84 248x28", "title 16,114 248x34", "subtitle 16,150 248x31"], 197
    ),
    (Sample.card(subtitle: "s"), ["title 16,16 248x34", "subtitle 16,52 248x31"], 99),
    (Sample.card(image: "i", body: "b"), ["image 16,16 56x56", "title 16,84 248x34", "body 16,130 248x32"], 178),
  ])
  func anImageAboveLabels(card: Card, slots: [String], height: Int) throws {
    let measured = try Sample.measured(card, as: "lockup", textSize: .accessibility1)
    #expect(drawn(measured) == slots)
    #expect(measured.naturalHeight == Pixels(height))
  }

  /// Titles end after two lines, except at accessibility sizes.
  @Test func titlesAreNotCutAtAccessibilitySizes() throws {
    let card = Sample.card(title: String(repeating: "wonderful ", count: 20))
    for textSize in TextSizeCategory.allCases {
      let title = try #require(try Sample.measured(card, as: "plain", textSize: textSize).slots.first)
      #expect(title.isTruncated == !textSize.isAccessibilityCategory)
      #expect((title.lineCount > 2) == textSize.isAccessibilityCategory)
    }
  }

  @Test(arguments: [TextSizeCategory.xxxLarge, .accessibility1])
  func maximumHeightOfCards(textSize: TextSizeCategory) throws {
    let card = Sample.card(body: String(repeating: "A long text that is cut. ", count: 40))
    for arrangement in [AnyArrangement.shelf, .waterfall] {
      let shelf = try Sample.shelf([card], textSize: textSize) { shelf in
        shelf.maxCardHeight = ByWidthClass(base: 200)
        shelf.arrangement = arrangement
      }
      for layout in shelf.layouts {
        #expect((layout.frames[0].height <= Pixels(200)) == (textSize == .xxxLarge))
      }
    }
  }

  /// R7: one column fewer, but at least one.
  @Test(arguments: [(TextSizeCategory.xxxLarge, [1, 1, 1, 2, 4, 4]), (.accessibility1, [1, 1, 1, 1, 3, 3])])
  func columns(textSize: TextSizeCategory, counts: [Int]) throws {
    let cards = ["a", "b", "c", "d"].map { Sample.card($0) }
    let shelf = try Sample.shelf(cards, textSize: textSize) { shelf in
      shelf.arrangement = .waterfall
      shelf.columns = ByWidthClass(base: 1, named: ["middle": 2, "wide": 4])
    }
    #expect(shelf.layouts.map(\.columns.count) == counts)
    let usual = try Sample.shelf(cards, textSize: textSize) { $0.arrangement = .waterfall }
    #expect(usual.layouts.map(\.columns.count) == (textSize == .xxxLarge ? [1, 1, 1, 1, 3, 3] : [1, 1, 1, 1, 2, 2]))
  }

  /// Every card is laid out at each width, in every class.
  @Test(arguments: [TextSizeCategory.large, .accessibility3])
  func everyCardAtEveryWidth(textSize: TextSizeCategory) throws {
    let cards = (0..<20).map { Sample.card("c\($0)", body: String(repeating: "some words ", count: 10 + $0)) }
    let shelf = try Sample.shelf(cards, textSize: textSize) { $0.arrangement = .waterfall }
    let steps = try Sample.steps()
    for (step, layout) in zip(steps, shelf.layouts).prefix(3) {
      #expect(layout.cards.allSatisfy { $0.width == step.contentWidth })
    }
    for (narrow, wide) in zip(shelf.layouts, shelf.layouts.dropFirst()).prefix(2) {
      #expect(zip(narrow.cards, wide.cards).allSatisfy { $0.naturalHeight >= $1.naturalHeight })
      #expect(narrow.size.height > wide.size.height)
    }
  }

  /// R9: there is a layout for each text size at each step, and larger text never needs less room.
  @Test func largerTextNeedsAtLeastAsMuchRoom() throws {
    let cards = ["a", "b", "c"].map {
      Sample.card($0, subtitle: "Sub", tags: ["t", "u"], body: "Some text of a card.")
    }
    var last: [Pixels] = []
    for textSize in TextSizeCategory.allCases {
      let heights = try Sample.shelf(cards, as: "cover", textSize: textSize) { $0.arrangement = .waterfall }
        .layouts.map(\.size.height)
      if !last.isEmpty { #expect(zip(last, heights).allSatisfy { $0 <= $1 }, "\(textSize)") }
      last = heights
    }
  }
}
