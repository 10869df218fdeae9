import Diagnostics
import SampleSites
import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

/// Steps narrower than any device are for enlarged text. If a shelf has no room there, the site has fewer steps, but is
/// still built.
struct EnlargedStepTests {
  private static let steps = "[160, 200, 240, 280, 320,"

  private static func with<Result: Sendable>(
    _ settings: String, anatomy: String = "cover", _ body: (SampleSite) async throws -> Result
  ) async throws -> Result {
    let text = """
      -- Content/one/_index.md --
      ---
      card: \(anatomy)
      \(settings)
      ---
      -- Content/one/a.md --
      ---
      title: A card
      subtitle: Beside its image
      image: i.svg
      ---
      -- Content/one/i.svg --
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>
      """
    return try await SampleSite.with(text) { site async throws in
      try site.replace("[320,", by: steps)
      return try await body(site)
    }
  }

  @Test(arguments: [
    ("arrangement: list\ninset: 30", "cover", [160, 200]), ("arrangement: list\ninset: 64", "cover", [240, 280]),
    ("arrangement: list\ninset: 104", "cover", [320, 360]), ("arrangement: grid\ncolumns: 3", "cover", [160, 200]),
    ("arrangement: waterfall\ncolumns: 1\ncellPadding: 127", "cover", [320, 360]),
    ("arrangement: list\ninset: 20", "wide", [160, 200]), ("arrangement: list\ninset: 20", "fixed", [240, 280]),
  ])
  func stepsOfTheSite(settings: String, anatomy: String, first: [Int]) async throws {
    try await Self.with(settings, anatomy: anatomy) { site async throws in
      try site.replace("cards:\n", by: Self.wide)
      let result = await site.build()
      let isWhole = first == [160, 200]
      #expect(result.diagnostics.map(\.rule.name) == (isWhole ? [] : ["reflow-lost"]), "\(result.diagnostics)")
      #expect(result.diagnostics.allSatisfy { $0.path == "Content/one/_index.md" && $0.position?.line == 3 })
      #expect(result.diagnostics.allSatisfy { $0.message.contains("narrower than \(first[0]) px") })
      let layout = try #require(site.folder.text(of: "Output/layout.json"))
      #expect(layout.contains("\"minWidth\":\(first[1]),"))
      #expect(!layout.contains("\"minWidth\":\(first[0]),"))
    }
  }

  private static let wide = """
    cards:
      wide:
        padding: 16
        stack:
          - row:
              image: { size: 100 }
              spacing: 8
              stack: [title, subtitle]
      fixed:
        padding: 16
        stack:
          - row:
              image: { size: 100 }
              spacing: 8
              stackAt: never
              stack: [title, subtitle]

    """

  /// Results of a build with other steps are not reused.
  @Test func memoryDependsOnTheSteps() async throws {
    try await Self.with("arrangement: list\ninset: 0") { site async throws in
      let memory = SiteMemory()
      var options = BuildOptions(root: site.folder.path, jobs: 2)
      options.scratchFolder = site.folder.path
      for inset in [0, 64, 0, 104] {
        let text = try #require(site.folder.text(of: "Content/one/_index.md"))
        try site.folder.write(
          text.split(separator: "\n").map { $0.hasPrefix("inset") ? "inset: \(inset)" : String($0) }
            .joined(separator: "\n") + "\n", to: "Content/one/_index.md")
        let known = await previewSite(options, memory: memory)
        let fresh = await previewSite(options, memory: SiteMemory())
        #expect(known.diagnostics == fresh.diagnostics)
        #expect(known.files?.map(\.bytes) == fresh.files?.map(\.bytes) && known.files != nil, "inset \(inset)")
      }
    }
  }
}

extension SampleSite {
  fileprivate func replace(_ old: String, by new: String) throws {
    let path = "Themes/storefront/theme.yml"
    let theme = try #require(folder.text(of: path))
    try #require(theme.contains(old))
    try folder.write(theme.replacing(old, with: new), to: path)
  }
}
