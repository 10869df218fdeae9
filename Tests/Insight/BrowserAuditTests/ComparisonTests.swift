import Testing

@testable import BrowserAudit
@testable import Pages

struct ComparisonTests {
  @Test func equalSitesDoNotDiffer() {
    let comparison = Sample().comparison
    #expect(comparison.differences == [])
    #expect(comparison.tally.layouts == 1)
    #expect(comparison.tally.cards == 1)
    #expect(comparison.tally.frames == 4)
    #expect(comparison.tally.lines == 5)
    #expect(comparison.tally.differingFrames == 0)
    #expect(comparison.tally.differingLines == 0)
  }

  @Test(arguments: [(0.03, true), (-0.03, true), (0.02, true), (0.01, false), (-0.019, false), (0, false)])
  func heightsDifferFromTwoHundredthsOfAPixel(by difference: Double, differs: Bool) {
    var sample = Sample()
    sample.shown = Sample.card.with(height: 200 + difference)
    #expect(sample.comparison.differences.map(\.property) == (differs ? [.height] : []))
    #expect(sample.comparison.tally.differingFrames == (differs ? 1 : 0))
  }

  /// Far down a page, browsers report positions as floats, of which no two are closer than 0.125 px from 2^20 px on.
  @Test(arguments: [
    (0.25, 1_100_000, false), (0.3, 1_100_000, true), (0.05, 200_000, true), (1, 30_000_000, false),
    (1.03, 30_000_000, true),
  ])
  func heightsOfDeepCardsAreFloats(by difference: Double, depth: Double, differs: Bool) {
    var sample = Sample()
    sample.shown = Sample.card.with(height: 200 + difference)
    sample.shown.depth = depth
    #expect(sample.comparison.differences.map(\.property) == (differs ? [.height] : []))
  }

  @Test func reportsMissingAndUnexpectedSlots() throws {
    var sample = Sample()
    let tags = SlotFrame(x: 16, y: 130, width: 268, height: 24)
    sample.shown = Sample.card.with(slot: "title").with(slot: "tags", tags)
    let differences = sample.comparison.differences
    #expect(differences.map(\.slot) == ["title", "tags"])
    #expect(differences.map(\.property) == [.presence, .presence])
    #expect(differences.map(\.computed) == [.length(40), nil])
    #expect(differences.map(\.shown) == [nil, .length(24)])
    #expect(differences.map(\.hint) == ["title missing", "tags shown, but not computed"])
    #expect(sample.comparison.tally.differingFrames == 2)
  }

  @Test func missingShelfIsOneDifference() {
    let sample = Sample()
    let page = PageRecord.computed([.computed("sky", [(0, 400, 240, [sample.computed])])])
    let comparison = Comparison(page, sample.page(shelves: []))
    #expect(comparison.differences.map(\.hint) == ["shelf missing"])
    #expect(comparison.tally.differingFrames == 4)
    #expect(comparison.tally.cards == 1)
  }

