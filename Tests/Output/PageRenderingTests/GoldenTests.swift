import CardLayout
import Content
import Diagnostics
import SampleSites
import ShelfArrangements
import TestSupport
import Testing
import Themes

@testable import Pages

/// The files of pages, byte by byte. Only the widths of tags depend on a font.
struct GoldenTests {
  private let body = """
    Some **bold *and italic*** text with `code`.

    # A heading

    - one
      1. two
    - three

    > quoted

    ***

    ```swift
    let a = 1 < 2 && true
    ```

    ![A figure](a.svg)
    """

  private var card: Card {
    Sample.card(
      title: "A title", subtitle: "A subtitle", eyebrow: "Eyebrow", tags: ["one", "two & three"],
      image: "Content/shelf/a.svg", body: body)
  }

  private func urls(_ page: LaidOutPage) -> PageURLs {
    PageURLs(page: page.page, links: LinkIndex(), assets: ["Content/shelf/a.svg": "images/a-0123456789abcdef.svg"])
  }

  @Test(arguments: ["plain", "cover", "lockup", "top", "framed", "tall", "low", "poster"])
  func aCardOfEachAnatomy(anatomy: String) throws {
    let shelf = try Sample.shelf([card, Sample.card("bare", title: "Bare")], as: anatomy) { shelf in
      shelf.maxCardHeight = ByWidthClass(base: nil, named: ["wide": 400])
    }
    let page = try Sample.page([shelf])
    let rendered = Sample.rendered(page, theme: try Sample.theme(), urls: urls(page))
    let html = rendered.html()
    _ = try markupTokens(html)
    #expect(try GoldenFile("card-\(anatomy).html").difference(from: html) == nil)
  }

  /// Texts whose line breaks do not depend on a font, so that all machines give the same numbers.
  @Test func layoutAndFrames() throws {
    let cards = [
      Sample.card(
        "a", title: "A", subtitle: "S", tags: ["t"], image: "Content/shelf/a.svg", body: "One\\\nTwo\\\nThree"),
      Sample.card("b", title: "B"), Sample.card("c", title: "C", body: "    x\n    y"),
    ]
    let shelf = try Sample.shelf(cards, as: "cover") { shelf in
      shelf.title = FieldText("Shelf", range: SourceRange(0, 0))
      shelf.settings.inset = ByWidthClass(base: EdgeLengths(top: 8, leading: 4, bottom: 6, trailing: 2))
      shelf.maxCardHeight = ByWidthClass(base: nil, named: ["wide": 280])
    }
    let waterfall = try Sample.shelf(cards, as: "cover") { shelf in
      shelf.id = "waterfall"
      shelf.arrangement = .waterfall
      shelf.columns = ByWidthClass(base: 1, named: ["middle": 2, "wide": 3])
    }
    let page = try Sample.page([shelf, waterfall])
    let json = String(decoding: Sample.layoutJSON(of: page, theme: try Sample.theme()), as: UTF8.self)
    #expect(try GoldenFile("layout.json").difference(from: json) == nil)
    #expect(try GoldenFile("frames.css").difference(from: try Sample.frames(of: page.shelves)) == nil)
  }

  /// Pictures are drawn with the look, so the sheet must not say more than it.
  @Test func theStyleSheetPaintsTheLook() throws {
    let theme = try Sample.theme()
    var rest = ThemeSheet(theme: theme).text[...]
    for rule in theme.look.rules.filter({ !$0.paint.hasPrefix("text-decoration-color") }) {
      let start = try #require(
        rest.firstRange(of: "\n\(rule.selector){"), "\(rule.selector) is not behind the rule before it")
      rest = rest[rest.index(after: start.lowerBound)...]
      let end = try #require(rest.firstIndex(of: "}"))
      #expect(rest[..<end].contains(rule.paint), "\(rule)")
    }
  }

  /// A border changes nothing but the look of its cards.
  @Test func borderOfACard() throws {
    let theme = try Sample.theme()
    var bordered = theme
    bordered.anatomies[0].border = 1
    let rule = ".card>:where(.\(theme.anatomies[0].name)){outline:.5px solid var(--border);outline-offset:-0.5px}\n"
    let sheet = ThemeSheet(theme: bordered).text
    #expect(sheet.contains("\n" + rule))
    #expect(sheet.replacing(rule, with: "") == ThemeSheet(theme: theme).text)
  }

  @Test func styleSheetOfTheTheme() throws {
    #expect(try GoldenFile("theme.css").difference(from: ThemeSheet(theme: try Sample.theme()).text) == nil)
  }
}
