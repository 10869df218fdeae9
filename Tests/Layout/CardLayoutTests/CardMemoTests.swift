import Content
import Diagnostics
import SampleSites
import ShelfArrangements
import TestSupport
import Testing
import Themes

@testable import CardLayout

/// Measurements that are kept when the cards of a shelf change.
struct CardMemoTests {
  private static let seed: UInt64 = 20_261_125

  private static func card(_ number: Int) -> Card {
    Sample.card(
      "card-\(number)", title: "Title \(number) " + String(repeating: "wonderful ", count: number % 7),
      subtitle: number % 3 == 0 ? nil : "A subtitle", tags: (0..<number % 5).map { "tag \($0)" },
      body: number % 4 == 0 ? "" : String(repeating: "word\(number) and ", count: number % 11) + "wonderfulwonderful")
  }

  private func shelf(
    _ numbers: [Int], _ arrangement: AnyArrangement, as anatomy: String = "plain"
  ) throws -> PreparedShelf {
    let cards = numbers.map(Self.card)
    var shelf = Shelf(
      id: "shelf", source: SourceText(path: "Content/shelf/_index.md", text: ""), title: nil, cards: cards)
    shelf.arrangement = arrangement
    return PreparedShelf(
      shelf: shelf, title: nil, preparedTitle: nil, cards: try Sample.prepared(cards, as: anatomy))
  }

  @Test(arguments: [AnyArrangement.shelf, .flow, .grid, .waterfall])
  func layoutsAreThoseOfANewShelf(arrangement: AnyArrangement) throws {
    let (theme, steps) = (try Sample.theme(), try Sample.steps())
    var random = SeededGenerator(seed: Self.seed)
    var numbers = Array(0..<6)
    var before: [Int] = []
    var memos = [CardMemo()]
    for edit in 0..<30 {
      numbers.remove(at: Int.random(in: numbers.indices, using: &random))
      numbers.insert(6 + edit, at: Int.random(in: 0...numbers.count, using: &random))
      numbers.swapAt(0, Int.random(in: numbers.indices, using: &random))
      let shelf = try shelf(numbers, arrangement)
      memos = [CardMemo(shelf.cards, keeping: memos[0], of: numbers.map { before.firstIndex(of: $0) })]
      let kept = layOutTogether([shelf], steps: steps, theme: theme, memos: &memos)
      var newMemos = [CardMemo(shelf.cards)]
      let new = layOutTogether([shelf], steps: steps, theme: theme, memos: &newMemos)
      #expect(kept[0].layouts == new[0].layouts, "edit \(edit), seed \(Self.seed)")
      // Those of cards that are gone are dropped in the end.
      #expect(memos[0].layouts.rows.count < 4 * newMemos[0].layouts.rows.count, "edit \(edit), seed \(Self.seed)")
      before = numbers
    }
  }

  /// Cards are measured at several steps before the shelf is arranged at the first.
  @Test(arguments: standardArrangements)
  func aStepIsLaidOutAsByItself(arrangement: AnyArrangement) throws {
    let (theme, steps) = (try Sample.theme(), try Sample.steps())
    let shelf = try shelf(Array(0..<12), arrangement)
    let together = shelf.laidOut(steps: steps, theme: theme).layouts
    #expect(together.count == steps.count)
    for (step, layout) in zip(steps, together) {
      #expect(shelf.laidOut(steps: [step], theme: theme).layouts == [layout], "\(step.width) px")
    }
  }

  /// Cards with the same slots are stacked in another way as soon as the anatomy is another one.
  @Test func cardsOfAnotherAnatomyAreThoseOfANewShelf() throws {
    let (theme, steps) = (try Sample.theme(), try Sample.steps())
    let numbers = Array(0..<6)
    var memos = [CardMemo()]
    for anatomy in ["cover", "lockup", "cover"] {
      let shelf = try shelf(numbers, .grid, as: anatomy)
      memos = [CardMemo(shelf.cards, keeping: memos[0], of: numbers.map { _ in nil })]
      let kept = layOutTogether([shelf], steps: steps, theme: theme, memos: &memos)
      var newMemos = [CardMemo(shelf.cards)]
      let new = layOutTogether([shelf], steps: steps, theme: theme, memos: &newMemos)
      #expect(kept[0].layouts == new[0].layouts, "\(anatomy)")
    }
  }
}
