import Content
import Diagnostics
import TestSupport
import Testing

private func read(_ text: String) -> (document: MarkdownDocument, findings: [Diagnostic]) {
  let source = SourceText(path: "a.md", text: text)
  var sink = DiagnosticSink()
  let document = readMarkdown(source, in: source.fullRange, into: &sink)
  return (document, sink.diagnostics)
}

private func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// A long text, printed by its beginning.
private struct Sample: CustomTestStringConvertible {
  let text: String

  init(_ parts: String...) { text = parts.joined() }

  var testDescription: String { String(text.prefix(30)).debugDescription }
}

@Suite struct LimitTests {
  @Test(arguments: [
    ("markdown-too-large", Sample(times("a", 256 * 1024 + 1))),
    ("markdown-too-complex", Sample(times("> ", 65), "a")),
    ("markdown-too-complex", Sample("a\n\n", times("- ", 65), "a")),
    ("markdown-too-complex", Sample(times("1. ", 65), "a")),
    ("markdown-too-complex", Sample(times(" ", 257), "- a")),
    ("markdown-too-complex", Sample(times("![[]()\n", 2049))),
    ("markdown-too-complex", Sample(times("a <!A ", 4097))),
    ("markdown-too-complex", Sample(times("- ", 60), "a", times("\n", 100_000))),
    ("markdown-too-complex", Sample("[a]: /", times("b", 64 * 1024), "\n\n", times("[a]\n\n", 1100))),
  ])
  fileprivate func refused(rule: String, sample: Sample) {
    let (document, findings) = read(sample.text)
    #expect(document == .empty)
    #expect(findings.map(\.rule.name) == [rule])
    #expect(findings.allSatisfy { $0.severity == .error && $0.help != nil })
  }

  @Test(arguments: [
    Sample(times("> ", 64), "a"),
    Sample(times("1. ", 64), "a"),
    Sample(times("[ ] ", 4096), "\n\n", times("[ ] ", 4096)),
    Sample(times("*a ", 64), times("*", 64)),
    Sample(times("<b>", 64), times("</b>", 64)),
    Sample(times("- ", 40), "\n\n", times("-", 400)),
    Sample(times(" ", 300), "a"),
  ])
  fileprivate func allowed(sample: Sample) {
    let (document, findings) = read(sample.text)
    #expect(!document.blocks.isEmpty)
    #expect(findings.isEmpty)
  }

  /// Lists that get deeper from line to line, although no single line is deep.
  @Test func deepListsAreCut() throws {
    let lines = (0..<100).map { times("  ", $0) + "- a" }
    let (document, findings) = read(lines.joined(separator: "\n") + "\n\nend")
    #expect(findings.map(\.rule.name) == ["markdown-too-deep"])
    #expect(findings.first?.position == SourcePosition(line: 65, column: 129))
    #expect(document.drawing.split(separator: "\n").count { $0.hasSuffix("item") } == 64)
    #expect(document.blocks.count == 2)
  }

  @Test(arguments: [
    Sample(times("*a **b ", 40), "x", times("** *", 40)),
    Sample(times("*a **b ", 40), "x", times("b** a*", 40)),
    Sample(times("<b>", 65), "x", times("</b>", 65)),
    Sample(times("![", 70), "x", times("](y)", 70)),
    Sample(times("*a **b <kbd>", 40), "x", times("</kbd>b** a*", 40)),
  ])
  fileprivate func deepInlinesAreFlattened(sample: Sample) {
    let (document, findings) = read(sample.text)
    let deepest = document.drawing.split(separator: "\n").map { $0.prefix { $0 == " " }.count / 2 }.max() ?? 0
    #expect(deepest <= 65)
    let rules = Set(findings.map(\.rule.name))
    #expect(rules.isSubset(of: ["markdown-too-deep", "raw-html"]))
    #expect(document.drawing.contains("x"))
    // The text is complete, even if its structure was cut.
    guard case .paragraph(let content) = document.blocks.first?.kind else {
      Issue.record("no paragraph")
      return
    }
    #expect(plainText(of: content).contains("x"))
  }

