import Content
import Diagnostics
import TestSupport
import Testing

/// Syntax of other Markdown dialects, which is published unchanged.
@Suite struct ForeignSyntaxTests {
  /// Each kind is reported once, at its first place.
  @Test(arguments: [
    "a⟦[^1]⟧ b[^2]\n\n[^2]: Another note.", "a⟦[^1]⟧ and no note", "⟦[^1]⟧: a b\n", "> a\n>\n> ⟦[^b]⟧: c d\n",
    "a⟦{: .b}⟧ c",
    "⟦{{< figure src=\"a.jpg\" >}}⟧", "a ⟦{{% note %}}⟧ b {{% /note %}}", "⟦{% include a.html %}⟧\n",
    "⟦::: tip⟧\nText", "a\n\n⟦:::note⟧\nb", "> ⟦:::: {.wide}⟧\n> b",
    "⟦$$E = mc^2$$⟧", "a\n⟦$$\na + b\n$$⟧", "so ⟦$$a = b$$⟧ and", "⟦$$ \\frac{a}{b} $$⟧",
  ])
  func reportsForeignSyntax(marked: String) throws {
    let marked = MarkedText(marked)
    let source = SourceText(path: "a.md", text: "---\ntitle: ä\n---\n" + marked.text)
    let start = source.bytes.count - marked.text.utf8.count
    var sink = DiagnosticSink()
    _ = readMarkdown(source, in: SourceRange(start, source.bytes.count), into: &sink)
    let range = try #require(marked.spans.first)
    let place = SourceRange(range.lower + start, range.upper + start)
    #expect(sink.diagnostics.map(\.rule) == [.foreignSyntax], "\(sink.diagnostics.map(\.rendered))")
    let found = try #require(sink.diagnostics.first)
    let expected = Diagnostic(.warning, .foreignSyntax, found.message, at: place, in: source, help: found.help)
    #expect(found == expected, "\(found.rendered)\(expected.rendered)")
    #expect(found.help?.isEmpty == false)
  }

  /// Texts from practice, escaped characters, and code.
  @Test(arguments: [
    "Prices: $$ to $$$; $$ in Rome", "$$ = cheap, $$$ = dear", "Cheap ($$) or dear ($$$$).", "echo $$ > a; kill $$",
    "`$$a^2$$` and `~~b~~` and `[[c]]`", "```\n| a |\n|---|\n- [ ] b\n[^1]: c\n```", "    :::\n    ::: a\n",
    "~~ a ~~", "~~~a~~~ b", "about ~5 or ~~6", "a ~~", "\\~~a\\~~", "\\~~a~~",
    "std::vector :: and :::", ":::", "a ::: b", "::::: Title :::::", "\\::: tip",
    "[x] is checked", "- [x][a]\n\n[a]: b.md", "- [x](b.md) c", "- [x]", "- [y] a", "- \\[ ] a",
    "[^a-z] is a set", "[^1](b.md)", "\\[^1]", "`a`[^ b]", "a[^\n1]", "[^]: b",
    "[[1]](b.md)", "[[a]]\n\n[a]: b.md", "if [[ -f a ]]; then", "\\[[a]]", "a[[0]", "[[]]", "[[a\nb]]", "x[[i]] <- 1",
    "sets such as [[:print:]]",
    "{{ a }}", "{{< a", "{% a", "\\{{< a >}}", "`{{< a >}}`", "{%d}",
    "| a | b |\n|---|---|\n| 1 | 2 |", "a[^1]\n\n[^1]: A note", "a[^1]\n\n[^1]: Note", "a | b\nc | d", "| a |\n\n|---|",
    "a\n|---|", "| a |\n+---+", "a | b\n|", "| a |\n|\\---|", "| a |\n| - - |",
    "a | b\n- c | d", "> [!NOTE] a", "> [!]", "[!NOTE]", "> \\[!NOTE]", "> a\n> [!NOTE]",
  ])
  func acceptsSimilarText(text: String) {
    let source = SourceText(path: "a.md", text: text)
    var sink = DiagnosticSink()
    _ = readMarkdown(source, in: source.fullRange, into: &sink)
    #expect(sink.diagnostics.map(\.rendered) == [])
  }

  @Test func oneFindingOfEachKind() {
    let kinds = ["a{: .b}", "a[^1]", "{{< a >}}", "::: a", "$$a^2$$"]
    let text = (kinds + kinds).joined(separator: "\n\n***\n\n")
    let source = SourceText(path: "a.md", text: text)
    var sink = DiagnosticSink()
    _ = readMarkdown(source, in: source.fullRange, into: &sink)
    #expect(sink.diagnostics.count == kinds.count)
    #expect(Set(sink.diagnostics.compactMap(\.help)).count == kinds.count)
    let lines = sink.diagnostics.compactMap { $0.position?.line }
    #expect(lines.allSatisfy { $0 < 2 + 4 * kinds.count })
  }

  /// A footnote of one word is the definition of a link. The page shows its label and no broken link.
  @Test(arguments: [
    ("a[^1]\n\n[^1]: Word", "a1", false), ("a[^1][]\n\n[^1]: foo:bar", "a[^1]", false),
    ("a[^1]\n\n[^1]: https://example.org/", "a^1", true), ("a[^1](b.md)", "a^1", true),
    ("[b][^1]\n\n[^1]: c.md", "b", true),
  ])
  func footnotesAreNotLinks(text: String, shown: String, isLink: Bool) throws {
    let source = SourceText(path: "a.md", text: text)
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    guard case .paragraph(let content) = try #require(document.blocks.first).kind else { return }
    #expect(plainText(of: content) == shown)
    #expect(document.hasLinks == isLink)
  }

  /// Unclosed signs take no longer than other text.
  @Test(arguments: ["~~a ", "[[a ", "{{< ", "$$ ", "[^a ", "|-", "::: a\n", "{%", "[[a]", "$$a$", "~~~~a "])
  func manySigns(sign: String) {
    let text = String(repeating: sign, count: 2000)
    let source = SourceText(path: "a.md", text: text)
    var sink = DiagnosticSink()
    _ = readMarkdown(source, in: source.fullRange, into: &sink)
    #expect(sink.diagnostics.count <= 1)
  }
}
