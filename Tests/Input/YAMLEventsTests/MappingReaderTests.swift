import Diagnostics
import TestSupport
import Testing

@testable import Content

private enum Align: String, CaseIterable { case start, center, end }

/// A document with a key of every kind.
private struct Sample: Equatable {
  var title: String?
  var size: Int?
  var isWide: Bool?
  var align: Align?
  var tags: [String]?
  var gap: Int?

  init?(_ source: SourceText, into sink: inout DiagnosticSink) {
    guard let document = readYAML(source, in: source.fullRange, limits: .theme, into: &sink),
      var keys = YAMLMappingReader(document: document, of: source, into: &sink)
    else { return nil }
    title = keys.string("title", into: &sink)?.value
    size = keys.integer("size", in: -5...200, wholeBecause: "because", into: &sink)?.value
    isWide = keys.boolean("wide", into: &sink)?.value
    align = keys.choice("align", of: Align.self, into: &sink)?.value
    tags = keys.strings("tags", into: &sink)?.map(\.value)
    if var inset = keys.mapping("inset", into: &sink) {
      inset.require("gap", help: "say how far", into: &sink)
      gap = inset.integer("gap", in: 0...9, into: &sink)?.value
      inset.finish(into: &sink)
    }
    keys.finish(into: &sink)
  }
}

@Suite struct MappingReader {
  /// Other programs have a key that is a date in one, and says whether a page shows in another.
  @Test(arguments: [
    ("2025-07-31", "unknown key `published`; did you mean `date`?"),
    ("false", "unknown key `published`; did you mean `draft`?"), ("soon", "unknown key `published`"),
  ])
  func meansTheKeyOfTheValue(value: String, message: String) throws {
    var sink = DiagnosticSink()
    let source = SourceText(path: "a.md", text: "published: \(value)\n")
    let document = try #require(readYAML(source, in: source.fullRange, limits: .theme, into: &sink))
    var keys = try #require(YAMLMappingReader(document: document, of: source, into: &sink))
    _ = keys.string("title", into: &sink)
    _ = keys.string("date", as: .date, into: &sink)
    _ = keys.boolean("draft", into: &sink)
    keys.finish(into: &sink)
    #expect(sink.diagnostics.map(\.message) == [message])
  }

  @Test func readsEveryKind() throws {
    var sink = DiagnosticSink()
    let text = "title: 7\nsize: -5\nwide: true\nalign: center\ntags: [a, \"1\"]\ninset: {gap: 0}\n"
    let sample = try #require(Sample(SourceText(path: "a.md", text: text), into: &sink))
    #expect(sink.diagnostics == [])
    #expect(sample.title == "7")
    #expect(sample.size == -5)
    #expect(sample.isWide == true)
    #expect(sample.align == .center)
    #expect(sample.tags == ["a", "1"])
    #expect(sample.gap == 0)
  }

  @Test(arguments: ["title:\n", "size: ~\n", "wide: null\n", "align:\n", "tags:\n", "inset: ~\n"])
  func emptyValuesCountAsAbsent(text: String) throws {
    var sink = DiagnosticSink()
    let sample = try #require(Sample(SourceText(path: "a.md", text: text), into: &sink))
    #expect(sink.diagnostics == [])
    #expect(sample.title == nil && sample.size == nil && sample.isWide == nil && sample.align == nil)
    #expect(sample.tags == nil && sample.gap == nil)
  }

