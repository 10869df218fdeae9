import Diagnostics
import SiteBuild
import Testing

@testable import LayoutReview

struct ReviewRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: ReviewRule
    let name: String
    /// Marks stand around what is to be found; without marks nothing is.
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
      "-- Content/one/a.md --\n---\ntitle: A\ntags: [«text-200-percent|a tag of some length»]\n---\n"),
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
    Case(.tooManyColumns, "columns with room", shelf("arrangement: grid\ncolumns: 2", [("Saturn", "")])),
    Case(.tooManyColumns, "a minimum with room", shelf("arrangement: grid\ncolumns: { min: 280 }", [("Saturn", "")])),
  ]

  @Test(arguments: cases) func found(_ sample: Case) async throws {
    try await SampleSite.with(sample.site) { site async throws in
      let result = await layOutSite(BuildOptions(root: site.folder.path))
      let reviewed = try #require(result.site)
      let findings = reviewed.findings(of: [sample.rule])
      #expect(findings.map(\.drawn).sorted() == site.expected.sorted(), "\(findings.map(\.rendered))")
      for finding in findings { #expect(finding.help?.isEmpty == false) }
    }
  }

  @Test func everyRuleHasACaseThatIsFoundAndOneThatIsNot() {
    // A long navigation is a fault of no place; it has a test of its own.
    for rule in ReviewRule.allCases where rule != .longNavigation {
      let own = Self.cases.filter { $0.rule == rule }
      #expect(own.contains { $0.site.contains("«") } && own.contains { !$0.site.contains("«") }, "\(rule)")
    }
  }

  // MARK: What the help says mends it

  private func findings(_ rule: ReviewRule, _ text: String) async throws -> [Diagnostic] {
    try await SampleSite.with(text) { site async throws in
      try #require(await layOutSite(BuildOptions(root: site.folder.path)).site).findings(of: [rule])
    }
  }

  /// The text between two others.
  private func part(of text: String?, after start: String, before end: String) throws -> String {
    let text = try #require(text)
    let lower = try #require(text.firstRange(of: start)).upperBound
    let upper = try #require(text[lower...].firstRange(of: end)).lowerBound
    return String(text[lower..<upper])
  }

  @Test(arguments: [(59, false), (60, true)])
  func aNavigationOfManyPagesIsFoundOnce(pageCount: Int, isLong: Bool) async throws {
    // The home page is one of them.
    let pages = (1..<pageCount).map { "-- Content/p\($0)/_index.md --\n---\ntitle: P\($0)\nkind: page\n---\n" }
    let found = try await findings(.longNavigation, Self.shelf("", [("A", "")]) + pages.joined())
    #expect(found.map(\.path) == (isLong ? ["cardshelf.yml"] : []))
  }

  @Test func aTextThatIsShorterBySoMuchIsNotCut() async throws {
    let found = try #require(try await findings(.textCut, Self.shelf("", [(Self.long.trimmed, "")])).first)
    let count = try #require(Int(try part(of: found.help, after: "shorten it by ", before: " ")))
    #expect((1..<Self.long.count).contains(count))
    let shorter = String(Self.long.trimmed.dropLast(count)).trimmed
    #expect(try await findings(.textCut, Self.shelf("", [(shorter, "")])).isEmpty)
    let longer = String(Self.long.trimmed.dropLast(count / 2)).trimmed
    #expect(try await findings(.textCut, Self.shelf("", [(longer, "")])).count == 1)
  }

  @Test func theGreatestHeightMendsATallCard() async throws {
    let cards = [("A", ""), ("B", String(repeating: Self.long, count: 4)), ("C", Self.long)]
    let found = try #require(try await findings(.tallCard, Self.shelf("", cards)).first)
    let value = try part(of: found.help, after: "maxCardHeight: ", before: " in ")
    #expect(try await findings(.tallCard, Self.shelf("maxCardHeight: \(value)", cards)).isEmpty)
  }

  @Test func theColumnRuleMendsTheReadingOrder() async throws {
    let cards = (0..<10).map { ("C", $0 % 2 == 0 ? Self.long + Self.long : "") }
    let settings = "arrangement: waterfall\ncolumns: 2\ncolumnRule: "
    let found = try #require(
      try await findings(.readingOrderJump, Self.shelf(settings + "round-robin", cards)).first)
    let rule = try part(of: found.help, after: "columnRule: ", before: " would")
    #expect(try await findings(.readingOrderJump, Self.shelf(settings + rule, cards)).isEmpty)
  }

  @Test func asManyColumnsAsFit() async throws {
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
