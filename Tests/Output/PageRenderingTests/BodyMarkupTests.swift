import CardLayout
import Content
import Diagnostics
import SampleSites
import Testing
import Themes

@testable import Pages

struct BodyMarkupTests {
  /// There are as many line ends as measured lines, although browsers do not show a line after the last line end.
  @Test(arguments: [
    ("```\na\n```", 1, "a"), ("```\na\nb\n```", 2, "a\nb"),
    ("```\n```", 1, "\n"), ("```\na\n\n```", 2, "a\n\n"), ("```\n\n\n```", 2, "\n\n"),
  ])
  func codeHasAsManyLinesAsMeasured(markdown: String, lineCount: Int, code: String) throws {
    let theme = try Sample.theme()
    let source = SourceText(path: "a.md", text: markdown)
    var sink = DiagnosticSink()
    let prose = composeProse(
      readMarkdown(source, in: source.fullRange, into: &sink), theme: theme,
      language: "en", isRightToLeft: false)
    guard case .code(_, _, lineCount)? = prose.blocks.first?.kind else {
      Issue.record("\(prose.blocks) instead of \(lineCount) lines of code")
      return
    }
    var classes = StepClasses(stepCount: 1)
    var markup = Markup()
    var body = BodyMarkup(
      texts: [], prepared: [], hidden: [:],
      targets: TargetResolution(link: { $0.text }, image: { $0.text }), indent: 20,
      below: 3)
    body.write(prose.blocks, classes: &classes, to: &markup)
    #expect(String(decoding: markup.bytes, as: UTF8.self) == "<pre tabindex=\"0\"><code>\(code)</code></pre>")
  }

  @Test(arguments: [
    (
      "![a](40x30.png)",
      "<div class=\"figure\"><img class=\"z40-768\" src=\"40x30.png\" alt=\"a\" width=\"40\" height=\"30\" loading=\"lazy\"/></div>"
    ),
    (
      "![a](b.svg \"t\")",
      "<div class=\"figure\"><img class=\"z0-576\" src=\"b.svg\" alt=\"a\" width=\"1024\" height=\"576\" loading=\"lazy\" title=\"t\"/></div>"
    ),
    (
      "[![a](40x60.png)](c.md \"t\") b",
      "<div class=\"figure\"><a href=\"c.md\" title=\"t\"><img class=\"z40-1536\" src=\"40x60.png\" alt=\"a\" width=\"40\" height=\"60\" loading=\"lazy\"/></a></div><p>b</p>"
    ),
    (
      "b ![a](40x400.png){: width=20}",
      "<p>b</p><div class=\"figure\"><img class=\"z20-10240\" src=\"40x400.png\" alt=\"a\" width=\"20\" height=\"200\" loading=\"lazy\"/></div>"
    ),
    ("b ![a](60x30.png)", "<p>b <img class=\"i i48-24\" src=\"60x30.png\" alt=\"a\" width=\"48\" height=\"24\"/></p>"),
    ("9. a\n10. b", "<ol class=\"o9 l29\" role=\"list\" start=\"9\"><li><p>a</p></li><li><p>b</p></li></ol>"),
    ("8. a\n9. b", "<ol class=\"o8\" role=\"list\" start=\"8\"><li><p>a</p></li><li><p>b</p></li></ol>"),
  ])
  func picturesAndNumbers(markdown: String, html: String) throws {
    let page = try Sample.page([], introduction: markdown)
    var classes = StepClasses(stepCount: 1)
    var markup = Markup()
    var body = BodyMarkup(
      texts: page.introduction.texts, prepared: page.preparedIntroduction, hidden: [:],
      targets: TargetResolution(link: { $0.text }, image: { $0.text }), indent: 20, below: 3)
    body.write(page.introduction.blocks, classes: &classes, to: &markup)
    #expect(String(decoding: markup.bytes, as: UTF8.self) == html)
  }
}
