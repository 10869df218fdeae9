import Diagnostics
import Glibc
import PlacementProof
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

struct WholeSiteTests {
  private let text = """
    -- Content/_index.md --
    ---
    title: Home
    ---
    Hello *world*.
    -- Content/one/_index.md --
    ---
    title: One
    card: cover
    maxCardHeight: 300
    ---
    -- Content/one/a.md --
    ---
    title: A card
    subtitle: With a subtitle
    eyebrow: First
    tags: [one, two words, three]
    image: a.svg
    imageAlt: A circle
    link: ../two/c.md
    ---
    Some **text** with `code`, a [link](b.md) and H<sub>2</sub>O.

    1. one
    2. two

    > quoted

    ```swift
    let a = 1
    ```
    -- Content/one/a.svg --
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><circle cx="8" cy="4" r="3"/></svg>
    -- Content/one/b.md --
    # B

    \(String(repeating: "A long text that is cut. ", count: 40))
    -- Content/two/_index.md --
    ---
    title: Two
    arrangement: waterfall
    card: lockup
    columns: { compact: 2 }
    ---
    -- Content/two/c.md --
    # C with --options and a/path
    -- Content/two/d.md --
    ---
    title: D
    image: ../one/a.svg
    ---
    Text.
    -- Content/more/_index.md --
    ---
    kind: page
    title: More
    ---
    -- Content/more/three/e.md --
    # E
    """

