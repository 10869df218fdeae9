import SiteBuild
import Testing

/// What a page tells browsers to fetch first: the fonts of its own upper part.
@Suite struct FirstScreenFontTests {
  @Test func eachPageAsksForItsOwn() async throws {
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

  /// The names of the files without their hashes, in order.
  private func preloads(in page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("<link rel=\"preload\"") }.compactMap { line in
      line.split(separator: "\"").first { $0.contains("fonts/") }?.split(separator: "/").last.map { name in
        String(name.prefix(upTo: name.lastIndex(of: "-") ?? name.endIndex))
      }
    }.sorted()
  }
}
