import Diagnostics
import Testing

@Suite struct RepeatedFindingsTests {
  private static let source = SourceText(path: "a.md", text: "x\ny\n")

  private static func findings(_ counts: [(rule: String, count: Int)]) -> [Diagnostic] {
    counts.flatMap { rule, count in
      (0..<count).map { Diagnostic(.error, Diagnostic.Rule(rule), "m", path: "\(rule)\($0).md") }
    }
  }

  private static func text(_ findings: [Diagnostic], most: Int?) -> String {
    DiagnosticFormat.text.document(of: findings, version: "1", mostOfRule: most)
  }

  @Test func showsFewFindingsCompletely() {
    let findings = Self.findings([("a-b", 10), ("c-d", 3)])
    #expect(Self.text(findings, most: 10) == findings.map(\.rendered).joined())
    #expect(Self.text(findings, most: nil) == findings.map(\.rendered).joined())
  }

  /// What counts the rest of a file's findings comes after them, wherever they are, and is not one of many.
  @Test func theRestComesLast() {
    let places = (0..<2).map {
      Diagnostic(.error, Diagnostic.Rule("a-b"), "m\($0)", at: SourceRange(2 * $0, 2 * $0 + 1), in: Self.source)
    }
    let rest = Diagnostic(.error, Diagnostic.Rule("a-b"), "5 more", path: "a.md", isAboutRest: true)
    let other = Diagnostic(.error, Diagnostic.Rule("c-d"), "m", path: "b.md")
    #expect([other, rest, places[1], places[0]].sortedByPlace() == [places[0], places[1], rest, other])
    #expect(
      Self.text([places[0], places[1], rest, other], most: 1)
        == places[0].rendered + other.rendered + "and 1 more of the same [a-b]: a.md:2\n" + rest.rendered)
  }

  @Test func listsOnlyThePlacesOfManyFindings() {
    let findings = Self.findings([("a-b", 3), ("c-d", 9), ("e-f", 4)])
    let shown = findings[..<3] + findings[3..<6] + findings[12..<15]
    #expect(
      Self.text(findings, most: 3) == shown.map(\.rendered).joined()
        + "and 6 more of the same [c-d]: c-d3.md, c-d4.md, c-d5.md, c-d6.md, c-d7.md, …\n"
        + "and 1 more of the same [e-f]: e-f3.md\n")
  }

  @Test func placesHaveLinesAndAreEscaped() {
    let second = Diagnostic(.warning, Diagnostic.Rule("a-b"), "m", at: SourceRange(2, 3), in: Self.source)
    let third = Diagnostic(.warning, Diagnostic.Rule("a-b"), "m", path: "b\u{1B}.md")
    #expect(Self.text([second, second, third], most: 1).hasSuffix("2 more of the same [a-b]: a.md:2, b\\u{1b}.md\n"))
  }

  @Test(arguments: [DiagnosticFormat.json, .github, .sarif]) func machineFormatsContainAllFindings(
    format: DiagnosticFormat
  ) {
    let findings = Self.findings([("a-b", 30)])
    let short = format.document(of: findings, version: "1", mostOfRule: 1)
    #expect(short == format.document(of: findings, version: "1"))
    #expect(short.contains("a-b29.md"))
  }

  @Test func sarifContainsRules() {
    let rules = ["a-b": RuleSummary(text: "B is no A", help: "Write `b`.")]
    let document = DiagnosticFormat.sarif.document(
      of: Self.findings([("a-b", 1), ("c-d", 1)]), version: "1", rules: rules)
    #expect(
      document.contains(
        #"[{"help":{"markdown":"Write `b`.","text":"Write `b`."},"id":"a-b","shortDescription":{"text":"B is no A"}},{"id":"c-d"}]"#
      ))
  }
}
