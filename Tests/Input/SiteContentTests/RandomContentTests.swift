import Diagnostics
import TestSupport
import Testing

@testable import Content

/// With any content, reading ends, errors are inside the file, and everything on a page has a title.
@Suite struct RandomContentTests {
  private static let pieces = [
    "---\n", "---", "title: ", "title: a\n", "tags: [", "]", "a, ", "weight: ", "9223372036854775808", "-1", "\n", ": ",
    "{", "}", "'", "\"", "date: 2025-02-30\n", "image: ../../x\n", "link: ", "#", "# A\n", "slug: a-\n", "kind: page\n",
    "columns: {a: 1}\n", "inset: {top: 1}\n", "draft: true\n", "shelves: [a]\n", "lang: ar\n", "dir: auto\n", "\u{0}",
    "\u{FEFF}", "ü", "[a](b.md)", "![a](b)", "<b>", "%", "\r", "\t", "limit: 1\n", "sort: date\n", "é", "- ", "> ",
    "\\",
  ]

  @Test func readsRandomContent() {
    let seed: UInt64 = 20_261_122
    var random = SeededGenerator(seed: seed)
    let paths = [
      "Content/_index.md", "Content/a/_index.md", "Content/a/b.md", "Content/a/c.md", "Content/a/d/_index.md",
      "Content/a/d/e.md", "Content/x.md", "b.md", "", "/", "Content", "Content//", "Content/a/../b.md",
    ]
    for round in 0..<1500 {
      var sink = DiagnosticSink()
      var cards: [Card] = []
      var indexes: [IndexFile] = []
      for path in paths where Bool.random(using: &random) {
        let length = Int.random(in: 0...12, using: &random)
        let text = (0..<length).compactMap { _ in RandomContentTests.pieces.randomElement(using: &random) }.joined()
        let start = Bool.random(using: &random) ? "---\ntitle: a\n" : ""
        let source = SourceText(path: path, text: start + text)
        if path.hasSuffix("_index.md") {
          indexes.append(readIndex(source, into: &sink))
        } else {
          cards.append(readCard(source, into: &sink))
        }
      }
      let library = assembleLibrary(
        settings: SiteSettings(), cards: [cards], indexes: indexes, files: ["Content/a/b", "Content/x.png"],
        publishing: PublicationRule(day: CalendarDate("2026-03-15"), includesDrafts: Bool.random(using: &random)),
        into: &sink)
      let shown = library.pages.flatMap(\.shelves).flatMap(\.cards)
      #expect(shown.allSatisfy { $0.title?.text.isEmpty == false }, "seed \(seed) round \(round)")
      #expect(Set(shown.map(\.id)).count == shown.count, "seed \(seed) round \(round)")
      #expect(library.pages.first?.id == "", "seed \(seed) round \(round)")
      let titled = cards.filter { $0.title != nil }.count
      #expect(titled == cards.count || sink.hasErrors, "seed \(seed) round \(round)")
      #expect(sink.diagnostics.allSatisfy { !$0.rendered.isEmpty }, "seed \(seed) round \(round)")
    }
  }
}
