import Diagnostics
import SampleSites
import SiteBuild
import TestSupport
import Testing

@testable import Review

struct ReviewRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: ReviewRule
    let name: String
    /// Marks surround the expected finding; without marks, none is expected.
    let site: String

    var testDescription: String { "\(rule.rawValue): \(name)" }

    init(_ rule: ReviewRule, _ name: String, _ site: String) {
      self.rule = rule
      self.name = name
      self.site = site
    }
  }

  static let long = "A telescope of this size shows the rings of Saturn and the bands of Jupiter in any night. "
  static let svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#

  /// A shelf of cards, each with a title and a body.
  static func shelf(_ settings: String, _ cards: [(title: String, body: String)]) -> String {
    "-- Content/one/_index.md --\n---\ntitle: One\n\(settings)\n---\n"
      + cards.enumerated().map { "-- Content/one/c\($0).md --\n---\ntitle: \($1.title)\n---\n\($1.body)\n" }.joined()
  }

  static let cases: [Case] = [
    Case(.textCut, "a title of three lines", shelf("", [("«text-cut|\(long.trimmed)»", "")])),
    Case(.textCut, "a title of one line", shelf("", [("Saturn", "")])),
    Case(
      .textCut, "the block of a body at a greatest height",
      shelf("maxCardHeight: 160", [("Saturn", "First.\n\n«text-cut|\(long.trimmed)»\n\nLast.")])),
    Case(.textCut, "a body that may be as tall as it needs", shelf("", [("Saturn", long + long)])),
    Case(
      .tallCard, "one long body of three",
      shelf("", [("A", ""), ("«tall-card|B»", String(repeating: long, count: 4)), ("C", "")])),
    Case(.tallCard, "three long bodies", shelf("", [("A", long), ("B", long), ("C", long)])),
    Case(
      .tallCard, "two long bodies of three",
      shelf("", [("A", ""), ("B", long + long + long), ("C", long + long + long)])),
    Case(
      .tallCard, "a waterfall",
      shelf("arrangement: waterfall", [("A", ""), ("B", String(repeating: long, count: 4)), ("C", "")])),
    Case(
      .slotWithoutEffect, "labels beside a taller image",
      "-- Content/one/_index.md --\n---\ntitle: One\ncard: lockup\n---\n-- Content/one/a.svg --\n\(svg)\n"
        + "-- Content/one/a.md --\n---\neyebrow: «slot-without-effect|Planet»\ntitle: «slot-without-effect|Saturn»\n"
        + "image: a.svg\nimageAlt: Saturn\n---\nText\n"),
    Case(
      .slotWithoutEffect, "labels that are taller in one card",
      "-- Content/one/_index.md --\n---\ntitle: One\ncard: lockup\n---\n-- Content/one/a.svg --\n\(svg)\n"
        + "-- Content/one/a.md --\n---\neyebrow: Planet\ntitle: Saturn\nimage: a.svg\nimageAlt: Saturn\n---\n"
        + "-- Content/one/b.md --\n---\neyebrow: Planet\ntitle: A title that is long enough for two lines\n"
        + "subtitle: Beside the image there is more than it\nimage: a.svg\nimageAlt: Saturn\n---\n"),
    Case(.slotWithoutEffect, "slots below each other", shelf("", [("Saturn", "Text")])),
    Case(
      .tagNeverShown, "a tag wider than its card",
      "-- Content/one/a.md --\n---\ntitle: A\ntags: [short, «tag-never-shown|A telescope that shows the rings of Saturn and the bands of Jupiter»]\n---\n"
    ),
    Case(
      .tagNeverShown, "a tag that is whole in wide cards",
      "-- Content/one/_index.md --\n---\ntitle: One\ncardWidth: { compact: 100, medium: 300 }\n---\n"
        + "-- Content/one/a.md --\n---\ntitle: A\ntags: [a tag of some length]\n---\n"),
    Case(
      .readingOrderJump, "columns that drift apart",
      shelf(
        "arrangement: waterfall\ncolumns: 2\n«reading-order-jump|columnRule»: round-robin",
        (0..<10).map { ("C", $0 % 2 == 0 ? long + long + long : "") })),
    Case(
      .readingOrderJump, "cards of one height",
      shelf("arrangement: waterfall\ncolumns: 2\ncolumnRule: round-robin", (0..<10).map { ("C\($0)", "") })),
    Case(
      .textAt200Percent, "a word wider than its card",
      shelf("cardWidth: 150", [("«text-200-percent|Planisphere»", "Text")])),
    Case(.textAt200Percent, "a word in a wide card", shelf("", [("Planisphere", "Text")])),
    Case(.textAt200Percent, "many lines of short words", shelf("", [("Saturn and Jupiter", long + long)])),
    Case(.textAt200Percent, "a flow divides words", shelf("arrangement: flow", [("Planispherically", "Text")])),
    Case(
      .textAt200Percent, "a title that is whole on wide pages only",
      shelf(
        "cardWidth: { compact: 200, expanded: 400 }",
        [("«text-200-percent|A long title of a card, in three lines or in two of them»", "")])),
    Case(
      .textAt200Percent, "a tag that is cut",
      "-- Content/one/a.md --\n---\ntitle: A\ntags: [«text-200-percent|a tag of some greater length»]\n---\n"),
    Case(
      .textSpacing, "a tag that hardly fits",
      "-- Content/one/a.md --\n---\ntitle: A\ntags: [«text-spacing|a tag that fills its row to the end»]\n---\n"),
    Case(
      .textSpacing, "a tag with room",
      "-- Content/one/a.md --\n---\ntitle: A\ntags: [a tag of some length]\n---\n"),
    Case(.textSpacing, "long texts of words", shelf("", [(long.trimmed, long + long)])),
    Case(
      .tooManyColumns, "columns narrower than a word",
      shelf("arrangement: grid\n«too-many-columns|columns»: 4", [("Magnification", ""), ("B", "")])),
    Case(
      .tooManyColumns, "more columns than pixels",
      shelf("arrangement: waterfall\n«too-many-columns|columns»: 20", [("A", ""), ("B", "")])),
    Case(
      .tooManyColumns, "columns of a section",
      "-- Content/one/_index.md --\n---\ntitle: One\narrangement: grid\ncolumns: 1\n---\n-- Content/one/a.md --\n# A\n"
        + "-- Content/one/two/_index.md --\n---\nkind: section\ntitle: Two\n«too-many-columns|columns»: 20\n---\n"
        + "-- Content/one/two/b.md --\n# B\n"),
    Case(
      .tooManyColumns, "a minimum wider than the page",
      shelf("arrangement: grid\n«too-many-columns|columns»: { min: 400 }", [("A", "")])),
    Case(.tooManyColumns, "an inset wider than the page", shelf("«too-many-columns|inset»: 200", [("A", "")])),
    Case(
      .imageAltMissing, "an image without imageAlt",
      "-- Content/one/a.svg --\n\(svg)\n-- Content/one/a.md --\n---\ntitle: A\n«image-alt-missing|image»: a.svg\n---\n"),
    Case(
      .imageAltMissing, "images of rows",
      "-- Content/one/_index.md --\n---\ncards: rows.csv\n---\n-- Content/one/square.svg --\n\(svg)\n"
        + "-- Content/one/rows.csv --\ntitle,image,imageAlt\nA,«image-alt-missing|square.svg»,\nB,square.svg,A square\n"
    ),
    Case(
      .imageAltMissing, "images that say something, or say that they say nothing",
      "-- Content/one/a.svg --\n\(svg)\n-- Content/one/a.md --\n---\ntitle: A\nimage: a.svg\nimageAlt: A square\n---\n"
        + "-- Content/one/b.md --\n---\ntitle: B\nimage: a.svg\nimageAlt: \"\"\n---\n"),
    Case(
      .paintClassUnused, "a misspelt slot and a card that was renamed",
      "-- Content/one/a.md --\n# A\n-- Themes/storefront/paint.css --\n"
        + ".card > .cover «paint-class-unused|.tittle» { color: red }\n@media print { «paint-class-unused|.hero»:hover { color: red } }\n"
        + ".tittle { color: var(--text) }\n"),
    Case(
      .paintClassUnused, "classes of the markup, of cards and of templates",
      "-- Content/one/a.md --\n# A\n-- Themes/storefront/paint.css --\n.card > .lockup .title, .page-header, .cards.in-grid { color: red }\n"
        + ".tags > .more:not(.other) { transition: color 0.25s }\n/* .none */ .body .language-swift { color: red }\n"),
    Case(
      .noBreakSpaces, "a pasted body, and a pasted title",
      shelf(
        "arrangement: grid\ncolumns: 4",
        [
          (
            "Pasted",
            "First.\n\nBoil«no-break-spaces|\u{A0}»the\u{A0}stock\u{A0}without\u{A0}it and\u{A0}keep\u{A0}*it*."
          ),
          ("Saturn«no-break-spaces|\u{A0}»has\u{A0}rings\u{A0}of\u{A0}ice", ""),
        ])),
    Case(
      .noBreakSpaces, "numbers with units, and names with titles",
      shelf("", [("Dr.\u{A0}A.\u{A0}B.\u{A0}Newton", "‹\u{A0}10\u{A0}000\u{A0}000\u{A0}km\u{A0}› in 5\u{A0}years")])),
    Case(
      .tooManyColumns, "a body that no-break spaces join",
      shelf(
        "arrangement: grid\ncolumns: 4",
        [("A", "Boil\u{A0}the\u{A0}stock\u{A0}without\u{A0}the\u{A0}shrimp"), ("B", "")])),
    Case(
      .textSpacing, "a body that no-break spaces join",
      shelf("", [("A", "Boil\u{A0}the\u{A0}stock\u{A0}without\u{A0}the\u{A0}shrimp\u{A0}and")])),
    Case(.tooManyColumns, "columns with room", shelf("arrangement: grid\ncolumns: 2", [("Saturn", "")])),
    Case(.tooManyColumns, "a minimum with room", shelf("arrangement: grid\ncolumns: { min: 280 }", [("Saturn", "")])),
  ]

  @Test(arguments: cases) func findsOnlyTheMarkedPlaces(_ sample: Case) async throws {
    try await SampleSite.with(sample.site) { site async throws in
      let result = await layOutSite(BuildOptions(root: site.folder.path))
      let reviewed = try #require(result.site)
      let findings = reviewed.findings(of: [sample.rule])
      #expect(findings.map(\.drawn).sorted() == site.expected.sorted(), "\(findings.map(\.rendered))")
      for finding in findings { #expect(finding.help?.isEmpty == false) }
    }
  }

  @Test func everyRuleHasPositiveAndNegativeCases() {
    // A long navigation has no place, and colours and pixels are not in the text; separate tests cover them.
    for rule in ReviewRule.allCases
    where ![.longNavigation, .contrastLow, .imageEnlarged, .imageCropped].contains(rule) {
      let own = Self.cases.filter { $0.rule == rule }
      #expect(own.contains { $0.site.contains("«") } && own.contains { !$0.site.contains("«") }, "\(rule)")
    }
  }

  // MARK: Suggestions in help

  private func findings(_ rule: ReviewRule, _ text: String) async throws -> [Diagnostic] {
    try await SampleSite.with(text) { site async throws in
      try #require(await layOutSite(BuildOptions(root: site.folder.path)).site).findings(of: [rule])
    }
  }

  /// Returns the text between two others.
  private func part(of text: String?, after start: String, before end: String) throws -> String {
    let text = try #require(text)
    let lower = try #require(text.firstRange(of: start)).upperBound
    let upper = try #require(text[lower...].firstRange(of: end)).lowerBound
    return String(text[lower..<upper])
  }

  /// No advice to remove what is meant to be there.
  @Test(arguments: [
    ("row: { image: { size: 96 }, stack: [title] }", "the image beside it", "make the image less tall"),
    ("row: { items: [title, body: { width: 60 }] }", "the content beside it", "place the title below that content"),
  ])
  func slotsBesideTallerContent(row: String, cause: String, help: String) async throws {
    let found = try await findings(
      .slotWithoutEffect,
      "-- Content/one/_index.md --\n---\ntitle: One\ncard: own\n---\n-- Content/one/a.svg --\n\(Self.svg)\n"
        + "-- Content/one/a.md --\n---\ntitle: A\nimage: a.svg\nimageAlt: A\n---\n\(Self.long)\n"
        + "-- Themes/storefront/theme.yml --\n\(try Self.theme(withCard: "own: { stack: [{ \(row) }] }"))")
    let title = try #require(found.first { $0.message.hasPrefix("the title ") })
    #expect(title.message == "the title never affects a height: \(cause) is taller in every card of one")
    #expect(title.help?.contains(help) == true && title.help?.contains("remove") == false, "\(title.rendered)")
  }

  /// The standard theme with one more card.
  private static func theme(withCard card: String) throws -> String {
    let text = try #require(Folder.project.text(of: "Themes/storefront/theme.yml"))
    return text.replacing("\ncards:\n", with: "\ncards:\n  \(card)\n")
  }

  @Test(arguments: [(59, false), (60, true), (100, true), (101, false)])
  func reportsALongNavigationOnce(pageCount: Int, isLong: Bool) async throws {
    // The home page is counted too.
    let pages = (1..<pageCount).map { "-- Content/p\($0)/_index.md --\n---\ntitle: P\($0)\nkind: page\n---\n" }
    let found = try await findings(.longNavigation, Self.shelf("", [("A", "")]) + pages.joined())
    #expect(found.map(\.path) == (isLong ? ["cardshelf.yml"] : []))
  }

  /// The findings for a theme with one changed colour.
  private func contrasts(_ color: String, _ value: String) async throws -> [Diagnostic] {
    try await SampleSite.with(Self.shelf("", [("A", "")])) { site async throws in
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      let start = try #require(theme.firstRange(of: "\n    \(color): \"")).upperBound
      let end = try #require(theme[start...].firstIndex(of: "\""))
      try site.folder.write(theme[..<start] + value + theme[end...], to: path)
      return try #require(await layOutSite(BuildOptions(root: site.folder.path)).site).findings(of: [.contrastLow])
    }
  }

  @Test func reportsLowContrastWithItsRatio() async throws {
    let found = try await contrasts("secondary", "#949494")
    let finding = try #require(found.first)
    #expect(found.count == 1)
    // Other tools give the same ratio: 3.03 on white.
    #expect(finding.message.contains("`secondary` of the light scheme has too little contrast"), "\(finding.rendered)")
    #expect(finding.message.contains("3.03 on `card` for subtitle"), "\(finding.rendered)")
    #expect(finding.excerpt?.line.contains("#949494") == true)
    let better = try part(of: finding.help, after: "", before: " is similar")
    #expect(try await contrasts("secondary", better).isEmpty)
    // Opacity is included.
    #expect(try await contrasts("secondary", "#00000080").count == 1)
    #expect(try await contrasts("secondary", "#767676").map(\.message).allSatisfy { !$0.contains("on `card`") })
    #expect(try await findings(.contrastLow, Self.shelf("", [("A", "")])).isEmpty)
  }

  @Test(arguments: [(200, 120, 1), (400, 225, 0), (2000, 100, 1)])
  func reportsEnlargedImages(width: UInt32, height: UInt32, count: Int) async throws {
    try await SampleSite.with(
      "-- Content/one/_index.md --\n---\ntitle: One\ncardWidth: 360\n---\n"
        + "-- Content/one/a.md --\n---\ntitle: A\nimage: a.gif\nimageAlt: A\n---\n"
    ) { site async throws in
      let size = [width, height].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      try site.folder.write(Array("GIF89a".utf8) + size + [0, 0, 0, 0x3B], to: "Content/one/a.gif")
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      let found = reviewed.findings(of: [.imageEnlarged])
      #expect(found.count == count, "\(found.map(\.rendered))")
      for finding in found { #expect(finding.message.hasPrefix("the image is \(width) × \(height) px and shown at ")) }
    }
  }

  /// The frame has the ratio 16/9.
  @Test(arguments: [
    (160, 90, "", nil), (900, 980, "", nil), (900, 1030, "", "49 %"), (300, 1600, "", "10 %"),
    (1600, 300, "", "33 %"),
    (300, 1600, "imageFocus: top\n", nil),
  ])
  func reportsCroppedImages(width: Int, height: Int, key: String, visible: String?) async throws {
    try await SampleSite.with(
      "-- Content/one/_index.md --\n---\ntitle: One\ncardWidth: 360\n---\n"
        + "-- Content/one/a.md --\n---\ntitle: A\nimage: a.gif\nimageAlt: A\n\(key)---\n"
    ) { site async throws in
      let size = [width, height].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      try site.folder.write(Array("GIF89a".utf8) + size + [0, 0, 0, 0x3B], to: "Content/one/a.gif")
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      let found = reviewed.findings(of: [.imageCropped])
      #expect(found.map { String($0.message.prefix(4)) } == (visible.map { [$0] } ?? []), "\(found.map(\.rendered))")
    }
  }

  /// Findings with the same key become one, which names the worst three. Unrelated findings stay separate.
  @Test func groupsFindingsWithOneCause() async throws {
    let words = ["Saturn", "Planisphere", "Planispheres", "Planispherical", "Planispherically"]
    let cards = (0..<25).map { (title: "\(Self.long) \(words[$0 % 5])", body: words[$0 % 5]) }
    try await SampleSite.with(
      Self.shelf("arrangement: grid\ncolumns: 2\ntags: { maxRows: 1 }", cards)
        + "-- Content/two/a.md --\n---\ntitle: A\n---\n"
    ) { site async throws in
      let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
      let all = reviewed.findings(of: Set(ReviewRule.allCases))
      let grouped = reviewed.findings(of: Set(ReviewRule.allCases), isGrouped: true)
      #expect(all.count >= 40, "\(all.count)")
      #expect(grouped.count < 8, "\(grouped.map(\.rendered))")
      let cut = try #require(grouped.first { $0.rule.name == "text-cut" })
      #expect(cut.path == "Themes/storefront/theme.yml")
      #expect(cut.message.hasPrefix("the title is cut in 25 cards, most in one/c"))
      #expect(cut.message.split(separator: ",").count == 4)
      #expect(cut.help?.contains("raise textStyles.title.maxLines in Themes/storefront/theme.yml") == true)
      #expect(cut.excerpt?.line.contains("maxLines: 2") == true)
      // Rules that are off are omitted from groups too.
      var quiet = reviewed
      quiet.levels["text-cut"] = .off
      #expect(!quiet.findings(of: Set(ReviewRule.allCases), isGrouped: true).contains { $0.rule.name == "text-cut" })
    }
  }

  @Test func suggestedShorteningFixesACutText() async throws {
    let found = try #require(try await findings(.textCut, Self.shelf("", [(Self.long.trimmed, "")])).first)
    let count = try #require(Int(try part(of: found.help, after: "shorten it by ", before: " ")))
    #expect((1..<Self.long.count).contains(count))
    let shorter = String(Self.long.trimmed.dropLast(count)).trimmed
    #expect(try await findings(.textCut, Self.shelf("", [(shorter, "")])).isEmpty)
    let longer = String(Self.long.trimmed.dropLast(count / 2)).trimmed
    #expect(try await findings(.textCut, Self.shelf("", [(longer, "")])).count == 1)
  }

  @Test func suggestedMaximumHeightFixesATallCard() async throws {
    let cards = [("A", ""), ("B", String(repeating: Self.long, count: 4)), ("C", Self.long)]
    let found = try #require(try await findings(.tallCard, Self.shelf("", cards)).first)
    let value = try part(of: found.help, after: "maxCardHeight: ", before: " in ")
    #expect(try await findings(.tallCard, Self.shelf("maxCardHeight: \(value)", cards)).isEmpty)
  }

  @Test func suggestedColumnRuleFixesTheReadingOrder() async throws {
    let cards = (0..<10).map { ("C", $0 % 2 == 0 ? Self.long + Self.long : "") }
    let settings = "arrangement: waterfall\ncolumns: 2\ncolumnRule: "
    let found = try #require(
      try await findings(.readingOrderJump, Self.shelf(settings + "round-robin", cards)).first)
    let rule = try part(of: found.help, after: "columnRule: ", before: " would")
    #expect(try await findings(.readingOrderJump, Self.shelf(settings + rule, cards)).isEmpty)
  }

  @Test func suggestedNumberOfColumnsFits() async throws {
    let cards = [("Magnification", ""), ("B", "")]
    let found = try #require(
      try await findings(.tooManyColumns, Self.shelf("arrangement: grid\ncolumns: 4", cards)).first)
    let help = try #require(found.help)
    let count = try #require(Int(help.prefix { $0 != " " }))
    let mended = try await findings(.tooManyColumns, Self.shelf("arrangement: grid\ncolumns: \(count)", cards))
    #expect(mended.isEmpty)
    #expect(
      try await findings(.tooManyColumns, Self.shelf("arrangement: grid\ncolumns: \(count + 1)", cards)).count == 1)
  }
}

extension String {
  fileprivate var trimmed: String { last == " " ? String(dropLast()) : self }
}
