import Arrangements
import Diagnostics
import SampleSites
import ShelfArrangements
import TestSupport
import Testing

@testable import Content

private func read(_ text: String, path: String = "Content/planets/_index.md")
  -> (index: IndexFile, findings: [Diagnostic], source: SourceText)
{
  let source = SourceText(path: path, text: text)
  var sink = DiagnosticSink()
  let index = readIndex(source, into: &sink)
  return (index, sink.diagnostics, source)
}

@Suite struct IndexTests {
  /// Other programs write quotes around any value.
  @Test(arguments: [
    "arrangement: grid", "maxCardHeight: auto", "maxCardHeight: { compact: auto }", "cardWidth: 240",
    "columns: { min: 240 }", "columns: { compact: 1, large: 4 }", "columnRule: tolerant(16)", "snap: center",
    "heightMode: row", "inset: 8", "inset: { top: 8 }", "sort: date", "limit: 12", "draft: true", "weight: 3",
    "kind: shelf",
    "columnToggle: true", "spacing: 16",
  ])
  func quotesMakeNoDifference(line: String) {
    let quoted = line.replacing(/(: )([^ {},]+)/) { "\($0.1)\"\($0.2)\"" }
    #expect(quoted != line)
    let (plain, other) = (read("---\n\(line)\n---\n"), read("---\n\(quoted)\n---\n"))
    #expect(other.findings.map(\.rule.name) == plain.findings.map(\.rule.name))
    let (index, same) = (plain.index, other.index)
    #expect(index.settings.arrangement == same.settings.arrangement && index.settings.snap == same.settings.snap)
    #expect(index.settings.maxCardHeight == same.settings.maxCardHeight && index.settings.inset == same.settings.inset)
    #expect(index.settings.columns == same.settings.columns && index.settings.cardWidth == same.settings.cardWidth)
    #expect(index.settings.columnRule == same.settings.columnRule && index.settings.spacing == same.settings.spacing)
    #expect(
      index.limit == same.limit && index.visibility.isDraft == same.visibility.isDraft && index.weight == same.weight)
  }

  @Test func everyKeyOfAShelf() {
    let (index, findings, source) = read(
      """
      ---
      title: Planets
      kind: shelf
      arrangement: waterfall
      maxCardHeight: { compact: 420 }
      clamp: exact
      lineSpacing: { compact: 240, expanded: 280 }
      inset: { top: 8, bottom: 16 }
      spacing: 16
      columns: { compact: 1, large: 4 }
      columnRule: round-robin
      cellPadding: 0
      card: compactRow
      lang: de
      dir: rtl
      sort: date
      limit: 12
      draft: true
      weight: 3
      ---
      """)
    #expect(findings == [])
    #expect(index.kind == .shelf)
    #expect(index.title?.text == "Planets")
    #expect(index.settings.arrangement == .waterfall)
    #expect(index.settings.lineSpacing?.base == nil)
    #expect(index.settings.lineSpacing?.named == ["compact": 240, "expanded": 280])
    #expect(index.settings.widthClasses.allSatisfy { source.text(in: $0.range) == $0.text })
    #expect(index.settings.maxCardHeight?.named == ["compact": 420])
    #expect(index.settings.clamp == .exact)
    #expect(index.settings.inset == ByWidthClass(base: EdgeLengths(top: 8, bottom: 16)))
    #expect(index.settings.spacing?.base == 16)
    #expect(index.settings.columns?.value(upTo: ["compact", "medium", "expanded"]) == 1)
    #expect(index.settings.columnRule == .roundRobin)
    #expect(index.settings.cellPadding == 0)
    #expect(index.settings.anatomy?.text == "compactRow")
    #expect(index.language?.text == "de")
    #expect(index.direction == .rtl)
    #expect(index.sort == .date)
    #expect(index.limit == 12)
    #expect(index.visibility.isDraft)
    #expect(index.weight == 3)
  }

  @Test func oneNumberSetsAllEdges() {
    let (index, findings, _) = read("---\ninset: 7\n---\n")
    #expect(findings == [])
    #expect(index.settings.inset == ByWidthClass(base: EdgeLengths(top: 7, leading: 7, bottom: 7, trailing: 7)))
  }

  @Test func edgesByWidthClass() {
    let (index, findings, source) = read("---\ninset: { compact: { top: 4 }, expanded: 9 }\n---\n")
    #expect(findings == [])
    #expect(index.settings.inset?.value(upTo: ["compact", "medium"]) == EdgeLengths(top: 4))
    #expect(
      index.settings.inset?.value(upTo: ["compact", "medium", "expanded"])
        == EdgeLengths(top: 9, leading: 9, bottom: 9, trailing: 9))
    #expect(index.settings.widthClasses.map { source.text(in: $0.range) } == ["compact", "expanded"])
  }

  @Test func everyKeyOfAPage() {
    let (index, findings, source) = read(
      "---\ntitle: Sky\nkind: page\nlang: ar\ndir: ltr\nshelves: [planets, b]\nweight: 1\ndraft: false\n"
        + "textSize: accessibilityLarge\n---\n# Hello\n\nText"
    )
    #expect(findings == [])
    #expect(index.kind == .page)
    #expect(index.shelves?.map(\.text) == ["planets", "b"])
    #expect(index.textSize == .accessibility2)
    #expect(index.introduction.blocks.map { source.text(in: $0.range) } == ["# Hello", "Text"])
  }

  @Test func pageWithoutATitleUsesItsHeading() {
    let (index, findings, _) = read("# Hello\n\nText", path: "Content/_index.md")
    #expect(findings == [])
    #expect(index.kind == .page)
    #expect(index.title?.text == "Hello")
    #expect(index.introduction.blocks.count == 1)
  }

  @Test(arguments: [
    ("unknown-value", "arrangement: ⟦shelv⟧"),
    ("out-of-range", "cardWidth: ⟦39⟧"),
    ("out-of-range", "cardWidth: { compact: ⟦4001⟧, large: 50 }"),
    ("out-of-range", "maxCardHeight: ⟦19⟧"),
    ("out-of-range", "inset: ⟦1001⟧"),
    ("out-of-range", "inset: { top: ⟦-1⟧ }"),
    ("unknown-key", "inset: { ⟦left⟧: 1 }"),
    ("out-of-range", "spacing: ⟦99999999999999999999⟧"),
    ("wrong-type", "spacing: ⟦16px⟧"),
    ("wrong-type", "arrangement: grid\ncolumns: ⟦[1, 2]⟧"),
    ("out-of-range", "arrangement: grid\ncolumns: ⟦0⟧"),
    ("out-of-range", "arrangement: waterfall\ncolumns: ⟦25⟧"),
    ("out-of-range", "arrangement: grid\ncolumns: { min: ⟦39⟧ }"),
    ("unknown-key", "arrangement: grid\ncolumns: { min: 40, ⟦max⟧: 3 }"),
    ("unknown-value", "arrangement: waterfall\ncolumnRule: ⟦balance⟧"),
    ("unknown-value", "arrangement: waterfall\ncolumnRule: ⟦tolerant(-1)⟧"),
    ("unknown-value", "arrangement: waterfall\ncolumnRule: ⟦tolerant(10001)⟧"),
    ("unknown-value", "arrangement: waterfall\ncolumnRule: ⟦tolerant()⟧"),
    ("out-of-range", "arrangement: waterfall\ncellPadding: ⟦1001⟧"),
    ("key-unsuitable", "⟦columns⟧: 2"),
    ("key-unsuitable", "arrangement: list\n⟦cardWidth⟧: 200"),
    ("key-unsuitable", "arrangement: grid\n⟦columnRule⟧: shortest"),
    ("key-unsuitable", "arrangement: grid\n⟦cellPadding⟧: 6"),
    ("key-unsuitable", "arrangement: flow\n⟦heightMode⟧: row"),
    ("key-unsuitable", "arrangement: waterfall\n⟦align⟧: center"),
    ("key-unsuitable", "arrangement: list\n⟦snap⟧: item"),
    ("unknown-value", "arrangement: flow\nalign: ⟦left⟧"),
    ("unknown-value", "arrangement: flow\nlastLine: ⟦first⟧"),
    ("unknown-value", "arrangement: flow\nlineAlign: ⟦middle⟧"),
    ("unknown-value", "arrangement: flow\ndistribute: ⟦odd⟧"),
    ("out-of-range", "arrangement: flow\nminCardWidth: ⟦0⟧"),
    ("unknown-value", "arrangement: grid\nheightMode: ⟦shelf⟧"),
    ("wrong-type", "maxCardHeight: ⟦automatic⟧"),
    ("unknown-value", "clamp: ⟦lines⟧"),
    ("unknown-value", "snap: ⟦mandatory⟧"),
    ("unknown-value", "tags: { align: ⟦left⟧ }"),
    ("unknown-value", "tags: { lastLine: ⟦first⟧ }"),
    ("unknown-value", "tags: { distribute: ⟦odd⟧ }"),
    ("out-of-range", "tags: { maxRows: ⟦-1⟧ }"),
    ("out-of-range", "tags: { maxRows: { compact: ⟦1001⟧, large: 1 } }"),
    ("unknown-key", "tags: { ⟦spacing⟧: 4 }"),
    ("wrong-type", "tags: ⟦2⟧"),
    ("out-of-range", "maxLines: { title: ⟦0⟧ }"),
    ("unknown-key", "maxLines: { ⟦body⟧: 3 }"),
    ("wrong-type", "maxLines: ⟦3⟧"),
    ("unknown-key", "kind: section\n⟦arrangement⟧: grid"),
    ("text-empty", "card: ⟦''⟧"),
    ("unknown-value", "sort: ⟦size⟧"),
    ("out-of-range", "limit: ⟦0⟧"),
    ("out-of-range", "limit: ⟦100001⟧"),
    ("unknown-value", "kind: ⟦pages⟧"),
    ("unknown-key", "⟦shelves⟧: [a]"),
    ("unknown-key", "kind: page\n⟦columns⟧: 1"),
    ("duplicate-value", "kind: page\nshelves: [a, ⟦a⟧]"),
    ("class-never-counts", "arrangement: grid\ncolumns: { ⟦compact⟧: 1, portrait: 2, landscape: 3, compactHeight: 1 }"),
    ("wrong-type", "arrangement: waterfall\ncellPadding: ⟦{ landscape: 3 }⟧"),
    ("wrong-type", "kind: page\nshelves: [a, ⟦[b]⟧]"),
    ("wrong-type", "tags: { maxRows: { compact: ⟦[1]⟧ } }"),
  ])
  func badValue(rule: String, yaml: String) {
    let marked = MarkedText("---\n\(yaml)\n---\n")
    let (_, findings, source) = read(marked.text)
    #expect(findings.map(\.rule.name) == [rule])
    #expect(marked.spans.count == 1 && findings.first?.shows(marked.spans[0], in: source) == true)
  }

  @Test func tagsAndLinesOfAShelf() {
    let (index, findings, source) = read(
      """
      ---
      tags: { align: fill-space, lastLine: same, distribute: even, maxRows: { compact: 1, large: 0 } }
      maxLines: { eyebrow: 3, title: { medium: 1 }, subtitle: 2 }
      ---
      """)
    #expect(findings == [])
    #expect(
      index.settings.tags.align == .fillSpace && index.settings.tags.lastLine == .same
        && index.settings.tags.distribute == .even)
    #expect(index.settings.tags.maxRows?.named == ["compact": 1, "large": 0])
    #expect(index.settings.widthClasses.map { source.text(in: $0.range) }.contains("large"))
    #expect(index.settings.maxLines[.eyebrow]?.base == 3 && index.settings.maxLines[.subtitle]?.base == 2)
    #expect(index.settings.maxLines[.title]?.named == ["medium": 1])
    #expect(read("---\ntitle: A\n---\n").index.settings.tags == TagSettings())
  }

  @Test func everyKeyOfAFlow() {
    let (index, findings, _) = read(
      """
      ---
      arrangement: flow
      cardWidth: 300
      minCardWidth: { compact: 80 }
      align: fill-space
      lastLine: same
      lineAlign: baseline
      distribute: even
      ---
      """)
    #expect(findings == [])
    #expect(index.settings.cardWidth?.base == 300)
    #expect(
      index.settings.flow
        == FlowSettings(
          align: .fillSpace, lastLine: .same, lineAlign: .baseline, distribute: .even,
          minCardWidth: index.settings.flow.minCardWidth))
    #expect(index.settings.flow.minCardWidth?.named == ["compact": 80])
  }

  @Test(arguments: [
    ("shortest", ColumnRuleName.shortest), ("round-robin", .roundRobin), ("balanced", .balanced),
    ("tolerant(0)", .tolerant(0)), ("tolerant(16)", .tolerant(16)),
  ])
  func columnRules(text: String, rule: ColumnRuleName) {
    let (index, findings, _) = read("---\narrangement: waterfall\ncolumnRule: \(text)\n---\n")
    #expect(findings == [])
    #expect(index.settings.columnRule == rule)
  }

  @Test func columnsOfAMinimumWidth() {
    let (index, findings, _) = read("---\narrangement: grid\ncolumns: { min: 160 }\n---\n")
    #expect(findings == [])
    #expect(index.settings.columns == ByWidthClass(base: .minimumWidth(160)))
  }

  @Test func namesArrangementsThatUseAKey() {
    let (_, findings, _) = read("---\narrangement: list\ncolumns: 2\n---\n")
    #expect(findings.first?.help == "remove it, or write arrangement: grid or waterfall")
  }

  @Test func aSection() {
    let (index, findings, _) = read(
      "---\nkind: section\ntitle: Giants\ncolumns: 2\ninset: 4\nweight: 2\n---\n",
      path: "Content/planets/giants/_index.md")
    #expect(findings == [])
    #expect(index.kind == .section)
    #expect(index.settings.columns?.base == 2)
    #expect(index.settings.inset?.base?.leading == 4)
    #expect(index.weight == 2)
  }

  @Test(arguments: ["kind: ⟦shelf⟧", "⟦weight⟧: 1", "⟦arrangement⟧: shelf"])
  func homePage(yaml: String) {
    let marked = MarkedText("---\n\(yaml)\n---\n")
    let (index, findings, source) = read(marked.text, path: "Content/_index.md")
    #expect(findings.count == 1)
    #expect(findings.first?.shows(marked.spans[0], in: source) == true)
    #expect(index.kind == .page)
  }

  @Test func aShelfShowsNoText() {
    let marked = MarkedText("---\ntitle: a\narrangement: grid\n---\n\n⟦Text⟧\n")
    let (_, findings, source) = read(marked.text)
    #expect(findings.map(\.rule.name) == ["shelf-text"])
    #expect(findings.first?.severity == .warning)
    #expect(findings.first?.shows(marked.spans[0], in: source) == true)
  }
}
