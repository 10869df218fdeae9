import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import Content

/// Usual front matter gives the same card as it does together with a key that only the general reader knows.
struct UsualFieldsTests {
  private func card(_ frontMatter: String) -> (card: Card, findings: [String]) {
    var sink = DiagnosticSink()
    let card = readCard(SourceText(path: "Content/a/b.md", text: "---\n\(frontMatter)---\nBody.\n"), into: &sink)
    return (card, sink.diagnostics.map { "\($0.rule.name) \($0.position.debugDescription) \($0.message)" })
  }

  private func expectSame(_ frontMatter: String, _ comment: String) {
    let usual = card(frontMatter)
    let general = card(frontMatter + "draft: false\n")
    #expect(usual.findings == general.findings, "\(comment): \(frontMatter)")
    #expect(
      usual.card.title == general.card.title && usual.card.subtitle == general.card.subtitle,
      "\(comment): \(frontMatter)")
    #expect(
      usual.card.tags == general.card.tags && usual.card.details == general.card.details
        && usual.card.settings == general.card.settings, "\(comment): \(frontMatter)")
    #expect(usual.card.writtenImage == general.card.writtenImage, "\(comment): \(frontMatter)")
  }

  private static let values = [
    "Saturn", "\"Rings, of ice\"", "'it'", "7", "true", "null", "~", "\"\"", "\" a\"", "a  b", "[a, b]", "[a, a]", "[]",
    "[~]", "a, b",
    "- a", "https://example.org/1", "mailto:", "javascript:a", "a.md#b", "\"a\\nb\"", "\"a\\u0001\"", "土星",
    "a\u{2028}b", "{a: b}",
    "", "#1", "\"\u{FFFD}\"",
  ]

  @Test(arguments: 0..<4) func givesTheSameCard(part: Int) {
    let seed = 0x05E1 + UInt64(part)
    var random = SeededGenerator(seed: seed)
    let keys = ["title", "subtitle", "eyebrow", "footer", "tags", "image", "imageAlt", "link", "weight", "titel"]
    for round in 0..<600 {
      var frontMatter = Bool.random(using: &random) ? "title: A\n" : ""
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        frontMatter +=
          "\(keys.randomElement(using: &random) ?? ""): \(Self.values.randomElement(using: &random) ?? "")\n"
      }
      expectSame(frontMatter, "seed \(seed), round \(round)")
    }
  }

  @Test func readsManyTags() {
    let tags = (0..<40).map { "t\($0)" }.joined(separator: ", ")
    expectSame("title: A\ntags: [\(tags)]\n", "many")
    expectSame("title: A\ntags: [\(tags), t3]\n", "twice")
  }
}
