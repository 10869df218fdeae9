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
    ("cards: 11", "12 cards or more", 11, "Content/two/_index.md"),
    ("cards: 4", "8 cards or more", 4, "Content/other/three/_index.md"),
    ("pages: 1", "2 pages", 1, "Content/other/_index.md"),
  ])
  func tellsWhatReachesALimit(limit: String, what: String, number: Int, path: String) async throws {
    try await SampleSite.with(Self.text, settings: "limits: { \(limit) }\n") { site in
      let result = await site.build()
      #expect(result.exitCode == 1 && result.report == nil)
      #expect(
        result.diagnostics.map { "\($0.path) [\($0.rule.name)] \($0.message)" } == [
          "\(path) [site-too-large] the site has \(what): the limit of \(number) is reached here"
        ])
      #expect(site.output() == [:])
    }
  }

  /// They are read, which takes as long as if they were shown.
  @Test func countsTheRowsThatAShelfLeavesOut() async throws {
    let text = Self.text.replacing("cards: ", with: "limit: 1\ncards: ")
    try await SampleSite.with(text, settings: "limits: { cards: 11 }\n") { site in
      #expect(await site.build().diagnostics.map(\.rule.name) == ["site-too-large"])
    }
  }

  @Test func countsCardsOfFiles() async throws {
    let cards = (0..<5).map { "-- Content/s\($0 / 2)/c\($0).md --\n---\ntitle: C\n---\n" }.joined()
    try await SampleSite.with(cards, settings: "limits: { cards: 3 }\n") { site in
      #expect(
        await site.build().diagnostics.map { "\($0.path) \($0.message)" } == [
          "Content/s1/_index.md the site has 5 cards: the limit of 3 is reached here"
        ])
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
          == "the site has more than 1 MB of output: the limit of 1 is reached here")
      #expect(site.output() == [:])
    }
  }
}
