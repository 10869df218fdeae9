import Content
import Diagnostics
import TestSupport
import Testing

/// Tests with every example of the CommonMark specification.
@Suite struct SpecificationTests {
  private static let read = Result { try SpecificationExample.all() }

  private let examples: [SpecificationExample]

  init() throws {
    examples = try Self.read.get()
    // A truncated file, or one in another format, must not be accepted as a specification.
    try #require(examples.count >= 640)
    try #require(examples.map(\.example) == Array(1...examples.count))
  }

  /// The reference itself follows the specification, so a tree that agrees with it is correct.
  @Test func libcmarkAgreesWithTheSpecification() {
    for example in examples {
      let html = CmarkReference.renderedHTML(of: example.markdown)
      let isKnown = SpecificationDifference.all.contains { $0.markdown == example.markdown }
      if html != example.html, !isKnown {
        Issue.record("\(example)\nspecified: \(example.html)\nlibcmark: \(html)")
      }
    }
  }

  @Test func treeMatchesLibcmark() throws {
    for example in examples {
      if let difference = try difference(of: example.markdown) { Issue.record("\(example)\n\(difference)") }
    }
    // Where none of our rules applies, the tree matches the specification itself.
    let equal = examples.count { TreeHTML.html(of: read($0.markdown).document) == $0.html }
    #expect(equal >= 570)
  }

  @Test(arguments: [("> ", "> "), ("- ", "  "), ("1. a\n\n   ", "   "), ("> 1) > ", ">    > ")])
  func treeMatchesLibcmarkInContainers(first: String, next: String) throws {
    for example in examples {
      let lines = example.markdown.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let text = lines.enumerated().map { ($0 == 0 ? first : next) + $1 + "\n" }.joined()
      if let difference = try difference(of: text) { Issue.record("\(example)\n\(text)\n\(difference)") }
    }
  }

  @Test func treeOfRandomTextMatchesLibcmark() throws {
    let seed: UInt64 = 20_261_121
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "*", "**", "_", "`", "``", "[", "](", ")", "]", "<b>", "</b>", "<i>", "</i>", "<br>", "<x>", "\n", "\n\n", "> ",
      "- ", "1. ", "    ", "# ", "\\", "&amp;", "&#1;", "&#10;", "&x;", "a", "ü", "](/x)", "![", "\t", "[a](b '", "')",
      "<https://x.org>", "[a]: /b\n", "```\n", "```&#10;", "---\n", "<div>\n", "  \n", "<?", "?>",
      "<b\n>", "<a\n b>", "<pre>", "</pre>", "<CODE >", "</code>", " ", "\"",
    ]
    for round in 0..<1000 {
      let text = (0..<Int.random(in: 1...30, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      if let difference = try difference(of: text) {
        Issue.record("seed \(seed) round \(round): \(text.debugDescription)\n\(difference)")
      }
    }
  }

  /// With the list of allowed targets, as in a site: a refused link keeps its text.
  @Test func keepsEveryWord() throws {
    var count = 0
    // Words in comments are lost on purpose.
    for example in examples where !example.markdown.contains("<!--") {
      let reference = try #require(CmarkReference(example.markdown))
      let source = SourceText(path: "a.md", text: example.markdown)
      var sink = DiagnosticSink()
      let document = readMarkdown(
        source, in: source.fullRange, targets: LinkTarget.parse, readsDialects: false, into: &sink)
      let text = shownText(of: document.blocks)
      var rest = text[...]
      for word in reference.words {
        count += 1
        guard let place = rest.firstRange(of: word) else {
          Issue.record("\(example)\nlost: \(word) of \(reference.words)\nshown: \(text)")
          break
        }
        rest = rest[place.upperBound...]
      }
      let refused = reference.addresses.count { LinkTarget($0) == nil }
      let findings = sink.diagnostics.count { [.linkRefused, .autolinkScheme].contains($0.rule) }
      if refused != findings { Issue.record("\(example)\nrefused: \(refused) links, \(findings) findings") }
    }
    #expect(count >= 1600)
  }

  /// Line ends of other systems, and text before the Markdown, change only ranges.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func lineEndsAndFrontMatterChangeOnlyRanges(lineEnd: String) {
    for example in examples {
      let expected = read(example.markdown)
      let bytes = example.markdown.utf8.flatMap { $0 == 0x0A ? Array(lineEnd.utf8) : [$0] }
      let found = read(String(decoding: bytes, as: UTF8.self), behind: "---\ntitle: ä\n---\n")
      if found.document.drawing != expected.document.drawing {
        Issue.record("\(example)\nexpected: \(expected.document.drawing)\nfound: \(found.document.drawing)")
      }
      if found.findings.map(\.message) != expected.findings.map(\.message) {
        Issue.record("\(example)\nexpected: \(expected.findings)\nfound: \(found.findings)")
      }
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func rangesContainTheSourceOfNodes(lineEnd: String) {
    var count = 0
    for example in examples {
      let bytes = example.markdown.utf8.flatMap { $0 == 0x0A ? Array(lineEnd.utf8) : [$0] }
      let text = String(decoding: bytes, as: UTF8.self)
      let check = RangeCheck(of: read(text).document, in: SourceText(path: "a.md", text: text))
      count += check.count
      for fault in check.faults { Issue.record("\(example)\n\(fault)") }
    }
    #expect(count >= 2000)
  }

  /// Describes how the tree or the findings of a text differ from the reference; nil if they do not.
  private func difference(of markdown: String) throws -> String? {
    // Comments are never shown, which is not CommonMark's rule.
    if markdown.contains("<!--") { return nil }
    let reference = try #require(CmarkReference(markdown))
    reference.applyRules()
    let read = read(markdown)
    let html = TreeHTML.html(of: read.document)
    if html != reference.html { return "expected: \(reference.html)\ntree: \(html)\n\(read.document.drawing)" }
    let expected =
      Array(repeating: "control-character", count: reference.controlCharacters)
      + Array(repeating: "link-nested", count: reference.nestedLinks)
      + Array(repeating: "raw-html", count: reference.rawHTML)
    let rules = read.findings.map(\.rule.name).filter { $0 != "foreign-syntax" }.sorted()
    return rules == expected ? nil : "expected: \(expected)\nfindings: \(rules)"
  }

  /// Reads Markdown and accepts all link targets: the examples contain many that a page must not have.
  private func read(_ markdown: String, behind front: String = "") -> (
    document: MarkdownDocument, findings: [Diagnostic]
  ) {
    let source = SourceText(path: "a.md", text: front + markdown)
    var sink = DiagnosticSink()
    let document = readMarkdown(
      source, in: SourceRange(front.utf8.count, source.bytes.count),
      targets: { LinkTarget(kind: .relative, text: $0) }, readsDialects: false, into: &sink)
    return (document, sink.diagnostics)
  }

  private func shownText(of blocks: [Block]) -> String {
    blocks.map { block -> String in
      switch block.kind {
      case .paragraph(let content), .heading(_, let content): plainText(of: content)
      case .quote(let content): shownText(of: content)
      case .list(let list): list.items.map { shownText(of: $0) }.joined(separator: "\n")
      case .code(_, let text): text
      case .thematicBreak: ""
      case .table(let table): table.rows.joined().map { shownText(of: $0) }.joined(separator: "\n")
      }
    }.joined(separator: "\n")
  }
}
