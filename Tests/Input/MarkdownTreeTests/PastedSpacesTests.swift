import Diagnostics
import Testing

@testable import Content

@Suite struct PastedSpacesTests {
  @Test(arguments: [
    ("Boil_the_stock_without_shrimp.", "Boil_the_stock_without_shrimp."),
    ("Then boil_the_stock_without_shrimp_today and eat.", "boil_the_stock_without_shrimp_today"),
    ("One&nbsp;two&nbsp;three&nbsp;four_five", "One&nbsp;two&nbsp;three&nbsp;four_five"),
    ("à_là_é_ü_ö", "à_là_é_ü_ö"),
    ("Сварите_бульон_без_креветок_сегодня", "Сварите_бульон_без_креветок_сегодня"),
  ])
  func wordsThatCannotBreakAreFound(text: String, words: String) {
    #expect(found(in: text) == words.replacing("_", with: "\u{A0}"))
  }

  @Test(arguments: [
    "10_km, 20_km and 30_km", "« _Bonjour_: ça va_? »", "1_000_000_000_000", "Mr._Smith and Mr._Jones",
    "a_b_c_d", "a_b_c\nd_e_f", "a__b__c__d__e", "_", "", "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;",
  ])
  func spacesThatAuthorsMeanAreNot(text: String) { #expect(found(in: text) == nil) }

  @Test func oneFindingNamesThePlace() {
    let text = "Text\n\nBoil_the_stock_without_shrimp\n\nOnce_more_without_all_of_it\n".replacing("_", with: "\u{A0}")
    var sink = DiagnosticSink()
    let source = SourceText(path: "a.md", text: text)
    _ = readMarkdown(source, in: source.fullRange, into: &sink)
    #expect(sink.diagnostics.map(\.rule) == [.pastedSpaces])
    #expect(sink.diagnostics.first?.position?.line == 3)
  }

  private func found(in text: String) -> String? {
    let bytes = Array(text.replacing("_", with: "\u{A0}").utf8)
    return PastedSpaces.first(in: bytes, range: SourceRange(0, bytes.count))
      .map { String(decoding: bytes[$0.lower..<$0.upper], as: UTF8.self) }
  }
}
