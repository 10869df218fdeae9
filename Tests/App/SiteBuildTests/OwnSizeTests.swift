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

/// Sizes that cards and sections set themselves (layout.md, S1.5; storefronts.md, A5 and C).
struct OwnSizeTests {
  static let arrangements = ["shelf", "flow", "grid", "waterfall", "list"]

  /// A shelf with four cards, the last two of them in a section unless the shelf is a row.
  ///
  /// - Parameter keys: the keys of the shelf, the section, the second and the fourth card.
  func text(
    _ arrangement: String, shelf: String = "", section: String = "", second: String = "", fourth: String = ""
  ) -> String {
    let hasSection = arrangement != "shelf"
    let folder = hasSection ? "Content/one/part" : "Content/one"
    let index = "-- Content/one/part/_index.md --\n---\nkind: section\ntitle: Part\n\(section)\n---\n"
    func card(_ path: String, _ keys: String, _ count: Int) -> String {
      "-- \(path).md --\n---\ntitle: Card of \(count) words\ntags: [first, second]\n\(keys)\n---\n"
        + String(repeating: "word ", count: count) + "\n"
    }
    return "-- Content/one/_index.md --\n---\ntitle: One\narrangement: \(arrangement)\n\(shelf)\n---\n"
      + card("Content/one/a", "", 12) + card("Content/one/b", second, 30) + (hasSection ? index : "")
      + card("\(folder)/c", "", 20) + card("\(folder)/d", fourth, 40)
  }

  /// The shelf of a site, whose build has no findings and whose style sheets place what `layout.json` states.
  func layouts<Result: Sendable>(
    _ text: String, theme edit: (String) -> String = { $0 },
    _ body: @Sendable (LaidOutShelf, ReviewedSite) throws -> Result
  ) async throws -> Result {
    try await SampleSite.with(text) { site async throws in
      let path = "Themes/storefront/theme.yml"
      try site.folder.write(edit(try #require(site.folder.text(of: path))), to: path)
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let files = Dictionary(
        uniqueKeysWithValues: site.output().map {
          (String($0.key.dropFirst("Output/".count)), Array(($0.value ?? "").utf8))
        })
      #expect(PlacementProof(files).faults() == [])
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      return try body(try #require(reviewed.pages.first?.shelves.first), reviewed)
    }
  }

  // MARK: - Anatomies

  static func anatomies(_ theme: String) -> String {
    theme.replacing(
      "cards:\n",
      with: """
        cards:
          plain: { padding: 10, stack: [title] }
          bodies: { padding: 20, stack: [title, body] }
          narrow: { padding: 4, stack: [{ title: { width: hug } }, row: { spacing: 8, items: [body, tags] }] }
          either: { variants: [roomy, plain] }
          roomy: { padding: 60, minWidth: 300, stack: [title, { body: { level: shelf } }, tags] }

        """)
  }

  /// The anatomies of the shelf, the section, the second and the fourth card, and those that the four cards have.
  @Test(
    arguments: arrangements,
    [
      ("", "", "", "", ["plain", "plain", "plain", "plain"]),
      ("bodies", "", "plain", "", ["bodies", "plain", "bodies", "bodies"]),
      ("bodies", "narrow", "", "plain", ["bodies", "bodies", "narrow", "plain"]),
      ("", "bodies", "narrow", "narrow", ["plain", "narrow", "bodies", "narrow"]),
      ("narrow", "narrow", "narrow", "narrow", ["narrow", "narrow", "narrow", "narrow"]),
      ("plain", "", "either", "bodies", ["plain", "either", "plain", "bodies"]),
    ])
  func theCardsAnatomyCountsBeforeItsSectionsAndItsShelfs(
    arrangement: String, names: (shelf: String, section: String, second: String, fourth: String, found: [String])
  ) async throws {
    let keys = [names.shelf, names.section, names.second, names.fourth].map { $0.isEmpty ? "" : "card: \($0)" }
    let text = text(arrangement, shelf: keys[0], section: keys[1], second: keys[2], fourth: keys[3])
    let isRow = arrangement == "shelf"
    try await layouts(text, theme: Self.anatomies) { shelf, _ in
      let expected = names.found.enumerated().map { number, name in
        // A row has no section.
        isRow && number == 2 || isRow && number == 3 && names.fourth.isEmpty ? names.found[0] : name
      }
      for (number, card) in shelf.prepared.cards.enumerated() {
        let found = Set(shelf.layouts.map { card.composed.anatomy($0.cards[number].variant).name })
        let wanted = expected[number]
        #expect(found.isSubset(of: wanted == "either" ? ["roomy", "plain"] : [wanted]), "card \(number)")
        let hasBody = shelf.layouts[0].cards[number].slot(.body) != nil
        #expect(hasBody == !(["plain", "either"].contains(wanted)), "card \(number)")
      }
    }
  }

  /// Every card is as tall as its own anatomy needs: a title of 22 px, paddings of 10 or 20, and the body.
  @Test func heightsByHand() async throws {
    let text = text("list", second: "card: bodies")
    try await layouts(text, theme: Self.anatomies) { shelf, _ in
      let layout = shelf.layouts[shelf.layouts.count - 1]
      let line = shelf.prepared.cards[0].composed.texts[0].lineHeight
      #expect(layout.frames[0].height == Pixels(line + 20))
      let body = try #require(layout.cards[1].slot(.body))
      #expect(layout.frames[1].height == Pixels(line + 40) + body.frame.height)
      #expect(body.frame.x == Pixels(20))
    }
  }

  /// In an Arabic shelf cards are mirrored, whatever their anatomy is.
  @Test(arguments: arrangements) func anatomiesFromRightToLeft(arrangement: String) async throws {
    let text = text(arrangement, shelf: "lang: ar\ncard: plain", second: "card: narrow", fourth: "card: bodies")
    try await layouts(text, theme: Self.anatomies) { shelf, _ in
      #expect(shelf.prepared.anatomies.map(\.name) == ["plain", "narrow", "bodies"])
    }
  }

  @Test(arguments: arrangements.filter { $0 != "shelf" }) func unknownAnatomies(arrangement: String) async throws {
    let text = text(
      arrangement, shelf: "card: «card-anatomy-unknown|covr»", section: "card: «card-anatomy-unknown|tiles»",
      second: "card: «card-anatomy-unknown|bandd»", fourth: "card: «card-anatomy-unknown|bandd»")
    try await SampleSite.with(text) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn).sorted() == site.expected.sorted())
      #expect(result.diagnostics.allSatisfy { $0.help?.contains("did you mean") == true })
    }
  }

