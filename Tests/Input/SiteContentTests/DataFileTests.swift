import Content
import Diagnostics
import SampleSites
import TestSupport
import Testing

/// A shelf whose cards are the rows of one data file.
private func shelf(_ data: String, name: String = "data/apps.csv", keys: String = "") -> ContentTree {
  ContentTree(
    """
    -- Content/apps/_index.md --
    ---
    cards: \(name)
    \(keys)
    ---
    -- Content/apps/\(name) --
    \(data)
    """)
}

private func draw(_ card: Card) -> String {
  let parts: [String?] = [
    card.id, card.title?.text, card.subtitle?.text,
    card.tags.isEmpty ? nil : card.tags.map(\.text).joined(separator: "+"),
    card.body.isEmpty ? nil : card.body.blocks.map { card.source.text(in: $0.range) }.joined(separator: "/"),
  ]
  return parts.compactMap(\.self).joined(separator: "|")
}

@Suite struct DataFileTests {
  @Test(arguments: [
    ("data/apps.csv", "title\nA\nB\n", ["apps/a|A", "apps/b|B"]),
    ("apps.csv", "\u{FEFF}title,subtitle\r\nA,\"x, \"\"y\"\"\"\r\n\r\nB,\r\n", ["apps/a|A|x, \"y\"", "apps/b|B"]),
    ("a.csv", "Title,TAGS\nA,\"x, y z\"\nB,\"x; y, z ;\"\n", ["apps/a|A|x+y z", "apps/b|B|x+y, z"]),
    ("a.csv", "id,title,body\norg.x.Y,A,\"one\n\ntwo \"\"2\"\"\"\n", ["apps/org.x.Y|A|one/two \"2\""]),
    ("a.csv", "slug,title\nfirst,A\n,Über-Größe 2!\n", ["apps/first|A", "apps/über-größe-2|Über-Größe 2!"]),
    ("a.csv", "title,draft,weight\nA,TRUE,1\nB,False,2\nC,,1\n", ["apps/c|C", "apps/b|B"]),
    ("a.csv", "body\n# Heading\n", ["apps/heading|Heading"]),
    ("a.csv", "title\nback\\slash \"q\" 'a'\n", ["apps/back-slash-q-a|back\\slash \"q\" 'a'"]),
    ("a.csv", "title\nnull\n\"~\"\ntrue\n", ["apps/null|null", "apps/true|true"]),
    ("a.json", "[{\"title\": \"A\", \"tags\": [\"x, y\", 3]}, {\"title\": 7}]", ["apps/a|A|x, y+3", "apps/7|7"]),
    ("a.json", "[{\"title\": \"\\u0041\\n\\ud83d\\ude00\", \"body\": \"a\\tb\"}]", ["apps/a|A \u{1F600}|a\tb"]),
    ("a.json", "[{\"title\": \"A\", \"tags\": \"x, y\", \"subtitle\": null}]", ["apps/a|A|x, y"]),
    ("a.ndjson", "{\"title\": \"A\"}\n\n{\"title\": \"B\"}\r\n", ["apps/a|A", "apps/b|B"]),
    ("a.jsonl", "{\"title\": \"A\"}", ["apps/a|A"]),
  ])
  func rows(name: String, data: String, cards: [String]) {
    let tree = shelf(data, name: name)
    let wanted = data.contains("~") ? ["id-missing"] : []
    #expect(tree.rules == wanted, "\(tree.rendered)")
    #expect(tree.library.pages[0].shelves.flatMap(\.cards).map(draw) == cards)
  }

