import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import SampleSites
import ShelfArrangements
import Testing

@testable import Pages

/// How rows, levels and variants appear in the markup and the style sheets.
struct AnatomyMarkupTests {
  private let image = "Content/shelf/a.svg"

  /// The articles of the shelf, without the content of their texts.
  private func markup(_ shelf: LaidOutShelf, _ sample: AnatomySample) throws -> String {
    let page = try Sample.page([shelf])
    let urls = PageURLs(page: page.page, links: LinkIndex(), assets: [image: "images/a.svg"])
    let rendered = Sample.rendered(page, theme: sample.theme, urls: urls)
    let html = rendered.html()
    _ = try markupTokens(html)
    return html
  }

  private func frames(_ shelf: LaidOutShelf) throws -> String {
    try Sample.frames(of: [shelf])
  }

  @Test func numbersSeveralRowsAndStacks() throws {
    let sample = try AnatomySample(
      """
        a:
          padding: 0
          stack:
            - title
            - row: { gap: 6, spacing: 3, align: end, items: [ subtitle: { width: 50 }, stack: [ eyebrow, row: { items: [ body ] } ] ] }
      """)
    let shelf = try sample.shelf([Sample.card(subtitle: "s", eyebrow: "e", body: "b")])
    let html = try markup(shelf, sample)
    #expect(
      html.contains(
        "<h2 class=\"title\">Title</h2><div class=\"row row-1\"><p class=\"subtitle\">s</p><div class=\"labels\">"
          + "<p class=\"eyebrow\">e</p><div class=\"row row-2\"><div class=\"body\">"), "\(html)")
    let css = ThemeSheet(theme: sample.theme).text
    for rule in [
      ".card>.a>.row-1:not(:first-child){margin-block-start:0.375rem}",
      ".card>.a>.row-1{column-gap:0.1875rem;align-items:flex-end}",
      ".card>.a>.row-1>.subtitle{flex:none;inline-size:3.125rem}",
      ".card>.a>.row-1>.labels>.row-2>.body{flex:1 1 0;min-inline-size:0}",
    ] {
      #expect(css.contains(rule), "\(rule)")
    }
    // Values that flex layout computes by itself are not written.
    #expect(!(try frames(shelf)).contains("row"))
    // A card without these texts has no boxes for them.
    #expect(!(try markup(sample.shelf([Sample.card(subtitle: "s")]), sample)).contains("labels"))
  }

  /// The layout gives each item of a row its width before it knows that nothing of the body is visible.
  @Test(arguments: ["row: { spacing: 10, items: [ body, title ] }", "stack: { items: [ body, title ] }"])
  func hiddenBodyInARowKeepsItsWidth(elements: String) throws {
    let sample = try AnatomySample("  a: { padding: 0, maxHeight: 30, stack: [ subtitle, \(elements) ] }")
    let shelf = try sample.shelf([Sample.card(subtitle: "s", body: String(repeating: "some words ", count: 40))])
    let title = try #require(shelf.layouts[0].cards[0].slot(.title))
    #expect(shelf.layouts.allSatisfy { $0.cards[0].slot(.body) == nil })
    let isRow = elements.hasPrefix("row")
    #expect((title.frame.x > .zero) == isRow)
    #expect(try markup(shelf, sample).contains("<div class=\"body \(isRow ? "e" : "r")"))
  }

  @Test func writesWidthsThatFlexWouldDivide() throws {
    let sample = try AnatomySample(
      "  a: { padding: 10, stack: [ row: { spacing: 7, items: [ title, subtitle, eyebrow: { width: hug } ] } ] }")
    let cards = [Sample.card("a", subtitle: "s", eyebrow: "e"), Sample.card("b", subtitle: "s", eyebrow: "other")]
    let css = try frames(try sample.shelf(cards))
    for name in ["a", "b"] {
      for slot in ["title", "subtitle", "eyebrow"] {
        #expect(css.contains("#shelf\\/\(name)>article>.row>.\(slot){inline-size:"), "\(css)")
      }
    }
    // Cards with equal values share one rule.
    let alike = try frames(try sample.shelf([cards[0], Sample.card("b", subtitle: "t", eyebrow: "e")]))
    #expect(alike.contains("#shelf>.cards>.card>article>.row>.title{inline-size:"), "\(alike)")
  }

  @Test func declarationsOfTextsAndImages() throws {
    let sample = try AnatomySample(
      """
        a:
          padding: 10
          textAlign: center
          stack:
            - image: { maxWidth: 64, align: center }
            - title: { minLines: 2, textAlign: end, grow: true }
            - stack: { align: end, items: [ subtitle: { width: 80 }, eyebrow: { width: hug } ] }
            - footer
      """)
    let css = ThemeSheet(theme: sample.theme).text
    for rule in [
      ".card>.a{padding:0.625rem;min-block-size:0rem;text-align:center}",
      ".card>.a>.image{inline-size:100%;max-inline-size:4rem;align-self:center}",
      ".card>.a>.title{min-block-size:2.75rem;text-align:end}",
      ".card>.a>.pinned>.labels>.subtitle{inline-size:5rem;max-inline-size:100%;align-self:flex-end}",
      ".card>.a>.pinned>.labels>.eyebrow{align-self:flex-end}",
    ] {
      #expect(css.contains(rule), "\(rule)")
    }
    var card = Sample.card(subtitle: "s")
    card.footer = FieldText("f", range: .init(0, 0))
    #expect(
      try markup(sample.shelf([card]), sample).contains(
        "</h2><div class=\"pinned\"><div class=\"labels\"><p class=\"subtitle\">s</p></div><p class=\"footer\">f</p></div>"
      ))
  }

  @Test func stackedRow() throws {
    let text = "  a: { stack: [ row: { spacing: 7, items: [ image: { size: 30 }, title, subtitle ] } ] }"
    let css = ThemeSheet(theme: try AnatomySample(text, textSize: .accessibility1).theme).text
    #expect(css.contains(".card>.a>.row{flex-direction:column;row-gap:0.4375rem}\n.card>.a>.row>*{flex:none}\n"))
    #expect(css.contains(".card>.a>.row>.image{inline-size:1.875rem;block-size:1.875rem}\n"))
    #expect(!css.contains(".card>.a>.row>.title"))
  }

  // MARK: Levels

  /// In a grid of one column, a card reserves no space; beside other cards it does. So there are two articles, one of
  /// which is shown.
  @Test func reservesSpaceForLevels() throws {
    let sample = try AnatomySample("  a: { stack: [ eyebrow: { level: row }, title: { gap: 4 } ] }")
    let shelf = try sample.shelf([Sample.card("a"), Sample.card("b", eyebrow: "e")]) { $0.arrangement = .grid }
    let html = try markup(shelf, sample)
    #expect(
      html.contains(
        "<li class=\"card\" id=\"shelf/a\"><article class=\"a bf\"><h2 class=\"title\">Title</h2></article>"
          + "<article class=\"a b30\"><div class=\"room eyebrow\"></div><h2 class=\"title\">Title</h2></article></li>"),
      "\(html)")
    #expect(html.contains("id=\"shelf/b\"><article class=\"a\"><p class=\"eyebrow\">e</p>"))
    let css = try frames(shelf)
    #expect(css.contains(">article .eyebrow{min-block-size:1rem}"), "\(css)")
    let json = String(decoding: Sample.layoutJSON(of: try Sample.page([shelf]), theme: sample.theme), as: UTF8.self)
    #expect(json.contains(/"eyebrow":\[[0-9]+,[0-9]+,[0-9]+,16,0,0\]/), "\(json)")
  }

  // MARK: Variants

  @Test func eachUsedVariantIsAnArticle() throws {
    let sample = try AnatomySample(
      """
        auto: { variants: [wide, never, small] }
        wide: { padding: 10, minWidth: 400, stack: [ image: { ratio: 2/1 }, title ] }
        never: { padding: 10, minWidth: 2000, stack: [ title ] }
        small: { padding: 10, stack: [ row: { image: { size: 20 }, stack: [title] } ] }
      """)
    let shelf = try sample.shelf([Sample.card("a", image: image)]) { $0.arrangement = .list }
    let html = try markup(shelf, sample)
    #expect(html.contains("<article class=\"small b3\">"), "\(html)")
    #expect(html.contains("<article class=\"wide b3c\">"))
    #expect(!html.contains("never"))
    #expect(html.matches(of: /loading="lazy"/).count == 2)
    // The image of one variant does not set the height of the image in the other.
    let css = try frames(shelf)
    #expect(css.contains("#shelf>.cards>.card>.wide .image{block-size:"), "\(css)")
    let json = String(decoding: Sample.layoutJSON(of: try Sample.page([shelf]), theme: sample.theme), as: UTF8.self)
    #expect(json.contains("\"variant\":\"small\",\"slots\"") && json.contains("\"variant\":\"wide\",\"slots\""))
    // A list of variants is not an anatomy and has no rules of its own.
    #expect(!ThemeSheet(theme: sample.theme).text.contains(".auto"))
  }
}
