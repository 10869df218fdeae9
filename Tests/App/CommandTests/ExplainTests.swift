import TestSupport
import Testing

struct ExplainTests {
  @Test(arguments: [
    ("one/a", ""), ("Content/one/a.md", ""), ("a.md", "/Content/one"), ("../one/a.md", "/Content/one"),
  ])
  func spellingsOfCardNames(name: String, folder: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["explain", name, "--width", "400"], in: site.path + folder)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        one/a  compact, step 390, page width 390-411
          width 280 = 280 cardWidth
          height 54 = 16 padding + 22 title (1 line x 22) + 16 padding
          x 16 = 16 margin
          y 40 = 28 shelf title (1 line) + 12 gap

        """)
  }

  @Test func anUnknownCard() throws {
    let site = try Folder.site(["Content/one/saturn.md": "# A\n"])
    defer { site.remove() }
    let run = try CommandRun.of(["explain", "two/saturn", "one/saturn"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.errors.hasPrefix("two/saturn: error: the site has no card called two/saturn [card-unknown]\n"))
    #expect(run.errors.contains("help: did you mean one/saturn?\n"))
    #expect(run.output.hasPrefix("one/saturn  compact"))
  }

  @Test func widthClasses() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let all = try CommandRun.of(["explain", "one/a", "--format", "json"], in: site.path)
    #expect(all.exitCode == 0)
    #expect(all.output.split(separator: "\n").count { $0.contains(#""id":"one/a""#) } == 5)
    let one = try CommandRun.of(["explain", "one/a", "--width-class", "medium"], in: site.path)
    #expect(one.output.hasPrefix("one/a  medium, step 600, page width 600-677\n"))
    let none = try CommandRun.of(["explain", "one/a", "--width-class", "medim"], in: site.path)
    #expect(none.exitCode == 1)
    #expect(none.errors.contains("did you mean medium?"))
  }
}
