import Arrangements
import Diagnostics
import PlacementProof
import SampleSites
import SiteValidation
import TestSupport
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

  /// A page's template may show the controls, and then shelves do not. All frames are as stated, for both choices.
  @Test func controlsInThePageTemplate() async throws {
    try await SampleSite.with(text) { site async throws in
      let path = "Themes/storefront/page.mustache"
      let template = try #require(site.folder.text(of: path))
      let changed = template.replacing(
        "</header>", with: "{{#columnToggles}}{{{columnToggles}}}{{/columnToggles}}</header>")
      try site.folder.write(changed, to: path)
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let page = try site.page()
      let (header, shelves) = try #require(
        page.firstRange(of: "</header>").map { (page[..<$0.lowerBound], page[$0.upperBound...]) })
      #expect(
        header.contains(
          "<div class=\"column-toggle\" role=\"radiogroup\" id=\"one//columns\" aria-labelledby=\"one//title\"><label>"
            + "<input type=\"radio\" name=\"one\" value=\"1\" checked=\"checked\"/>Eine Spalte</label>"))
      #expect(!shelves.contains("column-toggle"))
      let frames = try #require(site.output().first { $0.key.contains("/frames-home") }?.value ?? nil)
      #expect(frames.contains(":root:not(:has(#one\\/\\/columns .other:checked)) #one>.cards"))
      #expect(frames.contains(":root:has(#one\\/\\/columns .other:checked) #one>.cards"))
      #expect(PlacementProof(try #require(outputFiles(in: site.folder.absolute("Output")))).faults() == [])
    }
  }

  /// Without controls in the template, nothing about them is in the output.
  @Test func templatesWithoutControls() async throws {
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      #expect(!site.output().values.contains { $0?.contains("//columns") == true || $0?.contains(":root:has") == true })
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