  @Test(arguments: [
    ("unknown-key", "^tittle^: x\n", "unknown key `tittle`; did you mean `title`?"),
    ("unknown-key", "^zebra^: x\n", "unknown key `zebra`"),
    ("unknown-key", "inset: {gap: 1, ^gab^: 1}\n", "unknown key `gab`; did you mean `gap`?"),
    // A key of another kind of value is not meant.
    ("unknown-key", "^tittle^: [x]\n", "unknown key `tittle`"),
    ("unknown-key", "^siez^: big\n", "unknown key `siez`"),
    ("unknown-key", "^siez^: 7\n", "unknown key `siez`; did you mean `size`?"),
    ("unknown-key", "^wied^: 7\n", "unknown key `wied`"),
    ("unknown-key", "^wied^: yes\n", "unknown key `wied`; did you mean `wide`?"),
    ("unknown-key", "^labels^: {a: b}\n", "unknown key `labels`"),
    ("unknown-key", "^labels^: [a]\n", "unknown key `labels`; did you mean `tags`?"),
    ("unknown-key", "^labels^:\n", "unknown key `labels`; did you mean `tags`?"),
    ("missing-key", "inset: ^{}^\n", "`gap` is missing"),
    ("missing-key", "inset: {^gap^: }\n", "`gap` is missing"),
    ("wrong-type", "title: ^[x]^\n", "`title` must be a text, not a list"),
    ("wrong-type", "size: ^big^\n", "`size` must be a whole number from -5 to 200, not `big`"),
    ("wrong-type", "size: ^010^\n", "`size` must be a whole number from -5 to 200, not `010`"),
    ("wrong-type", "size: ^+1^\n", "`size` must be a whole number from -5 to 200, not `+1`"),
    ("wrong-type", "size: ^1e2^\n", "`size` must be a whole number from -5 to 200, not `1e2`"),
    ("wrong-type", "size: ^--^\n", nil),
    ("not-whole", "size: ^12.5^\n", "`size` must be a whole number, not `12.5`"),
    ("out-of-range", "size: ^201^\n", "`size` must be a whole number from -5 to 200, not `201`"),
    ("out-of-range", "size: ^-6^\n", "`size` must be a whole number from -5 to 200, not `-6`"),
    ("out-of-range", "size: ^99999999999999999999^\n", nil),
    ("out-of-range", "size: ^-9223372036854775809^\n", nil),
    ("wrong-type", "wide: ^yes^\n", "`wide` must be `true` or `false`, not `yes`"),
    ("unknown-value", "align: ^centre^\n", "`align` cannot be `centre`; did you mean `center`?"),
    ("wrong-type", "tags: ^x^\n", "`tags` must be a list, not `x`"),
    ("wrong-type", "tags: [a, ^[b]^, c]\n", "`tags` must be a list of texts, not a list"),
    ("wrong-type", "tags: [a, ^~^]\n", nil),
    ("wrong-type", "inset: ^5^\n", "`inset` must be a mapping of keys to values, not `5`"),
    ("wrong-type", "^[1]^\n", "`a.md` must be a mapping of keys to values, not a list"),
  ]) func reportsFaultsAtTheirPlace(rule: String, text: String, message: String?) throws {
    let marked = MarkedText(carets: text)
    var sink = DiagnosticSink()
    _ = Sample(marked.source, into: &sink)
    let finding = try #require(sink.diagnostics.first)
    #expect(sink.diagnostics.count == 1)
    #expect(finding.rule.name == rule)
    if let message { #expect(finding.message == message) }
    #expect(finding.shows(marked.spans[0], in: marked.source), "\(finding.rendered)")
  }

  @Test(arguments: [
    ("zebra: 1\n", "known keys: align, inset, size, tags, title, wide"),
    ("size: 7px\n", "write 7, without a unit; lengths are CSS pixels"),
    ("size: 7.5\n", "because"),
    ("inset: {}\n", "say how far"),
    ("align: left\n", "one of: start, center, end"),
    ("tags: x\n", "write a list with one item as `[x]`"),
  ]) func helpSaysHowToFixIt(text: String, help: String) {
    var sink = DiagnosticSink()
    _ = Sample(SourceText(path: "a.md", text: text), into: &sink)
    #expect(sink.diagnostics.map(\.help) == [help])
  }

  /// Numbers and words mean the same with quotes and without.
  @Test(arguments: ["size: 7\nwide: true\nalign: end\n", "size: '7'\nwide: \"true\"\nalign: 'end'\n"])
  func quotesMakeNoDifference(text: String) {
    var sink = DiagnosticSink()
    let sample = Sample(SourceText(path: "a.md", text: text), into: &sink)
    #expect(sink.diagnostics.map(\.rule.name) == [])
    #expect(sample?.size == 7 && sample?.isWide == true && sample?.align == .end)
  }

  @Test func oneErrorHidesNoOther() {
    var sink = DiagnosticSink()
    _ = Sample(SourceText(path: "a.md", text: "tittle: x\nsize: 1.5\nwide: 7\ninset: {x: 1}\n"), into: &sink)
    #expect(
      sink.diagnostics.sortedByPlace().map(\.rule.name) == [
        "unknown-key", "not-whole", "wrong-type", "missing-key", "unknown-key",
      ])
  }
}
