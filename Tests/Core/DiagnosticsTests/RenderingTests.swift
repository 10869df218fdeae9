import Testing

@testable import Diagnostics

@Suite struct RenderingTests {
  static let rule = Diagnostic.Rule("image-missing")

  /// A finding about the text between `<` and `>`.
  static func finding(_ marked: String, message: String = "no such image", help: String? = nil) -> Diagnostic {
    let bytes = Array(marked.utf8)
    let lower = bytes.firstIndex(of: 0x3C) ?? 0
    let upper = (bytes.firstIndex(of: 0x3E) ?? 1) - 1
    let source = SourceText(path: "Content/a.md", bytes: bytes.filter { $0 != 0x3C && $0 != 0x3E })
    return Diagnostic(.error, rule, message, at: SourceRange(lower, upper), in: source, help: help)
  }

  @Test func showsPlaceLineCaretAndHelp() {
    let finding = Self.finding("title: x\nimage: <no.png> # here\n", help: "put it there")
    #expect(
      finding.rendered == """
        Content/a.md:2:8: error: no such image [image-missing]
         2 | image: no.png # here
           |        ^~~~~~
        help: put it there

        """)
  }

  /// A byte order mark is invisible, and editors do not count it.
  @Test func countsNoByteOrderMark() {
    let finding = Self.finding("\u{FEFF}image: <no.png> # here\n")
    #expect(
      finding.rendered == """
        Content/a.md:1:8: error: no such image [image-missing]
         1 | image: no.png # here
           |        ^~~~~~

        """)
    #expect(finding.excerpt?.codeUnitsBefore == 7)
    let whole = Self.finding("<\u{FEFF}>image: no.png\n")
    #expect(whole.position == SourcePosition(line: 1, column: 1))
    #expect(whole.rendered.contains(" 1 | image: no.png\n   | ^\n"))
  }

  @Test func showsAWarningOfAWholeFile() {
    let finding = Diagnostic(.warning, Self.rule, "nothing in it", path: "Content")
    #expect(finding.rendered == "Content: warning: nothing in it [image-missing]\n")
    #expect(finding.position == nil)
  }

  /// The column of the caret and the length of the mark.
  private func caret(of finding: Diagnostic) throws -> (column: Int, length: Int, line: Substring) {
    let lines = finding.rendered.split(separator: "\n")
    // All gutters have the same form: a line number and a bar.
    let gutter = try #require(lines[2].firstIndex(of: "|")).utf16Offset(in: lines[2]) + 2
    let mark = lines[2].dropFirst(gutter)
    let shown = lines[1].dropFirst(gutter)
    return (mark.prefix { $0 == " " }.count, mark.count { $0 != " " }, shown)
  }

  struct Mark: Sendable {
    var marked: String
    var column: Int
    var length: Int
  }

  static let marks = [
    Mark(marked: "<a>bc", column: 0, length: 1),
    Mark(marked: "abc<>", column: 3, length: 1),
    Mark(marked: "äö<üß>", column: 2, length: 2),
    Mark(marked: "\t\t<a>", column: 2, length: 1),
    Mark(marked: "e\u{301}<x>", column: 1, length: 1),
    Mark(marked: "漢字<x>", column: 4, length: 1),
    Mark(marked: "x<漢字>", column: 1, length: 4),
    Mark(marked: "\u{7}<x>", column: 5, length: 1),
    Mark(marked: "x<\u{7}>", column: 1, length: 5),
    Mark(marked: "\u{202E}<x>", column: 8, length: 1),
    Mark(marked: "ab<cd\nef>", column: 2, length: 2),
  ]

  @Test(arguments: marks) func marksTheSpan(_ mark: Mark) throws {
    let caret = try caret(of: Self.finding(mark.marked))
    #expect(caret.column == mark.column)
    #expect(caret.length == mark.length)
  }

  @Test(arguments: [0, 1, 59, 60, 61, 99, 100, 101, 500]) func showsAWindowOfALongLine(_ offset: Int) throws {
    let text = String(repeating: "a", count: offset) + "<needle>" + String(repeating: "b", count: 400)
    let caret = try caret(of: Self.finding(text))
    #expect(caret.line.count <= 100)
    #expect(caret.line.dropFirst(caret.column).hasPrefix("needle"))
    #expect(caret.length == "needle".count)
  }

  @Test func cutsASpanAtTheEndOfTheWindow() throws {
    let caret = try caret(of: Self.finding("<" + String(repeating: "x", count: 1000) + ">"))
    #expect(caret.line.count == 100)
    #expect(caret.length == 100)
  }

  @Test func escapesTerminalControls() {
    var hostile = "\u{1B}[31m\u{0}\u{8}\u{9B}"
    for scalar in [0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF] as [UInt32] {
      hostile.unicodeScalars.append(Unicode.Scalar(scalar) ?? " ")
    }
    let source = SourceText(path: "a\(hostile)\n.md", text: "x\(hostile)")
    let finding = Diagnostic(
      .error, Self.rule, "m\(hostile)\n", at: source.fullRange, in: source, help: "h\(hostile)")
    for scalar in finding.rendered.unicodeScalars where scalar != "\n" {
      let isHarmless = scalar.value >= 0x20 && scalar.value < 0x7F
      #expect(isHarmless, "U+\(String(scalar.value, radix: 16))")
    }
    #expect(finding.rendered.split(separator: "\n").count == 4)
    #expect(finding.rendered.contains("\\u{1b}[31m\\u{0}"))
  }

  @Test func leavesOrdinaryTextAsItIs() {
    let text = "Grüße, שלום, 漢字 👩‍👩‍👧 – “ok” \\u{7}"
    #expect(printable(text) == text)
    #expect(printable("a\tb") == "a b")
    #expect(printable("a\nb") == "a\\u{a}b")
  }
}
