import Diagnostics
import Testing

@Suite struct NearestTests {
  struct Question: Sendable {
    var name: String
    var known: [String]
    var answer: String?
  }

  static let questions = [
    Question(name: "titel", known: ["title", "subtitle", "tags"], answer: "title"),
    Question(name: "Title", known: ["title", "subtitle"], answer: "title"),
    Question(name: "tgas", known: ["tags", "toga"], answer: "tags"),
    Question(name: "subtitel", known: ["title", "subtitle"], answer: "subtitle"),
    Question(name: "colour", known: ["title", "image"], answer: nil),
    Question(name: "x", known: ["y", "z"], answer: nil),
    Question(name: "x", known: ["xy"], answer: "xy"),
    Question(name: "", known: ["a"], answer: nil),
    Question(name: "abc", known: [], answer: nil),
    Question(name: "abd", known: ["abf", "abc", "abe"], answer: "abc"),
    Question(name: "größe", known: ["grösse", "größen"], answer: "größen"),
  ]

  @Test(arguments: questions) func suggestsSimilarNames(_ question: Question) {
    #expect(nearest(to: question.name, among: question.known) == question.answer)
    #expect(nearest(to: question.name, among: question.known.reversed()) == question.answer)
  }
}

@Suite struct SortingTests {
  @Test func sortsByPlaceAndDropsDuplicates() {
    let b = SourceText(path: "b.md", text: "one\ntwo three\nfour")
    let a = SourceText(path: "a.md", text: "one")
    let (first, second) = (Diagnostic.Rule("a-rule"), Diagnostic.Rule("b-rule"))
    let three = SourceRange(8, 13)
    let expected = [
      Diagnostic(.error, first, "folder", path: "a.md"),
      Diagnostic(.error, first, "x", at: a.fullRange, in: a),
      Diagnostic(.error, first, "x", at: SourceRange(4, 7), in: b),
      Diagnostic(.error, first, "x", at: three, in: b),
      Diagnostic(.error, first, "x", at: three, in: b, help: "h"),
      Diagnostic(.warning, first, "x", at: three, in: b),
      Diagnostic(.error, first, "y", at: three, in: b),
      Diagnostic(.error, second, "a", at: three, in: b),
      Diagnostic(.error, first, "x", at: SourceRange(14, 18), in: b),
    ]
    #expect(b.text(in: three) == "three")
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      #expect((expected + expected).shuffled(using: &generator).sortedByPlace() == expected)
    }
  }

  /// The two paths are equal as strings.
  @Test func distinguishesPathsByTheirBytes() {
    let findings = ["\u{E9}.md", "e\u{301}.md"].map { Diagnostic(.error, Diagnostic.Rule("x"), "m", path: $0) }
    for list in [findings, findings.reversed(), findings + findings] {
      #expect(list.sortedByPlace().map { Array($0.path.unicodeScalars).count } == [5, 4])
    }
  }

  @Test func sinkKeepsTheOrderOfReports() {
    let source = SourceText(path: "a.md", text: "one two")
    var sink = DiagnosticSink()
    sink.warning(RenderingTests.rule, "w", at: source.fullRange, in: source)
    #expect(!sink.hasErrors)
    sink.error(RenderingTests.rule, "e", at: source.fullRange, in: source)
    sink.report(contentsOf: [Diagnostic(.warning, RenderingTests.rule, "z", path: "a")])
    #expect(sink.hasErrors)
    #expect(sink.diagnostics.map(\.message) == ["w", "e", "z"])
  }
}
