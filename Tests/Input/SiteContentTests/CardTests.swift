import Diagnostics
import Images
import SampleSites
import TestSupport
import Testing

@testable import Content

private func read(_ text: String) -> (card: Card, findings: [Diagnostic], source: SourceText) {
  let source = SourceText(path: "Content/planets/saturn.md", text: text)
  var sink = DiagnosticSink()
  let card = readCard(source, into: &sink)
  return (card, sink.diagnostics, source)
}

@Suite struct CardTests {
  @Test(arguments: [
    ("center", 50, 50), ("top", 50, 0), ("left", 0, 50), ("bottom right", 100, 100), ("right bottom", 100, 100),
    ("[30%, 70%]", 30, 70), ("0% 100%", 0, 100), ("[center, 20%]", 50, 20), ("[20%, center]", 20, 50),
    ("[left, 20%]", 0, 20), ("20% top", 20, 0),
  ])
  func imageFocus(written: String, x: Int, y: Int) {
    let (card, findings, _) = read("---\ntitle: a\nimageFocus: \(written)\n---\n")
    #expect(findings == [])
    #expect(card.imageFocus == ImageFocus(x: x, y: y))
  }

  @Test func everyKey() {
    let (card, findings, source) = read(
      """
      ---
      title: "  Saturn \\n tilted "
      subtitle: Rings
      eyebrow: Planet
      tags: [planet, rings, 2025]
      image: saturn.svg
      imageAlt: ""
      link: ../galaxies/andromeda.md
      lang: zh-Hant-TW
      dir: auto
      weight: -1000000
      date: 2024-02-29
      draft: true
      slug: the-6th-planet
      ---
      Best after **midnight**.
      """)
    #expect(findings == [])
    #expect(card.title?.text == "Saturn tilted")
    #expect(card.title.map { source.text(in: $0.range) } == "\"  Saturn \\n tilted \"")
    #expect(card.subtitle?.text == "Rings")
    #expect(card.eyebrow?.text == "Planet")
    #expect(card.tags.map(\.text) == ["planet", "rings", "2025"])
    #expect(card.tags.map { source.text(in: $0.range) } == ["planet", "rings", "2025"])
    #expect(card.writtenImage?.text == "saturn.svg")
    #expect(card.imageAlt == "")
    #expect(card.link?.target == LinkTarget("../galaxies/andromeda.md"))
    #expect(card.writtenLanguage?.text == "zh-Hant-TW")
    #expect(card.writtenDirection == .auto)
    #expect(card.weight == -1_000_000)
    #expect(card.date.map { [$0.year, $0.month, $0.day] } == [2024, 2, 29])
    #expect(card.visibility.isDraft)
    #expect(card.slug?.text == "the-6th-planet")
    #expect(card.name == "saturn")
    #expect(card.body.blocks.map { source.text(in: $0.range) } == ["Best after **midnight**."])
  }

  /// If a language tag is invalid, pages use its longest valid prefix.
  @Test(arguments: [
    ("sr-ijekavianlatin", "sr"), ("sr-Latn-ijekavianlatin-x", "sr-Latn"), ("x-private-becauseofthat", "x-private"),
  ])
  func languageTagsWithLongSubtags(written: String, tag: String) {
    let (card, findings, _) = read("---\ntitle: a\nlang: \(written)\n---\n")
    #expect(card.writtenLanguage?.text == tag)
    #expect(findings.map(\.rule.name) == ["language-unusual"])
    #expect(findings.first?.severity == .warning)
    #expect(findings.first?.help?.contains("pages use \(tag);") == true)
  }

