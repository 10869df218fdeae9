import CardLayout
import Geometry
import Testing

@testable import Pages
@testable import Themes

struct ChangingWidthsTests {
  private let steps = Step.all(of: Sample.classes)

  /// The first step, and the widths where the number of columns changes; not 400 px, where only a height changes.
  @Test func listsWidthsWhereLayoutsChange() {
    let changes = ChangingWidths(Sample.shelves, steps: steps)
    #expect(changes.widths == [320, 700])
    #expect(changes.sentence == "These two widths matter:")
    #expect(changes.heights == [320, 400, 700])
  }

  @Test func aPageThatNeverChangesHasOneWidth() {
    let changes = ChangingWidths([Sample.shelf("a", [(0, 100, nil)])], steps: steps)
    #expect(changes.widths == [320])
    #expect(changes.sentence == "Cards are arranged differently from this width on:")
    #expect(ChangingWidths([], steps: []).widths == [])
  }

  @Test func writesLargeCountsInDigits() {
    let widths = (0..<14).map { (320 + 10 * $0, 100, Int?($0 + 1)) }
    let many = Step.all(of: [.init(name: "all", from: 0, margin: 0, steps: widths.map(\.0))])
    var layouts = widths
    layouts[0].0 = 0
    #expect(ChangingWidths([Sample.shelf("a", layouts)], steps: many).sentence == "These 14 widths matter:")
  }

  @Test(arguments: [(280, 300), (320, 300), (699, 300), (700, 260), (2000, 260)])
  func findsTheLayoutAtAWidth(width: Int, height: Int) {
    #expect(Sample.shelves[0].layout(at: width)?.height.roundedUp == height)
  }

  @Test func describesLayouts() {
    let words = Sample.shelves.map { $0.layouts.map(\.words) }
    #expect(words == [["300 px", "260 px"], ["900 px, 1 column", "800 px, 1 column", "410 px, 2 columns"]])
  }
}
