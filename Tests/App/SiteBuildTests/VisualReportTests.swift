import Diagnostics
import Pages
import Review
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// The content of a report about two versions of a site.
struct VisualReportTests {
  private static let site = """
    -- Content/changed/_index.md --
    ---
    title: Changed
    arrangement: grid
    ---
    -- Content/changed/a.md --
    ---
    title: Saturn
    image: saturn.svg
    ---
    A text with a [link](https://example.org/far).
    -- Content/changed/b.md --
    # Neighbour of it
    -- Content/changed/saturn.svg --
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="9" viewBox="0 0 16 9"><rect width="9" height="9"/></svg>
    -- Content/calm/_index.md --
    ---
    title: Calm
    arrangement: grid
    ---
    -- Content/calm/c.md --
    # Untouched
    """

  /// - Parameter record: true if only the frames of the previous version are known.
  private static func report(
    before: String, after: String, record: Bool = false, padding: Int? = nil
  ) async throws -> ReportFiles {
    try await SampleSite.with(before) { old in
      try await SampleSite.with(after) { new in
        if let padding, let theme = new.folder.text(of: "Themes/storefront/theme.yml") {
          try new.folder.write(
            theme.replacing("padding: 16", with: "padding: \(padding)"), to: "Themes/storefront/theme.yml")
        }
        let results = try await layOutSites(
          before: { () throws(Diagnostic) in BuildOptions(root: old.folder.path, jobs: 2) },
          after: BuildOptions(root: new.folder.path, jobs: 2))
        let sites = (before: try #require(results.before.site), after: try #require(results.after.site))
        let sides = (LayoutSide(sites.before) { _ in nil }, LayoutSide(sites.after) { _ in nil })
        let result = ComparisonResult(
          diagnostics: [],
          report: LayoutReport(
            difference: compareLayouts(before: sides.0, after: sides.1), before: sides.0.record,
            after: sides.1.record, against: "HEAD"), sites: (record ? nil : sites.before, sites.after))
        return try #require(await result.visualReport(BuildOptions(root: new.folder.path, jobs: 2)))
      }
    }
  }

  private static let edited = site.replacing(
    "title: Saturn", with: "title: Saturn and all of its rings and moons at once")

  @Test func containsOnlyChangedShelves() async throws {
    let files = try await Self.report(before: Self.site, after: Self.edited)
    #expect(files.report.shelves.map(\.id) == ["changed"])
    let page = String(decoding: files.report.page(), as: UTF8.self)
    #expect(page.contains("Saturn</h3>") && page.contains(">Saturn and all of its "))
    #expect(!page.contains("Untouched") && !page.contains("calm/c"))
    // Unchanged content is stored once.
    #expect(page.components(of: "id=\\\"changed/b\\\"") == 1)
    #expect(files.picture?.shelfID == "changed")
  }

  @Test func loadsNothingFromElsewhere() async throws {
    let files = try await Self.report(before: Self.site, after: Self.edited)
    let page = String(decoding: files.report.page(), as: UTF8.self)
    let names = imageNames(in: Array(page.replacing("\\\"", with: "\"").utf8))
    #expect(!names.isEmpty && names.allSatisfy { files.report.images[$0]?.bytes.isEmpty == false })
    #expect(files.report.images.values.map(\.mediaType) == ["image/svg+xml"])
    let fonts = page.split(separator: "src:url(").dropFirst().compactMap { $0.split(separator: ")").first }
    #expect(!fonts.isEmpty && fonts.allSatisfy { files.report.fonts[String($0)] != nil })
    for (name, bytes) in files.report.fonts { #expect(page.components(of: "\"\(name)\":") == 1 && bytes.count > 100) }
    #expect(!page.contains("@import") && !page.contains("<link") && !page.contains("src=\"http"))
  }

  @Test func showsNewCardsWithPreviousFrames() async throws {
    let files = try await Self.report(before: Self.site, after: Self.edited, record: true)
    let shelf = try #require(files.report.shelves.first)
    guard case .recorded = shelf.before, case .rendered = shelf.after else {
      Issue.record("not a record and a shelf")
      return
    }
    #expect(shelf.widths.allSatisfy { !$0.framesBefore.isEmpty })
  }

  @Test func newShelfHasNoStateBefore() async throws {
    let added = "\n-- Content/added/_index.md --\n---\ntitle: Added\n---\n-- Content/added/n.md --\n# New\n"
    let files = try await Self.report(before: Self.site, after: Self.site + added)
    let shelf = try #require(files.report.shelves.first { $0.id == "added" })
    guard case .absent = shelf.before, case .rendered = shelf.after else {
      Issue.record("not only after")
      return
    }
  }

  /// Every card changes at every width.
  @Test func fiveHundredCardsAreLessThanAMegabyte() async throws {
    let files = try await Self.report(before: Self.cards, after: Self.cards, padding: 24)
    let page = files.report.page()
    #expect(page.count < 1_000_000, "\(page.count) bytes")
    #expect(!String(decoding: page, as: UTF8.self).contains("class=\"note\">Not shown"))
    let changed = files.report.shelves.flatMap(\.widths).flatMap(\.changedCards)
    #expect(Set(changed).count == 500)
  }

  private static var cards: String {
    var generator = SeededGenerator(seed: 1)
    let words =
      "saturn rings moon light telescope night magnitude of the in and wide faint clear sky observer patience north"
      .split(separator: " ")
    func text(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &generator)).map { _ in String(words.randomElement(using: &generator) ?? "sky")
      }
      .joined(separator: " ")
    }
    var files = ""
    for (shelf, arrangement) in ["grid", "waterfall", "shelf", "list", "flow"].enumerated() {
      files += "-- Content/s\(shelf)/_index.md --\n---\ntitle: Shelf \(shelf)\narrangement: \(arrangement)\n---\n"
      for card in 0..<100 {
        files += "-- Content/s\(shelf)/c\(card).md --\n---\ntitle: \(text(2...6))\nsubtitle: \(text(3...8))\n"
        files += "tags: [\(text(1...1)), \(text(1...1))a]\n---\n\(text(12...30)).\n"
      }
    }
    return files
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