  /// The separator is detected from the first rows.
  @Test(arguments: [
    ("title;subtitle\nA;1,50\nB;2,75\n", "", ["apps/a|A|1,50", "apps/b|B|2,75"]),
    ("title\tsubtitle\nA\tx, y\n", "", ["apps/a|A|x, y"]),
    ("title|subtitle\nA|x; y\n", "", ["apps/a|A|x; y"]),
    ("\"title\";\"subtitle\"\r\n\"A, B; C\";\"x;,y\"\r\n", "", ["apps/a-b-c|A, B; C|x;,y"]),
    ("title,subtitle\n\"A; B\",x;y\n", "", ["apps/a-b|A; B|x;y"]),
    ("title,subtitle\nA;,\nB;,b\n", "", ["apps/a|A;", "apps/b|B;|b"]),
    ("title\nA; B | C\n", "", ["apps/a-b-c|A; B | C"]),
    ("title,subtitle;body\nA,x;*y*\n", "delimiter: comma", ["apps/a|A"]),
    ("title,subtitle;body\nA,x;*y*\n", "delimiter: ;", []),
    ("title;subtitle;;\nA;b;;\nB;c\n", "delimiter: semicolon", ["apps/a|A|b", "apps/b|B|c"]),
  ])
  func delimiters(data: String, keys: String, cards: [String]) {
    let tree = shelf(data, keys: keys)
    #expect(tree.library.pages[0].shelves.flatMap(\.cards).map(draw) == cards, "\(tree.rendered)")
  }

  /// The extension says that tabs separate columns; `delimiter` overrides it.
  @Test(arguments: [
    ("title\tsubtitle, short\nA, B\tb, c\n", "fields: { subtitle: \"subtitle, short\" }", ["apps/a-b|A, B|b, c"]),
    ("title;subtitle\nA;b\n", "delimiter: semicolon", ["apps/a|A|b"]),
  ])
  func tabSeparatedValues(data: String, keys: String, cards: [String]) {
    let tree = shelf(data, name: "apps.tsv", keys: keys)
    #expect(tree.rendered == "")
    #expect(tree.library.pages[0].shelves.flatMap(\.cards).map(draw) == cards)
  }

  /// Text that is valid UTF-8 is almost never in another encoding.
  @Test(
    arguments: [
      ("title\nM\u{F6}hre\n".unicodeScalars.map { UInt8($0.value) }, nil), (Array("title\nMohre\n".utf8), nil),
      (Array("\u{FEFF}title\nMöhre\n".utf8), nil),
      (Array("title\nMöhre\n".utf8), SourcePosition(line: 2, column: 2)),
    ] as [([UInt8], SourcePosition?)])
  func doubtfulEncodings(bytes: [UInt8], position: SourcePosition?) {
    var sink = DiagnosticSink()
    _ = readTable(SourceText(path: "a.csv", bytes: bytes), encoding: .windows1252, into: &sink)
    #expect(sink.diagnostics.map(\.rule.name) == (position == nil ? [] : ["data-encoding-doubtful"]))
    #expect(sink.diagnostics.first?.position == position)
    #expect(sink.diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test func shortAndBlankRows() {
    let tree = shelf("title,subtitle,footer\nA\n,,\nB,b\n,\nC,c,d,,\n")
    #expect(tree.rules == ["csv-short-rows", "csv-blank-rows"], "\(tree.rendered)")
    #expect(tree.findings.allSatisfy { $0.severity == .warning })
    #expect(tree.cardIDs == ["apps/a", "apps/b", "apps/c"])
  }

  /// A quotation mark is a value; an empty pair of quotation marks is not.
  @Test(arguments: [("\"\"\"\"", false), ("\"\"", true), ("\" \"", true), ("x\"", false)])
  func quotationMarksAreValues(cell: String, isBlank: Bool) {
    let tree = shelf("title,subtitle\nA,b\n,\(cell)\n")
    #expect(tree.rules.contains("csv-blank-rows") == isBlank, "\(tree.rendered)")
  }

