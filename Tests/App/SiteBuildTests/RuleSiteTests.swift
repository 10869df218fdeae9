import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// The documentation of rules is a site itself.
struct RuleSiteTests {
  @Test func buildsWithoutFindings() async throws {
    let repository = Folder.project
    try await SampleSite.with("") { site async throws in
      for (path, content) in repository.tree(below: "Documentation/Rules") {
        if let content { try site.folder.write(content, to: String(path.dropFirst("Documentation/Rules/".count))) }
      }
      var options = BuildOptions(root: site.folder.path, jobs: 2)
      options.writesCompare = false
      let result = await buildSite(options)
      #expect(result.diagnostics.map(\.rendered) == [])
      #expect(try site.page().contains(#"id="images/image-missing""#))
    }
  }
}
