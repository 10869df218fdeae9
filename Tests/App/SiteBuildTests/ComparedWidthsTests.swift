import Diagnostics
import SampleSites
import SiteBuild
import Testing

/// A compare page names the widths at which the arrangement of cards changes.
struct ComparedWidthsTests {
  private let files = """
    -- Content/_index.md --
    # Home
    -- Content/one/_index.md --
    ---
    arrangement: ARRANGEMENT
    ---
    -- Content/one/a.md --
    # A
    So many words that their lines end elsewhere at each width: the height of this card is another at almost every step, \
    and the card itself is what it was.
    -- Content/one/b.md --
    # B
    """

  @Test(arguments: [
    ("grid\ncolumns: { compact: 1, medium: 2 }", ["600"]),
    ("grid\ncolumns: { compact: 1, medium: 2, large: 1 }", ["600", "1200"]),
    ("shelf\ncardWidth: { compact: 200, expanded: 260 }", ["840"]),
    ("list", []),
  ])
  func listsOnlyWidthsWhereArrangementsChange(arrangement: String, widths: [String]) async throws {
    try await SampleSite.with(files.replacing("ARRANGEMENT", with: arrangement)) { site async throws in
      let result = await site.build()
      #expect(result.exitCode == 0, "\(result.diagnostics.map(\.rendered))")
      let page = try site.page("compare/index.html")
      let named = page.matches(of: /<button [^>]*data-width="([0-9]+)"/).map { String($0.1) }
      #expect(Array(named.dropFirst()) == widths)
    }
  }
}
