import CardLayout
import Diagnostics
import Geometry
import Review
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// Where sections begin, and what is between them.
struct SectionSiteTests {
  private func text(_ section: String) -> String {
    """
    -- Content/shelf/_index.md --
    ---
    title: ""
    arrangement: waterfall
    columns: 2
    spacing: 10
    ---
    -- Content/shelf/a/_index.md --
    ---
    kind: section
    title: ""
    ---
    -- Content/shelf/a/1.md --
    # One

    \(String(repeating: "Text that makes the first column the longest. ", count: 8))
    -- Content/shelf/a/2.md --
    # Two
    -- Content/shelf/b/_index.md --
    ---
    kind: section
    \(section)
    ---
    -- Content/shelf/b/3.md --
    # Three
    """
  }

  /// With neither title nor gap, the second section begins exactly where the longest column ends.
  @Test(arguments: [
    ("title: \"\"\ngap: 0", 0), ("title: \"\"\ngap: 40", 40), ("title: \"\"", 24),
    ("title: \"\"\ngap: { compact: 8, medium: 16 }", 8),
  ])
  func gapsWithoutTitles(section: String, gap: Int) async throws {
    try await SampleSite.with(text(section)) { site async throws in
      let result = await layOutSite(BuildOptions(root: site.folder.path))
      #expect(result.diagnostics.map(\.rendered) == [])
      let layout = try #require(result.site?.pages.first?.shelves.first?.layouts.first)
      #expect(layout.frames[0].maxY > layout.frames[1].maxY)
      #expect(layout.frames[2].y - layout.frames[0].maxY == Pixels(gap))
      #expect(layout.parts.map(\.headerFrame) == [nil, nil])
    }
  }

  @Test func aGapIsAboveTheTitle() async throws {
    try await SampleSite.with(text("title: Second\ngap: 5")) { site async throws in
      let result = await layOutSite(BuildOptions(root: site.folder.path))
      let layout = try #require(result.site?.pages.first?.shelves.first?.layouts.first)
      let header = try #require(layout.parts[1].headerFrame)
      #expect(header.y - layout.frames[0].maxY == Pixels(5))
    }
  }

  /// A list without a title of its own has the name of its shelf, not that of the section before it.
  @Test func namesOfLists() async throws {
    let text = text("title: \"\"").replacingFirst("title: \"\"", with: "title: All")
      .replacingFirst("kind: section\ntitle: \"\"", with: "kind: section\ntitle: First")
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let page = try site.page()
      #expect(page.contains("<section class=\"section\" id=\"shelf/a\" aria-labelledby=\"shelf/a//title\">"))
      #expect(page.contains("<section class=\"section\" id=\"shelf/b\" aria-labelledby=\"shelf//title\">"))
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ text: String, with other: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
