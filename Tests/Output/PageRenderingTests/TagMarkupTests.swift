import Arrangements
import CardLayout
import Diagnostics
import Geometry
import SampleSites
import Testing
import TextLayout
import Themes

@testable import Content
@testable import Pages

struct TagMarkupTests {
  private let tags = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]

  /// - Parameter links: the targets of the first tags.
  private func shelf(
    direction: WritingDirection = .ltr, links: [String?] = [], _ settings: TagSettings
  ) throws -> LaidOutShelf {
    var card = Sample.card(tags: tags, direction: direction)
    card.tagLinks = links.map { link in
      link.flatMap { LinkTarget($0) }.map { PlacedLink(target: $0, range: SourceRange(0, 0)) }
    }
    let theme = try Sample.theme()
    guard var preparer = try Sample.preparer() else { throw Sample.Failure(description: "ICU cannot start") }
    let anatomy = try #require(theme.anatomy("cover"))
    let shelf = Shelf(
      id: "shelf", source: SourceText(path: "Content/shelf/_index.md", text: ""), title: nil,
      settings: ShelfSettings(tags: settings), cards: [card])
    let composed = composeCard(card, anatomy: anatomy, tags: settings, theme: theme)
    return PreparedShelf(
      shelf: shelf, title: nil, preparedTitle: nil, cards: [PreparedCard(composed, preparer: &preparer)]
    ).laidOut(steps: try Sample.steps(), theme: theme)
  }

  private func html(_ shelf: LaidOutShelf) throws -> String {
    let page = try Sample.page([shelf])
    let rendered = Sample.rendered(
      page, theme: try Sample.theme(), urls: PageURLs(page: page.page, links: LinkIndex(), assets: [:]))
    let html = rendered.html()
    _ = try markupTokens(html)
    return html
  }

  private func frames(_ shelf: LaidOutShelf) throws -> String {
    try Sample.frames(of: [shelf])
  }

  /// Steps 1 to 3 are narrow, step 4 is middle, and steps 5 and 6 are wide.
  private func rows(narrow: Int, middle: Int? = nil, wide: Int? = nil) -> TagSettings {
    var named = ["narrow": narrow]
    named["middle"] = middle
    named["wide"] = wide
    return TagSettings(maxRows: ByWidthClass(base: nil, named: named))
  }

  @Test func noChipsWithoutLimits() throws {
    let shelf = try shelf(TagSettings())
    #expect(try !html(shelf).contains("more"))
    #expect(shelf.prepared.cards[0].composed.chips == [])
    #expect(try !frames(shelf).contains(".tags"))
  }

  /// After its class. Without style sheets it is hidden.
  private func chip(counting count: Int) -> String {
    " title=\"\(tags.suffix(count).joined(separator: ", "))\" hidden=\"hidden\">+\(count)</li>"
  }

  @Test func oneChipForAllSteps() throws {
    let shelf = try shelf(rows(narrow: 1))
    let count = try #require(shelf.layouts[0].cards[0].tags?.arrangement.hiddenCount)
    let html = try html(shelf)
    #expect(html.contains("\"" + chip(counting: count) + "</ul>"))
    #expect(html.split(separator: "<li class=\"more w").count == 2)
    #expect(html.split(separator: " r3f\"").count == count + 1)
    #expect(!html.contains(" b3f"))
    #expect(try !frames(shelf).contains(".tags"))
  }

  /// A chip shows where its number is right, and the tags that it counts are hidden there.
  @Test func oneChipForEachNumber() throws {
    let shelf = try shelf(rows(narrow: 1, middle: 2, wide: 100))
    let html = try html(shelf)
    let hidden = shelf.layouts.map { $0.cards[0].tags?.arrangement.hiddenCount ?? -1 }
    #expect(hidden[0] > hidden[3] && hidden[3] > 0 && hidden[4...] == [0, 0])
    #expect(html.contains(" b8\"" + chip(counting: hidden[3])))
    #expect(html.contains(" b7\"" + chip(counting: hidden[0]) + "</ul>"))
    #expect(html.split(separator: " rf\"").count == hidden[3] + 1)
    #expect(html.split(separator: " r7\"").count == hidden[0] - hidden[3] + 1)
  }

  /// The link is inside the tag, which is as large as without. A target that does not exist leaves the text.
  @Test func linkInsideATag() throws {
    let links = [nil, "https://example.org/two", "gone.md"]
    let settings = rows(narrow: 1, wide: 100)
    let linked = try shelf(links: links, settings)
    let plain = try shelf(settings)
    let html = try html(linked)
    #expect(html.contains("><a href=\"https://example.org/two\">two</a></li>"))
    #expect(html.contains(">one</li>") && html.contains(">three</li>"))
    #expect(html.replacing("<a href=\"https://example.org/two\">two</a>", with: "two") == (try self.html(plain)))
    #expect(linked.layouts == plain.layouts)
  }

  /// At least 24 px can be touched, above and below a tag that is lower; the tag itself stays as it is.
  @Test(arguments: [(16, 4, "0.25rem"), (12, 4, "0.375rem"), (12, 0, "0.375rem"), (11, 0, "0.4375rem")])
  func targetOfALink(lineHeight: Int, padding: Int, block: String) throws {
    var theme = try Sample.theme()
    theme.textStyles.tag.lineHeight = lineHeight
    theme.tags.paddingBlock = padding
    var uses = SheetUses.all
    let sheet = ThemeSheet(theme: theme, uses: uses).text
    let rule = try #require(sheet.firstRange(of: ".tags a{"))
    let end = try #require(sheet[rule.upperBound...].firstRange(of: "}"))
    let declarations = sheet[rule.upperBound..<end.lowerBound].replacing("\n", with: "")
    #expect(declarations.contains("padding-block:\(block);"))
    #expect(declarations.contains("margin-block:-\(block);"))
    // It is above the link that covers the card.
    #expect(sheet.contains(":is(.body,.tags a){position:relative;z-index:1}"))
    uses.hasTagLinks = false
    #expect(!ThemeSheet(theme: theme, uses: uses).text.contains(".tags a"))
  }

  @Test func hidesTheListWithoutVisibleTags() throws {
    #expect(try html(shelf(rows(narrow: 1, middle: 0))).contains("<ul class=\"tags r38\" role=\"list\">"))
    let none = try shelf(rows(narrow: 0, middle: 0, wide: 0))
    #expect(none.prepared.cards[0].composed.tags == [])
    #expect(try !html(none).contains("tags"))
  }

  /// In text from right to left, a number still reads from left to right.
  @Test func plusSignIsBeforeTheNumber() throws {
    #expect(try html(shelf(direction: .rtl, rows(narrow: 1))).contains("><bdi dir=\"ltr\">+"))
  }

  @Test(arguments: [("center", LineAlignment.center), ("flex-end", .trailing)])
  func browsersPlaceSimplyAlignedRows(place: String, alignment: LineAlignment) throws {
    let css = try frames(shelf(TagSettings(align: alignment)))
    #expect(css.contains("#shelf .tags{justify-content:\(place)}\n"))
    #expect(!css.contains("nth-child"))
  }

  /// The tags of each row fit in the card with their gaps and margins, and with the next tag they would not.
  @Test(arguments: LineAlignment.allCases, LineDistribution.allCases)
  func marginsProduceTheRows(alignment: LineAlignment, distribution: LineDistribution) throws {
    for last in LastLine.allCases {
      var settings = rows(narrow: 4, middle: 3, wide: 2)
      settings.align = alignment
      settings.distribute = distribution
      settings.lastLine = last
      let shelf = try shelf(settings)
      let sheet = PlacedTags(try frames(shelf))
      for step in try Sample.steps() {
        let tags = try #require(shelf.layouts[step.index].cards[0].tags)
        let counts = shelf.layouts.map { $0.cards[0] }.hiddenTagCounts
        #expect(
          sheet.frames(of: tags, counts: counts, tagCount: self.tags.count, at: step)
            == tags.frames.map { "\($0.x) \($0.y) \($0.width)" },
          "\(alignment) \(distribution) \(last), step \(step.index)")
      }
    }
  }
}
