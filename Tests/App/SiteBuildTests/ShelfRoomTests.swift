import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

/// Settings that make cards narrower than their paddings, which are 16 px on each side: the findings and their places.
struct ShelfRoomTests {
  private static func site(_ settings: String, cards: Int = 4) -> String {
    "-- Content/one/_index.md --\n---\n\(settings)\n---\n"
      + (1...cards).map { "-- Content/one/c\($0).md --\n# Card \($0)\nText.\n" }.joined()
  }

  @Test(arguments: [
    (
      "arrangement: waterfall\ncolumns: «no-room|6»\nspacing: 60",
      "`columns: 6` leaves -2 px for a card at the width class compact (320 px) with 60 px between columns, whose paddings take 32 px",
      "at most 3 fit there; write columns: { compact: 3, medium: 6 }"
    ),
    (
      "arrangement: grid\ncolumns: «no-room|20»", "`columns: 20` leaves -1 px",
      "at most 6 fit there; write columns: { compact: 6, medium: 11, expanded: 16, large: 20 }"
    ),
    (
      "arrangement: grid\ncolumns: { compact: 2, medium: «no-room|24», large: 3 }\nspacing: 0",
      "`columns: 24` leaves 23 px",
      "at most 16 fit there; write columns: { compact: 2, medium: 16, expanded: 24, large: 3 }"
    ),
    ("arrangement: grid\ncolumns: «no-room|2»\nspacing: 1000", "`columns: 2` leaves -356 px", "at most 1 fits there"),
    (
      "arrangement: grid\nspacing: { medium: «no-room|600» }",
      "`spacing: 600` leaves -24 px for each of 2 cards in a line at the width class medium (600 px)",
      "at most 486 px fit there, or name fewer `columns`"
    ),
    (
      "arrangement: waterfall\ncolumns: 1\ncellPadding: «no-room|130»", "`cellPadding: 130` leaves 28 px for a card",
      "at most 127 px fit there"
    ),
    (
      "arrangement: list\ninset: «no-room|150»",
      "`inset` leaves -12 px for a card at the width class compact (320 px)",
      "at most 255 px fit there for leading and trailing together"
    ),
    (
      "arrangement: flow\ninset: { compact: { leading: 20, trailing: «no-room|290» }, medium: 0 }",
      "`inset` leaves -22 px", "at most 255 px"
    ),
    ("arrangement: shelf\ninset: { leading: «no-room|256» }", "`inset` leaves 32 px", "at most 255 px"),
    (
      "arrangement: grid\ncolumnToggle: «no-room|true»\nspacing: 250",
      "`columnToggle` leaves 19 px for each of two cards",
      "remove `columnToggle`"
    ),
  ])
  func refused(settings: String, message: String, help: String) async throws {
    try await SampleSite.with(Self.site(settings)) { site async throws in
      let result = await site.build()
      #expect(result.diagnostics.map(\.drawn) == site.expected)
      #expect(result.diagnostics.first?.message.contains(message) == true, "\(result.diagnostics.map(\.message))")
      #expect(result.diagnostics.first?.help?.contains(help) == true, "\(result.diagnostics.map { $0.help ?? "" })")
      #expect(result.exitCode == 1)
    }
  }

  /// Values that the help suggests are accepted.
  @Test(arguments: [
    "arrangement: waterfall\ncolumns: { compact: 3, medium: 6 }\nspacing: 60",
    "arrangement: grid\ncolumns: { compact: 6, medium: 11, expanded: 16, large: 20 }",
    "arrangement: waterfall\ncolumns: 1\ncellPadding: 127", "arrangement: list\ninset: 127",
    "arrangement: shelf\ninset: { leading: 255 }", "arrangement: grid\nspacing: { medium: 486, expanded: 100 }",
  ])
  func allowed(settings: String) async throws {
    try await SampleSite.with(Self.site(settings, cards: 40)) { site async throws in
      #expect(await site.build().diagnostics == [])
    }
  }

  /// An image may be as tall as a page.
  @Test func imagesOfMillionsOfPixels() async throws {
    let card = """
      -- Content/one/a.md --
      ---
      title: A
      image: i.svg
      ---
      -- Content/one/i.svg --
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>

      """
    try await SampleSite.with(Self.site("arrangement: list", cards: 1) + card) { site async throws in
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      let names = ["compact", "medium", "expanded", "large", "extra-large"]
      let classes = names.enumerated().map { number, name in
        "  \(name): { from: \(number * 2000), margin: 0, steps: [\(number * 2000 + 1999)] }\n"
      }
      let before = try #require(theme.firstRange(of: "widthClasses:\n")).upperBound
      let after = try #require(theme[before...].firstRange(of: "\n\n")).lowerBound
      let wide = theme[..<before] + classes.joined() + theme[after...]
      try site.folder.write(String(wide).replacing("ratio: 16/9", with: "ratio: 1/1000"), to: path)
      #expect(await site.build().diagnostics == [])
      #expect(try site.page().contains(" height=\"1999000\""))
    }
  }

  /// A theme's own values are reported in the theme, including the padding of cards.
  @Test(arguments: [
    ("cardWidth: 280", "cardWidth: 20", "arrangement: shelf", "`cardWidth: 20` leaves no room", "write at least 33"),
    ("padding: 16", "padding: 150", "arrangement: list", "the paddings of `cover` leave no room", "at most 143 px"),
  ])
  func faultsOfTheTheme(old: String, new: String, settings: String, message: String, help: String) async throws {
    try await SampleSite.with(Self.site(settings)) { site async throws in
      let path = "Themes/storefront/theme.yml"
      let theme = try #require(site.folder.text(of: path))
      let range = try #require(theme.firstRange(of: old))
      try site.folder.write(theme.replacingCharacters(in: range, with: new), to: path)
      let result = await site.build()
      let finding = try #require(result.diagnostics.first)
      #expect(finding.path == path && finding.rule.name == "no-room", "\(result.diagnostics)")
      #expect(
        finding.position?.line
          == theme[..<range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).count)
      #expect(finding.message.contains(message) && finding.help?.contains(help) == true)
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