  @Test func rowsOfTablesHaveAnatomies() async throws {
    let text = """
      -- Content/one/_index.md --
      ---
      title: One
      cards: rows.csv
      ---
      -- Content/one/rows.csv --
      title,card
      First,
      Second,tile
      Third,«card-anatomy-unknown|tle»
      """
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.drawn) == site.expected)
      try site.folder.write("title,card\nFirst,\nSecond,tile\n", to: "Content/one/rows.csv")
      #expect(await site.build().diagnostics == [])
      let page = try site.page()
      #expect(page.contains("<article class=\"cover\">") && page.contains("<article class=\"tile\">"))
    }
  }

  /// 92 px for each of six columns in 600 - 2 x 24; the paddings of `roomy` need 121.
  @Test(arguments: [
    ("", "card: «no-room|roomy»", "card: «no-room|roomy»"), ("card: «no-room|roomy»", "", ""),
  ])
  func anatomiesWithoutRoom(section: String, second: String, fourth: String) async throws {
    let text = text(
      "grid", shelf: "spacing: 0\ncolumns: { compact: 1, medium: 6, expanded: 2 }", section: section, second: second,
      fourth: fourth)
    try await SampleSite.with(text) { site async throws in
      let path = "Themes/storefront/theme.yml"
      try site.folder.write(
        Self.anatomies(try #require(site.folder.text(of: path))).replacing("minWidth: 300, ", with: ""), to: path)
      // Slots of the theme have no room there either.
      let found = await site.build().diagnostics.filter { $0.path.hasPrefix("Content/") }
      #expect(found.map(\.drawn).sorted() == site.expected.sorted())
      #expect(
        found.first?.message
          == "`card: roomy` leaves no room in a card of 92 px at the width class medium (600 px), "
          + "whose paddings take 120 px")
    }
  }

  // MARK: - Widths

  /// Widths at 390 px, where the content has 358: those of the shelf, the section, the second and the fourth card.
  @Test(arguments: [
    // A row: 280 px by the theme, and then by the shelf, and never more than the content.
    ("shelf", "", "", "", "", [280, 280, 280, 280]),
    ("shelf", "", "", "cardWidth: 120", "cardWidth: { compact: 200, expanded: 500 }", [280, 120, 280, 200]),
    ("shelf", "cardWidth: 140", "", "cardWidth: 4000", "cardWidth: 60", [140, 358, 140, 60]),
    ("shelf", "inset: { leading: 30, trailing: 8 }", "", "cardWidth: 321", "cardWidth: 320", [280, 320, 280, 320]),
    ("shelf", "", "", "cardWidth: { expanded: 500 }", "", [280, 280, 280, 280]),
    // A flow, whose cards would all be 200 px wide.
    ("flow", "cardWidth: 200\nminCardWidth: 200", "", "", "", [200, 200, 200, 200]),
    ("flow", "cardWidth: 200\nminCardWidth: 200", "", "cardWidth: 120", "cardWidth: 300", [200, 120, 200, 300]),
    ("flow", "cardWidth: 200\nminCardWidth: 200", "cardWidth: 150", "", "", [200, 200, 150, 150]),
    (
      "flow", "cardWidth: 200\nminCardWidth: 200", "cardWidth: 150", "cardWidth: 99", "cardWidth: 88",
      [200, 99, 150, 88]
    ),
    (
      "flow", "cardWidth: 200\nminCardWidth: 200", "cardWidth: 400\ninset: { leading: 58 }", "", "",
      [200, 200, 300, 300]
    ),
    (
      "flow", "cardWidth: 200\nminCardWidth: 200\nalign: fill-width\nlastLine: same", "", "cardWidth: 100",
      "cardWidth: 100", [200, 100, 200, 100]
    ),
  ])
  func theCardsWidthCountsBeforeItsSectionsAndItsShelfs(
    arrangement: String, shelf: String, section: String, second: String, fourth: String, widths: [Int]
  ) async throws {
    let text = text(arrangement, shelf: shelf, section: section, second: second, fourth: fourth)
    try await layouts(text) { shelf, site in
      let step = try #require(site.steps.first { $0.width == 390 })
      let frames = shelf.layouts[step.index].frames
      #expect(frames.map(\.width) == widths.map { Pixels($0) })
      guard arrangement == "shelf" else { return }
      // 16 px between cards, and all as tall as the tallest.
      for index in 1..<4 { #expect(frames[index].x == frames[index - 1].maxX + Pixels(16)) }
      #expect(Set(frames.map(\.height)).count == 1)
    }
  }

  /// 30 + 280 + 16 + 120 + 16 + 280 + 16 + 200, in a row with an inset of 14 at the margin of 16.
  @Test func positionsByHand() async throws {
    let text = text(
      "shelf", shelf: "inset: { leading: 14 }\nsnap: item", second: "cardWidth: 120", fourth: "cardWidth: 200")
    try await layouts(text) { shelf, site in
      let step = try #require(site.steps.first { $0.width == 390 })
      let layout = shelf.layouts[step.index]
      #expect(layout.frames.map(\.x) == [30, 326, 462, 758].map { Pixels($0) })
      #expect(layout.frames.last?.maxX == Pixels(958))
      #expect(layout.parts[0].scrollbar != nil)
    }
  }

  /// Without widths of their own, one rule sets the width of all cards; with them, each card has one.
  @Test(arguments: [("", 0), ("cardWidth: 280", 0), ("cardWidth: 120", 4)])
  func rulesForWidths(second: String, count: Int) async throws {
    try await SampleSite.with(text("shelf", second: second)) { site async throws in
      #expect(await site.build().diagnostics == [])
      let sheet = try #require(site.output().first { $0.key.contains("/frames-home") }?.value ?? nil)
      let narrowest = sheet.split(separator: "@container")[0]
      let rules = narrowest.split(separator: "\n").filter { $0.contains("inline-size:") && $0.hasPrefix("#one\\/") }
      #expect(rules.count == (second == "cardWidth: 280" ? 0 : count))
      #expect(narrowest.contains("#one>.cards>.card{inline-size:") == (count == 0))
    }
  }

  @Test(arguments: ["ltr", "rtl"]) func widthsFromBothSides(direction: String) async throws {
    for arrangement in ["shelf", "flow"] {
      let shelf = "dir: \(direction)\nsnap: \(arrangement == "shelf" ? "center" : "none")"
      let text = text(
        arrangement, shelf: arrangement == "shelf" ? shelf : "dir: \(direction)", second: "cardWidth: 77",
        fourth: "cardWidth: 333")
      try await layouts(text) { shelf, _ in
        #expect(shelf.layouts.last?.frames[1].width == Pixels(77))
        #expect(shelf.layouts.last?.frames[3].width == Pixels(333))
      }
    }
  }

  /// A width class or a shape of the window that only one card names has its own layouts.
  @Test func widthsByShapeOfTheWindow() async throws {
    let text = text("shelf", second: "cardWidth: { compact: 100, landscape: 400 }")
    try await layouts(text) { shelf, _ in
      #expect(shelf.views.map { $0.layouts[0].frames[1].width } == [Pixels(100), Pixels(288)])
      #expect(shelf.views.map { $0.layouts.last?.frames[1].width } == [Pixels(100), Pixels(400)])
    }
  }

  @Test(arguments: [
    ("cardWidth: «out-of-range|39»", ""), ("cardWidth: «out-of-range|4001»", ""), ("cardWidth: «out-of-range|0»", ""),
    ("cardWidth: «out-of-range|-280»", ""), ("cardWidth: «not-whole|100.5»", ""), ("cardWidth: «wrong-type|wide»", ""),
    ("cardWidth: «wrong-type|[100]»", ""), ("cardWidth: { compact: «out-of-range|7» }", ""),
    ("cardWidth: { «width-class-unknown|compat»: 100 }", ""), ("", "cardWidth: «out-of-range|39»"),
    ("", "cardWidth: { «width-class-unknown|compat»: 100 }"), ("height: «out-of-range|0»", ""),
    ("height: «out-of-range|-1»", ""), ("height: «out-of-range|4001»", ""), ("height: «not-whole|1.5»", ""),
    ("height: «wrong-type|tall»", ""), ("height: { «width-class-unknown|huge»: 9 }", ""),
    ("", "height: «out-of-range|4001»"),
  ])
  func faultySizes(card: String, section: String) async throws {
    try await SampleSite.with(text("flow", section: section, second: card)) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == site.expected)
    }
  }

  @Test(arguments: ["grid", "waterfall", "list"]) func widthsThatComeFromColumns(arrangement: String) async throws {
    let text = text(
      arrangement, section: "«key-unsuitable|cardWidth»: 100", second: "«key-unsuitable|cardWidth»: { compact: 100 }",
      fourth: "«key-unsuitable|cardWidth»: 120")
    try await SampleSite.with(text) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn).sorted() == site.expected.sorted())
      #expect(result.diagnostics.allSatisfy { $0.help?.contains("arrangement: shelf or flow") == true })
    }
  }

  /// The paddings of `roomy` take 120 px.
  @Test(arguments: [
    ("shelf", "", "«no-room|cardWidth»: 120", ""), ("flow", "", "«no-room|cardWidth»: 120", "«no-room|cardWidth»: 99"),
    ("flow", "«no-room|cardWidth»: 100", "cardWidth: 133", ""),
  ])
  func widthsWithoutRoom(arrangement: String, section: String, second: String, fourth: String) async throws {
    let text = text(arrangement, shelf: "card: roomy", section: section, second: second, fourth: fourth)
    try await SampleSite.with(text) { site async throws in
      let path = "Themes/storefront/theme.yml"
      try site.folder.write(
        Self.anatomies(try #require(site.folder.text(of: path))).replacing("minWidth: 300, ", with: ""), to: path)
      let found = await site.build().diagnostics.filter { $0.path.hasPrefix("Content/") }
      #expect(found.map(\.drawn).sorted() == site.expected.sorted())
      #expect(found.allSatisfy { $0.help == "write at least 121" }, "\(found.map(\.rendered))")
    }
  }

  @Test(arguments: [
    ("shelf", "", "cardWidth: 120", "width 120 = 120 its own cardWidth"),
    ("shelf", "", "cardWidth: 900", "width 358 = 390 page - 16 margin and inset - 16 margin and inset"),
    ("shelf", "cardWidth: 130", "", "width 130 = 130 cardWidth"),
    ("flow", "", "cardWidth: 120", "width 120 = 120 its own cardWidth"),
  ])
  func explanationsOfWidths(arrangement: String, shelf: String, second: String, line: String) async throws {
    try await layouts(text(arrangement, shelf: shelf, second: second)) { _, site in
      let text = try #require(site.explain("one/b", at: .pageWidth(390))?.first).text
      #expect(text.contains(line), "\(text)")
      #expect(text.contains("less than its own cardWidth 900") == second.contains("900"), "\(text)")
    }
  }

  @Test func explanationsOfTheWidthOfASection() async throws {
    try await layouts(text("flow", section: "cardWidth: 150")) { _, site in
      let text = try #require(site.explain("one/part/c", at: .pageWidth(390))?.first).text
      #expect(text.contains("width 150 = 150 its section's cardWidth"), "\(text)")
    }
  }
}
