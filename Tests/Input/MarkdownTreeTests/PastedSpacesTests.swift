import Diagnostics
import Testing

@testable import Content

@Suite struct PastedSpacesTests {
  @Test(arguments: [
    ("Boil_the_stock_without_shrimp.", "Boil_the_stock_without_shrimp."),
    ("Then boil_the_stock_without_shrimp_today and eat.", "boil_the_stock_without_shrimp_today"),
    ("à_là_é_ü_ö", "à_là_é_ü_ö"),
    ("Сварите_бульон_без_креветок_сегодня", "Сварите_бульон_без_креветок_сегодня"),
  ])
  func wordsThatCannotBreakAreFound(text: String, words: String) {
    #expect(found(in: text) == words.replacing("_", with: "\u{A0}"))
  }

  @Test(arguments: [
    "10_km, 20_km and 30_km", "« _Bonjour_: ça va_? »", "1_000_000_000_000", "Mr._Smith and Mr._Jones",
    "a_b_c_d", "a_b_c\nd_e_f", "a__b__c__d__e", "_", "", "_____",
  ])
  func spacesThatAuthorsMeanAreNot(text: String) { #expect(found(in: text) == nil) }

  @Test(arguments: [
    ("Text\n\nBoil_the_stock_without_shrimp, and\n\nOnce_more_without_all_of_it\n", 3, 1),
    ("- One&nbsp;two&nbsp;three&nbsp;four_five", 1, 3),
  ])
  func oneFindingNamesThePlace(text: String, line: Int, column: Int) {
    let findings = findings(in: text)
    #expect(findings.map(\.rule) == [.pastedSpaces])
    #expect(findings.first?.position?.line == line && findings.first?.position?.column == column)
  }

  @Test(arguments: ["`a_b_c_d_e_f`", "```\na_b_c_d_e_f\n```", "`a&nbsp;b&nbsp;c&nbsp;d&nbsp;e&nbsp;f`"])
  func codeIsAsItIs(text: String) { #expect(findings(in: text) == []) }

  private func findings(in text: String) -> [Diagnostic] {
    let source = SourceText(path: "a.md", text: text.replacing("_", with: "\u{A0}"))
    var sink = DiagnosticSink()
    _ = readMarkdown(source, in: source.fullRange, into: &sink)
    return sink.diagnostics
  }

  private func found(in text: String) -> String? {
    let bytes = Array(text.replacing("_", with: "\u{A0}").utf8)
    return PastedSpaces.joinedWords(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }
}
