import Diagnostics
import Review
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

struct LayOutSiteTests {
  private static let site = """
    -- Content/one/_index.md --
    ---
    title: One
    ---
    -- Content/one/a.md --
    # A
    Text
    -- Content/one/b.md --
    # B \u{E000}
    """

  @Test func reportsFindingsWithoutWriting() async throws {
    try await SampleSite.with(Self.site) { site async throws in
      let laidOut = await layOutSite(BuildOptions(root: site.folder.path))
      let proved = await proveSite(BuildOptions(root: site.folder.path))
      #expect(site.output().isEmpty)
      let built = await site.build()
      #expect(built.report != nil)
      #expect(laidOut.diagnostics.map(\.rule.name) == ["glyph-missing"])
      #expect(laidOut.diagnostics == built.diagnostics && proved.diagnostics == built.diagnostics)
      #expect(laidOut.site?.cardIDs == ["one/a", "one/b"])
      #expect(proved.exitCode == 0)
    }
  }

  @Test func laysOutSitesWithErrors() async throws {
    try await SampleSite.with(Self.site + "\n-- Content/one/c.md --\n---\ntitle: C\ntitel: C\n---\n") {
      site async throws in
      let laidOut = await proveSite(BuildOptions(root: site.folder.path))
      let built = await site.build()
      #expect(built.report == nil)
      #expect(laidOut.diagnostics == built.diagnostics)
      #expect(laidOut.exitCode == 1)
      #expect(laidOut.site?.cardIDs.contains("one/c") == true)
    }
  }

  @Test func noRoot() async {
    let result = await layOutSite(BuildOptions(root: "/nonexistent/site"))
    #expect(result.exitCode == 2)
    #expect(result.site == nil)
    #expect(result.diagnostics.map(\.rule.name) == ["root-missing"])
  }
}
