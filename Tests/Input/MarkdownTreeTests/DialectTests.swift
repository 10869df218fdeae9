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
    case .table(let table):
      "table[\(table.rows.map { $0.map { $0.map(drawing).joined(separator: " ") }.joined(separator: " | ") }.joined(separator: "; "))]"
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
    ("See www.a.org/b.", "p[See a(http://www.a.org/b: www.a.org/b).]"),
    ("(www.a.org/b(c))", "p[(a(http://www.a.org/b(c): www.a.org/b(c)))]"),
    ("www.a.org?b&c;", "p[a(http://www.a.org?b: www.a.org?b)&c;]"), ("aaaaaawww.a.org", "p[aaaaaawww.a.org]"),
    ("1234567www.a.org www.", "p[1234567www.a.org www.]"),
    ("123456 www.a.org", "p[123456 a(http://www.a.org: www.a.org)]"),
    ("12345 www.a.org", "p[12345 a(http://www.a.org: www.a.org)]"),
    ("www.a_b.c.org www.a.b_c", "p[a(http://www.a_b.c.org: www.a_b.c.org) www.a.b_c]"),
    ("[www.a.org](b.md)", "p[a(b.md: www.a.org)]"), ("`www.a.org`", "p[`www.a.org`]"), ("www.", "p[www.]"),
    ("Ask a.b-c_d@e.org.", "p[Ask a(mailto:a.b-c_d@e.org: a.b-c_d@e.org).]"), ("a@b", "p[a@b]"),
    ("a@b.c-", "p[a@b.c-]"),
    ("a@b+c.org, d+e@f.org", "p[a@b+c.org, a(mailto:d+e@f.org: d+e@f.org)]"), ("pkg@1.2.3", "p[pkg@1.2.3]"),
    ("@a.org a@.org a@b@c.org", "p[@a.org a@.org a@b@c.org]"),
    ("[a@b.org](mailto:c@d.org)", "p[a(mailto:c@d.org: a@b.org)]"),
    ("- [ ] a\n- [x] b\n- [X] c\n- [y] d", "ul[p[☐ a]; p[☑ b]; p[☑ c]; p[[y] d]]"),
    ("- [x] ~~a~~ b www.c.org", "ul[p[☑ s(a) b a(http://www.c.org: www.c.org)]]"),
    ("> [!tip]+ Say ~~it~~ *now*", "quote[p[strong(Say s(it) em(now))]]"), ("~~a~~ ==b== ^37066d", "p[s(a) mark(b)]"),
    ("~~a~~ &amp; www.b.org \\* ~~c~~", "p[s(a) & a(http://www.b.org: www.b.org) * s(c)]"),
    ("~~a ~~b~~", "p[~~a s(b)]"), ("~~a\n~~ b~~", "p[s(a_~~ b)]"), ("|~~a ~~|\n|-|", "table[p[strong(~~a ~~)]]"),
    ("mailto:a@b.org (c@d.org)", "p[a(mailto:a@b.org: mailto:a@b.org) (a(mailto:c@d.org: c@d.org))]"),
    ("www.a.org/b;", "p[a(http://www.a.org/b: www.a.org/b);]"),
    ("## ~~A~~ B {#c}", "h2[s(A) B]"), ("3~5, 6~8", "p[3~5, 6~8]"),
    ("> [!NOTE]\n> a\n> b", "quote[p[strong(Note)] p[a_b]]"), ("> [!tip]- Say *it*", "quote[p[strong(Say em(it))]]"),
    ("> [!WARNING]", "quote[p[strong(Warning)]]"), ("[!NOTE]", "p[[!NOTE]]"),
    ("==a==", "p[mark(a)]"), ("a\n{: .b}", "p[a_]"), ("{: .b}\n\na", "p[a]"),
    ("[a](b.md){:target=\"_c\"}", "p[a(b.md: a)]"),
    ("A\n: b\n: c\n  d", "p[strong(A)/b/c_d]"), ("A\n\n: b", "p[strong(A)/b]"), ("A\n:b", "p[A_:b]"),
    ("A\n\n: b\n\n: c", "p[strong(A)/b/c]"), ("A: b", "p[A: b]"), ("A\n\\: b", "p[A_: b]"), (": a", "p[a]"),
    ("## A {#b}", "h2[A]"), ("## A {b}", "h2[A {b}]"), ("## A {: .b}", "h2[A]"),
    ("a {{< b >}} c", "p[a  c]"), ("{{% b %}}\n\nc", "p[c]"), ("{% include a %}", ""),
    ("{{ page.title }}: a", "p[: a]"),
    ("`{{ a }}`", "p[`{{ a }}`]"), ("[a]({{ \"/b/\" | relative_url }})", "p[a(/b/: a)]"),
  ]

  @Test(arguments: inlines) func readsWhatDialectsAdd(text: String, tree: String) {
    #expect(drawing(text).0 == tree)
  }

  static let tables: [(text: String, tree: String)] = [
    ("| a | b |\n|---|---|\n| 1 | 2 |", "table[p[strong(a)] | p[strong(b)]; p[1] | p[2]]"),
    ("a|b\n-|-\n1|2", "table[p[strong(a)] | p[strong(b)]; p[1] | p[2]]"), ("a|b\n- | -", "p[a|b] ul[p[| -]]"),
    ("a|b\n:-|-\n1|2", "table[p[strong(a)] | p[strong(b)]; p[1] | p[2]]"),
    ("|a|\n|-|\n|`b\\|c`|\n|d\\|e|", "table[p[strong(a)]; p[`b|c`]; p[d|e]]"),
    ("|a|b|\n|-|-|\n|1|\n|2|3|4|", "table[p[strong(a)] | p[strong(b)]; p[1] | ; p[2] | p[3]]"),
    ("|a|b|\n|-|", "p[|a|b|_|-|]"), ("|a|\n|-|\nb", "table[p[strong(a)]; p[b]]"),
    ("Text\n|a|\n|-|\n|b|", "p[Text] table[p[strong(a)]; p[b]]"),
    ("|a|\n|-|\n\nb", "table[p[strong(a)]] p[b]"), ("|a|\n|-|\n> b", "table[p[strong(a)]] quote[p[b]]"),
    ("> |a|\n> |-|\n> |b|", "quote[table[p[strong(a)]; p[b]]]"),
    ("- |a|\n  |-|\n  |b|", "ul[table[p[strong(a)]; p[b]]]"),
    ("|a|\n|-|\n|- b|\n|# c|\n|1. d|", "table[p[strong(a)]; p[- b]; p[# c]; p[1. d]]"),
    ("|*a|b*|\n|-|-|\n|**c**|_d_|", "table[p[strong(*a)] | p[strong(b*)]; p[strong(c)] | p[em(d)]]"),
    ("|a|\n|-|\n|`b|", "table[p[strong(a)]; p[`b]]"),
    ("|a|b|\n|-|-|\n|`c|d`|", "table[p[strong(a)] | p[strong(b)]; p[`c] | p[d`]]"),
    ("|a|\n|-|\n|[b](c.md)|\n|[d]|\n\n[d]: e.md", "table[p[strong(a)]; p[a(c.md: b)]; p[a(e.md: d)]]"),
    ("|a|\n|-|\n|[[Note\\|b]]|\n|![c](d.png)|", "table[p[strong(a)]; p[a(/Note: b)]; p[img(d.png c)]]"),
    ("|a|\n|-|\n|b<br>c|\n|<b>d</b>|", "table[p[strong(a)]; p[b/c]; p[b(d)]]"),
    ("|a|\n|-|\n|~~b~~ ==c==|", "table[p[strong(a)]; p[s(b) mark(c)]]"),
    ("|a|\n|-|\n|b <!-- c --> d|", "table[p[strong(a)]; p[b d]]"), ("||\n|-|\n||", "table[; ]"),
    ("```\n|a|\n|-|\n```", "code[|a|\n|-|]"), ("|a|\n|\\-|", "p[|a|_|-|]"), ("|a|\n| - - |", "p[|a|_| - - |]"),
  ]

  @Test(arguments: tables) func readsTables(text: String, tree: String) {
    #expect(drawing(text).0 == tree)
  }

  /// Parts of a text in others are not read by ever deeper calls.
  @Test func partsInPartsAreNotRead() {
    let (tree, _) = drawing(String(repeating: "<div markdown=1>\n", count: 10_000) + "a")
    #expect(tree == "p[a]")
  }

  @Test func columnsAreAligned() throws {
    let source = SourceText(path: "a.md", text: "|a|b|c|d|\n|:-|-:|:-:|-|")
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    guard case .table(let table) = try #require(document.blocks.first).kind else { throw Missing.table }
    #expect(table.columns == [.start, .end, .center, .start])
  }

  private enum Missing: Error { case table }

  /// A table with more cells than anyone reads stays a text.
  @Test func tablesAreLimited() {
    let header = String(repeating: "|a", count: 2000) + "\n" + String(repeating: "|-", count: 2000)
    #expect(drawing(header + String(repeating: "\n|b", count: 8)).0.hasPrefix("table["))
    #expect(drawing(header + String(repeating: "\n|b", count: 12)).0.hasPrefix("p["))
  }

  /// The ranges in cells are those in the file.
  @Test func cellsHavePlaces() throws {
    let source = SourceText(path: "a.md", text: "---\n---\n\n> | ä |\n> |---|\n> | b \\| [c](javascript:d) |\n")
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: SourceRange(8, source.bytes.count), into: &sink)
    var texts: [String] = []
    document.blocks.forEachInline { if case .text = $0.kind { texts.append(source.text(in: $0.range)) } }
    // A link that is refused is a part of the text around it.
    #expect(texts == ["ä", "b \\| ", "c"])
    #expect(sink.diagnostics.allSatisfy { $0.rule.name == "link-refused" && $0.position?.line == 6 })
  }

  static let footnotes: [(text: String, tree: String)] = [
    ("a[^1] b\n\n[^1]: The *note*.", "p[asup(1) b] hr ol[p[The em(note).]]"),
    ("a[^b] c[^a] d[^b]\n\n[^a]: A a\n[^b]: B b", "p[asup(1) csup(2) dsup(1)] hr ol[p[B b]; p[A a]]"),
    ("a[^1]\n\n[^1]: Word", "p[asup(1)] hr ol[p[Word]]"), ("a[^1] no note", "p[a[^1] no note]"),
    ("a\n\n[^1]: no reference", "p[a] p[[^1]: no reference]"), ("`[^1]`\n\n[^1]: a b", "p[`[^1]`] p[[^1]: a b]"),
    ("a[^1]\n\n[^1]: b b\n\n    c c", "p[asup(1)] hr ol[p[b b] p[c c]]"),
    ("a[^1]\n\n[^1]: b b\nc c", "p[asup(1)] hr ol[p[b b_c c]]"),
    ("a[^1]\n\n[^1]: b b[^2]\n[^2]: c c", "p[asup(1)] hr ol[p[b bsup(2)]; p[c c]]"),
    ("|a[^1]|\n|-|\n\n[^1]: b b", "table[p[strong(asup(1))]] hr ol[p[b b]]"),
    ("> a[^1]\n>\n> [^1]: b b", "quote[p[asup(1)]] hr ol[p[b b]]"),
    ("a[^1]\n\n```\n[^1]: b\n```", "p[a[^1]] code[[^1]: b]"),
  ]

  @Test(arguments: footnotes) func numbersFootnotes(text: String, tree: String) {
    #expect(drawing(text).0 == tree)
  }

  static let notes: [(text: String, tree: String)] = [
    ("::: tip\na\n:::", "quote[p[strong(Tip)] p[a]]"),
    (":::warning A *b*\n\n- c\n\n:::\n\nd", "quote[p[strong(A em(b))] ul[p[c]]] p[d]"),
    (":::note[A]\na\n:::", "quote[p[strong(A)] p[a]]"), ("::: details A {open}\na\n:::", "quote[p[strong(A)] p[a]]"),
    ("a\n::: info\nb\n:::\nc", "p[a] quote[p[strong(Info)] p[b]] p[c]"), ("::: code-group\n\na\n\n:::", "p[a]"),
    ("::: {.b}\na\n:::", "p[a]"),
    (":::: tip\n::: note\na\n:::\n::::", "quote[p[strong(Tip)] quote[p[strong(Note)] p[a]]]"),
    ("::: tip\na", "p[::: tip] p[a]"), (":::tip\n\n- a\n- b\n:::\n\nc", "quote[p[strong(Tip)] ul[p[a]; p[b]]] p[c]"),
    ("a\n:::", "p[a_:::]"), ("> ::: tip\n> a\n> :::", "quote[quote[p[strong(Tip)] p[a]]]"),
    ("!!! note\n    a", "quote[p[strong(Note)] p[a]]"),
    ("!!! tip \"A b\"\n\n    c *d*\n\n    - e\n\nf", "quote[p[strong(A b)] p[c em(d)] ul[p[e]]] p[f]"),
    ("!!! such news", "p[!!! such news]"), ("??? question\n    a", "quote[p[strong(Question)] p[a]]"),
    ("!!! note\n\n```\na\n```", "quote[p[strong(Note)]] code[a]"),
    ("[TOC]\n\na", "p[a]"), ("[[toc]]", ""), ("a ^37066d", "p[a]"), ("a ^b", "p[a ^b]"), ("x^2222", "p[x^2222]"),
    ("{{< a url=\"https://e.org\" >}} b", "p[ b]"), ("{{< a <img src=\"b.png\"> >}} c", "p[ c]"),
    ("![a]({{ \"/b.png\" | relative_url }})", "p[img(/b.png a)]"),
    ("![a]({{ site.baseurl }}/b.png)", "p[img(/b.png a)]"),
  ]

  @Test(arguments: notes) func readsNotes(text: String, tree: String) {
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
    (
      "<table><tr><th>a</th><td>b</td></tr><tr><td>c</td></tr></table>",
      "table[p[strong(a)] | p[b]; p[c] | ]"
    ),
    (
      "<table><thead><tr><th>a<th>b</tr></thead><tbody><tr><td>c<ul><li>d</ul><td><img src=e.png></table>",
      "table[p[strong(a)] | p[strong(b)]; p[c] ul[p[d]] | p[img(e.png )]]"
    ),
    ("<table><tr><td>a<p>b</td></tr></table>", "p[a] p[b]"), ("<table>a</table>", "p[a]"),
    (
      "<table><tr><td>a<td><table><tr><td>b<td>c</table></table>", "table[p[a] | table[p[b] | p[c]]]"
    ),
    ("<td>a</td><td>b</td>", "p[a b]"),
    ("<aside markdown=\"1\">\n[a](b.md) and *c*\n- d\n</aside>", "p[a(b.md: a) and em(c)] ul[p[d]]"),
    ("<div markdown='1'><div markdown='1'>*a*</div></div>", "p[*a*]"), ("<div markdown=0>*a*</div>", "p[*a*]"),
    ("> <div markdown=1>*a*</div>", "quote[p[*a*]]"),
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
