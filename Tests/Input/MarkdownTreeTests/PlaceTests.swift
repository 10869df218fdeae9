import Content
import Diagnostics
import TestSupport
import Testing

/// Findings and the tree have the right ranges, even where libcmark's own are wrong.
@Suite struct PlaceTests {
  @Test(arguments: [
    ("link-refused", "[a](⟦javascript:x⟧)"),
    ("link-refused", "![a](<⟦//b c⟧> 'd')"),
    ("autolink-scheme", "text ⟦<ftp://x.org>⟧ text"),
    ("link-refused", "> *a*\nlazy &amp; \\* line [b\n> c](\n> ⟦//x⟧ \"t\")"),
    ("link-refused", "[x]: y\n'title'\n[z]: w\nü `a\nb` [a](⟦//z⟧)"),
    ("link-refused", "- a\n\n  b\n  c [**d** e](⟦//f⟧)"),
    ("link-refused", "ein Ärger ⟦[a][r]⟧ x\n\n[r]: //z"),
    ("link-refused", "ein Ärger ⟦[r]⟧(not a link) x\n\n[r]: //z"),
    ("link-refused", "## a ![x] b [a](⟦file:x⟧) ##"),
    ("link-refused", "a\r\nb\r\n\r\nc\rd [a](⟦data:x⟧)"),
    ("link-refused", "\ta\n\nb\n\t\tc [a](⟦data:x⟧)"),
    ("raw-html", "a *b*  \n   ⟦<x>⟧"),
    ("raw-html", "a `<x>` \\<x> &lt;x> [y](<z>) ⟦<x>⟧"),
    ("raw-html", "*a* **b** ***c*** _d_ ⟦<x>⟧"),
    ("raw-html", "> a\n> ⟦<x\n> y>⟧ b"),
    ("raw-html", "a &NotEqualTilde; b ⟦<x>⟧"),
    ("raw-html", "a\n\n- b\n\n  ⟦<div>\n  c\n  </div>⟧\n\nd"),
    ("raw-html", "a\n\n> ⟦<div>*c*⟧\n\nd"),
    ("comment-unclosed", "a\n\n> ⟦<!--⟧ b\n\nd"),
    ("raw-html", "⟦<!DOCTYPE html>⟧"),
    ("raw-html", "&nbsp &#; &#x; &#+1; &#87654321; &#xabcdef0; &y; ⟦<x>⟧"),
    ("raw-html", "a &ngE;\n&ngE;&amp; &ngE;\\* &fjlig;j &ngE;&#10; &Auml;&auml; ⟦<x>⟧"),
    ("raw-html", "Setext ⟦<b>⟧\n==="),
    ("link-nested", "[a *⟦<https://x.org>⟧*](https://y.org)"),
    ("link-nested", "[⟦<a@x.org>⟧]\n\n[<a@x.org>]: https://y.org"),
    ("not-utf8", "a\n⟦\u{7}⟧ b"),
    ("control-character", "a \u{FFFD} \\\u{FFFD} ⟦&#0;⟧"),
    ("autolink-scheme", "a *⟦<std::vector>⟧* b"),
    ("not-utf8", "a ⟦\u{85}⟧"),
    ("not-utf8", "a ⟦\u{0}⟧"),
    ("not-utf8", "a ⟦\u{FFFE}⟧"),
    // U+FDEF, after a sequence that resembles U+FDD0.
    ("not-utf8", "a \u{FDCF}\u{FDF0}\u{5DD0} ⟦\(String(decoding: [0xEF, 0xB7, 0xAF], as: UTF8.self))⟧"),
    ("not-utf8", "a ⟦\u{1FFFE}⟧"),
    ("not-utf8", "a \u{10FFFD} ⟦\u{10FFFF}⟧"),
    ("control-character", "a b ⟦&#1;⟧ c"),
    ("control-character", "a *d* b &#65; ⟦&#xFFFE;⟧ c"),
    ("control-character", "a ⟦&#xFDD0;⟧ c"),
    ("control-character", "a ⟦&#x2FFFF;⟧ c"),
    ("control-character", "a &#+1; &#00000001; \\&#1; ⟦&#1;⟧ c"),
    ("control-character", "[a](b \"⟦&#2;⟧\")"),
  ])
  func placesOfFindings(rule: String, marked: String) throws {
    let marked = MarkedText(marked)
    let range = try #require(marked.spans.first)
    // The Markdown follows other content, such as front matter.
    let front = "---\ntitle: ä\n---\n"
    let source = SourceText(path: "a.md", text: front + marked.text)
    let start = front.utf8.count
    var sink = DiagnosticSink()
    _ = readMarkdown(
      source, in: SourceRange(start, source.bytes.count), targets: LinkTarget.parse, readsDialects: false, into: &sink)
    let place = SourceRange(range.lower + start, range.upper + start)
    let warnings = ["raw-html", "link-nested", "autolink-scheme", "comment-unclosed"]
    let severity: Diagnostic.Severity = warnings.contains(rule) ? .warning : .error
    let found = try #require(sink.diagnostics.first)
    let expected = Diagnostic(severity, found.rule, found.message, at: place, in: source, help: found.help)
    #expect(sink.diagnostics.count == 1)
    #expect(found.rule.name == rule)
    #expect(found == expected, "\(found.rendered)\(expected.rendered)")
    #expect(found.help?.isEmpty == false)
  }

