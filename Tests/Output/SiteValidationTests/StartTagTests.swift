import Diagnostics
import SampleSites
import Testing

@testable import SiteValidation

/// What libxml2's events say about the tags of a page.
struct StartTagTests {
  private func tree(_ text: String) throws -> PageTree {
    let tree = PageTree.reading(
      SourceText(path: "p.html", text: text), kinds: MarkupKinds(), collecting: XMLFaultCollector())
    return try #require(tree)
  }

  /// Far into a page too, where libxml2 no longer holds its beginning.
  @Test(arguments: [1, 200])
  func placesOfElements(repetitions: Int) throws {
    let part = "<p  class='a>b' ><br />é<img\n src=\"x>\"/><b>x</b></p ><!-- <i> -->"
    let page = SampleOutput.about.replacingFirst("<h1", with: String(repeating: part, count: repetitions) + "<h1")
    let tree = try tree(page)
    let names = ["p", "br", "img", "b"]
    let tags = ["<p  class='a>b' >", "<br />", "<img\n src=\"x>\"/>", "<b>"]
    let first = try #require(tree.elements.indices.first { tree.nameText(of: $0) == "br" }) - 1
    for index in 0..<4 * repetitions {
      #expect(tree.nameText(of: first + index) == names[index % 4])
      #expect(tree.source.text(in: tree.range(of: first + index)) == tags[index % 4])
    }
    #expect(tree.differences.isEmpty)
  }

  /// Only pages with such markup are read as HTML.
  @Test(arguments: [
    ("<p>x</p>", false), ("<br/>", false), ("<br />", false), ("<hr></hr>", true), ("<p/>", true), ("<p />", true),
    ("<img alt=\"/\"></img>", true), ("<p title=\"/\">x</p>", false), ("<p><![CDATA[x]]></p>", true), ("<?x y?>", true),
    ("<!-- x -->", false), ("<!-->x-->", true), ("<!--->x-->", true), ("<x:br xmlns:x=\"x\"/>", true),
    ("<x:p xmlns:x=\"x\"></x:p>", false),
  ])
  func markupThatHTMLReadsDifferently(markup: String, mayDiffer: Bool) throws {
    let page = SampleOutput.about.replacingFirst("<h1", with: markup + "<h1")
    let tree = try tree(page)
    #expect(tree.differences.isEmpty == !mayDiffer)
  }
}