  @Test(arguments: [
    ("text-empty", "title: ⟦\"\"⟧"),
    ("text-empty", "title: a\nsubtitle: ⟦' '⟧"),
    ("text-empty", "title: a\ntags: [b, ⟦''⟧]"),
    ("wrong-type", "title: a\ntags: [b, ⟦~⟧]"),
    ("wrong-type", "title: ⟦[a]⟧"),
    ("wrong-type", "title: a\neyebrow: ⟦{ b: c }⟧"),
    ("wrong-type", "title: a\ntags: ⟦{ b: c }⟧"),
    ("yaml-control-character", "title: ⟦\"a\\u0007b\"⟧"),
    ("yaml-control-character", "title: ⟦\"a\\uFDD0b\"⟧"),
    ("yaml-control-character", "title: ⟦a\u{10FFFF}b⟧"),
    ("yaml-control-character", "title: ⟦\"a\\U0010FFFFb\"⟧"),
    ("control-character", "title: ⟦\"a\\uFFFDb\"⟧"),
    ("duplicate-value", "title: a\ntags: [b, c, ⟦b⟧]"), ("duplicate-value", "title: a\ntags: [b, ⟦b⟧, b, b]"),
    ("image-focus-invalid", "title: a\nimageFocus: ⟦topp⟧"),
    ("image-focus-invalid", "title: a\nimageFocus: ⟦left left⟧"),
    ("image-focus-invalid", "title: a\nimageFocus: ⟦[30, 70]⟧"),
    ("image-focus-invalid", "title: a\nimageFocus: ⟦[30%, 101%]⟧"),
    ("image-focus-invalid", "title: a\nimageFocus: ⟦30%⟧"),
    ("image-focus-invalid", "title: a\nimageFocus: ⟦[30%, left]⟧"),
    ("image-focus-invalid", "title: a\nimageFocus: ⟦[top, 30%]⟧"),
    ("image-focus-invalid", "title: a\nimageFocus: ⟦[top, left, center]⟧"),
    ("wrong-type", "title: a\nimageFocus: ⟦{ x: 30% }⟧"),
    ("link-refused", "title: a\nlink: ⟦javascript:alert(1)⟧"),
    ("language-invalid", "title: a\nlang: ⟦deutsch-ä⟧"),
    ("language-invalid", "title: a\nlang: ⟦e⟧"),
    ("language-invalid", "title: a\nlang: ⟦'null'⟧"),
    ("language-invalid", "title: a\nlang: ⟦english⟧"),
    ("language-invalid", "title: a\nlang: ⟦en_US.UTF-8⟧"),
    ("language-invalid", "title: a\nlang: ⟦en-⟧"),
    ("unknown-value", "title: a\ndir: ⟦left⟧"),
    ("out-of-range", "title: a\nweight: ⟦1000001⟧"),
    ("wrong-type", "title: a\nweight: ⟦1.5.0⟧"),
    ("date-invalid", "title: a\ndate: ⟦2025-02-29⟧"),
    ("date-invalid", "title: a\ndate: ⟦1900-02-29⟧"),
    ("date-invalid", "title: a\ndate: ⟦2025-13-01⟧"),
    ("date-invalid", "title: a\ndate: ⟦2025-1⟧"),
    ("date-invalid", "title: a\ndate: ⟦2025-04-31⟧"),
    ("date-invalid", "title: a\ndate: ⟦tomorrow⟧"),
    ("wrong-type", "title: a\ndraft: ⟦soon⟧"),
    ("slug-invalid", "title: a\nslug: ⟦The-Planet⟧"),
    ("slug-invalid", "title: a\nslug: ⟦a--b⟧"),
    ("slug-invalid", "title: a\nslug: ⟦../x⟧"),
    ("slug-invalid", "title: a\nslug: ⟦\(String(repeating: "a", count: 81))⟧"),
    ("unknown-key", "title: a\n⟦subtitel⟧: b"),
    ("wrong-type", "title: a\ntags: [b, ⟦{ c: d }⟧]"),
    ("link-refused", "title: a\ntags: [{ label: b, href: ⟦javascript:alert(1)⟧ }]"),
    ("unknown-key", "title: a\ntags: [{ label: b, href: c.md, ⟦title⟧: d }]"),
    ("missing-key", "title: a\ntags: [⟦{ label: b }⟧]"),
    ("missing-key", "title: a\ntags: [⟦{ href: b.md }⟧]"),
  ])
  func badValue(rule: String, yaml: String) {
    let marked = MarkedText("---\n\(yaml)\n---\nText.\n")
    let (card, findings, source) = read(marked.text)
    #expect(findings.map(\.rule.name) == [rule])
    #expect(findings.allSatisfy { $0.help != nil || ["out-of-range", "not-whole", "wrong-type"].contains(rule) })
    #expect(findings.first?.severity == (rule == "duplicate-value" ? .warning : .error))
    for (finding, range) in zip(findings, marked.spans) {
      #expect(finding.shows(range, in: source), "\(finding.rendered)")
    }
    if yaml.hasPrefix("title: a\n") { #expect(card.title?.text == "a") }
    #expect(!card.body.blocks.isEmpty)
  }

  /// Equal tags stay; each text that is there several times is told once.
  @Test(arguments: [
    ("[b, c, b]", ["b", "c", "b"], ["b"]), ("[b, b, b]", ["b", "b", "b"], ["b"]),
    ("a, b, a, b", ["a", "b", "a", "b"], ["a", "b"]), ("[b, c]", ["b", "c"], []),
    ("[{ label: b, href: c.md }, b]", ["b", "b"], ["b"]),
  ])
  func equalTags(yaml: String, tags: [String], told: [String]) {
    let (card, findings, _) = read("---\ntitle: a\ntags: \(yaml)\n---\n")
    #expect(card.tags.map(\.text) == tags)
    #expect(findings.map(\.message) == told.map { "`\($0)` is twice in `tags`" })
    #expect(findings.allSatisfy { $0.rule.name == "duplicate-value" && $0.severity == .warning })
  }

  @Test func manyEqualTags() {
    let many = (0..<40).map { "t\($0)" } + ["t3", "t5", "t3"]
    let (card, findings, _) = read("---\ntitle: a\ntags: [\(many.joined(separator: ", "))]\n---\n")
    #expect(card.tags.map(\.text) == many)
    #expect(findings.map(\.rule.name) == ["duplicate-value", "duplicate-value"])
  }

  /// A tag with a link is a mapping. Its link has its own place.
  @Test func linksOfTags() throws {
    let marked = MarkedText(
      "---\ntitle: a\ntags: [b, { label: Rings, href: ⟦rings.md⟧ }, { href: ⟦https://example.org/⟧, label: c }]\n---\n")
    let (card, findings, source) = read(marked.text)
    #expect(findings.isEmpty)
    #expect(card.tags.map(\.text) == ["b", "Rings", "c"])
    #expect(card.tagLinks.map { $0?.target.text } == [nil, "rings.md", "https://example.org/"])
    #expect(card.links.map { source.text(in: $0.range) } == marked.spans.map { source.text(in: $0) })
  }

  /// The links belong to the tags that are right.
  @Test func linksBesideFaults() {
    let (card, findings, _) = read(
      "---\ntitle: a\ntags: [{ label: '', href: x.md }, { label: b, href: b.md }, [c], { label: d }]\n---\n")
    #expect(card.tags.map(\.text) == ["b", "d"])
    #expect(card.tagLinks.map { $0?.target.text } == ["b.md", nil])
    #expect(findings.map(\.rule.name).sorted() == ["missing-key", "text-empty", "wrong-type"])
  }

  /// Other programs write quotes around any value.
  @Test(arguments: [
    "weight: 5", "draft: true", "span: full", "span: 2", "breakBefore: false", "date: 2025-07-31", "dir: rtl",
    "lang: de",
    "imageFocus: top",
  ])
  func quotesMakeNoDifference(line: String) throws {
    let colon = try #require(line.firstIndex(of: ":"))
    let value = line[colon...].dropFirst(2)
    let cards = [line, line[...colon] + " \"\(value)\"", line[...colon] + " '\(value)'"].map { line in
      read("---\ntitle: A\n\(line)\n---\n")
    }
    for (card, findings, _) in cards {
      #expect(findings == [])
      #expect(card.weight == cards[0].card.weight && card.visibility.isDraft == cards[0].card.visibility.isDraft)
      #expect(card.span == cards[0].card.span && card.breakBefore == cards[0].card.breakBefore)
      #expect(card.date == cards[0].card.date && card.imageFocus == cards[0].card.imageFocus)
    }
  }

  @Test func explainsImpossibleDates() {
    let (_, findings, _) = read("---\ntitle: a\ndate: 2025-02-30\n---\n")
    #expect(findings.first?.message.contains("28 days") == true)
  }

  @Test(arguments: [
    (5_000, 5_000, []), (5_000, 5_001, ["text-too-long"]), (8_000, 2_000, ["yaml-too-large"]),
  ])
  func limitsOfLength(wide: Int, narrow: Int, rules: [String]) {
    let title = String(repeating: "ä", count: wide) + String(repeating: "b", count: narrow)
    let (card, findings, _) = read("---\ntitle: \(title)\n---\n# Heading")
    #expect(findings.map(\.rule.name) == rules)
    #expect((card.title != nil) == rules.isEmpty)
  }

  @Test func reportsAllErrors() {
    let (card, findings, _) = read("---\ntitle: a\ndate: x\nslug: X\nweight: x\nfoo: 1\n---\n[a](javascript:b) <x>\n")
    let rules = ["date-invalid", "link-refused", "raw-html", "slug-invalid", "unknown-key", "wrong-type"]
    #expect(findings.map(\.rule.name).sorted() == rules)
    #expect(card.title?.text == "a")
  }

  @Test(arguments: [
    ("# Saturn *VI*\n\nText", "Saturn VI", 1),
    ("Text\n\n# Saturn\n", "Saturn", 2), ("![a](b.svg)\n\n## Saturn\n", "Saturn", 2),
    ("---\nsubtitle: a\n---\nSaturn\n===\n", "Saturn", 0),
    ("\u{FEFF}---\r\ntitle: Saturn\r\n---\r\n# Other\r\n", "Saturn", 1),
    ("---  \ntitle: Saturn\n---\t\n", "Saturn", 0),
    ("---\r\rtitle: Saturn\r---\rText", "Saturn", 1),
    ("---\ntitle:\n---\n# Saturn", "Saturn", 0),
    ("---\n---\n# Saturn", "Saturn", 0),
    ("#\n\n# Saturn", "Saturn", 2),
    ("\u{FEFF}# Saturn", "Saturn", 0),
    ("---\ntitle: Saturn\n---", "Saturn", 0),
    ("----\n# Saturn", "Saturn", 2),
  ])
  func title(text: String, title: String, blocks: Int) {
    let (card, findings, _) = read(text)
    #expect(findings == [])
    #expect(card.title?.text == title)
    #expect(card.body.blocks.count == blocks)
  }

  @Test(arguments: [
    ("title-missing", ""), ("title-missing", "Text"), ("title-missing", "Text\n\n## A part\n"),
    ("title-missing", "---\nsubtitle: a\n---\nText"),
    ("title-missing", "---\ntitle: #1\n---\n"), ("unknown-key", "---\ntitel: a\n---\nText"),
  ])
  func namedAfterItsFile(rule: String, text: String) {
    let (card, findings, _) = read(text)
    #expect(findings.map(\.rule.name) == [rule])
    #expect(card.title?.text == "Saturn")
  }

  @Test(arguments: [
    ("front-matter-unclosed", "---\ntitle: a\n"),
    ("front-matter-unclosed", "---"),
    ("text-empty", "---\ntitle: ''\n---\n# Heading"),
    ("yaml-syntax", "---\ntitle: [\n---\n# Heading"),
    ("wrong-type", "---\n- title\n---\n# Heading"),
    ("not-utf8", "\u{7} a"),
  ])
  func noTitle(rule: String, text: String) {
    let (card, findings, _) = read(text)
    #expect(findings.map(\.rule.name) == [rule])
    #expect(card.title == nil)
  }
}
