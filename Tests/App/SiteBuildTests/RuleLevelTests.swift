import Content
import Diagnostics
import Review
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// The setting `rules` in `cardshelf.yml`.
struct RuleLevelTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let rule: String
    let site: String
    /// What the page contains if the site is published in spite of the finding, and what it does not.
    var shows: String? = nil
    var lacks: String? = nil

    var testDescription: String { rule }
  }

  private static let good = "-- Content/one/_index.md --\n---\ntitle: One\n---\n-- Content/one/b.md --\n# B\n"

  /// One fault for each error that can be a warning.
  private static let faults: [Fault] = [
    Fault(
      rule: "link-missing",
      site: "-- Content/one/a.md --\n---\ntitle: A\nlink: no.md\n---\nTo [nowhere](none.md) it *goes*.\n",
      shows: "nowhere", lacks: "none.md"),
    Fault(
      rule: "image-missing",
      site: "-- Content/one/a.md --\n---\ntitle: A\nimage: none.png\n---\nA ![small moon](b.png) here.\n\n"
        + "> ![big moon](c.png)\n",
      shows: "A small moon here.", lacks: "<img"),
    Fault(
      rule: "image-type",
      site: "-- Content/one/a.md --\n---\ntitle: A\n---\nA ![thing](a.pdf).\n-- Content/one/a.pdf --\n%PDF\n",
      shows: "A thing.", lacks: "<img"),
    Fault(
      rule: "image-refused",
      site: "-- Content/one/a.md --\n---\ntitle: A\n---\n"
        + "- A ![badge](https://example.org/b.svg) of **![](https://example.org/c.svg) it**\n",
      shows: "badge", lacks: "example.org"),
    Fault(rule: "unknown-key", site: "-- Content/one/a.md --\n---\ntitle: A\ncategories: x\n---\nText\n"),
    Fault(rule: "date-invalid", site: "-- Content/one/a.md --\n---\ntitle: A\ndate: 2025-02-30\n---\n"),
    Fault(rule: "language-invalid", site: "-- Content/one/a.md --\n---\ntitle: A\nlang: klingonish\n---\n"),
    Fault(rule: "image-focus-invalid", site: "-- Content/one/a.md --\n---\ntitle: A\nimageFocus: middle\n---\n"),
    Fault(rule: "shelf-unknown", site: "-- Content/_index.md --\n---\nshelves: [one, two]\n---\n"),
    Fault(
      rule: "card-misplaced",
      site: "-- Content/one/_index.md --\n---\nkind: shelf\n---\n-- Content/one/deep/a.md --\n# Away\n", lacks: "Away"),
    Fault(
      rule: "data-column-unknown",
      site: "-- Content/two/_index.md --\n---\ncards: t.csv\nfields: { title: T, footer: F }\n---\n"
        + "-- Content/two/t.csv --\nT\nFirst\n",
      shows: "First"),
    Fault(
      rule: "title-missing",
      site: "-- Content/two/_index.md --\n---\ncards: t.csv\n---\n-- Content/two/t.csv --\n"
        + "title,footer\nFirst,x\n,y\n",
      shows: "First"),
  ]

  @Test(arguments: faults)
  func siteDecidesTheLevelOfErrors(fault: Fault) async throws {
    for (level, severities) in [("error", ["error"]), ("warn", ["warning"]), ("off", [])] {
      if case .shown = RuleTable.controls[fault.rule], level == "off" { continue }
      try await SampleSite.with(Self.good + fault.site, settings: "rules: { \(fault.rule): \(level) }\n") {
        site async throws in
        let result = await site.build()
        let found = result.diagnostics.filter { $0.rule.name == fault.rule }
        #expect(Set(found.map(\.severity.rawValue)) == Set(severities))
        #expect(result.diagnostics.allSatisfy { $0.rule.name == fault.rule }, "\(result.diagnostics.map(\.rendered))")
        #expect((result.report == nil) == (level == "error"))
        guard level != "error" else { return }
        let page = try site.page()
        if let shows = fault.shows { #expect(page.contains(shows), "\(page)") }
        if let lacks = fault.lacks { #expect(!page.contains(lacks), "\(page)") }
      }
    }
  }

  /// Rules that are not errors by default need no proof that a site can be published in spite of them.
  @Test func coversEachAdjustableError() {
    let warnings = RuleBook.read().filter { $0.kinds.first?.hasPrefix("warning") == true }.map(\.name)
    let faults = Set(Self.faults.map(\.rule))
    #expect(Set(RuleTable.adjustable).subtracting(warnings).subtracting(faults) == [])
    #expect(faults.isSubset(of: RuleTable.adjustable))
  }

  @Test(arguments: ["tags: [A, A]", "tags: [A, A]\nslug: moon"])
  func warningsCanBeErrors(keys: String) async throws {
    let card = "-- Content/one/a.md --\n---\ntitle: A\n\(keys)\n---\n"
    for (level, isBuilt) in [("error", false), ("off", true)] {
      try await SampleSite.with(Self.good + card, settings: "rules: { duplicate-value: \(level) }\n") {
        site async throws in
        let result = await site.build(strict: level == "off")
        #expect((result.report != nil) == isBuilt)
        #expect(result.diagnostics.map(\.severity) == (isBuilt ? [] : [.error]))
      }
    }
  }

  /// A character without a font is found during layout.
  @Test func warningsOfLaterStagesCanBeErrors() async throws {
    let card = "-- Content/one/a.md --\n# \u{10FFFD}\n"
    try await SampleSite.with(Self.good + card, settings: "rules: { glyph-missing: error }\n") { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rule.name) == ["glyph-missing"])
      #expect(result.report == nil)
    }
  }

  @Test func levelsOfFindingsOfAReview() async throws {
    let card = "-- Content/one/a.md --\n# \(String(repeating: "A long title ", count: 60))\n"
    for (level, severities) in [("error", ["error"]), ("off", [])] {
      try await SampleSite.with(Self.good + card, settings: "rules: { text-cut: \(level) }\n") { site async throws in
        let reviewed = try #require(await layOutSite(BuildOptions(root: site.folder.path)).site)
        #expect(Set(reviewed.findings(of: [.textCut]).map(\.severity.rawValue)) == Set(severities))
      }
    }
  }

  /// If nearly all rows have an error, reading stops early; warnings do not stop it.
  @Test func readsAllRowsWithWarnings() async throws {
    let rows = (1...1500).map { "T\($0),soon\n" }.joined()
    let table = "-- Content/two/_index.md --\n---\ncards: t.csv\n---\n-- Content/two/t.csv --\ntitle,date\n\(rows)"
    try await SampleSite.with(Self.good + table, settings: "rules: { date-invalid: off }\n") { site async throws in
      let result = await site.build()
      #expect(result.diagnostics == [])
      #expect(result.report?.cardCount == 1501)
    }
  }

  @Test(arguments: [
    ("link-mising: warn", "rule-unknown", "did you mean `link-missing`?"),
    ("quite-another: warn", "rule-unknown", "unknown rule `quite-another`"),
    ("link-refused: warn", "rule-fixed", "it protects readers"),
    ("style-missing: off", "rule-fixed", "it keeps pages exact"),
    ("image-refused: off", "rule-fixed", "cannot be switched off"),
    ("glyph-missing: off", "rule-fixed", "cannot be switched off"),
    ("link-missing: warning", "unknown-value", "one of: error, warn, off"),
    ("link-missing: [warn]", "wrong-type", "link-missing"),
  ])
  func refusesFixedRules(entry: String, rule: String, says: String) async throws {
    try await SampleSite.with(Self.good, settings: "rules:\n  \(entry)\n") { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rule.name) == [rule])
      #expect(result.diagnostics.first?.position?.line == 2)
      #expect(result.diagnostics.first?.rendered.contains(says) == true, "\(result.diagnostics.map(\.rendered))")
      #expect(result.exitCode == 2)
    }
  }

  /// Keys for other programs.
  @Test(arguments: [
    ("frontMatter: error", ["error"]), ("frontMatter: warn", ["warning"]), ("frontMatter: ignore", []),
    ("frontMatter: ignore\nrules: { unknown-key: warn }", ["warning"]),
  ])
  func levelsOfUnknownKeys(settings: String, severities: [String]) async throws {
    let card = "-- Content/one/a.md --\n---\ntitel: A\n---\n"
    try await SampleSite.with(Self.good + card, settings: settings + "\n") { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.rule.name) == severities.map { _ in "unknown-key" })
      #expect(result.diagnostics.map(\.severity.rawValue) == severities)
      #expect((result.report?.cardCount == 2) == (severities != ["error"]))
    }
  }

  /// A rule of front matter keeps its level for settings, because nothing can be built without them.
  @Test func rulesDoNotApplyToSettings() async throws {
    try await SampleSite.with(Self.good, settings: "titel: A\nrules: { unknown-key: off }\n") { site async throws in
      #expect(await site.build().diagnostics.map(\.rule.name) == ["unknown-key"])
    }
  }
}
