import FoundationEssentials
import TestSupport
import Testing

struct BreakpointsCommandTests {
  private struct Document: Decodable {
    struct Change: Decodable {
      var shelf: String?
      var columns: [Int]?
      var height: [Double]?
      var lines: [Int]?
    }
    struct Width: Decodable {
      var width: Int
      var changes: [Change]
    }
    struct Gain: Decodable {
      var width: Int
      var until: Int
    }
    var page: String
    var widths: [Width]
    var stepsWithoutChange: [Int]
    var gains: [Gain]
    var version: Int
  }

  private static let files = [
    "Content/one/_index.md": "---\ntitle: One\narrangement: grid\ncolumns: { min: 300 }\n---\n",
    "Content/one/a.md": "# A\n\nSo many words that their lines end elsewhere at each width of a card.\n",
    "Content/one/b.md": "# B\n",
    "Content/more/_index.md": "---\nkind: page\ntitle: More\n---\n",
    "Content/more/two/c.md": "# C\n",
  ]

  @Test func printsWidthsForPeopleAndPrograms() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try CommandRun.of(["breakpoints"], in: site.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors == "")
    #expect(run.output.contains("one, grid\n"))
    // 300 + 16 + 300 px between margins of 24 px.
    #expect(run.output.contains(/\n +664 +columns 1 → 2; rows 2 → 1;/))
    #expect(run.output.contains("change something on index.html\n"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    let json = try CommandRun.of(["breakpoints", "index.html", "--format", "json"], in: site.path)
    let document = try JSONDecoder().decode(Document.self, from: Data(json.output.utf8))
    #expect(document.page == "index.html" && document.version == 1)
    let change = try #require(document.widths.first { $0.width == 664 }?.changes.first)
    #expect(change.shelf == "one" && change.columns == [1, 2])
    #expect(document.widths.map(\.width) == document.widths.map(\.width).sorted())
    let all = try CommandRun.of(["breakpoints", "--all"], in: site.path)
    #expect(all.output.split(separator: "\n").count >= run.output.split(separator: "\n").count)
    let jobs = try CommandRun.of(["breakpoints", "--format", "json", "--jobs", "1"], in: site.path)
    #expect(jobs.output == json.output)
  }

  @Test func otherPages() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try CommandRun.of(["breakpoints", "more"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output.contains("on more/index.html\n"))
    let unknown = try CommandRun.of(["breakpoints", "mor"], in: site.path)
    #expect(unknown.exitCode == 2)
    #expect(unknown.output == "")
    #expect(unknown.errors.contains("did you mean more/index.html?"))
  }

  @Test(arguments: [["--format", "xml"], [""], ["a", "b"], ["--all", "--format", "json"]])
  func refusesWrongUsage(arguments: [String]) throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    #expect(try CommandRun.of(["breakpoints"] + arguments, in: site.path).exitCode == 64)
  }
}
