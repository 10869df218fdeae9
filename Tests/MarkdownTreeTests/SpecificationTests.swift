import Diagnostics
import MarkdownTree
import Testing

/// Every example of the CommonMark specification.
@Suite struct SpecificationTests {
  private let examples: [SpecificationExample]

  init() throws {
    examples = try SpecificationExample.all()
    // A file that is cut off or has another form must not pass for a specification.
    try #require(examples.count >= 640)
    try #require(Set(examples.map(\.example)) == Set(1...examples.count))
  }

  /// What libcmark 0.30 reads in another way than later versions of the specification.
  private static let differences: [(markdown: String, reason: String)] = []

  @Test func libcmarkAgreesWithTheSpecification() {
    for example in examples where CmarkReference.renderedHTML(of: example.markdown) != example.html {
      guard !Self.differences.contains(where: { $0.markdown == example.markdown }) else { continue }
      Issue.record("\(example)\nspecified: \(example.html)\nlibcmark: \(CmarkReference.renderedHTML(of: example.markdown))")
    }
  }

  @Test func treeIsWhatLibcmarkRenders() throws {
    var compared = 0
    var verbatim = 0
    for example in examples {
      let reference = try #require(CmarkReference(example.markdown))
      reference.applyRules()
      let read = read(example.markdown)
      let html = TreeHTML.html(of: read.document)
      if html != reference.html {
        Issue.record("\(example)\nexpected: \(reference.html)\ntree: \(html)\n\(read.document.drawing)")
      }
      let expected =
        Array(repeating: "control-character", count: reference.controlCharacters)
        + Array(repeating: "raw-html", count: reference.rawHTML)
      let rules = read.findings.map(\.rule.name).sorted()
      if rules != expected { Issue.record("\(example)\nexpected: \(expected)\nfindings: \(rules)") }
      compared += 1
      if html == CmarkReference.renderedHTML(of: example.markdown) { verbatim += 1 }
    }
    #expect(compared == examples.count)
    print("VERBATIM \(verbatim)")
  }

  /// With the list of allowed targets, as in a site: a link that is refused leaves its text behind.
  @Test func noWordIsLost() throws {
    var count = 0
    for example in examples {
      let reference = try #require(CmarkReference(example.markdown))
      let source = SourceText(path: "a.md", text: example.markdown)
      var sink = DiagnosticSink()
      let text = shownText(of: readMarkdown(source, in: source.fullRange, into: &sink).blocks)
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
      let findings = sink.diagnostics.count { $0.rule == .linkRefused }
      if refused != findings { Issue.record("\(example)\nrefused: \(refused) links, \(findings) findings") }
    }
    #expect(count > 2000)
    print("WORDS \(count)")
  }

  /// Line ends of other systems and a place further down in a file change nothing but ranges.
  @Test(arguments: ["\r\n", "\r"])
  func lineEndsMakeNoDifference(lineEnd: String) {
    for example in examples {
      let expected = read(example.markdown)
      let text = String(decoding: example.markdown.utf8.flatMap { $0 == 0x0A ? Array(lineEnd.utf8) : [$0] }, as: UTF8.self)
      let found = read(text, behind: "---\ntitle: ä\n---\n")
      if found.document.drawing != expected.document.drawing {
        Issue.record("\(example)\nexpected: \(expected.document.drawing)\nfound: \(found.document.drawing)")
      }
      if found.findings.map(\.message) != expected.findings.map(\.message) {
        Issue.record("\(example)\nexpected: \(expected.findings.map(\.rendered))\nfound: \(found.findings.map(\.rendered))")
      }
    }
  }

  /// Reads with every target let through: the examples are full of such as no page may have.
  private func read(_ markdown: String, behind front: String = "") -> (
    document: MarkdownDocument, findings: [Diagnostic]
  ) {
    let source = SourceText(path: "a.md", text: front + markdown)
    var sink = DiagnosticSink()
    let document = readMarkdown(
      source, in: SourceRange(front.utf8.count, source.bytes.count),
      targets: { LinkTarget(kind: .relative, text: $0) }, into: &sink)
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
      }
    }.joined(separator: "\n")
  }
}
