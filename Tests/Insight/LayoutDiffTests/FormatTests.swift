import Review
import TestSupport
import Testing

/// The same difference in each format, compared with the files in `Formats`. A missing file is written, and the test
/// fails.
struct FormatTests {
  private static let names: [(DifferenceFormat, String)] = [
    (.human, "human.txt"), (.json, "changes.json"), (.github, "github.txt"), (.markdown, "summary.md"),
    (.junit, "junit.xml"),
  ]

  /// Everything that formats contain: shelves, pages, several causes, and characters that must be escaped.
  private func report() async throws -> LayoutReport {
    let base = try EditedSite()
    var edited = base
    func replace(_ path: String, _ old: String, _ new: String) {
      edited.files[path] = edited.files[path]?.replacing(old, with: new)
    }
    replace("Content/planets/mars.md", "title: Mars", "title: Mars, the red planet next door")
    replace("Content/planets/mars.md", "dusty]", "dusty, \"<b>&|\", well-visited, cratered, neighbouring]")
    replace("Content/notes/b.md", "Short.", "Not so short any more, since there was a lot to tell about the night.")
    replace("Content/facts/_index.md", "columns: { compact: 1, medium: 2 }", "columns: { compact: 1, medium: 3 }")
    edited.files["Content/about/_index.md"] = "---\nkind: page\ntitle: About\n---\n"
    edited.files["Content/about/us/me.md"] = "# Me\n"
    edited.files["Content/words/a|b&c.md"] = "# New\n"
    let (before, after) = (try await base.side(), try await edited.side())
    return LayoutReport(
      difference: compareLayouts(before: before, after: after), before: before.record, after: after.record,
      against: "origin/main")
  }

  @Test func everyFormat() async throws {
    let report = try await report()
    let folder = Folder(path: Folder.project.absolute("Tests/Insight/LayoutDiffTests/Formats"))
    for (format, name) in Self.names {
      let text = report.document(as: format)
      if let golden = folder.text(of: name) {
        #expect(text == golden, "\(name)")
      } else {
        try folder.write(text, to: name)
        Issue.record("\(name) was missing and is written: look at it")
      }
    }
  }

  @Test func nothingChanged() async throws {
    let side = try await EditedSite().side()
    let report = LayoutReport(
      difference: compareLayouts(before: side, after: side), before: side.record, after: side.record, against: "HEAD")
    #expect(report.difference.isEmpty)
    #expect(report.document(as: .human) == "")
    #expect(report.document(as: .human, isColoured: true) == "")
    #expect(report.document(as: .github) == "")
    #expect(report.document(as: .markdown) == "## Layout: unchanged\n\n4 shelves, 13 cards, as in `HEAD`.\n")
    #expect(
      report.document(as: .json) == """
        {"cards":{"all":13,"changed":0},"changed":false,"changes":[],"shelves":{"all":4,"changed":0},"version":1}

        """)
    #expect(report.document(as: .junit).contains(#"tests="4" failures="0""#))
  }

  @Test func coloursOnlyAddEscapes() async throws {
    let report = try await report()
    let coloured = report.document(as: .human, isColoured: true)
    #expect(coloured.contains("\u{1B}["))
    #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == report.document(as: .human))
  }
}
