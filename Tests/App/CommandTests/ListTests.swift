import TestSupport
import Testing

struct ListTests {
  private static let files = [
    "Content/one/a.md": "# A\n", "Content/one/b.md": "---\ntitle: B 漢\n---\n",
    "Content/two/_index.md": "---\ntitle: Two\narrangement: list\n---\n", "Content/two/c.md": "# C\n",
  ]

  @Test func sizesAreThoseOfTheStep() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try CommandRun.of(["list", "--width", "400"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        compact (390-411)
        one      390 × 94  shelf, 2 cards: One
          one/a  280 × 54  A
          one/b  280 × 54  B 漢
        two      390 × 94  list, 1 card: Two
          two/c  358 × 54  C

        """)
  }

  @Test func listsOnlyShelves() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try CommandRun.of(["list", "--shelves"], in: site.path)
    #expect(run.output == "compact (390-411)\none  390 × 94  shelf: One\ntwo  390 × 94  list: Two\n")
  }

  @Test func writesJSON() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["list", "--format", "json", "--width", "1"], in: site.path)
    #expect(
      run.output == """
        {"minWidth":0,"shelves":[
        {"arrangement":"shelf","cards":[{"height":54,"id":"one/a","source":"Content/one/a.md","title":"A","width":280,"x":16,"y":40}],"height":94,"id":"one","page":"index.html","source":"Content/one/_index.md","title":"One","width":320}],"version":1}

        """)
  }

  @Test func reportsErrors() throws {
    let site = try Folder.site([
      "Content/one/a.md": "# A\n", "Content/one/b.md": "---\ntitle: B\nlink: nowhere\n---\n",
    ])
    defer { site.remove() }
    let run = try CommandRun.of(["list"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.errors.hasPrefix("Content/one/b.md:3:"))
  }
}
