import CardLayout
import Content
import Geometry
import SampleSites
import ShelfArrangements
import Testing
import TextLayout
import Themes

@testable import Pages

/// Nothing may move when the fonts of a page arrive.
struct StillnessTests {
  private static func lines(_ sheet: String, containing word: String) -> [Substring] {
    sheet.split(separator: "\n").filter { $0.contains(word) }
  }

  @Test(arguments: [
    (GenericFamily.sans, "cs-text,cs-0-text,cs-1-text,sans-serif"), (.serif, "cs-text,cs-0-text,cs-1-text,serif"),
    (.mono, "cs-text,cs-0-text,monospace"),
  ])
  func textsFallBackToFontsOfTheSystem(generic: GenericFamily, families: String) throws {
    var stack = try #require(try Sample.theme().fontStack("text"))
    stack.generic = generic
    #expect(FallbackFaces.families(of: stack) == families)
  }

  /// A rule for three lines comes after that for two: a text that has three at some steps has both classes there.
  @Test func rulesForMoreLinesAreLater() throws {
    let steps = try Sample.steps()
    var classes = StepClasses(stepCount: steps.count)
    for count in [3, 2] {
      classes.useLineCount(count)
      _ = classes.use(.lines(count), .all(count: 1))
    }
    let text = ClassSheet(classes: classes, steps: steps).text
    let order = [
      ".h2{min-block-size:2lh}", ".h3{min-block-size:3lh}", ".h2-1{min-block-size:2lh}", ".h3-1{min-block-size:3lh}",
    ]
    let places = order.compactMap { text.firstRange(of: $0)?.lowerBound }
    #expect(places.count == 4 && places == places.sorted(), "\(text)")
  }

  @Test func titlesKeepTheHeightOfTheirLines() throws {
    let theme = try Sample.theme()
    let text = Array(repeating: "Saturn and its rings", count: 6).joined(separator: " ")
    let card = Sample.card("a", title: text)
    let shelf = try Sample.shelf([card], as: "cover") { $0.arrangement = .grid }
    let page = try Sample.page([shelf], introduction: text + " " + text)
    let urls = PageURLs(page: page.page, links: LinkIndex(), assets: [:])
    let rendered = Sample.rendered(page, theme: theme, urls: urls)
    #expect(rendered.html().contains("<h2 class=\"title h2"), "\(rendered.html())")
    let head = pageHeadRules(of: page, theme: theme)
    let rules = Self.lines(String(decoding: head.text, as: UTF8.self), containing: ".introduction>:nth-child(1){")
    let height = Pixels(theme.textStyles.introduction.lineHeight).rem
    #expect(!rules.isEmpty && rules.allSatisfy { $0 != ".introduction>:nth-child(1){min-block-size:\(height)}" })
  }

  @Test func onlyTheFirstCardsOfAListKeepThem() throws {
    let text = Array(repeating: "Saturn", count: 20).joined(separator: " ")
    let cards = (0..<ThemeSheet.cardsShownAtOnce + 5).map { Sample.card("card\($0)", title: text) }
    let shelf = try Sample.shelf(cards, as: "cover") { $0.arrangement = .grid }
    let page = try Sample.page([shelf])
    let urls = PageURLs(page: page.page, links: LinkIndex(), assets: [:])
    let html = Sample.rendered(page, theme: try Sample.theme(), urls: urls).html()
    #expect(html.split(separator: "class=\"title h").count - 1 == ThemeSheet.cardsShownAtOnce)
  }

  /// The width of a title that has no introduction beside it is that of its page.
  @Test func introductionsStandBesideTitles() throws {
    var theme = try Sample.theme()
    theme.widthClasses = WidthClass.standard
    let step = try #require(theme.steps.first { PageHeadColumns.areTwo(at: $0) })
    let alone = PageHeadColumns(theme: theme, blockCount: 0).title(at: step)
    let both = PageHeadColumns(theme: theme, blockCount: 1)
    #expect(alone == step.contentWidth)
    #expect(both.title(at: step) + PageHeadColumns.gap + PageHeadColumns.second == step.contentWidth)
    #expect(both.introduction(at: step) == PageHeadColumns.second)
  }
}
