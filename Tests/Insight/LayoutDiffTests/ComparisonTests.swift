import Diagnostics
import Geometry
import Review
import SiteBuild
import TestSupport
import Testing

@testable import Pages

struct ComparisonTests {
  private func edited(_ path: String, _ old: String, _ new: String) throws -> EditedSite {
    var site = try EditedSite()
    let text = try #require(site.files[path])
    #expect(text.contains(old))
    site.files[path] = text.replacing(old, with: new)
    return site
  }

  /// Two causes at once are both told, and a rename is one.
  @Test(arguments: [
    (
      "title: Mars",
      "title: Mars, the red planet next door, and what is known of it by those who went there and came back",
      "mars.md",
      [
        "Themes/storefront/theme.yml:12 cards.cover.padding 16 -> 20",
        "Content/planets/mars.md:2 title 1 -> 2 lines, cut",
      ]
    ),
    (
      "", "", "ares.md",
      ["Themes/storefront/theme.yml:12 cards.cover.padding 16 -> 20", "card renamed", "planets/mars -> planets/ares"]
    ),
  ])
  func twoCausesAtOnce(old: String, new: String, name: String, parts: [String]) async throws {
    let original = try await EditedSite().side()
    var site = try edited("Themes/storefront/theme.yml", "padding: 16", "padding: 20")
    let card = try #require(site.files["Content/planets/mars.md"])
    site.files["Content/planets/mars.md"] = nil
    site.files["Content/planets/" + name] = old.isEmpty ? card : card.replacing(old, with: new)
    let after = try await site.side()
    let lines = compareLayouts(before: original, after: after).lines()
    for part in parts { #expect(lines.contains(part), "\(lines)") }
    #expect(!lines.contains("added") && !lines.contains("removed"), "\(lines)")
  }

  /// Pages narrower than 320 px are those of readers who enlarge text.
  @Test(arguments: [
    (
      "Content/facts/far.md", "title: Far", "title: Far and farther out",
      """
      facts   only with enlarged text   Content/facts/far.md title changed
      facts   text                      Content/facts/far.md:2 title Far -> Far and farther out
      1 shelf of 4 changed; also 1 text

      """
    ),
    (
      "Content/facts/far.md", "title: Far", "title: Far, and farther than one thinks",
      """
      facts   to 399 px   523 -> 545 px   Content/facts/far.md:2 title 1 -> 2 lines; 2 cards below moved down by 22 px; also with enlarged text
      1 shelf of 4 changed

      """
    ),
    (
      "Content/facts/_index.md", "columns: { compact: 1,", "columns: { compact: 2,",
      """
      facts   compact   1 -> 2 columns   Content/facts/_index.md:4 columns.compact 1 -> 2; height -121 to -144 px; 2 cards moved, 2 to another row
      1 shelf of 4 changed

      """
    ),
  ])
  func enlargedTextIsLast(path: String, old: String, new: String, lines: String) async throws {
    var site = try edited("Themes/storefront/theme.yml", "steps: [320, 400]", "steps: [200, 320, 400]")
    site.files["Content/facts/_index.md"] = site.files["Content/facts/_index.md"]?.replacing("m: 2", with: "m: 1")
    let before = try await site.side()
    site.files[path] = site.files[path]?.replacing(old, with: new)
    let found = compareLayouts(before: before, after: try await site.side()).lines()
    #expect(found == lines, "\(found)")
  }

  /// Causes in a table are at the lines of its cells.
  @Test func changesOfRows() async throws {
    var site = try edited("Content/_index.md", "facts]", "facts, rows]")
    site.files["Content/rows/_index.md"] =
      "---\ncards: rows.csv\nfields: { title: name, body: text, footer: note, subtitle: more }\n---\n"
    let table =
      "id,name,text,note,more\none,\"One\",\"A \"\"short\"\" text\n\nand more\",Note,\ntwo,Two,,,\nthree,Three,,Same,\n"
    site.files["Content/rows/rows.csv"] = table
    let before = try await site.side()
    site.files["Content/rows/rows.csv"] = table.replacing("and more", with: "and\n\nmore")
      .replacing("Two,", with: "\"Two, which is a longer title than it was before, so that it takes more lines\",")
      .replacing("Same,", with: ",Same")
    let after = try await site.side()
    let lines = compareLayouts(before: before, after: after).lines()
    #expect(
      lines == """
        rows   all widths   152 -> 181 px   Content/rows/rows.csv:4 body 2 -> 3 lines
        rows   all widths   text cut        Content/rows/rows.csv:7 title 1 -> 2 lines, cut
        rows   all widths   text            Content/rows/rows.csv:8 subtitle added
        1 shelf of 5 changed

        """)
  }

