import Content
import SampleSites
import ShelfArrangements
import Testing

@testable import CardLayout

struct LongShelfTests {
  /// Firefox has 10,000 grid lines.
  @Test(arguments: [
    (AnyArrangement.waterfall, 4000), (.grid, 9240), (.list, 9240), (.flow, 20_000), (.shelf, 20_000),
  ])
  func longShelvesContinueBelow(arrangement: AnyArrangement, most: Int) throws {
    var shelf = try Sample.shelf([Sample.card("a")]).prepared.shelf
    shelf.arrangement = arrangement
    shelf.cards = Array(repeating: shelf.cards[0], count: 20_000)
    let parts = ShelfPart.all(of: shelf, headers: [])
    #expect(parts.map(\.cards.count).max() == most && parts.last?.cards.upperBound == 20_000)
    #expect(parts.dropFirst().allSatisfy(\.isContinued) && parts.count == (20_000 + most - 1) / most)
  }
}
