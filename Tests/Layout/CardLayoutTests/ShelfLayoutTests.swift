import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import SampleSites
import ShelfArrangements
import Testing
import TextLayout
import Themes

struct ShelfLayoutTests {
  private let cards = [
    Sample.card("a", body: "one"), Sample.card("b", body: "one\\\ntwo\\\nthree"), Sample.card("c"),
    Sample.card("d", title: String(repeating: "wonderful ", count: 20), body: "one"),
  ]

  private func height(_ cards: [Card]) throws -> Pixels? {
    try Sample.shelf(cards).layouts[0].frames.first?.height
  }

  /// All cards are as tall as the tallest whole card at its inner width.
  @Test func cardsAreAsTallAsTheTallest() throws {
    let layout = try Sample.shelf(cards).layouts[0]
    #expect(Set(layout.frames.map(\.height)) == [Pixels(16 + 22 + 16 + 3 * 21 + 16)])
    #expect(layout.cards.map(\.naturalHeight).max() == layout.frames[0].height)
    #expect(try height([cards[0], cards[2]]) == Pixels(16 + 22 + 16 + 21 + 16))
    #expect(try height([cards[2]]) == Pixels(16 + 22 + 16))
    #expect(try height([cards[0], cards[3]]) == Pixels(16 + 44 + 16 + 21 + 16))
  }

  @Test func heightDoesNotDependOnOrder() throws {
    let whole = try height(cards)
    for shift in 1..<cards.count {
      #expect(try height(Array(cards[shift...] + cards[..<shift])) == whole)
    }
    var previous = Pixels.zero
    for count in 1...cards.count {
      let next = try #require(try height(Array(cards[..<count])))
      #expect(next >= previous)
      previous = next
    }
  }

  /// Insets are added once around the row.
  @Test func insetsSpacingAndTitle() throws {
    let shelf = try Sample.shelf(cards) { shelf in
      shelf.settings.inset = ByWidthClass(base: EdgeLengths(top: 8, leading: 3, bottom: 5, trailing: 7))
      shelf.settings.spacing = ByWidthClass(base: 10, named: ["wide": 20])
      shelf.cardWidth = ByWidthClass(base: 176)
      shelf.title = FieldText("Shelf", range: SourceRange(0, 0))
    }
    let layout = shelf.layouts[0]
    let top = 28 + 12 + 8
    #expect(layout.titleFrame == Frame(x: Pixels(16), y: .zero, width: Pixels(288), height: Pixels(28)))
    #expect(layout.frames.map(\.x) == [19, 205, 391, 577].map { Pixels($0) })
    #expect(Set(layout.frames.map(\.y)) == [Pixels(top)])
    #expect(layout.size == Size(width: Pixels(320), height: Pixels(top) + layout.frames[0].height + Pixels(5)))
    // The scrollbar of a row lies in the gap below it. On pages of 900 and 1200 px this row is not wider than the page.
    #expect(
      shelf.layouts.map { $0.parts[0].scrollbar?.overlap } == [16, 16, 16, 16, nil, nil].map { $0.map { Pixels($0) } })
    for layout in shelf.layouts { #expect(layout.size.height == layout.frames[0].maxY + Pixels(5)) }
    #expect(shelf.layouts[4].frames.map(\.x) == [27, 223, 419, 615].map { Pixels($0) })
  }

  /// Where the gap below a row is smaller than a scrollbar needs, only what is missing is added.
  @Test(arguments: [(0, 16), (10, 6), (16, 0), (40, 0)])
  func roomForAScrollbar(gap: Int, room: Int) throws {
    var theme = try Sample.theme()
    theme.shelf.shelfGap = gap
    let shelf = try Sample.shelf(cards)
    let layout = try #require(layOutTogether([shelf.prepared], steps: theme.steps, theme: theme)[0].layouts.first)
    let scrollbar = try #require(layout.parts[0].scrollbar)
    #expect(scrollbar.room == Pixels(room) && scrollbar.overlap == Pixels(16 - room))
    #expect(layout.size.height == layout.frames[0].maxY + Pixels(room))
  }

  @Test func cardsAreNotWiderThanThePage() throws {
    let shelf = try Sample.shelf(cards) { $0.cardWidth = ByWidthClass(base: 2000) }
    #expect(shelf.layouts.map { $0.frames[0].width } == [288, 368, 468, 552, 852, 1152].map { Pixels($0) })
    let inset = try Sample.shelf(cards) { shelf in
      shelf.cardWidth = ByWidthClass(base: 2000)
      shelf.settings.inset = ByWidthClass(base: EdgeLengths(leading: 500, trailing: 500))
    }
    #expect(inset.layouts.allSatisfy { $0.frames[0].width >= Pixels(1) })
  }