  /// No cause is reported, because nothing that is known has changed.
  @Test func changesWithoutACause() async throws {
    let after = try await EditedSite().side()
    var record = after.record
    for page in record.pages.indices {
      for shelf in record.pages[page].shelves.indices where shelf < 2 {
        for run in record.pages[page].shelves[shelf].views[0].layouts.indices {
          record.pages[page].shelves[shelf].views[0].layouts[run].height += Pixels(shelf == 0 ? 1 : 8)
        }
      }
    }
    let lines = compareLayouts(before: LayoutSide(record), after: after).lines()
    #expect(
      lines == """
        planets   all widths   203 -> 202 px   cause not found in sources
        notes     all widths   -8 px           cause not found in sources
        2 shelves of 4 changed

        """, "\(lines)")
    let tolerant = compareLayouts(before: LayoutSide(record), after: after, tolerance: Pixels(1)).lines()
    #expect(tolerant.hasPrefix("notes "))
    #expect(compareLayouts(before: LayoutSide(record), after: after, tolerance: Pixels(8)).isEmpty)
  }

  @Test func changedFont() async throws {
    let after = try await EditedSite().side()
    var record = after.record
    for index in record.inputs.fonts.indices { record.inputs.fonts[index].hash = "other" }
    #expect(compareLayouts(before: LayoutSide(record), after: after).isEmpty)
    for page in record.pages.indices {
      for shelf in record.pages[page].shelves.indices {
        for run in record.pages[page].shelves[shelf].views[0].layouts.indices {
          record.pages[page].shelves[shelf].views[0].layouts[run].height += Pixels(1)
        }
      }
    }
    let lines = compareLayouts(before: LayoutSide(record), after: after).lines().split(separator: "\n")
    #expect(lines.first == "everything   all widths   4 shelves of 4, 0 cards   font Noto Sans 400 changed")
    #expect(lines.dropFirst().first?.hasSuffix("   font Noto Sans 700 changed") == true)
  }

  private static let filters: [([String], Bool, Bool)] = [
    (["planets"], true, false), (["facts"], false, true), (["planets/mars"], true, false), (["planets/*"], true, false),
    (["*/far"], false, true), (["index.html"], true, true), (["Content/planets"], true, false), (["**"], true, true),
    (["nothing"], false, false), (["plan", "?lanets"], true, false), (["planets/venus"], false, false),
    (["Content/**/far.md"], false, true), (["*"], true, true), (["planets/"], true, false),
  ]

  @Test func filters() async throws {
    var site = try edited("Content/planets/mars.md", "title: Mars", "title: Mars, the red planet next door")
    site.files["Content/facts/far.md"] = site.files["Content/facts/far.md"]?.replacing(
      "to come from the sun.", with: "to come all the way from the sun to us, and hours to the planets far out.")
    let before = try await EditedSite().side()
    let after = try await site.side()
    for (patterns, planets, facts) in Self.filters {
      let difference = compareLayouts(before: before, after: after, filter: ChangeFilter(patterns))
      let shelves = Set(difference.changes.compactMap(\.shelf))
      #expect(shelves.contains("planets") == planets, "\(patterns)")
      #expect(shelves.contains("facts") == facts, "\(patterns)")
    }
  }

  @Test func jobsChangeNothing() async throws {
    let base = try EditedSite()
    let first = try await Folder.withTemporary { LayoutRecord(try await base.laidOut(in: $0)) }
    for jobs in [1, 2, 3, 8] {
      let other = try await Folder.withTemporary { LayoutRecord(try await base.laidOut(in: $0, jobs: jobs)) }
      #expect(other == first)
    }
  }
}
