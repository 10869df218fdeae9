import Diagnostics
import Testing

@testable import Content

/// Front matter of the three notations, and values that nobody reads.
struct FrontMatterNotationTests {
  private func read(_ text: String) -> (card: Card, findings: [Diagnostic]) {
    var sink = DiagnosticSink()
    let card = readCard(SourceText(path: "Content/notes/a.md", text: text), into: &sink)
    return (card, sink.diagnostics)
  }

  static let notations = [
    "---\ntitle: Ä, b\ntags: [x, y]\ndate: 2025-04-30\n---\nText.\n",
    "+++\ntitle = \"Ä, b\"\ntags = ['x', \"y\"]\ndate = 2025-04-30T17:15:25+05:30\n+++\nText.\n",
    "\n\n+++\r\ntitle = 'Ä, b' # said\r\ntags = [\r\n  'x',\r\n  'y', ]\r\ndate = 2025-04-30\r\n+++\r\nText.\r\n",
    "{\n  \"title\": \"\\u00c4, b\", \"tags\": [\"x\", \"y\"],\n  \"date\": \"2025-04-30 10:00:00\"\n}\n\nText.\n",
    "\u{FEFF}\n---\ntitle: Ä, b\ntags:\n- &t x\n- y\ndate: 2025/04/30\n---\nText.\n",
  ]

  @Test(arguments: notations) func allNotationsSayTheSame(text: String) {
    let (card, findings) = read(text)
    #expect(findings.map(\.rendered) == [])
    #expect(card.title?.text == "Ä, b")
    #expect(card.tags.map(\.text) == ["x", "y"])
    #expect(card.date == CalendarDate("2025-04-30"))
    #expect(card.body.blocks.count == 1)
  }

  @Test(arguments: [
    ("toml-syntax", "+++\ntitle = ⟦H⟧alf a text\n+++\n"), ("toml-syntax", "+++\ntitle = \"a\"\ntitle⟦ ⟧= \"b\"\n+++\n"),
    ("front-matter-unclosed", "⟦+++⟧\ntitle = \"a\"\n"), ("json-syntax", "{ \"title\": \"a\" ⟦\"⟧b\": 1 }\n"),
    ("yaml-alias", "---\ntitle: ⟦*none⟧\n---\n"), ("yaml-merge-key", "---\ntitle: a\n<<: ⟦b⟧\n---\n"),
    ("yaml-duplicate-key", "---\ntitle: a\n⟦title⟧: b\n---\n"),
    ("unknown-key", "+++\ntitle = 'a'\n⟦extra⟧ = { a = { b = [ { c = 1 } ] } }\n+++\n"),
  ])
  func errorsHaveAPlace(rule: String, text: String) {
    let written = text.replacing("⟦", with: "").replacing("⟧", with: "")
    let (_, findings) = read(written)
    #expect(findings.map(\.rule.name) == [rule], "\(findings.map(\.rendered).joined())")
    let line = text.prefix { $0 != "⟦" }.count { $0 == "\n" } + 1
    #expect(findings.first?.position?.line == line)
  }

  /// One finding for each unknown key, regardless of its value; none where unknown keys are ignored.
  @Test(arguments: [
    "deep: { a: { b: { c: { d: { e: 1 } } } } }", "twice: 1\ntwice: 2", "list: [&x a, *x, { b: *x }]", "tag: !foo bar",
    "map: { a: 1, a: 2 }", "merged: { <<: nothing, a: 1 }",
  ])
  func valuesThatNobodyReads(yaml: String) {
    let (card, findings) = read("---\ntitle: A\n\(yaml)\n---\nText.\n")
    #expect(card.title?.text == "A")
    #expect(Set(findings.map(\.rule.name)) == ["unknown-key"], "\(findings.map(\.rendered).joined())")
  }

  @Test func aliasesStandForValues() {
    let (card, findings) = read("---\ntitle: &t A title\nsubtitle: *t\ntags: &l [x, y]\n---\nText.\n")
    #expect(findings.map(\.rendered) == [])
    #expect(card.title?.text == "A title")
    #expect(SlotTable.standard.text(named: "subtitle").map { card[$0]?.text } == "A title")
  }

  /// Copies of copies do not grow without a limit.
  @Test func aliasesHaveALimit() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x]\n"
    for number in 1...20 {
      yaml += "a\(number): &a\(number) [\(Array(repeating: "*a\(number - 1)", count: 8).joined(separator: ", "))]\n"
    }
    let (_, findings) = read("---\ntitle: A\n\(yaml)---\n")
    #expect(findings.contains { $0.rule.name == "yaml-alias" })
  }

  /// A key can have as many dots as anybody writes, and no more than a reader of nested tables can take.
  @Test func tablesOfTablesHaveALimit() {
    let key = Array(repeating: "a", count: 4000).joined(separator: ".")
    #expect(read("+++\n\(key) = 1\n+++\n").findings.map(\.rule.name) == ["toml-too-large"])
    #expect(read("+++\ntitle = \"\(String(repeating: ".", count: 900))\"\n+++\n").findings.isEmpty)
  }
}
