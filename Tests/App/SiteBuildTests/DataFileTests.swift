import Diagnostics
import SampleSites
import Testing

@testable import SiteBuild

struct DataFileTests {
  private static let body = "Paints *everything*, and [more](https://example.org)."

  /// The same cards have the same layout, whether they come from files or from rows.
  @Test(arguments: [
    ("apps.csv", "title,subtitle,tags,body\nGIMP,Pictures,\"a, b\",\"\(body)\"\nInkscape,,c,\n"),
    (
      "apps.json",
      """
      [{"title": "GIMP", "subtitle": "Pictures", "tags": ["a", "b"], "body": "\(body)"},
       {"title": "Inkscape", "tags": ["c"]}]
      """
    ),
  ])
  func rowsAreLaidOutLikeFiles(name: String, data: String) async throws {
    let files = """
      -- Content/apps/_index.md --
      ---
      title: Apps
      ---
      -- Content/apps/gimp.md --
      ---
      title: GIMP
      subtitle: Pictures
      tags: [a, b]
      ---
      \(Self.body)
      -- Content/apps/inkscape.md --
      ---
      title: Inkscape
      tags: [c]
      ---
      """
    let rows = """
      -- Content/apps/_index.md --
      ---
      title: Apps
      cards: \(name)
      ---
      -- Content/apps/\(name) --
      \(data)
      """
    let fromFiles = try await SampleSite.with(files) { site async throws in try await Self.built(site) }
    let fromRows = try await SampleSite.with(rows) { site async throws in try await Self.built(site) }
    #expect(fromRows.page == fromFiles.page)
    #expect(fromRows.layout.contains("\"source\":\"Content/apps/\(name)\""))
    let sameSource = fromFiles.layout.replacing("Content/apps/gimp.md", with: "Content/apps/" + name)
      .replacing("Content/apps/inkscape.md", with: "Content/apps/" + name)
    #expect(cards(of: fromRows.layout) == cards(of: sameSource))
  }

  private func cards(of layout: String) -> [Substring] {
    layout.split(separator: "\n").filter { $0.contains("\"id\":\"apps/") }
  }

  private static func built(_ site: SampleSite) async throws -> (page: String, layout: String) {
    let result = await site.build()
    #expect(result.diagnostics == [])
    return (try site.page(), try site.page("layout.json"))
  }

  @Test func findingsOfABuild() async throws {
    let text = """
      -- Content/apps/_index.md --
      ---
      cards: apps.csv
      ---
      -- Content/apps/apps.csv --
      title,link,image,body
      A,«link-missing|nope.md»,,
      B,,«image-missing|b.svg»,"Text

      ""and"" «raw-html|<video>»"
      """
    try await SampleSite.with(text) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn).sorted() == site.expected.sorted())
    }
  }
}
