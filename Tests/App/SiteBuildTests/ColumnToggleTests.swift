import Arrangements
import Diagnostics
import SampleSites
import SiteValidation
import Testing

@testable import SiteBuild

struct ColumnToggleTests {
  private let text = """
    -- Content/one/_index.md --
    ---
    title: One
    arrangement: grid
    columns: 1
    columnToggle: [Eine Spalte, Zwei Spalten]
    ---
    -- Content/one/a.md --
    # A

    \(String(repeating: "A long text that wraps anew. ", count: 10))
    -- Content/one/b.md --
    # B
    -- Content/one/c.md --
    # C
    """

  @Test func bothLayoutsAreInThePage() async throws {
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let page = try site.page()
      #expect(
        page.contains(
          "<div class=\"column-toggle\" role=\"radiogroup\" aria-labelledby=\"one//title\"><label>"
            + "<input type=\"radio\" name=\"one\" value=\"1\" checked=\"checked\"/>Eine Spalte</label><label>"
            + "<input type=\"radio\" name=\"one\" value=\"2\" class=\"other\"/>Zwei Spalten</label></div>"))
      let frames = try #require(site.output().first { $0.key.contains("/frames-home") }?.value ?? nil)
      #expect(frames.contains("#one:not(:has(.other:checked))>.cards"))
      #expect(frames.contains("#one:has(.other:checked)>.cards"))
      #expect(try site.page("layout.json").contains("\"choices\""))
    }
  }

  /// There is no toggle if both layouts would be the same.
  @Test func noToggleAtAccessibilitySizes() async throws {
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build(textSize: .accessibility1).diagnostics.map(\.rendered) == [])
      #expect(try !site.page().contains("column-toggle"))
      #expect(try !site.page("layout.json").contains("choices"))
    }
  }
}
