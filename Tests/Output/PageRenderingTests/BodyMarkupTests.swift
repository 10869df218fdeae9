import CardLayout
import Diagnostics
import MarkdownTree
import SampleSites
import Testing
import Themes

@testable import PageRendering

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
      targets: TargetResolution(link: { $0.text }, image: { $0.text }), style: theme.body, below: 3)
    body.write(prose.blocks, classes: &classes, to: &markup)
    #expect(String(decoding: markup.bytes, as: UTF8.self) == "<pre><code>\(code)</code></pre>")
  }
}
