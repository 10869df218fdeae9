import TestSupport
import Testing

struct LayoutCommandTests {
  private static let files = [
    "Content/one/a.md": "---\ntitle: A\ntags: [x]\n---\nText.\n",
    "Content/more/_index.md": "---\nkind: page\ntitle: More\n---\n",
    "Content/more/two/_index.md": "---\ntitle: Two\narrangement: list\n---\n", "Content/more/two/c.md": "# C\n",
  ]

  @Test func printsWhatShowsAtAWidth() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try CommandRun.of(["layout", "more", "--width", "400"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        [
        {"page":"more/index.html","shelf":"more/two","id":"more/two/c","source":"Content/more/two/c.md","x":16,"y":40,"width":358,"height":54,"slots":{"title":{"x":16,"y":16,"width":326,"height":22,"lines":1,"truncated":false}}}]

        """)
    // All pages, in the order of the site, and as in layout.json.
    let all = try CommandRun.of(["layout"], in: site.path)
    #expect(all.output.matches(of: /"page":/).count == 2)
    #expect(all.output.contains(/"tags":{"x":16,"y":[0-9]+,"width":248,"height":20,"lines":1,"truncated":false}/))
    for name in ["more/", "/more/index.html"] {
      #expect(try CommandRun.of(["layout", name, "--width", "400"], in: site.path).output == run.output)
    }
  }

  /// The card is at (16, 40) and 358 × 54 px. Edges that touch have no area in common.
  @Test(arguments: [
    (["--rect", "0,93,390,100"], true), (["--rect", "0,0,17,41"], true), (["--rect", "0,0,16,94"], false),
    (["--rect", "0,0,390,40"], false), (["--rect", "374,40,26,54"], false), (["--rect", "-5,40,22,1"], true),
    (["--viewport", "41"], true), (["--viewport", "40"], false),
  ])
  func cardsInARectangle(arguments: [String], isInside: Bool) throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try CommandRun.of(["layout", "more", "--width", "400"] + arguments, in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("more/two/c") == isInside)
    #expect(isInside || run.output == "[]\n")
  }

  @Test func aRectangleOutsideIsAFinding() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try CommandRun.of(["layout", "more", "--width", "400", "--rect", "0,94,390,10"], in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(
      run.errors.hasPrefix(
        "more/index.html: error: the rectangle is outside the page [rectangle-outside]\nhelp: shelves take 390 × 94 px")
    )
  }

  @Test func unknownPageIsAFinding() throws {
    let site = try Folder.site(Self.files)
    defer { site.remove() }
    let run = try CommandRun.of(["layout", "mor"], in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(
      run.errors.contains(
        "mor: error: the site has no page called mor [page-unknown]\nhelp: did you mean more/index.html?"))
  }

  @Test func reportsErrorsOfTheSite() throws {
    let site = try Folder.site(["Content/one/b.md": "---\ntitle: B\nlink: nowhere\n---\n"])
    defer { site.remove() }
    let run = try CommandRun.of(["layout"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.errors.hasPrefix("Content/one/b.md:3:"))
  }

  @Test(arguments: [
    ["--width", "0"], ["--width", "wide"], [""], ["a", "b"], ["--rect", "1,2,3"], ["--rect", "0,0,0,5"],
    ["--rect", "0,0,5,-5"], ["--rect", "a,0,5,5"], ["--viewport", "0"], ["--viewport", "5", "--rect", "0,0,5,5"],
  ])
  func wrongUsage(arguments: [String]) throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["layout"] + arguments, in: site.path)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
  }
}
