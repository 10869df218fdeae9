import Diagnostics
import SampleSites
import Testing

@testable import SiteBuild

/// Texts that run against their card and are cut at some steps: what runs the other way stays one element, because two of
/// them would be shown in the other order at the steps at which nothing is cut.
struct CutIsolateTests {
  @Test(arguments: [
    ("rtl", "moon of mountain planet", 1), ("rtl", "قمر moon of mountain planet كتاب و قمر", 1),
    ("rtl", "moon **of mountain** planet river", 1), ("ltr", "قمر كتاب و قمر كتاب نور", 1),
    ("ltr", "moon قمر كتاب و قمر كتاب نور of mountain", 1),
    ("rtl", "moon and river كتاب و نور of a mountain planet", 2),
  ])
  func aRunAgainstTheCardIsOneElement(direction: String, title: String, runs: Int) async throws {
    let text = """
      -- Content/one/_index.md --
      ---
      title: One
      arrangement: grid
      columns: { compact: 2, medium: 5, expanded: 6 }
      maxLines: { title: 1 }
      dir: \(direction)
      ---
      -- Content/one/a.md --
      # \(title)
      """
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let page = try site.page()
      let start = try #require(page.firstRange(of: "<article")).upperBound
      let end = try #require(page[start...].firstRange(of: "</h3>")).lowerBound
      let markup = page[start..<end]
      // It is cut at several steps, at different places.
      #expect(markup.ranges(of: "class=\"e ").count > 2)
      #expect(markup.ranges(of: "<bdi dir=").count == runs)
    }
  }
}
