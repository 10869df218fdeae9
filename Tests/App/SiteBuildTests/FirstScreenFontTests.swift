import SampleSites
import SiteBuild
import Testing

/// A page preloads the fonts of its own first screen.
@Suite struct FirstScreenFontTests {
  @Test func eachPagePreloadsItsOwnFonts() async throws {
    try await SampleSite.with(
      """
      -- Content/_index.md --
      ---
      title: Home
      ---
      -- Content/shelf/_index.md --
      ---
      title: Shelf
      ---
      -- Content/shelf/a.md --
      ---
      title: A
      ---
      Text in *two* slants, and `code`.
      -- Content/arabic/_index.md --
      ---
      kind: page
      title: Arabic
      lang: ar
      ---
      -- Content/arabic/shelf/_index.md --
      -- Content/arabic/shelf/a.md --
      ---
      title: نجم
      ---
      """
    ) { site in
      #expect(await site.build().diagnostics == [])
      let home = try preloads(in: site.page())
      #expect(home == ["notosans-bold", "notosans-italic", "notosans-regular", "notosansmono-regular"])
      let arabic = try preloads(in: site.page("arabic/index.html"))
      #expect(arabic == ["notosans-bold", "notosans-regular", "notosansarabic-bold"])
    }
  }

  /// The first screen may include a second shelf, the fourth card of a row and the title of a section, but not a shelf
  /// that is below 1440 px at all widths.
  @Test func preloadsFontsOfTheWholeFirstScreen() async throws {
    let rows = (1...40).map { "-- Content/b-long/c\($0).md --\n---\ntitle: C\n---\n\($0)\n" }.joined()
    try await SampleSite.with(
      """
      -- Content/_index.md --
      ---
      title: Home
      ---
      -- Content/a/_index.md --
      ---
      title: A
      ---
      -- Content/a/1.md --
      # A
      -- Content/a/2.md --
      # B
      -- Content/a/3.md --
      # C
      -- Content/a/4.md --
      # D
      *Slanted*
      -- Content/b-long/_index.md --
      ---
      title: B
      arrangement: list
      ---
      -- Content/b-long/0.md --
      # E
      `code`
      -- Content/c-below/_index.md --
      ---
      title: نجم
      ---
      -- Content/c-below/a.md --
      # نجم

      """ + rows
    ) { site in
      #expect(await site.build().exitCode == 0)
      let home = try preloads(in: site.page())
      #expect(home == ["notosans-bold", "notosans-italic", "notosans-regular", "notosansmono-regular"])
    }
  }

  /// The names of the preloaded files without their hashes, in order.
  private func preloads(in page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("<link rel=\"preload\"") }.compactMap { line in
      line.split(separator: "\"").first { $0.contains("fonts/") }?.split(separator: "/").last.map { name in
        String(name.prefix(upTo: name.lastIndex(of: "-") ?? name.endIndex))
      }
    }.sorted()
  }
}