  @Test func reportsUnexpectedShelves() {
    let shelf = ShownShelf(id: "sea", width: 400, height: 10, cards: [])
    let page = PageRecord.computed([])
    #expect(
      Comparison(page, Sample().page(shelves: [shelf])).differences.map(\.hint) == ["shelf shown, but not computed"])
  }

  @Test func emptyShelfNeedsNoMarkup() {
    let page = PageRecord.computed([.computed("sky", [(0, 400, 0, [])])])
    #expect(Comparison(page, Sample().page(shelves: [])).differences == [])
  }

  /// Distances are from the leading edge on both sides, so pages from right to left need no special case.
  @Test func measuresFromTheLeadingEdge() {
    var sample = Sample()
    sample.shown = Sample.card.with(x: 400 - 16 - 300)
    #expect(sample.comparison.differences.map(\.property) == [.x])
  }

  @Test(arguments: [
    ([0, 14, 31], 0), ([0, 14, 26], 1), ([0, 14], 1), ([0, 14, 31, 40], 1), ([0, 13, 30], 2), ([], 3),
  ])
  func lineStartsAreComparedOneByOne(shown: [Int], differing: Int) {
    var sample = Sample()
    sample.shown = Sample.card.with(
      slot: "body", SlotFrame(x: 16, y: 64, width: 268, height: 60, starts: shown, lineHeight: 20))
    #expect(sample.comparison.tally.differingLines == differing)
    #expect(sample.comparison.differences.map(\.property) == (differing == 0 ? [] : [.starts]))
  }

  @Test func withoutComputedLineStartsNoneAreCompared() {
    var sample = Sample()
    sample.computed = Sample.card.with(slot: "body", SlotFrame(x: 16, y: 64, width: 268, height: 60))
    #expect(sample.comparison.differences == [])
    #expect(sample.comparison.tally.lines == 2)
  }

  @Test(
    arguments: [
      ([[0, 0, 40], [46, 0, 30]], []), ([[0, 0, 40], [46.01, 0, 30]], []),
      ([[0, 0, 40], [47, 0, 31]], ["tags 2 x", "tags 2 width"]), ([[0, 0, 40]], ["tags 2 presence"]),
      ([[0, 0, 40], [46, 0, 30], [0, 30, 20]], ["tags 3 presence"]), ([[0, 1, 40], [46, 0, 30]], ["tags 1 y"]),
    ] as [([[Double]], [String])])
  func tagsAreComparedOneByOne(shown: [[Double]], differing: [String]) {
    var sample = Sample()
    var tags = SlotFrame(x: 16, y: 130, width: 268, height: 24)
    tags.frames = [[0, 0, 40], [46, 0, 30]]
    sample.computed = Sample.card.with(slot: "tags", tags)
    tags.frames = shown
    sample.shown = Sample.card.with(slot: "tags", tags)
    #expect(sample.comparison.differences.map { "\($0.slot ?? "") \($0.property.rawValue)" } == differing)
  }

  @Test(
    arguments: [
      ([[0, 0, 16], [0, 24, 16]], []), ([[0, 0, 16], [0, 24, 21.2]], ["number 2 width"]),
      ([[0, 0, 16], [2, 25, 16]], ["number 2 x", "number 2 y"]), ([[0, 0, 16]], ["number 2 presence"]),
      ([[0, 0, 16], [0, 24, 16], [0, 48, 16]], ["number 3 presence"]),
    ] as [([[Double]], [String])])
  func numbersOfListsAreComparedOneByOne(shown: [[Double]], differing: [String]) {
    var sample = Sample()
    var body = SlotFrame(x: 16, y: 64, width: 268, height: 60)
    body.markers = [[0, 0, 16], [0, 24, 16]]
    sample.computed = Sample.card.with(slot: "body", body)
    body.markers = shown
    sample.shown = Sample.card.with(slot: "body", body)
    #expect(sample.comparison.differences.map { "\($0.slot ?? "") \($0.property.rawValue)" } == differing)
  }

  @Test(arguments: [(320.0, 0.0), (599.5, 0), (600, 600), (839, 600), (840, 840), (9999, 840)])
  func choosesTheWidestLayoutThatFits(clientWidth: Double, minWidth: Double) throws {
    let shelf = ShelfRecord.computed("sky", [0, 600, 840].map { ($0, Double($0), 1, []) })
    let layout = try #require(ComputedLayout(shelf.views[0], atPageWidth: clientWidth))
    #expect(layout.width == minWidth)
  }

  @Test func choosesLayoutsByWidthWithoutScrollbar() {
    var sample = Sample()
    sample.clientWidth = 600
    #expect(sample.comparison.differences.contains { $0.property == .width && $0.computed == .length(600) })
    sample.clientWidth = 599
    #expect(sample.comparison.differences == [])
  }

  /// A page with the other choice selected shows only the shelves that offer a choice.
  @Test func bothChoicesAreCompared() {
    let page = PageRecord.computed([
      .computed("sky", [(0, 400, 200, [])], others: [(0, 400, 300, [])]), .computed("sea", [(0, 400, 200, [])]),
    ])
    let sky = { ShownShelf(id: "sky", width: 400, height: $0, cards: []) }
    let sea = ShownShelf(id: "sea", width: 400, height: 200, cards: [])
    #expect(Comparison(page, Sample().page(shelves: [sky(200), sea])).differences == [])
    #expect(Comparison(page, Sample().page(shelves: [sky(300)], isOtherChoice: true)).differences == [])
    #expect(
      Comparison(page, Sample().page(shelves: [sky(200)], isOtherChoice: true)).differences.map(\.property) == [.height]
    )
  }
}
