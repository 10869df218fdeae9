import Content
import Geometry
import SampleSites
import ShelfArrangements
import TestSupport
import Testing
import Themes

@testable import CardLayout

/// Slots that are equally tall across cards.
struct LevelTests {
  private let cards = [
    Sample.card("a", title: "A", subtitle: "s", body: "one"),
    Sample.card("b", title: "A title that is as long as two lines of it", eyebrow: "e", body: "one\\\ntwo\\\nthree"),
    Sample.card("c", title: "C", subtitle: "s\u{2028}s"), Sample.card("d", title: "D"),
  ]

  private static func text(level: String) -> String {
    """
      a:
        padding: 10
        stack:
          - eyebrow: { \(level) }
          - title: { gap: 4\(level.isEmpty ? "" : ", " + level) }
          - subtitle: { gap: 2\(level.isEmpty ? "" : ", " + level) }
          - body: { gap: 8 }
    """
  }

  private func tops(_ card: MeasuredCard) -> [String] { card.slots.map { "\($0.name) \($0.frame.y)" } }

  @Test func levelsOfAShelf() throws {
    let sample = try AnatomySample(Self.text(level: "level: shelf"))
    let shelf = try sample.shelf(cards) { $0.cardWidth = ByWidthClass(base: 176) }
    let layout = shelf.layouts[0]
    // Two lines of title and of subtitle, and an eyebrow, which three of the cards do not have.
    let level = ["eyebrow 10", "title 30", "subtitle 76"]
    #expect(tops(layout.cards[0]) == level + ["body 124"])
    #expect(tops(layout.cards[1]) == level + ["body 124"])
    #expect(tops(layout.cards[3]) == level)
    #expect(layout.cards[3].rooms == [.eyebrow, .subtitle])
    #expect(layout.cards[3].slot(.title)?.frame.height == Pixels(44))
    #expect(layout.cards[3].slot(.title)?.lineCount == 1)
    #expect(layout.frames.allSatisfy { $0.height == Pixels(124 + 63 + 10) })
    // The space that this adds: three eyebrows of 16 px, a missing line in three titles and one subtitle, and two
    // missing lines in two subtitles.
    #expect(
      layout.levelCosts == [
        LevelCost(slot: .eyebrow, total: Pixels(48), most: Pixels(16)),
        LevelCost(slot: .title, total: Pixels(66), most: Pixels(22)),
        LevelCost(slot: .subtitle, total: Pixels(20 + 40 + 40), most: Pixels(40)),
      ])
  }

  /// At 900 px there are three columns, so the fourth card is alone in its row.
  @Test func levelsOfARow() throws {
    let sample = try AnatomySample(Self.text(level: "level: row"))
    let shelf = try sample.shelf(cards) { $0.arrangement = .grid }
    let layout = try #require(shelf.layouts.first { $0.columns.count == 3 })
    #expect(layout.cards[..<3].map { $0.slot(.title)?.frame.y } == [Pixels(30), Pixels(30), Pixels(30)])
    #expect(layout.cards[0].rooms == [.eyebrow])
    #expect(layout.cards[1].rooms == [.subtitle])
    #expect(tops(layout.cards[3]) == ["title 10"])
    #expect(layout.cards[3].rooms == [])
    // In one column, every row has one card.
    #expect(shelf.layouts[0].cards.allSatisfy { $0.rooms.isEmpty })
  }

  @Test func waterfallHasNoRows() throws {
    let sample = try AnatomySample(Self.text(level: "level: row"))
    let none = try AnatomySample(Self.text(level: ""))
    let waterfall = { (sample: AnatomySample) in try sample.shelf(self.cards) { $0.arrangement = .waterfall } }
    #expect(try waterfall(sample).layouts.map(\.frames) == waterfall(none).layouts.map(\.frames))
    let level = try AnatomySample(Self.text(level: "level: shelf"))
    for layout in try waterfall(level).layouts {
      #expect(Set(layout.cards.compactMap { $0.slot(.title)?.frame.y }).count == 1)
      #expect(Set(layout.cards.compactMap { $0.slot(.subtitle)?.frame.maxY }).count == 1)
    }
  }

  /// If a body is cut at the maximum height, no level makes the card taller.
  @Test func maximumHeightOverridesLevels() throws {
    let sample = try AnatomySample("  a: { padding: 10, stack: [ title, subtitle, body: { gap: 8, level: shelf } ] }")
    let long = (0..<30).map { "line \($0)" }.joined(separator: "\\\n")
    let cards = [Sample.card("a", body: long), Sample.card("b", subtitle: "s\u{2028}s", body: long), Sample.card("c")]
    let shelf = try sample.shelf(cards) { $0.maxCardHeight = ByWidthClass(base: .length(200)) }
    for layout in shelf.layouts {
      #expect(layout.frames.allSatisfy { $0.height <= Pixels(200) })
      #expect(layout.cards.allSatisfy { !$0.exceedsMaximum })
      #expect(layout.cards[2].slot(.body)?.frame.height == layout.cards[0].slot(.body)?.frame.height)
    }
  }

  /// No level makes a card shorter, the order of cards does not matter, and level slots start and end at the same
  /// height.
  @Test(arguments: 0..<12) func levelsOfRandomCards(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = { (most: Int) in
      Bool.random(using: &random)
        ? nil : (0...Int.random(in: 0...most, using: &random)).map { _ in "word" }.joined(separator: " ")
    }
    let cards = (0..<6).map { index in
      Sample.card(
        "\(index)", title: text(12) ?? "t", subtitle: text(12), eyebrow: text(2), tags: text(3).map { [$0] } ?? [],
        body: text(20) ?? "")
    }
    let arrangement: AnyArrangement = [.shelf, .grid, .list][Int(seed % 3)]
    let level = try AnatomySample(Self.text(level: "level: shelf")).shelf(cards) { $0.arrangement = arrangement }
    let shuffled = try AnatomySample(Self.text(level: "level: shelf")).shelf(cards.shuffled(using: &random)) {
      $0.arrangement = arrangement
    }
    let alone = try AnatomySample(Self.text(level: "")).shelf(cards) { $0.arrangement = arrangement }
    for ((layout, other), before) in zip(zip(level.layouts, shuffled.layouts), alone.layouts) {
      for (card, own) in zip(layout.cards, before.cards) {
        #expect(card.naturalHeight >= own.naturalHeight, "seed \(seed)")
      }
      for name in [Slot.eyebrow, .title, .subtitle] {
        #expect(Set(layout.cards.compactMap { $0.slot(name)?.frame.y }).count <= 1, "seed \(seed)")
        #expect(Set(layout.cards.compactMap { $0.slot(name)?.frame.maxY }).count <= 1, "seed \(seed)")
      }
      if arrangement == .shelf { #expect(layout.size.height == other.size.height, "seed \(seed)") }
    }
  }
}
