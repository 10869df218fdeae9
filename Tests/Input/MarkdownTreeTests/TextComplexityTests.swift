import Content
import Diagnostics
import Testing

private func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

private func findings(in text: String) -> [Diagnostic] {
  let source = SourceText(path: "a.md", text: text)
  var sink = DiagnosticSink()
  let document = readMarkdown(source, in: source.fullRange, into: &sink)
  let isRefused = sink.diagnostics.contains { $0.severity == .error }
  #expect(document.isEmpty == isRefused)
  return sink.diagnostics
}

@Suite struct TextComplexityTests {
  /// A text, and the column of the first mark beyond the limit.
  @Test(
    arguments: [
      ("accents", "b a" + times("\u{301}", 31), 4),
      ("marks below and above", "a" + times("\u{316}\u{301}", 16), 2),
      ("marks without a letter", "b " + times("\u{301}", 31), 3),
      ("joiners", "a" + times("\u{200D}", 31), 2),
      ("grapheme joiners", "a" + times("\u{34F}", 31), 2),
      ("between direction marks", "a" + times("\u{301}\u{200E}", 31), 61),
      ("between soft hyphens", "a" + times("\u{301}\u{AD}", 31), 61),
      ("nuktas", "\u{915}" + times("\u{93C}", 31), 2),
      ("vowel signs", "\u{915}" + times("\u{93E}", 31), 2),
      ("stacked letters of Khmer", times("\u{1780}\u{17D2}", 31), nil),
      ("stacked letters of Myanmar", times("\u{1000}\u{1039}", 31), nil),
      ("letters joined by viramas", times("\u{915}\u{94D}\u{200D}", 16), nil),
      ("letters joined past a nukta", times("\u{915}\u{94D}\u{93C}", 16), nil),
      ("in code", "`a" + times("\u{301}", 31) + "`", nil),
      ("in a code block", "```\na" + times("\u{301}", 31) + "\n```", nil),
      ("in a heading", "# a" + times("\u{301}", 31), nil),
      ("in a list in a quote", "> - a" + times("\u{301}", 31), nil),
      ("in an image's text", "![a" + times("\u{301}", 31) + "](a.png)", nil),
      ("in a target", "[a](b" + times("\u{301}", 31) + ".md)", nil),
      ("in a link's title", "[a](b.md 'a" + times("\u{301}", 31) + "')", nil),
      ("in a fence's info", "```a" + times("\u{301}", 31) + "\n```", nil),
      ("over spans", "a" + times("<b>\u{301}</b>", 31), nil),
      ("as entities", "a" + times("&#x301;", 31), 1),
    ] as [(String, String, Int?)])
  func tooManyMarks(name: String, text: String, column: Int?) {
    let found = findings(in: text)
    #expect(found.map(\.rule.name) == ["too-many-marks"])
    #expect(found.first?.help != nil)
    if let column { #expect(found.first?.position == SourcePosition(line: 1, column: column)) }
  }

  /// Ordinary text, and text at the limits.
  @Test(arguments: [
    "a" + times("\u{301}", 30),
    times("a" + times("\u{301}", 30), 10),
    "ที่ น้ำ ผู้ใหญ่", "क्षत्रिय कार्त्स्न्य स्त्री", "ក្រុមហ៊ុន ស្ត្រី", "မြန်မာနိုင်ငံ", "བསྒྲུབས་", "בְּרֵאשִׁית בָּרָא אֱלֹהִים",
    "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ", "👩‍👩‍👧‍👦👩🏽‍🚀🏴󠁧󠁢󠁥󠁮󠁧󠁿", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L",
    times("\u{200B}", 100), times("a\u{200C}", 100), times("(", 256), times("(a)", 1000),
    times("([{", 80) + times("}])", 80),
    times("「", 200) + times("」", 200) + times("(", 200),
  ])
  func allowed(text: String) { #expect(findings(in: text) == []) }

  @Test(arguments: [
    (times("(", 257), 257), (times("(a", 257), 513), (times("(]", 257), 513), (times("א(", 257), 514),
    (times("「", 300), 257), ("a **" + times("(", 200) + "** b " + times("(", 57), 266),
  ])
  func tooManyBrackets(text: String, column: Int) {
    let found = findings(in: text)
    #expect(found.map(\.rule.name) == ["too-many-brackets"])
    #expect(found.first?.position == SourcePosition(line: 1, column: column))
  }

  /// Each paragraph, and each line of code, is counted separately.
  @Test(arguments: [times(times("(", 200) + "\n\n", 10), "```\n" + times("א" + times("(", 200) + "\n", 10) + "```"])
  func bracketsOfSeveralParagraphs(text: String) { #expect(findings(in: text) == []) }

  @Test func tooManyDifferentCharacters() {
    let characters = (0..<8001).compactMap { Unicode.Scalar(0x4E00 + $0) }.map { "\($0)" }
    #expect(findings(in: characters.dropLast().joined(separator: "")) == [])
    let found = findings(in: characters.prefix(4000).joined() + "\n\n> " + characters.dropFirst(4000).joined())
    #expect(found.map(\.rule.name) == ["too-many-characters"])
    #expect(found.first?.position?.line == 3)
  }

  /// Text outside of Markdown.
  @Test func plainText() {
    let text = "a (b) c" + times("\u{301}", 31)
    let source = SourceText(path: "x", text: text)
    let found = costlyText(text, at: source.fullRange, in: source, fault: .cannotRun)
    #expect(found?.rule == Diagnostic.Rule("too-many-marks", fault: .cannotRun))
    #expect(found?.position == SourcePosition(line: 1, column: 8))
    #expect(costlyText("a (b) c", at: source.fullRange, in: source) == nil)
  }
}
