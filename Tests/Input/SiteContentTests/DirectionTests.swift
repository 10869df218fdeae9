import Diagnostics
import Testing

@testable import Content

@Suite struct DirectionTests {
  @Test(arguments: [
    ("ar", WritingDirection.rtl), ("he-IL", .rtl), ("fa", .rtl), ("ur-PK", .rtl), ("ps", .rtl), ("sd", .rtl),
    ("ug", .rtl), ("yi", .rtl), ("dv", .rtl), ("ckb", .rtl), ("syr", .rtl), ("nqo", .rtl), ("AR", .rtl),
    ("az-Arab", .rtl), ("pa-Arab-PK", .rtl), ("ar-Latn", .ltr), ("en", .ltr), ("en-Hebr", .rtl), ("zh-Hant", .ltr),
    ("de-1901", .ltr), ("sl-rozaj-biske-1994", .ltr), ("en-x-arab", .ltr), ("zh-yue-Hant", .ltr),
  ])
  func byLanguage(tag: String, direction: WritingDirection) {
    #expect(WritingDirection(language: tag) == direction)
  }

  @Test(arguments: [
    ("abc", WritingDirection?.some(.ltr)), ("سلام abc", .rtl), ("123 שלום", .rtl), ("(!) é", .ltr), ("123 …", nil),
    ("", nil), ("٣ a", .ltr), ("\u{200F}abc", .rtl), ("中文", .ltr), ("ߒߞߏ", .rtl), ("𞤀𞤁", .rtl),
  ])
  func byFirstStrongCharacter(text: String, direction: WritingDirection?) {
    #expect(WritingDirection(firstStrongOf: text) == direction)
  }

  @Test(arguments: [
    // Settings, page, shelf and card; then the result for the card.
    ("en", "", "", "", "en ltr"),
    ("ar", "", "", "", "ar rtl"),
    ("ar", "", "lang: en", "", "en ltr"),
    ("en", "lang: he", "", "", "he rtl"),
    ("en", "dir: rtl", "", "", "en rtl"),
    ("en", "dir: rtl", "lang: de", "", "de ltr"),
    ("en", "dir: rtl", "", "lang: fr", "fr ltr"),
    ("en", "", "dir: auto", "", "en rtl"),
    ("en", "", "dir: auto", "dir: ltr", "en ltr"),
    ("en", "", "lang: ur", "dir: ltr", "ur ltr"),
  ])
  func inheritance(settings: String, page: String, shelf: String, card: String, expected: String) {
    let tree = ContentTree(
      """
      -- Content/_index.md --
      ---
      \(page)
      ---
      -- Content/s/_index.md --
      ---
      title: s
      \(shelf)
      ---
      -- Content/s/a.md --
      ---
      title: שלום
      \(card)
      ---
      """, settings: SiteSettings(language: settings))
    #expect(tree.rendered == "")
    #expect(tree.drawing.hasSuffix(" שלום \(expected)"))
  }
}
