import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import PlacementProof
import Review
import SampleSites
import TestSupport
import Testing
import Themes

@testable import SiteBuild

/// Heights that cards, sections and shelves set.
extension OwnSizeTests {
  /// Heights at 390 px: those of the shelf, the section, the second and the fourth card. nil is what the card needs.
  @Test(
    arguments: ["flow", "grid", "waterfall", "list"],
    [
      ("", "", "height: 300", "", [nil, 300, nil, nil]),
      ("height: 200", "", "", "", [200, 200, 200, 200]),
      ("height: 200", "height: 250", "", "", [200, 200, 250, 250]),
      ("height: 200", "height: 250", "height: 150", "height: 333", [200, 150, 250, 333]),
      ("", "height: { compact: 180, expanded: 400 }", "", "height: { expanded: 90 }", [nil, nil, 180, 180]),
      ("maxCardHeight: 120", "", "height: 260", "", [nil, 260, nil, nil]),
      ("maxCardHeight: 300", "", "height: 140", "", [nil, 140, nil, nil]),
      ("clamp: exact\nmaxCardHeight: 300", "", "height: 140", "height: 150", [nil, 140, nil, 150]),
    ])
  func theCardsHeightCountsBeforeItsSectionsAndItsShelfs(
    arrangement: String,
    sizes: (shelf: String, section: String, second: String, fourth: String, heights: [Int?])
  ) async throws {
    let columns = ["grid", "waterfall"].contains(arrangement) ? "columns: 1\n" : ""
    let text = text(
      arrangement, shelf: columns + sizes.shelf, section: sizes.section, second: sizes.second, fourth: sizes.fourth)
    try await layouts(text) { shelf, site in
      let step = try #require(site.steps.first { $0.width == 390 })
      let layout = shelf.layouts[step.index]
      for (index, height) in sizes.heights.enumerated() {
        let (frame, card) = (layout.frames[index], layout.cards[index])
        // Texts are cut to the height.
        #expect(card.naturalHeight <= frame.height && !card.exceedsMaximum, "card \(index)")
        if let height { #expect(frame.height == Pixels(height), "card \(index)") }
        if height == nil, !sizes.shelf.contains("exact") {
          #expect(frame.height == card.naturalHeight, "card \(index)")
        }
      }
    }
  }

  /// In a row all cards stretch to the tallest; each text is cut to its own height.
  @Test(arguments: [
    ("", "height: 500", "", 500), ("height: 240", "height: 150", "", 240),
    ("height: 100", "height: 150", "height: 170", 170),
    ("maxCardHeight: 150", "height: 222", "", 222), ("maxCardHeight: auto", "height: 700", "height: 90", 700),
  ])
  func heightsInARow(shelf: String, second: String, fourth: String, height: Int) async throws {
    try await layouts(text("shelf", shelf: shelf, second: second, fourth: fourth)) { shelf, site in
      let layout = shelf.layouts[try #require(site.steps.first { $0.width == 390 }).index]
      #expect(layout.frames.map(\.height) == Array(repeating: Pixels(height), count: 4))
      for (index, own) in [(1, second), (3, fourth)] {
        guard let number = Int(own.dropFirst("height: ".count)) else { continue }
        #expect(layout.cards[index].naturalHeight <= Pixels(number))
      }
    }
  }

  /// A row of a grid is as tall as its tallest card.
  @Test func heightsInRowsOfAGrid() async throws {
    let text = text("grid", shelf: "columns: 2\nheight: 120", section: "height: 140", second: "height: 210")
    try await layouts(text) { shelf, _ in
      for layout in shelf.layouts where layout.size.width >= Pixels(320) {
        #expect(layout.frames.map(\.height) == [210, 210, 140, 140].map { Pixels($0) })
      }
    }
  }

  /// A height is only the least height where text is enlarged, on pages narrower than devices and at accessibility text
  /// sizes.
  @Test(arguments: ["shelf", "flow", "grid", "waterfall", "list"]) func heightsAreLifted(arrangement: String)
    async throws
  {
    let text = text(arrangement, second: "height: 100")
    let enlarged = { (theme: String) in theme.replacing("steps: [320,", with: "steps: [200, 320,") }
    try await layouts(text, theme: enlarged) { shelf, site in
      let narrow = shelf.layouts[0]
      #expect(site.steps[0].width == 200 && site.steps[0].isNarrowerThanDevices)
      #expect(shelf.layouts[1].cards[1].naturalHeight <= Pixels(100))
      #expect(narrow.cards[1].naturalHeight > Pixels(100))
      let isCut = narrow.cards[1].slots.contains { $0.isTruncated }
      #expect(!isCut)
    }
    try await SampleSite.with(text) { site async throws in
      let result = await layOutSite(BuildOptions(root: site.folder.path, textSize: .accessibility1))
      let layout = try #require(result.site?.pages.first?.shelves.first?.layouts.last)
      #expect(layout.cards[1].naturalHeight > Pixels(100))
      #expect(result.diagnostics.map(\.rendered) == [])
    }
  }

  /// Below the least height of its title and tags a card cannot be cut, which is a warning at its key.
  @Test func cardsThatCannotBeCut() async throws {
    try await SampleSite.with(text("list", second: "«card-too-tall|height»: 20")) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == site.expected)
      #expect(result.diagnostics.first?.help?.hasPrefix("raise height in Content/one/b.md") == true)
    }
  }

  /// The height of a card replaces the greatest height of its anatomy too.
  @Test func heightsAndAnatomies() async throws {
    let low = { (theme: String) in Self.anatomies(theme).replacing("bodies: {", with: "bodies: { maxHeight: 90,") }
    try await layouts(text("list", shelf: "card: bodies", second: "height: 130"), theme: low) { shelf, site in
      let layout = shelf.layouts[try #require(site.steps.first { $0.width == 390 }).index]
      #expect(layout.frames[0].height <= Pixels(90))
      #expect(layout.frames[1].height == Pixels(130))
      #expect(layout.cards[1].naturalHeight > Pixels(90))
    }
  }

  @Test(arguments: [
    ("", "", "height: 600", "to its own height", "one/b"), ("height: 600", "", "", "to the shelf's height", "one/b"),
    ("", "height: 600", "", "to its section's height", "one/part/c"),
  ])
  func explanationsOfHeights(shelf: String, section: String, second: String, words: String, card: String) async throws {
    try await layouts(text("list", shelf: shelf, section: section, second: second)) { _, site in
      let text = try #require(site.explain(card, at: .pageWidth(390))?.first).text
      #expect(text.contains("height 600 = ") && text.contains(words), "\(text)")
    }
  }

  @Test func rowsOfTablesHaveSizes() async throws {
    let text = """
      -- Content/one/_index.md --
      ---
      title: One
      cards: rows.csv
      ---
      -- Content/one/rows.csv --
      title,cardWidth,height
      First,,
      Second,120,300
      Third,«out-of-range|7»,
      Fourth,,«not-whole|1.5»
      """
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.drawn) == site.expected)
      try site.folder.write("title,cardWidth,height\nFirst,,\nSecond,120,300\n", to: "Content/one/rows.csv")
      #expect(await site.build().diagnostics == [])
      let layout = try #require(
        await layOutSite(BuildOptions(root: site.folder.path)).site?.pages.first?.shelves.first?.layouts.last)
      #expect(layout.frames.map(\.width) == [Pixels(280), Pixels(120)])
      #expect(layout.frames.map(\.height) == [Pixels(300), Pixels(300)])
    }
  }
}
