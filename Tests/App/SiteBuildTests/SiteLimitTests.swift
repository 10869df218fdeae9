import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

struct SiteLimitTests {
  /// Twelve cards in three shelves on two pages.
  private static let text = """
    -- Content/_index.md --
    ---
    title: Home
    ---
    -- Content/one/_index.md --
    ---
    title: One
    cards: rows.csv
    ---
    -- Content/one/rows.csv --
    title,body
    A,one
    B,two
    C,three
    D,four
    -- Content/two/_index.md --
    ---
    title: Two
    cards: ../one/rows.csv
    ---
    -- Content/other/_index.md --
    ---
    kind: page
    title: Other
    ---
    -- Content/other/three/_index.md --
    ---
    title: Three
    cards: ../../one/rows.csv
    ---

    """

  @Test(arguments: [
    ("cards: 11", "12 cards", 11, "Content/other/three/_index.md"),
    ("cards: 4", "12 cards", 4, "Content/two/_index.md"),
    ("pages: 1", "2 pages", 1, "Content/other/_index.md"),
  ])
  func tellsWhatReachesALimit(limit: String, what: String, number: Int, path: String) async throws {
    try await SampleSite.with(Self.text, settings: "limits: { \(limit) }\n") { site in
      let result = await site.build()
      #expect(result.exitCode == 1 && result.report == nil)
      #expect(
        result.diagnostics.map { "\($0.path) [\($0.rule.name)] \($0.message)" } == [
          "\(path) [site-too-large] the site has \(what), with this more than the limit of \(number)"
        ])
      #expect(site.output() == [:])
    }
  }

  @Test(arguments: ["cards: 12", "pages: 2", "cards: 12, pages: 2, megabytes: 1, megapixels: 1"])
  func allowsWhatTheLimitsAllow(limits: String) async throws {
    try await SampleSite.with(Self.text, settings: "limits: { \(limits) }\n") { site in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rendered) == [])
      #expect(result.report?.cardCount == 12)
    }
  }

  /// The bytes of pages are counted while they are made, so that a site of many never fills a disk.
  @Test(arguments: [1, 2])
  func endsWhereTheOutputIsTooLarge(jobs: Int) async throws {
    let words = String(repeating: "some words of a card ", count: 300)
    let rows = (0..<40).map { "Card \($0),\(words)\n" }.joined()
    let shelves = (0..<8).map { "-- Content/s\($0)/_index.md --\n---\ntitle: S\ncards: ../s0/rows.csv\n---\n" }.joined()
    let text = "-- Content/s0/rows.csv --\ntitle,body\n" + rows + shelves
    try await SampleSite.with(text, settings: "limits: { megabytes: 1 }\n") { site in
      let result = await site.build(jobs: jobs)
      #expect(result.exitCode == 1)
      #expect(result.diagnostics.map(\.rule.name) == ["site-too-large"])
      #expect(
        result.diagnostics.first?.message
          == "the site has more than 1 MB of output, with this more than the limit of 1")
      #expect(site.output() == [:])
    }
  }
}