  @Test func buildsASite() async throws {
    try await SampleSite.with(text) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rendered) == [])
      let report = try #require(result.report)
      #expect((report.cardCount, report.shelfCount, report.pageCount) == (5, 3, 2))
      #expect(result.output == "Output")
      let names = site.output().keys.map { $0.dropFirst("Output/".count) }
      for name in ["index.html", "more/index.html", "layout.json", "assets", "fonts", "images"] {
        #expect(names.contains { $0 == name })
      }
      let page = try site.page()
      #expect(page.contains("<li class=\"card\" id=\"one/a\">"))
      #expect(page.contains("href=\"#two/c\""))
      #expect(!page.contains("<script"))
      #expect(try site.page("more/index.html").contains("href=\"../index.html\""))
    }
  }

  /// The style sheets and layout.json describe the same frames, and a change of either is detected.
  @Test func styleSheetsMatchTheLayout() async throws {
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().exitCode == 0)
      var files = try #require(outputFiles(in: site.folder.absolute("Output")))
      #expect(PlacementProof(files).faults() == [])
      let json = String(decoding: try #require(files["layout.json"]), as: UTF8.self)
      files["layout.json"] = Array(json.replacing("\"x\":[16", with: "\"x\":[17").utf8)
      #expect(PlacementProof(files).faults() != [])
    }
  }

  @Test func aSecondBuildWritesNothing() async throws {
    try await SampleSite.with(text) { site async throws in
      let first = try #require(await site.build().report).written
      let before = site.output()
      let second = try #require(await site.build().report).written
      #expect(second.written == [] && second.removed == [])
      #expect(second.unchanged == first.written)
      #expect(site.output() == before)
    }
  }

  @Test func bytesDoNotDependOnJobsOrFolder() async throws {
    try await SampleSite.with(text) { site async throws in
      for (jobs, name) in [(1, "a"), (8, "b"), (3, "c")] {
        let result = await site.build(output: site.folder.absolute(name), jobs: jobs)
        #expect(result.exitCode == 0)
      }
      let tree = { (name: String) in
        Dictionary(uniqueKeysWithValues: site.output(name).map { (String($0.key.dropFirst(2)), $0.value) })
      }
      #expect(tree("a").count > 8)
      #expect(tree("a") == tree("b"))
      #expect(tree("a") == tree("c"))
    }
  }

  @Test func removesOnlyTheFilesOfARemovedCard() async throws {
    try await SampleSite.with(text) { site async throws in
      #expect(await site.build().exitCode == 0)
      try site.folder.write("mine", to: "Output/images/mine.txt")
      try site.folder.write("mine", to: "Output/more/mine.txt")
      for name in ["Content/one/a.md", "Content/two/d.md", "Content/more/three/e.md", "Content/more/_index.md"] {
        #expect(unlink(site.folder.absolute(name)) == 0)
      }
      try site.folder.write("# B\n", to: "Content/one/b.md")
      let result = await site.build()
      #expect(result.diagnostics.map(\.rendered) == [])
      let output = site.output()
      #expect(output["Output/images/mine.txt"] == "mine")
      #expect(output["Output/more/mine.txt"] == "mine")
      #expect(!output.keys.contains("Output/more/index.html"))
      #expect(output.keys.filter { $0.hasPrefix("Output/images/") } == ["Output/images/mine.txt"])
      #expect(try !site.page().contains("id=\"one/a\""))
    }
  }

  @Test func draftsAreOmittedByDefault() async throws {
    let drafts = """
      -- Content/one/a.md --
      # A
      -- Content/one/b.md --
      ---
      title: B
      draft: true
      ---
      -- Content/two/_index.md --
      ---
      title: Two
      draft: true
      ---
      -- Content/two/c.md --
      # C
      """
    try await SampleSite.with(drafts) { site async throws in
      #expect(await site.build().report?.cardCount == 1)
      #expect(try !site.page().contains("id=\"one/b\""))
      #expect(try !site.page().contains("id=\"two\""))
      #expect(await site.build(drafts: true).report?.cardCount == 3)
      #expect(try site.page().contains("id=\"one/b\""))
      #expect(try site.page().contains("id=\"two/c\""))
    }
  }

  /// L7: no section, no inset and no gap.
  @Test func emptyShelvesTakeNoRoom() async throws {
    let shelves = """
      -- Content/a/x.md --
      # X
      -- Content/b/_index.md --
      ---
      title: Empty
      inset: { top: 50, bottom: 50 }
      ---
      -- Content/c/y.md --
      # Y
      """
    try await SampleSite.with(shelves) { site async throws in
      #expect(await site.build().exitCode == 0)
      let page = try site.page()
      #expect(page.split(separator: "<section").count == 3)
      #expect(!page.contains("Empty"))
      #expect(site.folder.text(of: "Output/layout.json")?.contains("\"id\":\"b\"") == false)
    }
  }

  @Test func aSiteWithoutCards() async throws {
    try await SampleSite.with("-- Content/_index.md --\n# Hello\n") { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == ["Content [no-cards]"])
      #expect(result.exitCode == 0)
      #expect(try site.page().contains(">Hello</h1>"))
    }
  }

  @Test func everySettingHasADefault() async throws {
    try await SampleSite.with("-- Content/one/a.md --\n# A\n", settings: nil) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rendered) == [])
      #expect(try site.page().contains("<title>Cardshelf</title>"))
    }
  }

  @Test func aPageFromRightToLeft() async throws {
    let hebrew = """
      -- Content/_index.md --
      ---
      title: שלום
      lang: he
      ---
      -- Content/one/_index.md --
      ---
      title: מדף
      ---
      -- Content/one/a.md --
      # כותרת של כרטיס
      -- Content/one/b.md --
      ---
      title: An English card
      lang: en
      ---
      """
    try await SampleSite.with(hebrew) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rendered) == [])
      let page = try site.page()
      #expect(page.contains("<html lang=\"he\" dir=\"rtl\""))
      #expect(page.contains("<article class=\"cover\" lang=\"en\" dir=\"ltr\">"))
      #expect(page.contains("כותרת של כרטיס"))
    }
  }

  @Test func anAnatomyForEachShelfWithAndWithoutImages() async throws {
    let shelves = ["cover", "lockup"].map { anatomy in
      """
      -- Content/\(anatomy)/_index.md --
      ---
      card: \(anatomy)
      maxCardHeight: { compact: 120, medium: 200 }
      ---
      -- Content/\(anatomy)/a.svg --
      <svg xmlns="http://www.w3.org/2000/svg"/>
      -- Content/\(anatomy)/a.md --
      ---
      title: With everything
      tags: [a, b]
      image: a.svg
      ---
      Text

      ![A figure](a.svg)

      - Text
      -
      - \(String(repeating: "more ", count: 80))
      -- Content/\(anatomy)/b.md --
      # Without anything
      """
    }
    try await SampleSite.with(shelves.joined(separator: "\n")) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
      #expect(result.exitCode == 0)
    }
  }
}
