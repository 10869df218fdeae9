import Diagnostics
import Testing

@testable import Content

/// What dialects add to CommonMark, as trees in brackets.
struct DialectTests {
  private func drawing(_ text: String) -> (String, [String]) {
    let source = SourceText(path: "Content/a/b.md", text: text)
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    return (document.blocks.map(Self.drawing).joined(separator: " "), sink.diagnostics.map(\.rule.name))
  }

  private static func drawing(_ block: Block) -> String {
    switch block.kind {
    case .paragraph(let content): "p[\(drawing(content))]"
    case .heading(let level, let content): "h\(level)[\(drawing(content))]"
    case .quote(let blocks): "quote[\(blocks.map(drawing).joined(separator: " "))]"
    case .list(let list):
      (list.start == nil ? "ul" : "ol")
        + "[\(list.items.map { $0.map(drawing).joined(separator: " ") }.joined(separator: "; "))]"
    case .code(_, let text): "code[\(text)]"
    case .thematicBreak: "hr"
    }
  }

  private static func drawing(_ content: [Inline]) -> String {
    content.map { inline in
      switch inline.kind {
      case .text(let text): text
      case .softBreak: "_"
      case .hardBreak: "/"
      case .wordBreak: "|"
      case .code(let text): "`\(text)`"
      case .span(let span, let content): "\(span.rawValue)(\(drawing(content)))"
      case .link(let target, _, let content): "a(\(target.text): \(drawing(content)))"
      case .image(let target, _, let alt, let width): "img(\(target.text) \(alt)\(width.map { " \($0)" } ?? ""))"
      }
    }.joined()
  }

  static let inlines: [(text: String, tree: String)] = [
    ("a ~~b~~ c", "p[a s(b) c]"), ("~~b *c* d~~", "p[s(b em(c) d)]"), ("a ~~ b ~~ c", "p[a ~~ b ~~ c]"),
    ("~~a", "p[~~a]"), ("\\~~a~~", "p[~~a~~]"), ("`~~a~~`", "p[`~~a~~`]"), ("a ==b== c ~~d~~", "p[a mark(b) c s(d)]"),
    ("[[Note]]", "p[a(/Note: Note)]"), ("see [[A b|c d]], e", "p[see a(/A%20b: c d), e]"),
    ("[[a/b#C d]]", "p[a(/a/b#C%20d: b › C d)]"), ("![[p.png]]", "p[img(/p.png )]"),
    ("![[p.png|300]]", "p[img(/p.png  300)]"),
    ("![[p.png|a cat]]", "p[img(/p.png a cat)]"), ("![[Note]]", "p[a(/Note: Note)]"), ("x[[1]]", "p[x[[1]]]"),
    ("[[:alpha:]]", "p[[[:alpha:]]]"), ("`[[a]]`", "p[`[[a]]`]"), ("[[a", "p[[[a]"),
    ("at https://a.org/b, so", "p[at a(https://a.org/b: https://a.org/b), so]"),
    ("(https://a.org/b_(c))", "p[(a(https://a.org/b_(c): https://a.org/b_(c)))]"),
    ("[x](https://a.org)", "p[a(https://a.org: x)]"), ("[https://a.org](b.md)", "p[a(b.md: https://a.org)]"),
    ("xhttps://a.org", "p[xhttps://a.org]"), ("https://", "p[https://]"),
    ("- [ ] a\n- [x] b\n- [X] c\n- [y] d", "ul[p[☐ a]; p[☑ b]; p[☑ c]; p[[y] d]]"),
    ("> [!NOTE]\n> a\n> b", "quote[p[strong(Note)] p[a_b]]"), ("> [!tip]- Say *it*", "quote[p[strong(Say em(it))]]"),
    ("> [!WARNING]", "quote[p[strong(Warning)]]"), ("[!NOTE]", "p[[!NOTE]]"),
    ("## A {#b}", "h2[A]"), ("## A {b}", "h2[A {b}]"), ("## A {: .b}", "h2[A]"),
    ("a {{< b >}} c", "p[a  c]"), ("{{% b %}}\n\nc", "p[c]"), ("{% include a %}", ""),
    ("{{ page.title }}: a", "p[: a]"),
    ("`{{ a }}`", "p[`{{ a }}`]"), ("[a]({{ \"/b/\" | relative_url }})", "p[a(/b/: a)]"),
  ]

  @Test(arguments: inlines) func readsWhatDialectsAdd(text: String, tree: String) {
    #expect(drawing(text).0 == tree)
  }

  static let html: [(text: String, tree: String)] = [
    ("<div class=\"x\">\n<p>a <b>b</b></p>\n<p>c</p>\n</div>", "p[a b(b)] p[c]"),
    ("<h3>A &amp; b</h3>", "h3[A & b]"),
    ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "ul[p[a]; p[b] ul[p[c]]]"),
    ("<p align=center><img src=\"a.png\" alt=\"A\" width=\"80\"></p>", "p[img(a.png A 80)]"),
    ("<p><a href=\"b.md\">b</a><br>c</p>", "p[a(b.md: b)/c]"), ("<hr/>", "hr"),
    ("<blockquote><p>a</p></blockquote>", "quote[p[a]]"), ("<pre>a\n  b</pre>", "code[a\n  b]"),
    ("<details>\n<summary>a</summary>\nb\n</details>", "p[strong(a)] p[b]"),
    ("<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>", "p[strong(a) b] p[c]"),
    ("a <span style=\"x\">b</span> <del>c</del>", "p[a b s(c)]"),
    ("a <code\nclass=\"x\">b</code>", "p[a code(b)]"), ("a <a href=\"b.md\">c</a>", "p[a a(b.md: c)]"),
    ("<iframe src=\"https://a.org/b\"></iframe>", "p[a(https://a.org/b: https://a.org/b)]"),
    ("<div>\n\n**a**\n\n</div>", "p[strong(a)]"), ("Array<Int>", "p[Array<Int>]"),
  ]

  @Test(arguments: html) func harmlessHTMLLosesItsTags(text: String, tree: String) {
    #expect(drawing(text).0 == tree)
  }

  /// What browsers would run is left out, with one finding.
  @Test(arguments: [
    "<script>alert(1)</script>", "<style>a{}</style>", "<svg onload=alert(1)>\n<text>b</text>\n</svg>",
    "<form action=\"/x\"><input value=\"b\"></form>", "<div><object data=\"x\">b</object></div>",
  ])
  func nothingThatRunsIsRead(text: String) {
    let (tree, rules) = drawing(text)
    #expect(tree == "" && rules == ["raw-html"])
  }

  @Test(arguments: [
    "<p><a href=\"javascript:alert(1)\">b</a></p>", "a <a href=\"JaVaScRiPt:alert(1)\">b</a>",
    "<p><img src=\"data:text/html,x\" alt=\"b\">b</p>", "<p onclick=\"alert(1)\">b</p>", "[b]({{ 'javascript:x' }})",
  ])
  func targetsAreThoseOfMarkdown(text: String) {
    let (tree, _) = drawing(text)
    #expect(!tree.lowercased().contains("javascript:") && !tree.contains("data:") || text.hasPrefix("[b]"))
    #expect(tree.contains("b"))
    #expect(!tree.contains("a(") && !tree.contains("img("))
  }

  /// Tags without an end are read once, not once for each tag after them.
  @Test func tagsWithoutAnEndTakeLinearTime() {
    let text = "<div>\n" + String(repeating: "<a b=\"", count: 20_000)
    #expect(drawing(text).0.hasPrefix("p[<a b="))
  }
}
