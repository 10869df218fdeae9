import Testing

@testable import PreviewServer

struct LivePageTests {
  private let page = """
    <head>
    <meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;"/>
    </head><body>Hello</body>
    """

  @Test func addsTheScriptAndAllowsIt() {
    let live = String(decoding: livePage(Array(page.utf8), script: "/x/live.js", generation: 7), as: UTF8.self)
    #expect(
      live == """
        <head>
        <meta http-equiv="Content-Security-Policy" content="script-src 'self'; connect-src 'self'; default-src &#39;none&#39;"/>
        <script src="/x/live.js" data-generation="7" defer="defer"></script>
        </head><body>Hello</body>
        """)
  }

  @Test func aPageKnowsItsComparePage() {
    let live = livePage(Array(page.utf8), script: "/x/live.js", generation: 7, comparison: "/compare/a&\"b/")
    #expect(
      String(decoding: live, as: UTF8.self).contains(
        "data-generation=\"7\" data-compare=\"/compare/a&amp;&quot;b/\" defer=\"defer\"></script>"))
  }

  @Test(arguments: ["", "<", "no head", "</hea", String(repeating: "x", count: 100_000)])
  func keepsOtherFilesUnchanged(text: String) {
    #expect(livePage(Array(text.utf8), script: "/live.js", generation: 1) == Array(text.utf8))
  }

  @Test func placeholderPageHasTheScript() {
    let page = String(decoding: standInPage("Nothing here.", script: "/live.js"), as: UTF8.self)
    #expect(page.contains("<script src=\"/live.js\" data-generation=\"0\"") && page.contains("<p>Nothing here.</p>"))
  }
}
