import Arrangements
import CardLayout
import Diagnostics
import Geometry
import SampleSites
import ShelfArrangements
import Testing

@testable import Content

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
      (first == 2 ? chosen.layouts : chosen.views[1].layouts)[0].frames.map(\.width) == [136, 136, 136].map { Pixels($0) })
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
