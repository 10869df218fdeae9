import Content
import Diagnostics
import TestSupport
import Testing

struct TableStreamTests {
  private struct ReadTable: Equatable {
    var rows: [String] = []
    var faults: [String] = []
    var findings: [String] = []
  }

  /// Reads a table in pieces of some bytes each.
  private func read(_ bytes: [UInt8], name: String, pieceBytes: Int) -> ReadTable {
    var (table, sink) = (ReadTable(), DiagnosticSink())
    var stream = TableStream(path: name, columns: ["text", "id", "width"], into: &sink)
    var start = 0
    var isEnd = false
    while !isEnd {
      let end = min(start + pieceBytes, bytes.count)
      isEnd = end == bytes.count
      guard let block = stream?.block(adding: Array(bytes[start..<end]), isEnd: isEnd, into: &sink) else { break }
      block.forEachRow { fault in
        let finding = fault.finding
        table.faults.append("\(finding.position?.line ?? 0):\(finding.position?.column ?? 0) [\(finding.rule.name)]")
      } use: { row in
        let cells = (0..<3).map { row.text(ofColumn: $0) ?? "-" }
        table.rows.append("\(row.number) \(row.line) \(cells.joined(separator: "|")) \(row.number(ofColumn: 2) ?? -1)")
      }
      start = end
    }
    table.findings = sink.diagnostics.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0) [\($0.rule.name)]" }
    return table
  }

  @Test(arguments: [
    (
      "a.csv", "id,text,width\na,Save,80\nb,\"one, \"\"two\"\"\nthree\", 90 \n\nc,=\"007\",\n",
      ["2 2 Save|a|80 80", "3 3 one, \"two\"\nthree|b| 90  90", "4 6 007|c|- -1"], [String](), [String]()
    ),
    ("a.csv", "\u{FEFF}sep=;\r\ntext;other\r\nA;x\r\nB;y", ["2 3 A|-|- -1", "3 4 B|-|- -1"], [], []),
    ("a.tsv", "text\twidth\n\"\"\t5\nA, B\t6\n", ["2 2 -|-|5 5", "3 3 A, B|-|6 6"], [], []),
    (
      "a.ndjson",
      "{\"width\": 80, \"text\": \"A\\u00e9\", \"x\": [1]}\n\n{\"text\": null, \"id\": 7}\r\n{\"text\": [\"a\"]}",
      ["1 1 Aé|-|80 80", "3 3 -|7|- -1", "4 4 -|-|- -1"], [], []
    ),
    (
      "a.csv", "text,width\nA,1\nB\nC,2,3\nD,4\n\u{1},5\n", ["2 2 A|-|1 1", "5 5 D|-|4 4"],
      ["3:1 [csv-cell-count]", "4:1 [csv-cell-count]", "6:1 [not-utf8]"], []
    ),
    ("a.csv", "text,width\n\"A\"x,1\nB,2\n", ["3 3 B|-|2 2"], ["2:4 [csv-text-after-quote]"], []),
    ("a.csv", "text\n\"A\nB\n", [], ["2:1 [csv-quote-unclosed]"], []),
    (
      "a.ndjson", "{\"text\": \"A\"}\n[1]\n{\"text\": }\n", ["1 1 A|-|- -1"],
      ["2:1 [json-row-no-object]", "3:10 [json-syntax]"], []
    ),
    ("a.csv", "txt,width\nA,1\n", [], [], ["1:1 [table-column-missing]"]),
    ("a.csv", "text,text\nA,B\n", [], [], ["1:6 [data-column-twice]"]),
    ("a.csv", "text,width\n", [], [], ["1:1 [data-empty]"]),
    ("a.csv", "", [], [], ["0:0 [data-empty]"]),
    ("a.json", "[]", [], [], ["0:0 [table-notation]"]),
    ("a.txt", "text\n", [], [], ["0:0 [table-notation]"]),
  ])
  func rows(name: String, text: String, rows: [String], faults: [String], findings: [String]) {
    let whole = read(Array(text.utf8), name: name, pieceBytes: 1 << 20)
    #expect(whole.rows == rows)
    #expect(whole.faults == faults)
    #expect(
      whole.findings.map { $0.replacing("1:1 [data-empty]", with: "0:0 [data-empty]") }
        == findings.map { $0.replacing("1:1 [data-empty]", with: "0:0 [data-empty]") })
  }

  /// However a table is divided into pieces, its rows are the same, and at the same places.
  @Test(arguments: ["a.csv", "a.tsv", "a.ndjson"])
  func piecesDoNotMatter(name: String) {
    var generator = SeededGenerator(seed: 11)
    let separator = name == "a.tsv" ? "\t" : ","
    for _ in 0..<60 {
      let mark = Bool.random(using: &generator) ? "\u{FEFF}" : ""
      var text = mark + (name == "a.ndjson" ? "" : ["text", "id", "width"].joined(separator: separator) + "\n")
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let words = ["a", "ü日", "\"\"", " ", "x y"].shuffled(using: &generator).joined()
        if name == "a.ndjson" {
          text +=
            Bool.random(using: &generator) ? "{\"id\": \"\(words.replacing("\"", with: ""))\", \"text\": \"b\"}" : ""
          text += "\n"
        } else {
          let cell = Bool.random(using: &generator) ? "\"\(words)\n\(separator)\"" : words.replacing("\"", with: "")
          text += ["t", cell, "7"].joined(separator: separator) + (Bool.random(using: &generator) ? "\r\n" : "\n")
        }
      }
      let whole = read(Array(text.utf8), name: name, pieceBytes: 1 << 20)
      // The separator is detected in the first piece.
      for pieceBytes in [16, 17, 23, 64] where name != "a.csv" || pieceBytes > 16 {
        #expect(read(Array(text.utf8), name: name, pieceBytes: pieceBytes) == whole, "\(text)")
      }
    }
  }

  @Test func limits() {
    let wide = Array(("text" + String(repeating: ",a", count: 1_000_000) + "\n").utf8)
    #expect(read(wide, name: "a.csv", pieceBytes: 1 << 18).findings == ["1:2004 [data-too-many-columns]"])
    let long = Array(("text\nA\n\"" + String(repeating: "b", count: 3 << 20)).utf8)
    let table = read(long, name: "a.csv", pieceBytes: 1 << 18)
    #expect(table.rows == ["2 2 A|-|- -1"])
    #expect(table.findings == ["3:1 [table-row-too-long]"])
    let invalid = [UInt8]("text\nA\n".utf8) + [0xFF, 0x0A, 0x42, 0x0A]
    #expect(read(invalid, name: "a.csv", pieceBytes: 1 << 18).rows == ["2 2 A|-|- -1", "4 4 B|-|- -1"])
  }
}
