import Diagnostics
import SampleSites
import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

/// Cards are read with the slots of the theme, so a change of these reads them again.
@Suite struct OwnSlotEditTests {
  private let text = """
    -- Content/one/a.md --
    ---
    title: A
    price: 12 €
    ---
    -- Content/two/_index.md --
    ---
    title: Two
    cards: two.csv
    ---
    -- Content/two/two.csv --
    id,title,price
    b,B,3 €
    """

  @Test func aChangeOfTheSlotsReadsCardsAgain() async throws {
    try await SampleSite.with(text) { site async throws in
      let memory = SiteMemory()
      var options = BuildOptions(root: site.folder.path, jobs: 2)
      options.scratchFolder = site.folder.path
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      let declared =
        "slots: { price: {} }\n" + theme.replacing("      - eyebrow:  { gap: 4 }\n", with: "      - price\n")
      for (round, text) in [theme, declared, theme, declared].enumerated() {
        try site.folder.write(text, to: path)
        options.changedFiles = round == 0 ? nil : [path]
        let known = await previewSite(options, memory: memory)
        options.changedFiles = nil
        let fresh = await previewSite(options, memory: SiteMemory())
        #expect(known.diagnostics == fresh.diagnostics)
        #expect(known.files?.map(\.bytes) == fresh.files?.map(\.bytes))
        #expect((known.files != nil) == (text == declared), "\(known.diagnostics.map(\.rendered))")
      }
    }
  }
}