  /// Findings are at the lines and columns that an editor shows.
  @Test(arguments: ["utf-16le", "utf-16be", "utf-8", "windows-1252"])
  func encodings(name: String) {
    let text = "title;footer\nMöhre;1 €\nÄpfel;\"x\"é\n"
    let units = "\u{FEFF}\(text)".utf16
    let bytes: [UInt8] =
      switch name {
      case "utf-16le": units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
      case "utf-16be": units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      case "utf-8": Array("\u{FEFF}\(text)".utf8)
      default: text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8(truncatingIfNeeded: $0.value) }
      }
    var sink = DiagnosticSink()
    // A byte order mark takes precedence over the settings.
    let table = readTable(SourceText(path: "a.csv", bytes: bytes), encoding: .windows1252, into: &sink)
    #expect(table.texts(ofColumn: "title") == ["Möhre"])
    #expect(table.texts(ofColumn: "footer") == ["1 €"])
    #expect(sink.diagnostics.map(\.rule.name) == ["csv-text-after-quote"])
    #expect(sink.diagnostics.first?.position == SourcePosition(line: 3, column: 10))
  }

  /// Without a byte order mark, UTF-16 cannot be recognised, and every second byte would be a character.
  @Test(arguments: [nil, DataEncoding.windows1252])
  func utf16WithoutAByteOrderMark(encoding: DataEncoding?) {
    let bytes = "title;subtitle\nÄ;b\n".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    for bytes in [bytes, [0] + bytes.dropLast()] {
      var sink = DiagnosticSink()
      #expect(readTable(SourceText(path: "a.csv", bytes: bytes), encoding: encoding, into: &sink).rowCount == 0)
      #expect(sink.diagnostics.map(\.rule.name) == ["data-not-utf8"])
      #expect(sink.diagnostics.first?.message.contains("UTF-16") == true)
    }
  }

  @Test(arguments: [[0xFF, 0xFE, 0x41], [0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00], [0x41, 0xE9]] as [[UInt8]])
  func refusesInvalidBytes(bytes: [UInt8]) {
    var sink = DiagnosticSink()
    #expect(readTable(SourceText(path: "a.csv", bytes: bytes), into: &sink).rowCount == 0)
    #expect(sink.diagnostics.map(\.rule.name) == ["data-not-utf8"])
  }

  @Test func columnsByName() {
    let data = "Name,Sub,Kind,Text,Key,weight\nA,B,x;y,*c*,k,ignored\n"
    let keys = "fields: { title: Name, subtitle: Sub, tags: Kind, body: Text, id: Key, weight: }"
    let tree = shelf(data, keys: keys)
    #expect(tree.rendered == "")
    #expect(tree.library.pages[0].shelves[0].cards.map(draw) == ["apps/k|A|B|x+y|*c*"])
  }

  /// Each finding is at its cause in the data file.
  @Test(arguments: [
    ("data-column-unused", "a.csv", "title,⟦Weight kg⟧\nA,1\n"),
    ("data-column-twice", "a.csv", "title,⟦title⟧\nA,B\n"),
    ("csv-cell-count", "a.csv", "title,subtitle\nA,b,⟦c⟧\nB,\n"),
    ("csv-short-rows", "a.csv", "title,subtitle\nA⟦⟧\nB,\nC\n"),
    ("csv-blank-rows", "a.csv", "title,subtitle\n⟦,⟧\nB,\n  \n , \n"),
    ("data-empty", "a.csv", "title,subtitle\n"),
    ("csv-quote-unclosed", "a.csv", "title,subtitle\nB,\nA,⟦\"⟧b\n"),
    ("csv-text-after-quote", "a.csv", "title,subtitle\nA,\"b\"⟦c⟧\nB,\n"),
    ("title-missing", "a.csv", "title,subtitle\n⟦⟧,b\nB,\n"),
    ("id-duplicate", "a.csv", "title\nB\n⟦b⟧\n"),
    ("id-duplicate", "a.csv", "id,title\nb,B\n⟦b⟧,C\n"),
    ("id-invalid", "a.csv", "id,title\n⟦a/b⟧,A\nb,B\n"),
    ("id-invalid", "a.csv", "id,title\n⟦a b⟧,A\nb,B\n"),
    ("id-missing", "a.csv", "title\n⟦!⟧\nB\n"),
    ("date-invalid", "a.csv", "title,date\nA,⟦31 July⟧\nB,\n"),
    ("wrong-type", "a.csv", "title,weight\nA,⟦ten⟧\nB,\n"),
    ("wrong-type", "a.csv", "title,draft\nA,⟦soon⟧\nB,\n"),
    ("wrong-type", "a.csv", "title,weight\nA,⟦-⟧\nB,null\n"),
    ("yaml-duplicate-key", "a.csv", "title,publish_date,publishDate\nA,2020-01-01,⟦2020-01-01⟧\nB,,\n"),
    ("too-many-marks", "a.csv", "title,tags\nA,\"x; ⟦a\(String(repeating: "\u{301}", count: 40))⟧\"\nB,\n"),
    ("link-refused", "a.csv", "title,link\nA,⟦javascript:x⟧\nB,\n"),
    ("link-refused", "a.csv", "title,body\nA,\"say \"\"x\"\"\n\nä [y](⟦javascript:x⟧)\"\nB,\n"),
    ("link-missing", "a.csv", "title,body\nA,\"\"\"\"\"[not] ⟦[y](x.md)⟧\"\nB,\n"),
    ("image-missing", "a.csv", "title,image\nA,⟦a.svg⟧\nB,\n"),
    ("yaml-control-character", "a.csv", "title\n⟦\"a\"\"\u{7}\"⟧\nB\n"),
    ("character-lost", "a.csv", "title\na⟦\u{FFFD}⟧\nB\n"),
    ("not-utf8", "a.csv", "title,body\nA,a⟦\u{0}⟧\nB,\n"),
    ("key-unsuitable", "a.csv", "title,span\nA,⟦2⟧\nB,\n"),
    ("key-unsuitable", "a.csv", "title,span\nA,⟦\"full\"⟧\nB,\n"),
    ("duplicate-value", "a.csv", "title,tags\nA,x; y; ⟦x⟧\nB,\n"),
    ("link-missing", "a.json", "[{\"title\": \"B\", \"tags\": [{\"label\": \"x\", \"href\": ⟦\"x.md\"⟧}]}]"),
    ("link-refused", "a.json", "[{\"title\": \"B\", \"tags\": [\"y\", {\"label\": \"x\", \"href\": ⟦\"//x\"⟧}]}]"),
    ("missing-key", "a.json", "[{\"title\": \"B\", \"tags\": [⟦{\"label\": \"x\"}⟧]}]"),
    ("json-syntax", "a.json", "[{\"title\": \"B\"},\n {\"title\": ⟦x⟧}]"),
    ("json-syntax", "a.json", "[{\"title\": \"B\"}⟦,⟧]"),
    ("json-syntax", "a.ndjson", "{\"title\": \"B\"}⟦,⟧\n"),
    ("json-no-list", "a.json", "⟦{⟧\"title\": \"B\"}"),
    ("json-no-list", "a.json", "⟦7⟧"),
    ("json-no-list", "a.json", "{\"count\": [1], \"data\": ⟦[⟧{\"title\": \"B\"}], \"more\": [{}]}"),
    ("json-syntax", "a.ndjson", "{\"title\": \"A\"⟦⟧\n{\"title\": \"B\"}"),
    ("json-row-no-object", "a.json", "[⟦\"A\"⟧, {\"title\": \"B\"}]"),
    ("json-key-twice", "a.json", "[{\"title\": \"B\", \"title\": ⟦\"B\"⟧}]"),
    ("wrong-type", "a.json", "[{\"title\": ⟦[1]⟧}, {\"title\": \"B\"}]"),
    ("wrong-type", "a.json", "[{\"title\": \"A\", \"tags\": ⟦{\"a\": 1}⟧}, {\"title\": \"B\"}]"),
    ("wrong-type", "a.json", "[{\"title\": \"A\", \"body\": ⟦[\"a\"]⟧}, {\"title\": \"B\"}]"),
    ("wrong-type", "a.ndjson", "{\"title\": \"A\", \"body\": ⟦{\"a\": 1}⟧}\n{\"title\": \"B\"}"),
    ("link-missing", "a.json", "[{\"title\": \"A\", \"body\": \"\\u00e4\\n\\n⟦[y](x.md)⟧\"}, {\"title\": \"B\"}]"),
  ])
  func findings(rule: String, name: String, marked: String) {
    let tree = shelf(marked, name: name)
    #expect(tree.rules == [rule], "\(tree.rendered)")
    for (finding, mark) in zip(tree.findings, tree.marks) {
      let isAtNothing = mark.range.lower == mark.range.upper
      let expected = mark.source.position(at: mark.range.lower)
      let isThere = isAtNothing ? finding.position == expected : finding.shows(mark.range, in: mark.source)
      #expect(isThere, "\(finding.rendered)")
    }
    // Valid parts are kept.
    if !["data-column-unused", "data-column-twice", "data-empty"].contains(rule), !["json-no-list"].contains(rule) {
      #expect(tree.cardIDs.contains("apps/b"))
    }
  }

  @Test(arguments: [
    (
      #"{"data": [{"title": "A"}]}"#, "the rows are under the key `data`, and not at the top of the file",
      "put only the list into the file, which begins with [ then: jq '.data' a.json > cards.json"
    ),
    (
      #"{"result": {"my items": [{"title": "A"}]}}"#,
      "the rows are under the key `result.my items`, and not at the top of the file",
      #"put only the list into the file, which begins with [ then: jq '.["result"]["my items"]' a.json > cards.json"#
    ),
    ("{}", "the file is not a list of cards", "the file is a list of objects, one for each card: [{\"title\": \"…\"}]"),
  ])
  func saysWhereTheListIs(text: String, message: String, help: String) {
    let tree = shelf(text, name: "a.json")
    #expect(tree.findings.map(\.message) == [message])
    #expect(tree.findings.map(\.help) == [help])
  }

  @Test(arguments: [
    ("data-file-missing", "cards: ⟦data/none.csv⟧"),
    ("data-file-missing", "cards: ⟦../apps.csv⟧"),
    ("data-file-unsuitable", "cards: ⟦/etc/apps.csv⟧"),
    ("data-file-unsuitable", "cards: ⟦../../apps.csv⟧"),
    ("data-file-unsuitable", "cards: ⟦apps.xls⟧"),
    ("key-unsuitable", "⟦delimiter⟧: tab"),
    ("key-unsuitable", "⟦encoding⟧: utf-8"),
    ("key-unsuitable", "cards: apps.json\n⟦delimiter⟧: comma"),
    ("key-unsuitable", "cards: apps.JSONL\n⟦delimiter⟧: tab"),
    ("unknown-value", "cards: apps.csv\nfields: { title: Name, subtitle: Subtitle }\ndelimiter: ⟦colon⟧"),
    ("data-column-unknown", "cards: apps.csv\nfields: { title: Name, subtitle: ⟦Subtitel⟧ }"),
    ("unknown-key", "cards: apps.csv\nfields: { title: Name, ⟦subtitel⟧: Subtitle }"),
    ("wrong-type", "cards: apps.csv\nfields: { title: Name, subtitle: ⟦[Subtitle]⟧ }"),
  ])
  func findingsOfTheShelf(rule: String, yaml: String) {
    let tree = ContentTree(
      """
      -- Content/shelf/_index.md --
      ---
      \(yaml)
      ---
      -- Content/shelf/apps.csv --
      Name,Subtitle
      A,B
      -- Content/shelf/apps.json --
      [{"title": "A"}]
      -- Content/shelf/apps.JSONL --
      {"title": "A"}
      """, without: ["data-file-unused"])
    #expect(tree.rules == [rule], "\(tree.rendered)")
    for (finding, mark) in zip(tree.findings, tree.marks) { #expect(finding.shows(mark.range, in: mark.source)) }
  }

  @Test func rowsBesideFilesAndSections() {
    let tree = ContentTree(
      """
      -- Content/apps/_index.md --
      ---
      arrangement: grid
      cards: apps.csv
      ---
      -- Content/apps/apps.csv --
      title,body
      Z,
      A,See [c](#apps/more/c).
      -- Content/apps/file.md --
      # File
      -- Content/apps/more/_index.md --
      ---
      kind: section
      cards: ../more.json
      ---
      -- Content/apps/more.json --
      [{"title": "C"}]
      """)
    #expect(tree.rendered == "")
    #expect(tree.cardIDs == ["apps/file", "apps/z", "apps/a", "apps/more/c"])
    let sources = tree.library.pages[0].shelves[0].cards.map(\.source.path)
    #expect(sources.suffix(2) == ["Content/apps/apps.csv", "Content/apps/more.json"])
  }

  /// Two shelves on different pages may show the same rows. A link in a row leads to a card on either page.
  @Test func oneFileOnTwoPages() {
    let tree = ContentTree(
      """
      -- Content/a/_index.md --
      ---
      kind: page
      ---
      -- Content/a/x/_index.md --
      ---
      cards: ../../all.csv
      ---
      -- Content/b/_index.md --
      ---
      kind: page
      ---
      -- Content/b/y/_index.md --
      ---
      cards: ../../all.csv
      ---
      -- Content/all.csv --
      title,body
      One,[two](#b/y/two)
      Two,[two](#a/x/two)
      """)
    #expect(tree.rendered == "")
    #expect(tree.cardIDs == ["a/x/one", "a/x/two", "b/y/one", "b/y/two"])
  }

  @Test func duplicateIdsNameBothRows() {
    let tree = shelf("title\nA\n\"B\nb\"\nA\n")
    #expect(
      tree.findings.map(\.message) == ["the card id `a` is taken by Content/apps/data/apps.csv:2; this card is a-2"])
    #expect(
      tree.findings.first?.help?.contains("Content/apps/data/apps.csv:2 and Content/apps/data/apps.csv:5") == true)
  }

  @Test func invalidBytes() {
    var sink = DiagnosticSink()
    let bytes = Array("title\nä\n".utf8) + [0xC3] + Array("x\n".utf8)
    let table = readTable(SourceText(path: "Content/a/a.csv", bytes: bytes), into: &sink)
    #expect(table.rowCount == 0)
    #expect(sink.diagnostics.map(\.rule.name) == ["data-not-utf8"])
    #expect(sink.diagnostics.first?.position == SourcePosition(line: 3, column: 1))
  }

  @Test func depthAndNumberOfRows() {
    let deep = shelf("[{\"title\": \"A\"}, " + String(repeating: "[", count: 100), name: "a.json")
    #expect(deep.rules == ["json-syntax"])
    #expect(deep.cardIDs == ["apps/a"])
    var sink = DiagnosticSink()
    let many = "title\n" + String(repeating: "a\n", count: 50_001)
    #expect(readTable(SourceText(path: "a.csv", text: many), into: &sink).rowCount == 50_000)
    #expect(sink.diagnostics.map(\.rule.name) == ["data-too-many-rows"])
    #expect(sink.diagnostics.first?.position?.line == 50_002)
  }

  /// Columns beyond the limit are reported at the first of them.
  @Test(arguments: [
    ("a.csv", "title," + names(999) + "\n", SourcePosition?.none),
    ("a.csv", "title," + names(1000) + "\nA\n", SourcePosition(line: 1, column: 4892)),
    ("a.json", "[{\"title\": \"A\"},\n{" + names(999, json: true) + "}]", nil),
    ("a.json", "[{\"title\": \"A\"},\n{" + names(1000, json: true) + "}]", SourcePosition(line: 2, column: 8890)),
    ("a.ndjson", "{\"title\": \"A\"}\n{" + names(3000, json: true) + "}", SourcePosition(line: 2, column: 8890)),
  ])
  func numberOfColumns(name: String, data: String, position: SourcePosition?) {
    var sink = DiagnosticSink()
    _ = readTable(SourceText(path: name, text: data), into: &sink)
    let found = sink.diagnostics.filter { $0.rule.name == "data-too-many-columns" }
    #expect(found.compactMap(\.position) == (position.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.severity == .error })
  }

  /// Returns `c0,c1` or `"c0":1,"c1":1`.
  private static func names(_ count: Int, json: Bool = false) -> String {
    (0..<count).map { json ? "\"c\($0)\":1" : "c\($0)" }.joined(separator: ",")
  }

  /// A row equals the same row in another version of its file if it has the same place.
  @Test func equalityOfRows() {
    func cards(_ data: String) -> [Card] { shelf(data).library.pages[0].shelves[0].cards }
    let first = cards("title\nA\nB\n")
    #expect(first == cards("title\nA\nB\n"))
    let edited = cards("title\nA\nB2\n")
    #expect(first[0] == edited[0])
    #expect(first[1] != edited[1])
    #expect(first[0] != cards("title\n\nA\n")[0])
  }
}
