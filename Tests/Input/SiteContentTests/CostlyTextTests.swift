import Content
import Diagnostics
import Testing

/// Limits apply to every text in front matter and settings.
@Suite struct CostlyTextTests {
  private static let text = "a" + String(repeating: "\u{301}", count: 31)

  @Test(arguments: ["title", "subtitle", "eyebrow", "footer"])
  func fieldsOfCards(key: String) {
    let (rules, places) = findings("---\n\(key == "title" ? "" : "title: A\n")\(key): b\(Self.text)\n---\n") {
      _ = readCard($0, into: &$1)
    }
    #expect(rules == ["too-many-marks"])
    #expect(places == [SourcePosition(line: key == "title" ? 2 : 3, column: key.count + 5)])
  }

  @Test func tags() {
    let (rules, places) = findings("---\ntitle: A\ntags: [b, \"\(Self.text)\", c]\n---\n") {
      _ = readCard($0, into: &$1)
    }
    #expect(rules == ["too-many-marks"])
    #expect(places == [SourcePosition(line: 3, column: 11)])
  }

  /// Keys and words are limited too, because they are compared.
  @Test(arguments: ["\(text): b", "dir: \(text)", "link: \(text).md", "slug: \(text)"])
  func keysAndWords(line: String) {
    let (rules, _) = findings("---\ntitle: A\n\(line)\n---\n") { _ = readCard($0, into: &$1) }
    #expect(rules == ["too-many-marks"])
  }

  @Test func titleFromAHeading() {
    let (rules, _) = findings("# \(Self.text)\n\nText.\n") { _ = readCard($0, into: &$1) }
    #expect(rules == ["too-many-marks"])
  }

  @Test(arguments: ["page", "shelf", "section"])
  func titlesOfFolders(kind: String) {
    let (rules, _) = findings("---\nkind: \(kind)\ntitle: \(Self.text)\n---\n") { _ = readIndex($0, into: &$1) }
    #expect(rules == ["too-many-marks"])
  }

  /// Nothing can run with broken settings.
  @Test func titleOfTheSite() {
    let source = SourceText(path: "cardshelf.yml", text: "title: \(Self.text)\n")
    var sink = DiagnosticSink()
    _ = readSettings(source, into: &sink)
    #expect(sink.diagnostics.map(\.rule) == [Diagnostic.Rule("too-many-marks", fault: .cannotRun)])
  }

  private func findings(
    _ text: String, _ read: (SourceText, inout DiagnosticSink) -> Void
  ) -> (rules: [String], places: [SourcePosition?]) {
    let source = SourceText(path: "Content/a/b.md", text: text)
    var sink = DiagnosticSink()
    read(source, &sink)
    return (sink.diagnostics.map(\.rule.name), sink.diagnostics.map(\.position))
  }
}