  @Test func countsFindingsBeyondAHundred() {
    let (_, findings) = read("a " + times("<x>", 5000))
    #expect(findings.count == 101)
    #expect(findings.last?.message.contains("4900 more") == true)
    #expect(findings.allSatisfy { $0.rule.name == "raw-html" && $0.severity == .warning })
  }

  /// A finding reads its whole line, so long lines have fewer findings.
  @Test func limitsFindingsInLongLines() {
    let (_, findings) = read(times("é", 100_000) + times("<x>", 500) + times("[a](b:c)", 500))
    #expect(findings.count < 30)
    #expect(findings.count { $0.message.contains("more findings of this kind") } == 2)
    #expect(Set(findings.map(\.rule.name)) == ["raw-html", "link-refused"])
    // Findings that are only counted have the same severity as the others.
    #expect(findings.allSatisfy { ($0.severity == .error) == ($0.rule.name == "link-refused") })
  }

  /// Input for which libcmark 0.30 is quadratic. Each takes well under a second, or is refused.
  @Test(arguments: [
    Sample(times("*a_ ", 12_000)),
    Sample(times("a**b", 12_000), times("c* ", 12_000)),
    Sample(times("`a``b```c", 5_000)),
    Sample(times("a\n    - b\n", 4_000)),
    Sample(times("[a](b ", 4_000)),
    Sample(times("&#1;", 10_000)),
    Sample(times("\\", 100_000)),
    Sample(times("<a ", 20_000)),
    Sample(times("| a\n", 20_000)),
    Sample(times("a <?", 4_000)),
    Sample(times("a <![CDATA[", 4_000)),
    Sample(times("[a]: b\n", 4_000)),
    Sample(times("> a\n\n", 10_000)),
    Sample(times("*a**b***c", 8_000)),
    Sample(times("<b>*a", 10_000)),
    Sample(times("![a", 4_000)),
    Sample(times("é", 100_000)),
    Sample(times("-\n\n", 10_000)),
    Sample(times("&amp;", 50_000)),
  ])
  fileprivate func pathological(sample: Sample) {
    // Quadratic code would take minutes here.
    #expect(read(sample.text).findings.count <= 400)
  }

  /// Random text from characters with a meaning: nothing traps, ranges are in the file, and texts are kept.
  @Test func randomText() {
    let seed: UInt64 = 20_261_121
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "*", "**", "_", "`", "``", "[", "](", ")", "]", "<b>", "</b>", "<i>", "</i>", "<br>", "<x>", "\n", "\n\n", "> ",
      "- ", "1. ", "    ", "# ", "\\", "&amp;", "&#1;", "&x;", "a", "ü", "](/x)", "![", "\r\n", "\t", "<https://x.org>",
      "[a]: /b\n", "```\n", "---\n", "<div>\n", "  \n",
    ]
    for round in 0..<3000 {
      let text = (0..<Int.random(in: 1...30, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      let source = SourceText(path: "a.md", text: "xx" + text + "xx")
      var sink = DiagnosticSink()
      let range = SourceRange(2, source.bytes.count - 2)
      let document = readMarkdown(source, in: range, into: &sink)
      let ranges = ranges(of: document.blocks)
      let allInside = ranges.allSatisfy { $0.lower >= 2 && $0.lower <= $0.upper && $0.upper <= range.upper }
      #expect(allInside, "seed \(seed) round \(round): \(text.debugDescription)")
    }
  }

  private func ranges(of blocks: [Block]) -> [SourceRange] {
    blocks.flatMap { block -> [SourceRange] in
      switch block.kind {
      case .paragraph(let content), .heading(_, let content): [block.range] + ranges(of: content)
      case .quote(let content): [block.range] + ranges(of: content)
      case .list(let list): [block.range] + list.items.flatMap { ranges(of: $0) }
      case .table(let table): [block.range] + table.rows.joined().flatMap { ranges(of: $0) }
      case .code, .thematicBreak: [block.range]
      }
    }
  }

  private func ranges(of inlines: [Inline]) -> [SourceRange] {
    inlines.flatMap { inline -> [SourceRange] in
      switch inline.kind {
      case .span(_, let content), .link(_, title: _, let content): [inline.range] + ranges(of: content)
      default: [inline.range]
      }
    }
  }
}
