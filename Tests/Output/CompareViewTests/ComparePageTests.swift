import Content
import TestSupport
import Testing

@testable import Pages

struct ComparePageTests {
  @Test func matchesTheGoldenMarkup() throws {
    let page = try #require(Sample.compared())
    #expect(try GoldenFile("compare.html").difference(from: page) == nil)
  }

  @Test func theSameInputGivesTheSameBytes() {
    let first = Sample.compared()
    #expect((0..<20).allSatisfy { _ in Sample.compared() == first })
    #expect(compareScript == compareScript && compareStyleSheet == compareStyleSheet)
  }

  /// Content cannot become markup, around the panes or in the data.
  @Test func namesAreEscaped() throws {
    let hostile = "</script><b>\"&' \u{1}\u{7F}]]>"
    let shelf = Sample.shelf(hostile, named: hostile, [(0, 1, nil)])
    let text = try #require(Sample.compared(Sample.page(title: hostile), shelves: [shelf]))
    #expect(!text.contains("<b>"))
    #expect(!text.contains("\u{1}") && !text.contains("\u{7F}"))
    #expect(text.contains("<title>Compare: &lt;/script&gt;&lt;b&gt;&quot;&amp;' ]]&gt; – Sample</title>"))
    let data = try #require(text.split(separator: "class=\"data\">").last?.split(separator: "</script>").first)
    #expect(data.contains("\"id\":\"\\u003c/script\\u003e\\u003cb\\u003e\\\"\\u0026' \\u0001\\u007f]]\\u003e\""))
    #expect(!data.contains("<") && !data.contains("&") && !data.contains(">"))
  }

  @Test func pathsAreRelativeToThePage() throws {
    let text = try #require(Sample.compared(Sample.page("sky/d\u{FC}nn")))
    #expect(ComparePage.path(of: Sample.page("sky/south")) == "compare/sky/south/index.html")
    #expect(text.contains("<script src=\"../../../compare/assets/compare-1.js\" defer=\"defer\"></script>"))
    #expect(text.contains("href=\"../../../sky/d%C3%BCnn/index.html\""))
  }

  @Test func containsThePageOnceAndUnchanged() throws {
    let body = "\n<h1 id=\"a\">T</h1><!-- </body> --><p title=\"</body\">x</p>"
    let text = try #require(Sample.compared(html: Sample.html(body)))
    #expect(text.hasSuffix("<template class=\"page\">\(body)</template>\n</body>\n</html>\n"))
  }

  @Test func attributesOfRootAndBodyAreData() throws {
    let html = Sample.html("", root: "lang='ar' dir = \"rtl\"", bodyTag: "<body\n  class=\"a > b\">")
    let parts = try #require(PageParts(html))
    #expect(parts.root.map(\.name) == ["lang", "dir"])
    #expect(parts.root.map(\.value) == ["ar", "rtl"])
    #expect(parts.body.map(\.value) == ["a > b"])
    #expect(parts.contents.isEmpty)
  }

  @Test(arguments: [
    "", "<html>", "<html lang=\"en\"><p></p></html>", "<html><body>", "<!-- <html><body></body></html> -->",
    "<html><body></body></html><!-- </body -->", "<html><body></body><p></p></html>", "<html><bodyguard></body></html>",
    "<html", "<html><body", "</body></html><html><body>",
  ])
  func comparesOnlyPages(text: String) {
    #expect(PageParts(Array(text.utf8)) == nil)
  }

  @Test func aPageWithoutShelvesHasNoChart() throws {
    let text = try #require(Sample.compared(shelves: []))
    #expect(!text.contains("<svg") && !text.contains("data-key=\"chart\""))
  }
}
