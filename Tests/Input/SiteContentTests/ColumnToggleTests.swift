import Diagnostics
import TestSupport
import Testing

@testable import Content

struct ColumnToggleTests {
  private func read(_ keys: String) -> (index: IndexFile, findings: [Diagnostic], source: SourceText, marks: MarkedText)
  {
    let marked = MarkedText("---\narrangement: grid\n\(keys)\n---\n")
    let source = SourceText(path: "Content/planets/_index.md", text: marked.text)
    var sink = DiagnosticSink()
    return (readIndex(source, into: &sink), sink.diagnostics, source, marked)
  }

  @Test(arguments: [
    ("columnToggle: true", ColumnToggle(first: 2)), ("columnToggle: true\ncolumns: 1", ColumnToggle(first: 1)),
    ("columnToggle: true\ncolumns: 2", ColumnToggle(first: 2)),
    (
      "columnToggle: [Eine Spalte, Zwei Spalten]",
      ColumnToggle(first: 2, oneColumn: "Eine Spalte", twoColumns: "Zwei Spalten")
    ), ("columnToggle: false", nil), ("columns: 3", nil),
  ])
  func toggles(keys: String, toggle: ColumnToggle?) {
    let (index, findings, _, _) = read(keys)
    #expect(findings == [])
    #expect(index.settings.columnToggle == toggle)
  }

  @Test(arguments: [
    ("column-toggle-invalid", "columnToggle: true\n⟦columns⟧: 3"),
    ("column-toggle-invalid", "columnToggle: true\n⟦columns⟧: { min: 160 }"),
    ("column-toggle-invalid", "columnToggle: true\n⟦columns⟧: { compact: 1, medium: 2 }"),
    ("column-toggle-invalid", "columnToggle: ⟦[one]⟧"), ("column-toggle-invalid", "columnToggle: ⟦[a, b, c]⟧"),
    ("wrong-type", "columnToggle: ⟦2⟧"),
  ])
  func badToggles(rule: String, keys: String) {
    let (_, findings, source, marks) = read(keys)
    #expect(findings.map(\.rule.name) == [rule])
    for (finding, range) in zip(findings, marks.spans) {
      #expect(finding.shows(range, in: source), "\(finding.rendered)")
    }
  }

  @Test func onlyAGridHasAToggle() {
    let source = SourceText(path: "Content/a/_index.md", text: "---\narrangement: waterfall\ncolumnToggle: true\n---\n")
    var sink = DiagnosticSink()
    _ = readIndex(source, into: &sink)
    #expect(sink.diagnostics.map(\.rule.name) == ["key-unsuitable"])
  }
}
