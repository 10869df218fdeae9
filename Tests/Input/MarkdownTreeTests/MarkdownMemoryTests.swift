import Content
import Diagnostics
import Testing

/// Texts whose trees do not fit into the memory that is there for them.
@Suite struct MarkdownMemoryTests {
  private func drawing(_ text: String) -> String {
    let source = SourceText(path: "a.md", text: text)
    var sink = DiagnosticSink()
    return readMarkdown(source, in: source.fullRange, into: &sink).drawing
  }

  private static let paragraph =
    "A *b* **c** `d` [e](f.md \"g\") &amp; ![h](i.png)\\\nj <b>k</b>\n\n> - l\n>   1. m\n\n"

  @Test(arguments: [1, 2, 10, 15, 20, 25, 30, 40, 80, 1000])
  func manyBlocks(count: Int) {
    let once = drawing(Self.paragraph)
    #expect(drawing(String(repeating: Self.paragraph, count: count)) == String(repeating: once, count: count))
  }

  /// A text that fills the memory with one piece, up to each of its last bytes.
  @Test func longTexts() {
    for length in Array(stride(from: 1000, to: 40_000, by: 997)) + Array(30_000...30_064) {
      let text = String(repeating: "a", count: length)
      #expect(drawing(text + " *b*") == "paragraph\n  text \"\(text) \"\n  em\n    text \"b\"\n")
    }
  }

  @Test func manyTextsAtTheSameTime() async {
    let texts = (0..<200).map { String(repeating: Self.paragraph, count: $0 % 40) + "*\($0)*" }
    let expected = texts.map(drawing)
    let found = await withTaskGroup(of: (Int, String).self) { group in
      for (index, text) in texts.enumerated() { group.addTask { (index, drawing(text)) } }
      var found: [Int: String] = [:]
      for await (index, drawing) in group { found[index] = drawing }
      return found
    }
    #expect(texts.indices.map { found[$0] } == expected)
  }
}
