import Diagnostics
import TestSupport
import Testing

@testable import Content

/// Front matter that is read without libyaml has the same meaning for libyaml, to the byte of each range.
@Suite struct PlainMappingTests {
  private static let limits = YAMLLimits(bytes: 4096, keys: 6, depth: 3)

  private func plain(_ text: String, limits: YAMLLimits = limits) -> YAMLNode? {
    let source = SourceText(path: "a.md", text: text)
    return PlainMapping.read(source, in: source.bytes.indices, limits: limits, fault: .finding)
  }

  private func byLibYAML(_ text: String) -> (node: YAMLNode?, findings: [Diagnostic]) {
    let source = SourceText(path: "a.md", text: text)
    let reading = readEvents(
      of: source, in: source.bytes.indices, findings: YAMLFindings(source: source, fault: .finding),
      limits: Self.limits)
    return (reading.document, reading.findings.map(\.diagnostic))
  }

  @Test(arguments: [
    "title: Saturn\n", "title: Saturn", "a: 1\nb: two words\nc-d_e: 2026-11-23\n", "a: \"x: y # z\"\nb: 'it'\n",
    "tags: [a, b c, 1.5]\n", "tags: []\n", "tags: [ a ,b ]  \n", "tags: [\"a, b\" , 'c']\n", "time: 12:30\n",
    "url: https://example.org/#a\n",
    "name: 土星 – Ω\n", "a: b#c\n",
  ])
  func readsUsualFrontMatter(text: String) throws {
    let node = try #require(plain(text))
    let expected = byLibYAML(text)
    #expect(expected.findings == [])
    #expect(node == expected.node)
  }

  @Test(arguments: [
    "", "\n", "a\n", "a:\n", "a: \n", " a: b\n", "a: b\n c\n", "a: b: c\n", "a: b:\n", "a: b # c\n", "a: |\n",
    "a: &b c\n",
    "a: *b\n", "a: !b c\n", "a: {b: c}\n", "a: - b\n", "a: [b: c]\n", "a: [b\n", "a: [b, [c]]\n", "a: [b,]\n",
    "a: \"b\n",
    "a: \"b\\n\"\n", "a: 'b''c'\n", "a: \"b\" c\n", "a: b\nA: c\na: d\n", "a: b\r\n", "a: b\tc\n", "---\na: b\n",
    "a: b\n...\n",
    "a: b\u{85}c\n", "a: b\u{2028}c\n", "a: \u{FEFF}b\n", "a: b\u{FFFE}\n", "? a\n", "a : b\n", "é: b\n",
    "a: b\nc: d\ne: f\ng: h\ni: j\nk: l\nm: n\n", "a: \(String(repeating: "\u{301}", count: 40))\n",
  ])
  func leavesOtherFrontMatterToLibYAML(text: String) { #expect(plain(text) == nil) }

  @Test func leavesListsThatAreTooDeepToLibYAML() {
    #expect(plain("a: [b]\n", limits: YAMLLimits(bytes: 99, keys: 9, depth: 1)) == nil)
  }

  private static let pieces = [
    "a", "b", "title", "tags", "k-1", ": ", ": ", ": ", ":", " ", " ", "\n", "\n", "\n", "\n", "[", "]", "[", "]",
    ",", ", ",
    "\"", "'", "word", "two words", "1.5", "-", "- ", "#", " #", "\\", "é", "土", "\u{85}", "\u{2028}", "\u{A0}",
    "\u{FEFF}",
    "?", "{", "}", "&", "*", "!", "|", ">", "%", "@", "`", "\t", "\r", "~", "=", "null", "...", "---", "😀",
  ]

  @Test(arguments: 0..<8) func meansTheSameToLibYAML(part: Int) {
    let seed = 0x9A31 + UInt64(part)
    var random = SeededGenerator(seed: seed)
    var readCount = 0
    for round in 0..<3000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Mostly what is plain, with something else in between.
        text += ["a", "b", "title", "x_y"].randomElement(using: &random) ?? ""
        text += ": "
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let isUsual = Int.random(in: 0..<4, using: &random) > 0
          let usual = [
            "word", "two words", "[a, b]", "['a', \"b c\"]", "\"x y\"", "'z'", "7", "é", "a:b", "a#b", "b, c",
          ]
          text += (isUsual ? usual : Self.pieces).randomElement(using: &random) ?? ""
        }
        text += "\n"
      }
      guard let node = plain(text) else { continue }
      readCount += 1
      let expected = byLibYAML(text)
      #expect(
        node == expected.node && expected.findings == [], "seed \(seed), round \(round): \(text.debugDescription)")
    }
    #expect(readCount > 300, "\(readCount)")
  }
}