  @Test func valuesByWidthClass() throws {
    let shelf = try Sample.shelf(cards) { shelf in
      shelf.cardWidth = ByWidthClass(base: nil, named: ["middle": 200, "wide": 250])
      shelf.maxCardHeight = ByWidthClass(base: nil, named: ["wide": 95])
    }
    // Without a value for the narrow class, the theme's value applies.
    #expect(shelf.layouts.map { $0.frames[0].width } == [280, 280, 280, 200, 250, 250].map { Pixels($0) })
    #expect(shelf.layouts.map { $0.cards[1].slots.last?.lineCount } == [3, 3, 3, 3, 1, 1])
    #expect(shelf.layouts.map { $0.cards[3].exceedsMaximum } == [false, false, false, false, false, false])
    let low = try Sample.shelf(cards) { $0.maxCardHeight = ByWidthClass(base: 70) }
    #expect(low.layouts[0].cards.map(\.exceedsMaximum) == [false, false, false, true])
    let inset = try Sample.shelf(cards) {
      $0.settings.inset = ByWidthClass(base: nil, named: ["middle": EdgeLengths(top: 3, leading: 11)])
    }
    let plain = try Sample.shelf(cards)
    #expect(
      zip(inset.layouts, plain.layouts).map { $0.frames[0].x - $1.frames[0].x }
        == [0, 0, 0, 11, 11, 11].map { Pixels($0) })
    #expect(
      zip(inset.layouts, plain.layouts).map { $0.frames[0].y - $1.frames[0].y }
        == [0, 0, 0, 3, 3, 3].map { Pixels($0) })
  }

  // MARK: Waterfalls

  private func waterfall(_ change: (inout Shelf) -> Void = { _ in }) throws -> LaidOutShelf {
    try Sample.shelf(cards) { shelf in
      shelf.arrangement = .waterfall
      change(&shelf)
    }
  }

  @Test func columnsByWidthClass() throws {
    // The theme has one column for narrow pages and three for wide ones; the middle class inherits from the class
    // below.
    #expect(try waterfall().layouts.map(\.columns.count) == [1, 1, 1, 1, 3, 3])
    let own = try waterfall { $0.columns = ByWidthClass(base: 2, named: ["middle": 4]) }
    #expect(own.layouts.map(\.columns.count) == [2, 2, 2, 4, 4, 4])
  }

  /// L6: whole pixels, with the remainder spread; together they are exactly as wide as the content.
  @Test func columnWidths() throws {
    let layout = try waterfall { shelf in
      shelf.columns = ByWidthClass(base: 3)
      shelf.settings.spacing = ByWidthClass(base: 10)
    }.layouts[0]
    #expect(layout.columns.map(\.width) == [89, 89, 90].map { Pixels($0) })
    #expect(layout.columns.map(\.x) == [0, 99, 198].map { Pixels($0) })
    for (frame, column) in zip(layout.frames, layout.columnIndexes) {
      #expect(frame.width == layout.columns[column].width)
      #expect(frame.x == Pixels(16) + layout.columns[column].x)
    }
  }

  @Test func cardsKeepTheirOwnHeights() throws {
    let layout = try waterfall().layouts[0]
    #expect(layout.frames.map(\.height) == layout.cards.map(\.naturalHeight))
    for (above, below) in zip(layout.frames, layout.frames.dropFirst()) {
      #expect(below.y == above.maxY + Pixels(16))
    }
    #expect(layout.size.height == layout.frames[3].maxY)
  }

  @Test func columnRules() throws {
    let tall = [3, 0, 0, 0].enumerated().map { index, lines in
      Sample.card("\(index)", body: (0..<lines).map { "\($0)" }.joined(separator: "\\\n"))
    }
    let indexes = { (rule: ColumnRuleName) in
      try Sample.shelf(tall) { shelf in
        shelf.arrangement = .waterfall
        shelf.columns = ByWidthClass(base: 2)
        shelf.columnRule = rule
      }.layouts[0].columnIndexes
    }
    #expect(try indexes(.shortest) == [0, 1, 1, 1])
    #expect(try indexes(.roundRobin) == [0, 1, 0, 1])
  }

  /// W1: with a padding inside the cells, gutters are twice as wide as the outer margin.
  @Test func cellPadding() throws {
    let layout = try waterfall { shelf in
      shelf.columns = ByWidthClass(base: 2)
      shelf.cellPadding = 6
    }.layouts[0]
    #expect(layout.columns.map(\.x) == [Pixels(6), Pixels(150)])
    #expect(layout.columns.map(\.width) == [Pixels(132), Pixels(132)])
    #expect(layout.frames[0].y == Pixels(6))
  }

  @Test func moreColumnsThanPixels() throws {
    let shelf = try waterfall { shelf in
      shelf.columns = ByWidthClass(base: 24)
      shelf.settings.spacing = ByWidthClass(base: 1000)
    }
    for layout in shelf.layouts {
      #expect(layout.frames.allSatisfy { $0.width >= .zero && $0.height >= .zero })
    }
  }
}
