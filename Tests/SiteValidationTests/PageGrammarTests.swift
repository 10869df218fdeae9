import Testing

@testable import SiteValidation

@Suite struct PageGrammarTests {
  /// The two forms of the grammar are one grammar.
  @Test(arguments: [
    "<p>x</p>", "<div><p><b>x</b></p></div>", "<ul><li><p>x</p></li></ul>", "<p><a href=\"#x\"><b>x</b></a></p>",
    "<p><p>x</p></p>", "<p><a href=\"#x\"><b><a href=\"#x\">x</a></b></a></p>", "<ul><p>x</p></ul>",
    "<nav onclick=\"x\"/>",
    "<section/>", "<section class=\"shelf\" id=\"x\"><ul class=\"cards in-shelf\" role=\"list\"/></section>", "<q/>",
    "x",
    "<pre>x</pre>", "<pre><code>x</code></pre>", "<img src=\"x\" alt=\"\" width=\"1\"/>", "<table/>", "<hr>x</hr>",
    "<br>x</br>",
  ])
  func bothFormsAgree(_ body: String) throws {
    let page = SampleSite.about.replacing("<p>", with: body + "<p>")
    var faults: [XMLFault] = []
    let document = XMLDocument(Array(page.utf8), faults: &faults)
    try #require(faults.isEmpty)
    guard let document else { return }
    _ = document.elements()
    let quick = RelaxNGSchema(PageGrammar.schemaText(telling: false)).faults(in: document)
    let telling = RelaxNGSchema(PageGrammar.schemaText(telling: true)).faults(in: document)
    #expect(quick.isEmpty == telling.isEmpty)
    #expect(!telling.contains { $0.element == nil })
  }
}
