import Arrangements
import CardLayout
import Diagnostics
import Geometry
import SampleSites
import ShelfArrangements
import SiteBuild
import TestSupport
import Testing
import Themes

@testable import Review

struct ExplainTests {
  /// Every arrangement, with sections, spans, clamps, groups, insets, a toggle, and a card wider than the page.
  static func site(_ settings: String, seed: UInt64) -> String {
    var generator = SeededGenerator(seed: seed)
    var text = "-- Content/one/_index.md --\n---\ntitle: One\n\(settings)\n---\n"
    for number in 0..<7 {
      text += "-- Content/one/c\(number).md --\n---\ntitle: \(words(1...9, &generator))\n"
      if Bool.random(using: &generator) { text += "subtitle: \(words(1...12, &generator))\n" }
      if Bool.random(using: &generator) { text += "eyebrow: \(words(1...3, &generator))\n" }
      if Bool.random(using: &generator) { text += "tags: [\(words(1...2, &generator)), \(words(1...3, &generator))]\n" }
      text += "---\n\(words(0...60, &generator))\n"
      if Bool.random(using: &generator) { text += "\n- \(words(1...9, &generator))\n- \(words(1...9, &generator))\n" }
    }
    return text
  }

  private static func words(_ count: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
    let words = ["Saturn", "has", "rings", "of", "ice", "telescope", "magnification", "a", "night"]
    return (0..<Int.random(in: count, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
      .joined(separator: " ")
  }

  @Test(arguments: [
    "arrangement: shelf", "arrangement: shelf\nmaxCardHeight: 150\nclamp: exact", "arrangement: shelf\ncardWidth: 900",
    "arrangement: shelf\ncard: lockup\ninset: 9", "arrangement: flow",
    "arrangement: flow\nalign: center\nlineAlign: bottom",
    "arrangement: flow\nalign: justified\nlastLine: same\nminCardWidth: 100",
    "arrangement: flow\nalign: fill-width\nlineAlign: stretch", "arrangement: grid\ncolumns: 3",
    "arrangement: grid\ncolumns: 3\nheightMode: natural", "arrangement: grid\ncolumns: 2\nheightMode: uniform",
    "arrangement: grid\ncolumnToggle: true", "arrangement: waterfall\ncolumns: 3",
    "arrangement: waterfall\ncolumns: 2\ncolumnRule: round-robin\ncellPadding: 6",
    "arrangement: waterfall\ncolumns: 4\ncolumnRule: tolerant(16)\nlineSpacing: 3",
    "arrangement: waterfall\ncolumns: 3\ncolumnRule: balanced", "arrangement: list",
  ])
  func sumsMatchTheFrames(settings: String) async throws {
    let seed: UInt64 = 20
    try await SampleSite.with(Self.site(settings, seed: seed)) { site async throws in
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      for id in reviewed.cardIDs {
        for step in reviewed.steps {
          for explanation in try #require(reviewed.explain(id, at: .pageWidth(step.width))) {
            let layout = try #require(
              reviewed.shelves[0].variants.filter { $0.step == explanation.step }.map(\.layout)
                .first { $0.columns.count == explanation.chosenColumns ?? $0.columns.count })
            let index = try #require(reviewed.cardIDs.firstIndex(of: id))
            let frame = layout.frames[index]
            for (name, number) in [
              ("width", frame.width), ("height", frame.height), ("x", frame.x), ("y", frame.y),
            ] {
              let sum = try #require(explanation.sums.first { $0.name == name })
              #expect(sum.total == number, "\(name) of \(id), seed \(seed)")
              let terms = sum.terms.reduce(Pixels.zero) { $0 + $1.value }
              #expect(terms == number, "\(sum.text) of \(id) at \(step.width), seed \(seed)")
              #expect(!sum.terms.contains { $0.value < .zero && $0.name == "gap" }, "\(sum.text) of \(id)")
            }
          }
        }
      }
    }
  }

  private static let waterfall = """
    -- Content/one/_index.md --
    ---
    title: One
    arrangement: waterfall
    columns: 2
    ---
    -- Content/one/a.md --
    # A
    Some text that takes lines, so that the card is taller than the one beside it is.
    -- Content/one/b.md --
    # B
    -- Content/one/c.md --
    # C
    """

  @Test func explainsTheColumn() async throws {
    try await SampleSite.with(Self.waterfall) { site async throws in
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      let explanation = try #require(reviewed.explain("one/c", at: .pageWidth(390))?.first)
      let frames = reviewed.shelves[0].shelf.layouts[explanation.step.index].frames
      #expect(explanation.text.contains("column 2 since \(frames[1].maxY) < \(frames[0].maxY)\n"))
      #expect(explanation.text.hasPrefix("one/c  compact, step 390, page width 390-411\n"))
    }
  }

  @Test func cardsByFileAndSteps() async throws {
    try await SampleSite.with(Self.waterfall) { site async throws in
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      let first = try #require(reviewed.explain("Content/one/b.md", at: .firstOfEachClass))
      #expect(first.map(\.step.className) == ["compact", "medium", "expanded", "large", "extra-large"])
      #expect(first == reviewed.explain("one/b", at: .firstOfEachClass))
      #expect(reviewed.explain("one/b", at: .firstOfClass("medium"))?.map(\.step.width) == [600])
      #expect(reviewed.explain("one/d", at: .firstOfEachClass) == nil)
    }
  }
}