  @Test func bytesThatAreNotUTF8() throws {
    for bad: [UInt8] in [[0x80], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF]] {
      let source = SourceText(path: "a.md", bytes: Array("a\nbc".utf8) + bad)
      var sink = DiagnosticSink()
      #expect(readMarkdown(source, in: source.fullRange, into: &sink) == .empty)
      let found = try #require(sink.diagnostics.first)
      #expect(found.rule.name == "not-utf8")
      #expect(found.position == SourcePosition(line: 2, column: 3))
      #expect(found.message.contains("0x" + String(bad[0], radix: 16, uppercase: true)))
    }
  }

  @Test(arguments: [
    ("a ⟦*b*⟧ c", Inline.InlineSpan.emphasis),
    ("[d]: e\n\na `x` ⟦**b\n  c**⟧ c", .strong),
    ("> a\n> ⟦<kbd>b *c*</kbd>⟧ c", .keyboard),
    ("<x a=\"&amp; &lt;\"> ⟦*b*⟧ c", .emphasis),
    ("<https://x.org/?a&amp;b> ⟦*b*⟧ c", .emphasis),
  ])
  func rangesOfSpans(marked: String, span: Inline.InlineSpan) throws {
    let marked = MarkedText(marked)
    let source = SourceText(path: "a.md", text: marked.text)
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    var blocks = document.blocks
    if case .quote(let content) = blocks.last?.kind { blocks = content }
    guard case .paragraph(let inlines) = blocks.last?.kind else {
      Issue.record("no paragraph in \(document.drawing)")
      return
    }
    let found = inlines.first { if case .span(span, _) = $0.kind { true } else { false } }
    #expect(found?.range == marked.spans.first)
    #expect(inlines.allSatisfy { $0.range.upper > $0.range.lower })
  }

  @Test func rangesOfBlocks() throws {
    let marked = MarkedText("a\n\n> - ⟦## b *c* ##⟧\n>\n\nd")
    let source = SourceText(path: "a.md", text: marked.text)
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    guard case .quote(let quoted) = document.blocks[1].kind, case .list(let list) = quoted[0].kind else {
      Issue.record("no list in \(document.drawing)")
      return
    }
    for text in ["<script>\n\nb\n</script>", "<style>b</style> c", "<div>\nb", "<?b?>"] {
      let source = SourceText(path: "a.md", text: "a\n\n" + text + "\n\n")
      let document = readMarkdown(
        source, in: source.fullRange, targets: LinkTarget.parse, readsDialects: false, into: &sink)
      #expect(source.text(in: document.blocks[1].range) == text)
    }
    // libcmark excludes the closing marks of a heading from its end.
    #expect(list.items[0][0].range.lower == marked.spans.first?.lower)
    #expect(list.items[0][0].range.upper <= marked.spans.first?.upper ?? 0)
    #expect(source.text(in: document.blocks[2].range) == "d")
  }
}
