import Diagnostics
import SampleSites
import Testing

@testable import SiteBuild

/// The levels of headings, and the pictures in texts.
struct PageOutlineTests {
  private func headings(_ text: String) async throws -> [String] {
    var found: [String] = []
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let page = try site.page()
      found = page.split(separator: "<").filter { $0.first == "h" && $0.dropFirst().first?.isNumber == true }
        .map { String($0.prefix(2)) }
    }
    return found
  }

  @Test(arguments: [
    ("title: One", ["h1", "h2", "h3", "h4"]), ("title: ''", ["h1", "h2", "h3"]),
  ])
  func headingsOfShelves(title: String, expected: [String]) async throws {
    let found = try await headings(
      """
      -- Content/one/_index.md --
      ---
      \(title)
      ---
      -- Content/one/a.md --
      ---
      title: A
      ---
      ## Inside
      """)
    #expect(found == expected)
  }

  @Test(arguments: [
    ("title: One", ["h1", "h2", "h3", "h4", "h5"]), ("title: ''", ["h1", "h2", "h3", "h4"]),
  ])
  func headingsOfSections(title: String, expected: [String]) async throws {
    let found = try await headings(
      """
      -- Content/one/_index.md --
      ---
      \(title)
      arrangement: grid
      ---
      -- Content/one/two/_index.md --
      ---
      kind: section
      title: Two
      ---
      -- Content/one/two/a.md --
      ---
      title: A
      ---
      ## Inside
      """)
    #expect(found == expected)
  }

  /// Pictures in texts have the size of their files, in pages and in cards.
  @Test func imagesInTexts() async throws {
    let text = """
      -- Content/a.svg --
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"></svg>
      -- Content/_index.md --
      ![of the page](a.svg)
      -- Content/one/a.md --
      # A

      ![of a card](../a.svg)
      """
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let page = try site.page()
      #expect(page.contains("alt=\"of the page\" width=\"30\" height=\"20\""), "\(page)")
      #expect(page.contains("alt=\"of a card\" width=\"30\" height=\"20\""), "\(page)")
    }
  }
}
