import Arrangements
import CardLayout
import Diagnostics
import Geometry
import SampleSites
import ShelfArrangements
import Testing

@testable import Content
@testable import Themes

/// R8: each choice is a complete layout with its own heights.
struct ColumnToggleLayoutTests {
  private let cards = ["a", "b", "c"].map { Sample.card($0, body: String(repeating: "some words ", count: 8)) }

  private func shelf(first: Int, textSize: TextSizeCategory = .large) throws -> LaidOutShelf {
    try Sample.shelf(cards, textSize: textSize) { shelf in
      shelf.arrangement = .grid
      shelf.columnToggle = ColumnToggle(first: first)
      shelf.title = FieldText("Shelf", range: SourceRange(0, 0))
    }
  }

  /// The layout of a shelf without a toggle, moved down by the height of the toggle.
  private func plain(columns: Int) throws -> [ShelfLayout] {
    try Sample.shelf(cards) { shelf in
      shelf.arrangement = .grid
      shelf.columns = ByWidthClass(base: .count(columns))
      shelf.title = FieldText("Shelf", range: SourceRange(0, 0))
    }.layouts
  }

  @Test(arguments: [1, 2])
  func bothLayouts(first: Int) throws {
    let chosen = try shelf(first: first)
    let steps = try Sample.steps()
    #expect(chosen.views[1].layouts.count == steps.count)
    // A line of 21 px with 16 px around it, and the gap below titles.
    let height = 21 + 16 + 12
    for (layouts, columns) in [(chosen.layouts, first), (chosen.views[1].layouts, 3 - first)] {
      for (layout, plain) in zip(layouts, try plain(columns: columns)) {
        #expect(layout.columns.count == columns)
        #expect(layout.size.height == plain.size.height + Pixels(height))
        #expect(layout.frames.map(\.y) == plain.frames.map { $0.y + Pixels(height) })
        #expect(layout.frames.map(\.x) == plain.frames.map(\.x))
        #expect(layout.cards == plain.cards)
        #expect(layout.toggleFrame?.height == Pixels(37))
        #expect(layout.toggleFrame?.y == Pixels(28 + 12))
      }
    }
    // R3 at 320: (288 - 16) / 2.
    #expect(
      (first == 2 ? chosen.layouts : chosen.views[1].layouts)[0].frames.map(\.width)
        == [136, 136, 136].map { Pixels($0) })
  }

  /// Where the template of the page shows the controls, a shelf has no room for them.
  @Test(arguments: [1, 2])
  func controlsInTheTemplate(first: Int) throws {
    var theme = try Sample.theme()
    theme.hasColumnTogglesInTemplate = true
    let chosen = try shelf(first: first).prepared.laidOut(steps: try Sample.steps(), theme: theme)
    for (layouts, columns) in [(chosen.layouts, first), (chosen.views[1].layouts, 3 - first)] {
      let plain = try plain(columns: columns)
      #expect(layouts.map(\.size) == plain.map(\.size) && layouts.map(\.frames) == plain.map(\.frames))
      #expect(layouts.allSatisfy { $0.toggleFrame == nil })
    }
  }

  /// R3: one column is the content less the shelf's insets, and two share that less one gap. With insets of 15 px, one
  /// column is 30 px narrower than the page.
  @Test(arguments: [
    (
      10, [300, 355, 382, 420, 748, 1004],
      [[145, 145], [172, 173], [186, 186], [205, 205], [369, 369], [497, 497]]
    ),
    (
      15, [290, 345, 372, 410, 738, 994],
      [[140, 140], [167, 168], [181, 181], [200, 200], [364, 364], [492, 492]]
    ),
  ])
  func oneColumnIsTheContentLessItsInsets(inset: Int, one: [Int], two: [[Int]]) throws {
    var theme = try Sample.theme()
    theme.widthClasses = [WidthClass(name: "all", from: 0, margin: 0, steps: [320, 375, 402, 440, 768, 1024])]
    let cards = ["a", "b"].map { Sample.card($0) }
    var shelf = Shelf(
      id: "shelf", source: SourceText(path: "Content/shelf/_index.md", text: ""), title: nil, cards: cards)
    shelf.arrangement = .grid
    shelf.columnToggle = ColumnToggle(first: 1)
    shelf.settings.spacing = ByWidthClass(base: 10)
    shelf.settings.inset = ByWidthClass(base: EdgeLengths(top: 10, leading: inset, bottom: 10, trailing: inset))
    let laidOut = PreparedShelf(
      shelf: shelf, title: nil, preparedTitle: nil, cards: try Sample.prepared(cards, as: "plain")
    ).laidOut(steps: theme.steps, theme: theme)
    #expect(laidOut.layouts.map { $0.frames.map(\.width) } == one.map { [Pixels($0), Pixels($0)] })
    #expect(laidOut.views[1].layouts.map { $0.frames.map(\.width) } == two.map { $0.map { Pixels($0) } })
    #expect(laidOut.layouts.allSatisfy { $0.cardsLeading == Pixels(inset) })
  }

  /// The narrowest page leaves 288 px. Each label has 15 px on both sides.
  @Test func controlsThatDoNotFitAreBelowEachOther() throws {
    func layouts(_ one: String, _ two: String) throws -> LaidOutShelf {
      try Sample.shelf(cards) { shelf in
        shelf.arrangement = .grid
        shelf.columnToggle = ColumnToggle(first: 1, oneColumn: one, twoColumns: two)
      }
    }
    let short = try layouts("One column", "Two columns")
    #expect(short.allLayouts.allSatisfy { $0.toggleFrame?.height == Pixels(37) })
    let long = try layouts("A column as wide as the page", "Columns next to each other")
    for layouts in [long.layouts, long.views[1].layouts] {
      #expect(layouts.first?.toggleFrame?.height == Pixels(2 * 37))
      #expect(layouts.last?.toggleFrame?.height == Pixels(37))
      #expect(layouts.first?.frames.first?.y == Pixels(2 * 37 + 12))
    }
    let steps = try Sample.steps()
    #expect(steps.allSatisfy { long.prepared.shortageOfColumnToggle(at: $0) == nil })
    let tooLong = try layouts(String(repeating: "column ", count: 8), "two")
    #expect(tooLong.prepared.shortageOfColumnToggle(at: steps[0]) ?? 0 > 288)
  }

  /// Accessibility sizes have one column fewer, so both layouts would be the same.
  @Test(arguments: TextSizeCategory.allCases)
  func noToggleAtAccessibilitySizes(textSize: TextSizeCategory) throws {
    let chosen = try shelf(first: 2, textSize: textSize)
    #expect((chosen.views.count == 1) == textSize.isAccessibilityCategory)
    #expect(chosen.layouts.allSatisfy { $0.columns.count == (textSize.isAccessibilityCategory ? 1 : 2) })
    #expect(chosen.layouts.allSatisfy { ($0.toggleFrame == nil) == textSize.isAccessibilityCategory })
  }
}
