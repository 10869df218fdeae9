import SampleSites
import SiteBuild
import SiteValidation
import TestSupport
import Testing

/// Letters with marks that the first family of a list lacks: the family after it has both.
@Suite struct LetterApartTests {
  private static let site = """
    -- Content/shelf/_index.md --
    ---
    title: Shelf
    ---
    -- Content/shelf/a.md --
    ---
    title: Avañe’ẽ
    ---
    G\u{303}uarani, mbarag\u{303}ua, *og\u{303}uahẽ* and `g\u{303}`.
    """

  private static func written(_ body: (SampleSite) async throws -> Void) async throws {
    try await SampleSite.with(site) { site in
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      try site.folder.write(theme.replacing("  text:\n", with: "  text:\n    - Noto Sans CJK JP\n"), to: path)
      try await body(site)
    }
  }

  @Test func theyAreInElementsOfTheirOwn() async throws {
    try await Self.written { site in
      let result = await site.build()
      #expect(result.diagnostics == [] && result.exitCode == 0)
      let page = try site.page()
      #expect(page.contains("<span class=\"a1-text\">G\u{303}</span>uarani"))
      #expect(page.contains("mbara<span class=\"a1-text\">g\u{303}</span>ua"))
      #expect(page.contains("<em>o<span class=\"a1-text\">g\u{303}</span>uahẽ</em>"))
      // The first family of code has both.
      #expect(page.contains("<code class=\"s13\">g\u{303}</code>") && !page.contains("class=\"m\""))
      let sheets = site.output("Output/assets").filter { $0.key.hasSuffix(".css") }.compactMap(\.value).joined()
      #expect(sheets.contains("\n.a1-text{font-family:cs1-text,cs-text,cs-0-text,cs-1-text,sans-serif}\n"))
      let faces = sheets.split(separator: "\n").filter { $0.hasPrefix("@font-face{font-family:cs1-text;") }
      #expect(faces.count == 2 && faces.allSatisfy { $0.contains("U+67,U+303") }, "\(faces)")
      #expect(page.contains("notosans-regular-"))
    }
  }

  /// `serve` builds a site again: the bytes are those of a new build.
  @Test func aMemoryDoesNotChangeThem() async throws {
    try await Self.written { site in
      let memory = SiteMemory()
      let options = BuildOptions(root: site.folder.path, jobs: 1)
      _ = await previewSite(options, memory: memory)
      for text in ["Only g\u{303} and g\u{33D}.", "Only g and \u{303} apart.", "G\u{303}uarani."] {
        try site.folder.write("---\ntitle: A\n---\n\(text)\n", to: "Content/shelf/a.md")
        let kept = await previewSite(options, memory: memory).files?.first { $0.path == "layout.json" }
        let new = await previewSite(options, memory: SiteMemory()).files?.first { $0.path == "layout.json" }
        #expect(kept != nil && kept?.bytes == new?.bytes, "\(text)")
      }
    }
  }
}
