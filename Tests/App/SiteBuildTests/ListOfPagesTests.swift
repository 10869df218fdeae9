import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

struct ListOfPagesTests {
  private static let card = "-- Content/one/a.md --\n---\ntitle: A\n---\n[All](../all-pages)\n"

  /// Pages besides the home page; the first has a title with the marks of Markdown.
  private static func pages(_ count: Int) -> String {
    (1...count).map {
      "-- Content/p\($0)/_index.md --\n---\nkind: page\ntitle: \"\($0 == 1 ? "*1* [a](b) & <i>" : "P\($0)")\"\n---\n"
    }.joined()
  }

  private static func navigation(of path: String, in output: [String: String?]) throws -> [Substring] {
    let page = try #require(output["Output/" + path] ?? nil)
    let start = try #require(page.firstRange(of: "<nav>")).upperBound
    let end = try #require(page.firstRange(of: "</nav>")).lowerBound
    return page[start..<end].matches(of: /href="([^"]*)"/).map(\.output.1)
  }

  @Test func navigationOfHundredPagesNamesAll() async throws {
    try await SampleSite.with(Self.pages(99)) { site async throws in
      let result = await site.build()
      #expect(result.report?.pageCount == 100)
      let output = site.output()
      #expect(output.keys.contains("Output/all-pages/index.html") == false)
      #expect(try Self.navigation(of: "p7/index.html", in: output).count == 100)
    }
  }

  @Test(arguments: [("", "All pages"), ("allPages: Alle *Seiten*\n", "Alle *Seiten*")])
  func navigationOfMorePagesIsAPage(settings: String, title: String) async throws {
    try await SampleSite.with(Self.card + Self.pages(100), settings: settings) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rule.name) == [])
      let output = site.output()
      #expect(try Self.navigation(of: "p7/index.html", in: output) == ["../index.html", "../all-pages/index.html"])
      #expect(try Self.navigation(of: "index.html", in: output) == ["index.html", "all-pages/index.html"])
      #expect((output["Output/index.html"] ?? nil)?.contains("<a href=\"all-pages/index.html\">All</a>") == true)
      let list = try #require(output["Output/all-pages/index.html"] ?? nil)
      #expect(list.contains("<h1 class=\"page-title\">\(title)</h1>"))
      #expect(list.contains(">*1* [a](b) &amp; &lt;i></a>") || list.contains(">*1* [a](b) &amp; &lt;i&gt;</a>"))
      let start = try #require(list.firstRange(of: "introduction")).upperBound
      let links = list[start...].matches(of: /<li>.*?href="([^"]*)"/).map { String($0.output.1) }
      #expect(Set(links) == Set(["../index.html"] + (1...100).map { "../p\($0)/index.html" }) && links.count == 101)
    }
  }

  @Test func pageOfTheContentTakesItsPlace() async throws {
    let own = "-- Content/all-pages/_index.md --\n---\nkind: page\ntitle: Index\n---\nSee [P2](../p2).\n"
    try await SampleSite.with(Self.card + own + Self.pages(100)) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rule.name) == [])
      let output = site.output()
      #expect(try Self.navigation(of: "p7/index.html", in: output) == ["../index.html", "../all-pages/index.html"])
      #expect((output["Output/all-pages/index.html"] ?? nil)?.contains("See <a") == true)
    }
  }

  @Test func titlesThatNoFontDrawsAreToldOnceEach() async throws {
    let odd = "-- Content/odd/_index.md --\n---\nkind: page\ntitle: \"\u{10FFFD}\"\n---\n"
    try await SampleSite.with(Self.card + odd + Self.pages(100)) { site async throws in
      let paths = await site.build().diagnostics.map(\.path)
      #expect(paths == ["Content/odd/_index.md"])
    }
  }
}
