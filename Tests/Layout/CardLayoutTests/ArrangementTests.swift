import Arrangements
import Diagnostics
import Geometry
import SampleSites
import ShelfArrangements
import Testing
import TextLayout

@testable import CardLayout
@testable import Content

/// The settings of a shelf reach the arrangements.
@Suite struct ArrangementTests {
  private static let cards = [
    Sample.card("a", title: "One"), Sample.card("b", title: "One two three"), Sample.card("c", body: "one\\\ntwo"),
    Sample.card("d", title: "A word and another word that make the title of this card longer than one line holds"),
  ]

  /// L11: at every step and for any number of cards, frames are finite, disjoint and inside the shelf.
  @Test(arguments: standardArrangements, [0, 1, 2, 4])
  func framesAreInsideAndApart(arrangement: AnyArrangement, count: Int) throws {
    let shelf = try Sample.shelf(Array(Self.cards.prefix(count))) { $0.arrangement = arrangement }
    for layout in shelf.layouts {
      #expect(layout.frames.count == count)
      for (index, frame) in layout.frames.enumerated() {
        #expect(frame.x >= .zero && frame.y >= .zero && frame.maxY <= layout.size.height)
        #expect(arrangement == .shelf || frame.maxX <= layout.size.width)
        #expect(frame.height >= layout.cards[index].naturalHeight)
        for other in layout.frames[..<index] {
          #expect(
            other.maxX <= frame.x || frame.maxX <= other.x || other.maxY <= frame.y || frame.maxY <= other.y)
        }
      }
      #expect(layout.parts.flatMap(\.cards) == Array(0..<count))
    }
  }

  /// A card is as wide as its longest line and its paddings. If it were one pixel narrower, the line would wrap.
  @Test func flowCardsHugTheirTexts() throws {
    let shelf = try Sample.shelf(Self.cards) { $0.arrangement = .flow }
    let theme = try Sample.theme()
    for (card, frame) in zip(shelf.prepared.cards, shelf.layouts[5].frames).prefix(2) {
      var memo = CardMemo([card])
      let limits = memo.numbered(CardLimits(theme: theme, upTo: []))
      let width = memo.naturalWidth(0, limits: limits, metrics: CardMetrics(theme))
      #expect(frame.width == Pixels(width))
      let title = try #require(card.composed.title)
      #expect(width == card.texts[title].leastWidthOnOneLine + 32)
    }
    #expect(shelf.layouts.allSatisfy { $0.frames[3].width == min(Pixels(280), $0.frames[3].width) })
    #expect(shelf.layouts[5].frames[3].width == Pixels(280))
  }

  @Test func aForcedBreakStartsALine() throws {
    var cards = Self.cards
    cards[1].breakBefore = true
    let layout = try Sample.shelf(cards) { $0.arrangement = .flow }.layouts[5]
    #expect(layout.parts[0].lines.first == 0..<1)
  }

  /// R3, with the sample's steps: 400 px minus twice 16, in columns of at least 160.
  @Test func columnsOfAMinimumWidth() throws {
    let shelf = try Sample.shelf(Self.cards) { shelf in
      shelf.arrangement = .grid
      shelf.columns = ByWidthClass(base: .minimumWidth(160))
      shelf.settings.spacing = ByWidthClass(base: 10)
    }
    #expect(shelf.layouts.map(\.columns.count) == [1, 2, 2, 3, 5, 6])
    #expect(shelf.layouts[1].columns.map(\.width) == [Pixels(179), Pixels(179)])
  }

  @Test(arguments: GridHeight.allCases)
  func heightsOfAGrid(mode: GridHeight) throws {
    let layout = try Sample.shelf(Self.cards) { shelf in
      shelf.arrangement = .grid
      shelf.columns = ByWidthClass(base: 2)
      shelf.heightMode = mode
    }.layouts[0]
    let natural = layout.cards.map(\.naturalHeight)
    let rows = [max(natural[0], natural[1]), max(natural[2], natural[3])]
    switch mode {
    case .natural: #expect(layout.frames.map(\.height) == natural)
    case .row: #expect(layout.frames.map(\.height) == [rows[0], rows[0], rows[1], rows[1]])
    case .uniform: #expect(Set(layout.frames.map(\.height)) == [max(rows[0], rows[1])])
    }
    #expect(layout.frames[2].y - layout.frames[0].y >= rows[0])
  }

  @Test(arguments: [AnyArrangement.grid, .waterfall])
  func spans(arrangement: AnyArrangement) throws {
    var cards = Self.cards
    cards[1].span = .full
    cards[2].span = .columns(2)
    let layout = try Sample.shelf(cards) { shelf in
      shelf.arrangement = arrangement
      shelf.columns = ByWidthClass(base: 1, named: ["wide": 3])
    }
    #expect(layout.layouts[0].columnSpans == [1, 1, 1, 1])
    #expect(layout.layouts[5].columnSpans == [1, 3, 2, 1])
    #expect(layout.layouts[5].frames[1].width == Pixels(1152))
  }

  /// W3: a section begins below everything above it, and has its own columns.
  @Test(arguments: [AnyArrangement.waterfall, .grid, .flow, .list])
  func sections(arrangement: AnyArrangement) throws {
    let shelf = try Sample.shelf(Self.cards) { shelf in
      shelf.arrangement = arrangement
      shelf.columns = ByWidthClass(base: 1)
      shelf.sections = [
        ShelfSection(
          id: "shelf/part", source: shelf.source, title: FieldText("Part", range: SourceRange(0, 0)), cards: 2..<4,
          columns: ByWidthClass(base: 2), inset: ByWidthClass(base: EdgeLengths(top: 5, leading: 7)))
      ]
    }
    for layout in shelf.layouts {
      #expect(layout.parts.map(\.cards) == [0..<2, 2..<4])
      #expect(layout.parts[1].top == layout.frames[..<2].map(\.maxY).max())
      #expect(layout.frames[2].x == layout.frames[0].x + Pixels(7))
      #expect(layout.frames[2...].allSatisfy { $0.y >= layout.parts[1].top + Pixels(5) })
      if [.waterfall, .grid].contains(arrangement) { #expect(layout.parts.map(\.columns.count) == [1, 2]) }
    }
  }

  /// A cut card is as tall as the maximum, or ends after its last whole line.
  @Test func heightsOfCutCards() throws {
    let tall = [Sample.card("a", body: "one\\\ntwo\\\nthree\\\nfour")]
    func height(_ clamp: HeightClamp) throws -> Pixels? {
      try Sample.shelf(tall) { shelf in
        shelf.maxCardHeight = ByWidthClass(base: 120)
        shelf.clamp = clamp
      }.layouts[0].frames.first?.height
    }
    // 16 + 22 + 16 + lines of 21 + 16: two lines are 112.
    #expect(try height(.wholeLine) == Pixels(112))
    #expect(try height(.exact) == Pixels(120))
  }

  @Test func anAutomaticMaximumCutsTheOutlier() throws {
    let cards = (0..<5).map { index in
      Sample.card("\(index)", body: index == 2 ? (0..<9).map { "\($0)" }.joined(separator: "\\\n") : "one")
    }
    let layout = try Sample.shelf(cards) { $0.maxCardHeight = ByWidthClass(base: .auto) }.layouts[0]
    #expect(layout.frames.first?.height == Pixels(91))
  }

  @Test func shelvesOfAGroupAreEquallyTall() throws {
    func prepared(_ cards: [Card], maximum: MaximumHeight? = nil) throws -> PreparedShelf {
      try Sample.shelf(cards) { shelf in
        shelf.heightGroup = "all"
        shelf.maxCardHeight = maximum.map { ByWidthClass(base: $0) }
      }.prepared
    }
    let low = try prepared([Self.cards[0]])
    let tall = try prepared([Sample.card("t", body: "one\\\ntwo\\\nthree\\\nfour")])
    let steps = try Sample.steps()
    let theme = try Sample.theme()
    for laidOut in [
      layOutTogether([low, tall], steps: steps, theme: theme), layOutTogether([tall, low], steps: steps, theme: theme),
    ] {
      #expect(laidOut.allSatisfy { $0.layouts[0].frames[0].height == Pixels(154) })
    }
    let limited = try prepared([Self.cards[1]], maximum: 120)
    let laidOut = layOutTogether([limited, tall], steps: steps, theme: theme)
    #expect(laidOut.allSatisfy { $0.layouts[0].frames[0].height == Pixels(112) })
  }

  /// Firefox has 10,000 grid lines.
  @Test func longWaterfallContinuesInAnotherList() throws {
    let shelf = Shelf(
      id: "long", source: SourceText(path: "Content/long/_index.md", text: ""), title: nil,
      settings: ShelfSettings(arrangement: .waterfall),
      cards: (0..<9000).map { Sample.card("\($0)") })
    let parts = PreparedShelf(shelf: shelf, title: nil, preparedTitle: nil, cards: []).parts
    #expect(parts.map(\.cards) == [0..<4000, 4000..<8000, 8000..<9000])
    #expect(parts.map(\.id) == [nil, "long//2", "long//3"])
  }
}
