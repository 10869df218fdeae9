import CardLayout
import Content
import SampleSites
import TestSupport
import Testing
import Themes

struct FontUsageTests {
  private static let parts = [
    "plain text", "*slanted*", "**bold**", "***both***", "`code`", "**`bold code`**", "*a `code` b*", "<kbd>k</kbd>",
    "<small>s **t**</small>", "<code>c *d*</code>", "[link *text*](a.md \"title\")", "![alt](b.svg)", "H<sub>2</sub>O",
    "über", "日本語", "مرحبا", "👩‍👧 é", "&amp;", "\\*", "g\u{303}x*\u{301}e\u{323}*", "a  \nb", "a\nb", "<wbr>", "<br>",
    "~~x~~",
  ]
  private static let blocks = ["", "# ", "### ", "> ", "> - ", "- ", "7. ", "- - ", "    ", "```\nfenced ♥ "]

  /// The characters of a card are found in its Markdown as in its composed texts.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func charactersAreThoseOfTheComposedCard(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let theme = try Sample.theme()
    for number in 0..<400 {
      var body = ""
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        body += Self.blocks.randomElement(using: &random) ?? ""
        for _ in 0...Int.random(in: 0...3, using: &random) {
          body += (Self.parts.randomElement(using: &random) ?? "") + " "
        }
        body += "\n\n"
      }
      let card = Sample.card(
        title: Bool.random(using: &random) ? "Títle" : nil, subtitle: Bool.random(using: &random) ? "Śubtitle" : nil,
        eyebrow: Bool.random(using: &random) ? "Ēyebrow" : nil, tags: Bool.random(using: &random) ? ["α", "β"] : [],
        body: body)
      for anatomy in theme.anatomies {
        for rows in [nil, 0, 1] {
          var tags = TagSettings()
          tags.maxRows = rows.map { ByWidthClass(base: $0) }
          var composer = CardComposer(
            CardComposition(
              anatomy: anatomy, tags: tags, theme: theme, leastWidths: LeastCardWidths(onDevices: 300)),
            theme: theme)
          var found = FontUsage()
          composer.insertCharacters(of: card, into: &found)
          var composed = FontUsage()
          composed.insert(composer.compose(card), theme: ThemeFonts(theme))
          #expect(
            found.characters == composed.characters, "seed \(seed), card \(number), \(anatomy.name): \(body)")
          #expect(
            found.markedLetters == composed.markedLetters, "seed \(seed), card \(number), \(anatomy.name): \(body)")
        }
      }
    }
  }
}
