import Arrangements
import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// Tags, from their front matter to the page.
struct TagTests {
  private let text = """
    -- Content/one/_index.md --
    ---
    title: One
    cardWidth: 180
    tags: { align: justified, maxRows: { compact: 1, medium: 2, expanded: 0 } }
    maxLines: { title: { compact: 1, medium: 2 } }
    ---
    -- Content/one/a.md --
    ---
    title: \(String(repeating: "A long title ", count: 20))
    tags: [one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen]
    ---
    -- Content/one/b.md --
    ---
    title: B
    lang: ar
    dir: rtl
    tags: [واحد, اثنان, ثلاثة, أربعة, خمسة, ستة, سبعة]
    ---
    -- Content/one/c.md --
    ---
    title: C
    tags: [one]
    ---
    """

  @Test func chipsCountHiddenTags() async throws {
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let page = try site.page()
      let layout = try site.page("layout.json")
      for (card, count) in [("one/a", 14), ("one/b", 7)] {
        let start = try #require(page.firstRange(of: "id=\"\(card)\""))
        let list = try #require(page[start.upperBound...].firstRange(of: "<ul class=\"tags r"))
        let end = try #require(page[list.upperBound...].firstRange(of: "</ul>"))
        let items = page[list.upperBound..<end.lowerBound].split(separator: "<li ").dropFirst()
        #expect(items.count { !$0.hasPrefix("class=\"more") } == count)
        let chips = items.filter { $0.hasPrefix("class=\"more") }
        #expect(chips.count == 2)
        #expect(chips.allSatisfy { $0.contains("<bdi dir=\"ltr\">+") } == (card == "one/b"))
        for chip in chips {
          let number = try #require(chip.split(separator: "+").dropFirst().first?.prefix { $0.isNumber })
          #expect(layout.contains("\"hidden\":\(number),") || layout.contains("\"hidden\":\(number)}"))
          #expect(chip.split(separator: ", ").count == Int(number))
        }
      }
      let card = try #require(layout.split(separator: "\n").first { $0.hasPrefix("{\"id\":\"one/c\"") })
      let geometries = card.split(separator: "{\"width\":").dropFirst()
      #expect(geometries.contains { $0.contains("\"tags\":") })
      #expect(geometries.contains { !$0.contains("\"tags\":") })
      #expect(layout.contains(Self.truncatedText))
    }
  }

  /// The fields of a text that is cut.
  private static var truncatedText: some RegexComponent { /"(title|subtitle|body|eyebrow|footer)":\[([0-9.]+,){5}1\]/ }

  /// Tags link to cards, files and other sites. The page is valid, and the file is published.
  @Test func linksOfTags() async throws {
    let text = """
      -- Content/one/a.md --
      ---
      title: A
      link: https://example.org/
      tags: [no, { label: B, href: b.md }, { label: file, href: data.csv }, { label: web, href: "https://example.org/x" }]
      ---
      -- Content/one/b.md --
      # B
      -- Content/one/data.csv --
      a,b
      """
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      let page = try site.page()
      #expect(page.contains("\"><a href=\"#one/b\">B</a></li>") && page.contains("\">no</li>"))
      #expect(page.contains("\"><a href=\"https://example.org/x\">web</a></li>"))
      let file = try #require(page.firstMatch(of: /<a href="([^"]+)">file<\/a>/)?.output.1)
      #expect(site.folder.text(of: "Output/" + file) == "a,b\n")
    }
  }

  /// Equal tags are next to each other.
  @Test func equalTags() async throws {
    try await SampleSite.with("-- Content/one/a.md --\n---\ntitle: A\ntags: [«duplicate-value|x», x]\n---\n") {
      site async throws in
      #expect(await site.build().diagnostics.map(\.rule.name) == ["duplicate-value"])
      #expect(try site.page().split(separator: ">x</li>").count == 3)
    }
  }

  /// At accessibility sizes, rows of tags and lines of titles are not limited.
  @Test func noLimitsAtAccessibilitySizes() async throws {
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build(textSize: .accessibility1).diagnostics.map(\.rendered) == [])
      #expect(try !site.page().contains("class=\"more"))
      let layout = try site.page("layout.json")
      #expect(
        layout.contains("\"rows\":") && !layout.contains("\"hidden\":1") && !layout.contains(Self.truncatedText))
    }
  }

  /// A theme that limits the rows of all shelves, and a shelf that overrides it.
  @Test func shelfOverridesItsTheme() async throws {
    try await SampleSite.with(text.replacing("expanded: 0", with: "expanded: 100")) { site async throws in
      let theme = try #require(site.folder.text(of: "Themes/storefront/theme.yml"))
      try site.folder.write(
        theme.replacing("\ntags:\n", with: "\ntags:\n  maxRows: 0\n"), to: "Themes/storefront/theme.yml")
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      #expect(try site.page().contains("class=\"more"))
      try site.folder.write("---\ntitle: One\n---\n", to: "Content/one/_index.md")
      #expect(await site.build().diagnostics.map(\.rendered) == [])
      #expect(try !site.page().contains("class=\"tags"))
    }
  }
}
