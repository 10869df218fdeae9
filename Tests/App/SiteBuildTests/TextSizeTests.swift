import Arrangements
import Diagnostics
import SampleSites
import Testing

@testable import SiteBuild

struct TextSizeTests {
  private let text = """
    -- Content/_index.md --
    ---
    title: Home
    textSize: small
    ---
    -- Content/one/a.md --
    ---
    title: A
    tags: [b]
    ---
    Text.
    -- Content/more/_index.md --
    ---
    kind: page
    title: More
    textSize: AX1
    ---
    -- Content/more/three/e.md --
    # E
    -- Content/rest/_index.md --
    ---
    kind: page
    title: Rest
    ---
    -- Content/rest/four/f.md --
    # F
    """

  /// The names of the style sheets of a page, without their hashes.
  private func sheets(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.contains("rel=\"stylesheet\"") }.map { line in
      String(line.split(separator: "/").last { $0.contains(".css") }?.prefix { $0 != "." }.dropLast(17) ?? "")
    }
  }

  @Test func everyPageLinksTheSheetOfItsTextSize() async throws {
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics == [])
      #expect(sheets(try site.page()) == ["site-small", "frames-home"])
      #expect(sheets(try site.page("more/index.html")) == ["site-ax1", "frames-more"])
      #expect(sheets(try site.page("rest/index.html")) == ["site", "frames-rest"])
      let styles = site.output().filter { $0.key.contains("/site") }.mapValues { $0 ?? "" }
      #expect(styles.count == 3)
      let ax1 = try #require(styles.first { $0.key.contains("site-ax1") }?.value)
      #expect(ax1.contains(".title{font:700 1.625rem/2.125rem"))
      let layout = try layoutOfPages(site)
      #expect(layout.contains("\"textSize\": \"AX1\"") || layout.contains("\"textSize\":\"AX1\""))
      #expect(layout.split(separator: "\"textSize\"").count == 3)
    }
  }

  /// The part of `layout.json` from its pages on; records of files come before.
  private func layoutOfPages(_ site: SampleSite) throws -> Substring {
    let layout = try site.page("layout.json")
    return layout[(layout.firstRange(of: "\"pages\":")?.lowerBound ?? layout.startIndex)...]
  }

  /// The option applies to all pages, and `cardshelf.yml` to pages without their own text size.
  @Test func appliesToTheWholeSite() async throws {
    try await SampleSite.with(text, settings: "title: Sample\ntextSize: AX3\n") { site async throws in
      #expect(await site.build().diagnostics == [])
      #expect(sheets(try site.page("rest/index.html")) == ["site-ax3", "frames-rest"])
      #expect(sheets(try site.page()) == ["site-small", "frames-home"])
      #expect(await site.build(textSize: .large).diagnostics == [])
      for page in ["index.html", "more/index.html", "rest/index.html"] {
        #expect(sheets(try site.page(page)).first == "site")
      }
      #expect(try !layoutOfPages(site).contains("textSize"))
      #expect(site.output().keys.filter { $0.contains("/site") }.count == 1)
    }
  }

  @Test func refusesUnknownTextSizes() async throws {
    let text = """
      -- Content/_index.md --
      ---
      textSize: «unknown-value|xlarge»
      ---
      -- Content/one/_index.md --
      ---
      «unknown-key|textSize»: AX1
      ---
      -- Content/one/a.md --
      # A
      """
    try await SampleSite.with(text) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == site.expected)
      #expect(result.diagnostics.first?.message.contains("did you mean `xLarge`?") == true)
    }
  }
}
