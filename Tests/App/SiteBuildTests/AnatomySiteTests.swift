import Diagnostics
import SampleSites
import SiteBuild
import TestSupport
import Testing

/// A theme that uses all features of anatomies, from its file to a valid site.
struct AnatomySiteTests {
  private let cards = """
    cards:
      auto: { variants: [wide, low] }
      wide:
        minWidth: 320
        stack:
          - row:
              spacing: 10
              items: [ { image: { width: 60, ratio: 3/4 } }, { stack: [ eyebrow, { title: { level: shelf } } ] }, { subtitle: { width: hug } } ]
          - tags: { gap: 8, level: row }
          - footer: { gap: 8, pin: bottom }
      low: { ratio: 3/1, stack: [ { row: { items: [ title, subtitle ] } }, { footer: { level: row } } ] }

    """

  private let text = """
    -- Content/_index.md --
    # Home
    -- Content/one/_index.md --
    ---
    title: One
    card: auto
    arrangement: grid
    ---
    -- Content/one/a.md --
    ---
    title: A card
    subtitle: Of a row
    eyebrow: First
    footer: The end
    image: a.svg
    ---
    -- Content/one/a.svg --
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>
    -- Content/one/b.md --
    ---
    title: An unquestionablyfartoolongword and more than two lines of a title at whatever width it is set here
    tags: [one, two]
    ---
    -- Content/one/c.md --
    # C
    """

  @Test(arguments: ["large", "AX1"]) func buildsASiteWithAllFeatures(textSize: String) async throws {
    try await SampleSite.with(text, settings: "title: Sample\ntextSize: \(textSize)\n") { site async throws in
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      try site.folder.write(theme.replacing("cards:\n", with: cards), to: path)
      let result = await site.build(strict: true)
      #expect(result.diagnostics.map(\.rendered) == [])
      let page = try site.page()
      #expect(page.contains("<p class=\"footer\">The end</p>"))
      #expect(page.contains("<article class=\"wide b"))
      #expect(page.contains("<article class=\"low b"))
    }
  }

  /// The maximum height of a card takes precedence over the minimum number of lines of its body, in the style sheets
  /// too.
  @Test func maximumHeightOverridesMinimumLines() async throws {
    let text = """
      -- Content/one/_index.md --
      ---
      maxCardHeight: { compact: 200, medium: 2000 }
      ---
      -- Content/one/a.md --
      # A
      Some text.
      """
    try await SampleSite.with(text) { site async throws in
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      try site.folder.write(
        theme.replacing("- body:     { gap: 8, width: 520 }", with: "- body: { gap: 8, minLines: 40 }"), to: path)
      #expect(await site.build().diagnostics == [])
      let styles = site.output().first { $0.key.contains("/frames-home") }?.value ?? ""
      let least = styles.split(separator: "article .body{min-block-size:").dropFirst().map { $0.prefix { $0 != "}" } }
      // 40 lines of 21 px are 52.5 rem: fewer fit on phones, and all from 600 px on.
      #expect(least.count == 2 && least.first != "52.5rem" && least.last == "52.5rem", "\(styles)")
    }
  }

  @Test func unusedVariants() async throws {
    try await SampleSite.with(text) { site async throws in
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      try site.folder.write(theme.replacing("cards:\n", with: "cards:\n  auto: { variants: [covr] }\n"), to: path)
      let result = await site.build()
      #expect(result.exitCode == 2)
      #expect(result.diagnostics.map(\.message) == ["`covr` is not among `cards`; did you mean `cover`?"])
    }
  }
}
