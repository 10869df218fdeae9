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

/// Values by orientation and by height (layout.md, S3 and S4): a tablet upright has two columns and three on its side, a
/// phone on its side two.
struct WindowShapeTests {
  private func text(_ keys: String) -> String {
    """
    -- Content/shelf/_index.md --
    ---
    title: Shelf
    arrangement: grid
    \(keys.contains("spacing") ? "" : "spacing: 10")
    \(keys)
    ---

    """
      + (1...7).map { "-- Content/shelf/\($0).md --\n# Card \($0)\n\n\(String(repeating: "word ", count: 9 * $0))\n" }
      .joined()
  }

  private let columns = "columns: { compact: 1, medium: 2, expanded: 2, landscape: 3, compactHeight: 2 }"

  @Test(arguments: [
    // Phones upright and on their side.
    (390, 844, 1), (844, 390, 2), (430, 932, 1), (932, 430, 2),
    // Tablets.
    (820, 1180, 2), (1180, 820, 3), (1024, 1366, 2), (1366, 1024, 3),
    // A square window is upright; a low one counts as low before anything else.
    (900, 900, 2), (900, 899, 3), (900, 480, 3), (900, 479, 2), (300, 479, 2), (300, 480, 1),
  ])
  func theMostSpecificClassCounts(width: Int, height: Int, count: Int) async throws {
    try await SampleSite.with(text(columns)) { site async throws in
      let result = await layOutSite(BuildOptions(root: site.folder.path))
      #expect(result.diagnostics.map(\.rendered) == [])
      let reviewed = try #require(result.site)
      let step = try #require(reviewed.steps.last { $0.minimumWidth <= width } ?? reviewed.steps.first)
      let shelf = try #require(reviewed.pages.first?.shelves.first)
      let layout = try #require(shelf.view(inWindowOf: width, by: height)?.layouts[step.index])
      #expect(layout.columns.count == count)
      // The columns and what is between them fill the width.
      #expect(layout.columns.reduce(Pixels(10 * (count - 1))) { $0 + $1.width } == Pixels(step.contentWidth))
    }
  }

  /// The height from which windows are not low is that of Apple's size classes.
  @Test(arguments: [320, 479, 480, 481, 900]) func lowWindowsAreVerticallyCompact(height: Int) {
    let isCompact = SizeClasses(width: Pixels(700), height: Pixels(height)).vertical == .compact
    #expect(WindowShape(isLow: true).holds(inWindowOf: 700, by: height) == isCompact)
    #expect(WindowShape(isLow: false).holds(inWindowOf: 700, by: height) != isCompact)
  }

  /// A number of shapes, and the conditions of the rules for the first and the last.
  @Test(arguments: [
    ("columns: 2", 1, [], ["orientation", "height<", "height>="]),
    ("spacing: { compact: 8, landscape: 16 }", 2, ["(orientation:portrait)", "(orientation:landscape)"], ["height<"]),
    (
      "inset: { compact: 8, compactHeight: { top: 0, leading: 30, trailing: 30 } }", 2,
      ["(height>=480px)", "(height<480px)"], ["orientation"]
    ),
    (
      "columns: { landscape: 3 }\nmaxLines: { title: { compactHeight: 1 } }", 4,
      ["(orientation:portrait) and (height>=480px)", "(orientation:landscape) and (height<480px)"], []
    ),
    ("columnToggle: true\nspacing: { portrait: 4 }", 4, ["(orientation:portrait)"], ["height<"]),
  ])
  func everyShapeHasItsOwnLayout(keys: String, count: Int, conditions: [String], others: [String]) async throws {
    try await SampleSite.with(text(keys)) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      #expect(reviewed.pages.first?.shelves.first?.views.count == count)
      let output = site.output()
      let frames = try #require(output.first { $0.key.contains("/frames-home") }?.value ?? nil)
      for condition in conditions { #expect(frames.contains("@media \(condition){")) }
      for other in others { #expect(!frames.contains(other)) }
      #expect(try site.page("layout.json").contains("\"window\"") == (count > 1))
      let files = Dictionary(
        uniqueKeysWithValues: output.map { (String($0.key.dropFirst("Output/".count)), Array(($0.value ?? "").utf8)) })
      #expect(PlacementProof(files).faults() == [])
    }
  }

  /// Shelves that are equally tall are so in windows of every shape, whichever of them names it.
  @Test func aHeightGroupSharesItsShapes() async throws {
    let text = """
      -- Content/a/_index.md --
      ---
      title: A
      heightGroup: both
      cardWidth: { compact: 200, landscape: 120 }
      ---
      -- Content/a/1.md --
      # Card

      \(String(repeating: "word ", count: 40))
      -- Content/b/_index.md --
      ---
      title: B
      heightGroup: both
      ---
      -- Content/b/1.md --
      # Card
      """
    try await SampleSite.with(text) { site async throws in
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      let shelves = try #require(reviewed.pages.first?.shelves)
      #expect(shelves.map(\.views.count) == [2, 2])
      let heights = shelves.map { shelf in shelf.views.map { $0.layouts[4].frames[0].height } }
      #expect(heights[0] == heights[1])
      #expect(heights[0][0] < heights[0][1])
    }
  }

  @Test func explanationsSayInWhichWindow() async throws {
    try await SampleSite.with(text(columns)) { site async throws in
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      let explanations = try #require(reviewed.explain("shelf/1", at: .pageWidth(844)))
      #expect(
        explanations.map { $0.text.split(separator: "\n")[0].split(separator: ", ").last.map(String.init) } == [
          "in portrait windows at least 480 px tall", "in landscape windows at least 480 px tall",
          "in portrait windows less than 480 px tall", "in landscape windows less than 480 px tall",
        ])
    }
  }

  /// The sets of steps of a page have room for 256: eight layouts at 32 steps. The theme has 25.
  @Test(arguments: [(7, []), (8, ["steps-too-many"])])
  func tooManyLayouts(more: Int, rules: [String]) async throws {
    let steps = (0...more).map { String(2545 + $0) }.joined(separator: ", ")
    let keys = "columnToggle: true\nspacing: { landscape: 4, compactHeight: 2 }"
    try await SampleSite.with(text(keys)) { site async throws in
      try site.replaceInTheme("1905, 2545]", by: "1905, \(steps)]")
      let found = await site.build().diagnostics.map(\.rule.name)
      #expect(found == rules)
    }
  }

  /// A theme can say so for all shelves.
  @Test func aThemeDistinguishesShapes() async throws {
    try await SampleSite.with(text("")) { site async throws in
      try site.replaceInTheme("columns: { compact: 1,", by: "columns: { compact: 1, compactHeight: 4,")
      let result = await layOutSite(BuildOptions(root: site.folder.path))
      #expect(result.diagnostics.map(\.rendered) == [])
      let shelf = try #require(result.site?.pages.first?.shelves.first)
      #expect(shelf.views.map { $0.layouts[0].columns.count } == [1, 4])
    }
  }
}

extension SampleSite {
  fileprivate func replaceInTheme(_ old: String, by new: String) throws {
    let path = "Themes/storefront/theme.yml"
    let theme = try #require(folder.text(of: path))
    try #require(theme.contains(old))
    try folder.write(theme.replacing(old, with: new), to: path)
  }
}
