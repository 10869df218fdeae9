import Diagnostics
import SampleSites
import SiteValidation
import Testing

/// Compare pages may run scripts, but no other page may. The page inside must equal the published page.
@Suite struct ComparisonTests {
  private static let body = between("<body class=\"home\">", "</body>", in: SampleOutput.home)

  private static let page = """
    <!DOCTYPE html>
    <html lang="en" dir="ltr" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'"/>
    <title>Compare</title>
    <link rel="stylesheet" href="assets/compare.css"/>
    <script src="assets/compare.js" defer="defer"></script>
    </head>
    <body>
    <h1><a href="../index.html">Tonight</a></h1>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" aria-labelledby="_title"><title id="_title">T</title></svg>
    <script type="application/json">{"a":"\\u003c"}</script>
    <template class="page">\(body)</template>
    </body>
    </html>

    """

  private static func between(_ start: String, _ end: String, in text: String) -> String {
    guard let lower = text.firstRange(of: start)?.upperBound, let upper = text.firstRange(of: end)?.lowerBound else {
      return ""
    }
    return String(text[lower..<upper])
  }

  private func findings(_ page: String, role: SiteFile.FileRole = .comparison, path: String = "compare/index.html")
    -> [Diagnostic]
  {
    let own = [
      SiteFile(path: path, bytes: Array(page.utf8), role: role),
      SiteFile(path: "compare/assets/compare.js", bytes: []), SiteFile(path: "compare/assets/compare.css", bytes: []),
      SiteFile(path: "assets/other.js", bytes: []),
    ]
    var sink = DiagnosticSink()
    let valid = validateSite(SampleOutput.files + own, into: &sink)
    #expect((valid == nil) == !sink.diagnostics.isEmpty)
    return sink.diagnostics
  }

  @Test func acceptsComparePages() {
    #expect(Self.body.contains("id=\"planets\""))
    #expect(findings(Self.page).map(\.rendered) == [])
  }

  @Test func refusesPublishedComparePages() {
    let rules = Set(findings(Self.page, role: .publication).map(\.rule.name))
    #expect(rules.contains("page-script") && rules.contains("page-markup"))
  }

  @Test(arguments: [
    ("comparison-content", "<h1>Tonight</h1>", "<h1>Tonight </h1>"),
    ("comparison-content", "<template class=\"page\">", "<template class=\"page\"><script>x</script>"),
    ("comparison-content", "</template>", "</template><template></template>"),
    ("comparison-content", "<template class=\"page\">", "<template class=\"page\"><template>"),
    ("page-script", "assets/compare.js", "../assets/other.js"),
    ("page-script", " defer=\"defer\"></script>", " defer=\"defer\">alert(1)</script>"),
    ("page-script", "<script type=\"application/json\">", "<script>"),
    ("page-script", "<script type=\"application/json\">", "<script type=\"module\">"),
    (
      "page-script", "<script type=\"application/json\">",
      "<script type=\"application/json\" src=\"assets/compare.js\">"
    ),
    ("page-script", "<h1>", "<h1 onclick=\"x\">"),
    ("page-script", "<h1>", "<h1 style=\"color:red\">"),
    ("page-script", "<h1>", "<style>p{}</style><h1>"),
    ("page-script", "<h1>", "<iframe></iframe><h1>"),
    ("page-script", "<h1>", "<form></form><h1>"),
    ("page-script", "<h1>", "<base href=\"x\"/><h1>"),
    ("link-dead", "assets/compare.js", "assets/missing.js"),
    ("link-dead", "assets/compare.css", "assets/missing.css"),
    ("link-refused", "assets/compare.css", "https://example.org/a.css"),
    ("link-refused", "../index.html", "javascript:x"),
    ("link-dead", "../index.html", "../nothing.html"),
    ("page-policy", "script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    ("page-policy", "script-src 'self'", "script-src 'self' https:"),
    ("page-policy", "script-src 'self'; ", ""),
    ("page-policy", "default-src 'none'", "default-src 'self'"),
    ("page-namespace", "http://www.w3.org/2000/svg", "urn:x"),
    ("page-namespace", "<h1>", "<h1 xmlns:x=\"urn:x\">"),
    ("id-repeated", "<h1>", "<h1 id=\"_title\">"),
    ("label-missing", "aria-labelledby=\"_title\"", "aria-labelledby=\"_other\""),
    ("page-not-well-formed", "</h1>", ""),
    ("page-not-well-formed", "\\u003c", "<"),
    ("page-syntax", "<h1>", "<p/><h1>"),
    ("page-doctype", "<!DOCTYPE html>", "<!DOCTYPE html [<!ENTITY a \"b\">]>"),
  ])
  func faultsAreFound(rule: String, old: String, new: String) throws {
    // The parts around the page are checked first, except the title of the page itself.
    let page = Self.page
    let range = try #require(page.firstRange(of: old))
    let broken = page.replacingCharacters(in: range, with: new)
    let rules = findings(broken).map(\.rule.name)
    #expect(rules.contains(rule), "\(rules)")
  }

  @Test func comparesWithThePageOfItsPath() {
    #expect(findings(Self.page, path: "compare/about/index.html").contains { $0.rule.name == "comparison-content" })
    #expect(findings(Self.page, path: "other/index.html").contains { $0.rule.name == "comparison-content" })
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with new: String) -> String {
    self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
