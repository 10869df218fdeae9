import Glibc
import TestSupport
import Testing

struct DiffTests {
  /// A site of two shelves whose layout is approved, in a commit.
  private func approvedSite() throws -> Folder {
    let site = try Folder.site()
    try site.write("---\ntitle: Two\n---\n", to: "Content/two/_index.md")
    try site.write("# B\n", to: "Content/two/b.md")
    let run = try CommandRun.of(["approve"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output == "approved 2 shelves, 2 cards: layout.baseline\n")
    #expect(run.errors == "")
    try site.commit()
    return site
  }

  private static let longTitle = "# A title that is so long that it takes two lines\n"

  @Test func nothingChanged() throws {
    let site = try approvedSite()
    defer { site.remove() }
    let run = try CommandRun.of(["diff"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output == "")
    #expect(run.errors == "")
  }

  /// The site that was approved is in a commit, and tells what any commit tells.
  @Test func somethingChanged() throws {
    let site = try approvedSite()
    defer { site.remove() }
    try site.write(Self.longTitle, to: "Content/one/a.md")
    let run = try CommandRun.of(["diff"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.errors == "")
    #expect(
      run.output == """
        one   all widths   94 -> 116 px   Content/one/a.md:1 title 1 -> 2 lines
        1 shelf of 2 changed

        """)
    #expect(run.output == (try CommandRun.of(["diff", "--against", "HEAD"], in: site.path)).output)
    let forgiving = try CommandRun.of(["diff", "--exit-zero-on-changes", "--jobs", "2"], in: site.path)
    #expect(forgiving.exitCode == 0)
    #expect(forgiving.output == run.output)
    #expect(try CommandRun.of(["diff", "--filter", "two/*"], in: site.path).exitCode == 0)
    #expect(try CommandRun.of(["diff", "--tolerance", "22.5", "--filter", "one"], in: site.path).exitCode == 1)
  }

  @Test func approveListsTheChanges() throws {
    let site = try approvedSite()
    defer { site.remove() }
    let first = try #require(site.text(of: "layout.baseline"))
    #expect(try CommandRun.of(["approve"], in: site.path).output == "layout.baseline is up to date\n")
    try site.write(Self.longTitle, to: "Content/one/a.md")
    let run = try CommandRun.of(["approve"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix("one   all widths   94 -> 116 px   "))
    #expect(run.output.hasSuffix("\n1 shelf of 2 changed\napproved 2 shelves, 2 cards: layout.baseline\n"))
    #expect(site.text(of: "layout.baseline") != first)
    #expect(try CommandRun.of(["diff"], in: site.path).exitCode == 0)
  }

  /// What was approved later than the rest is compared with its own commit.
  @Test func approvesOneShelf() throws {
    let site = try approvedSite()
    defer { site.remove() }
    try site.write(Self.longTitle, to: "Content/one/a.md")
    try site.write(Self.longTitle, to: "Content/two/b.md")
    let run = try CommandRun.of(["approve", "two"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix("two   all widths   94 -> 116 px   "))
    #expect(run.output.hasSuffix("\n1 shelf of 1 changed\napproved two: layout.baseline\n"))
    let rest = "one   all widths   94 -> 116 px   Content/one/a.md:1 title 1 -> 2 lines\n1 shelf of 2 changed\n"
    for isCommitted in [false, true] {
      if isCommitted { try site.commit() }
      let diff = try CommandRun.of(["diff"], in: site.path)
      #expect(diff.exitCode == 1)
      #expect(diff.errors == "")
      #expect(diff.output == rest)
    }
    #expect(try CommandRun.of(["approve", "Content/one/a.md"], in: site.path).exitCode == 0)
    #expect(try CommandRun.of(["diff"], in: site.path).output == "")
    let none = try CommandRun.of(["approve", "three"], in: site.path)
    #expect(none.exitCode == 2)
    #expect(none.errors.hasPrefix("layout.baseline: error: nothing has this name [approval-unknown]\n"))
  }

  /// Without the site that was approved, the lines say which parts changed.
  @Test(arguments: [false, true])
  func theApprovedSiteIsUnknown(isInRepository: Bool) throws {
    let site = try Folder.site()
    defer { site.remove() }
    if isInRepository { try site.commit() }
    #expect(try CommandRun.of(["approve"], in: site.path).exitCode == 0)
    try site.write("# B\n", to: "Content/one/b.md")
    try site.write(Self.longTitle, to: "Content/one/a.md")
    let run = try CommandRun.of(["diff"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(
      run.output == """
        one   card 54 -> 76 px   Content/one/a.md
        one   card added         Content/one/b.md
        1 shelf of 1 changed

        """)
    #expect(
      run.errors == "no commit here has the site that layout.baseline approves: only its lines were compared\n")
    let report = try CommandRun.of(["diff", "--report", "changes"], in: site.path)
    #expect(report.exitCode == 1)
    #expect(site.text(of: "changes/index.html")?.contains("card added") == true)
  }

  @Test func approvesNothingWithErrors() throws {
    let site = try approvedSite()
    defer { site.remove() }
    let first = try #require(site.text(of: "layout.baseline"))
    try site.write("---\ntitle: A longer title than before, by far\ntitel: x\n---\n", to: "Content/one/a.md")
    let run = try CommandRun.of(["approve"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.output == "")
    #expect(run.errors.hasSuffix("1 error; the baseline is unchanged\n"))
    #expect(site.text(of: "layout.baseline") == first)
    // A comparison is not possible either.
    let diff = try CommandRun.of(["diff"], in: site.path)
    #expect(diff.exitCode == 2)
    #expect(diff.output == "")
    #expect(diff.errors.contains("[unknown-key]"))
  }

  @Test func aBaselineThatCannotBeReadIsReplaced() throws {
    let site = try approvedSite()
    defer { site.remove() }
    try site.write("cardshelf baseline 1\n\n<<<<<<< HEAD\n", to: "layout.baseline")
    let diff = try CommandRun.of(["diff"], in: site.path)
    #expect(diff.exitCode == 2)
    #expect(diff.errors.hasPrefix("layout.baseline:3:1: error: git could not merge the baseline here "))
    #expect(diff.errors.contains("with: cardshelf approve\n"))
    let run = try CommandRun.of(["approve"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.errors.hasPrefix("layout.baseline:3:1: warning: "))
    #expect(try CommandRun.of(["diff"], in: site.path).exitCode == 0)
  }

  @Test func theBaselineOfAnEarlierVersion() throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("[\n{\"version\":1},\n{\"end\":true}\n]\n", to: "layout.baseline.json")
    let diff = try CommandRun.of(["diff"], in: site.path)
    #expect(diff.exitCode == 2)
    #expect(diff.errors.hasPrefix("layout.baseline.json: error: this is the baseline of an earlier version "))
    #expect(try CommandRun.of(["approve"], in: site.path).exitCode == 0)
    #expect(try CommandRun.of(["diff"], in: site.path).exitCode == 0)
  }

  @Test func textsThatMoveNothing() throws {
    let site = try approvedSite()
    defer { site.remove() }
    try site.write("# Ä\n", to: "Content/two/b.md")
    let run = try CommandRun.of(["diff"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.output == "two   text   Content/two/b.md:1 title B -> Ä\n1 text changed; nothing moved\n")
    let ofLayout = try CommandRun.of(["diff", "--layout-only"], in: site.path)
    #expect(ofLayout.exitCode == 0)
    #expect(ofLayout.output + ofLayout.errors == "")
  }

  @Test func againstFilesAndFolders() throws {
    let site = try Folder.site()
    defer { site.remove() }
    #expect(try CommandRun.of(["build"], in: site.path).exitCode == 0)
    let named = [
      "Output/", "./Output", "./Output/layout.json", "Output/layout.json", site.path + "/Output/layout.json",
    ]
    let others = named.map { ["--against", $0] } + ["Output", "Output/layout.json"].map { ["--against-folder", $0] }
    for other in others {
      let run = try CommandRun.of(["diff"] + other, in: site.path)
      #expect(run.exitCode == 0)
      #expect(run.output == "")
      // A change of words would not be found.
      #expect(run.errors.hasPrefix(other[1] + " does not state the texts of cards"))
    }
    try site.write("# A title that is so long that it takes two lines\n", to: "Content/one/a.md")
    let run = try CommandRun.of(["diff", "--against", "./Output", "--format", "github"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(
      run.output
        == "::warning file=Content/one/a.md,line=1,title=one%2C all widths::94 -> 116 px%0A"
        + "Content/one/a.md:1 title 1 -> 2 lines\n")
  }

  /// A change under review may add a folder with the name of the commit before it, and its own layout inside.
  @Test func aFolderNamedLikeACommit() throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.commit()
    try site.git("branch", "a/b")
    let commit = try #require(site.text(of: ".git/refs/heads/main")).filter { $0 != "\n" }
    try site.write("# A title that is so long that it takes two lines\n", to: "Content/one/a.md")
    #expect(try CommandRun.of(["build"], in: site.path).exitCode == 0)
    let layout = try #require(site.text(of: "Output/layout.json"))
    for name in [commit, "main", "HEAD", "a/b"] {
      try site.write(layout, to: "\(name)/layout.json")
      for option in ["--against", "--against-commit"] {
        let run = try CommandRun.of(["diff", option, name], in: site.path)
        #expect(run.exitCode == 1, "\(option) \(name)")
        #expect(run.output.contains("title 1 -> 2 lines"))
      }
      for option in [["--against-folder", name], ["--against", "./" + name], ["--against", name + "/"]] {
        #expect(try CommandRun.of(["diff"] + option, in: site.path).exitCode == 0, "\(option)")
      }
    }
    // If no commit has that name, the folder is still not used, and the help says how to name a folder.
    try site.write(layout, to: "origin/main/layout.json")
    for name in ["origin/main", "origin/main/layout.json", "origin"] {
      let run = try CommandRun.of(["diff", "--against", name], in: site.path)
      #expect(run.exitCode == 2, "\(name)")
      #expect(run.errors.contains("help: a file or folder is written as a path: ./\(name)\n"))
    }
    // Neither is it used if git fails. The last case is a folder that git does not accept as a repository.
    for (number, damage) in [
      "mkfifo .git/refs/heads/waits", "rm -r .git/objects/*/", "rm -r .git/refs", "rm .git/HEAD",
    ].enumerated() {
      let run = try CommandRun.of(["diff", "--against", "origin/main"], in: site.path, after: (damage, ""))
      #expect(run.exitCode == 2, "\(number): \(damage)")
      #expect(run.output == "")
    }
    for program in ["/nowhere", "/usr/bin:/bin"] {
      let run = try CommandRun.of(["diff", "--against", "origin/main"], in: site.path, after: ("PATH=\(program)", ""))
      #expect(run.exitCode == 2, "\(program)")
    }
    #expect(rename(site.path + "/.git", site.path + "/git") == 0)
    #expect(try CommandRun.of(["diff", "--against", "origin/main"], in: site.path).exitCode == 0)
  }

  /// A change under review can bring a tag that is named like a branch or a commit.
  @Test func anAmbiguousName() throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.commit()
    let commit = try #require(site.text(of: ".git/refs/heads/main")).filter { $0 != "\n" }
    try site.git("update-ref", "refs/remotes/origin/main", "HEAD")
    try site.write("# A title that is so long that it takes two lines\n", to: "Content/one/a.md")
    try site.commit()
    for name in ["origin/main", String(commit.prefix(10))] {
      #expect(try CommandRun.of(["diff", "--against-commit", name], in: site.path).exitCode == 1, "\(name)")
      try site.git("tag", name, "HEAD")
      let run = try CommandRun.of(["diff", "--against-commit", name], in: site.path)
      #expect(run.exitCode == 2, "\(name)")
      #expect(run.errors.contains("several branches, tags or commits have this name"), "\(name)")
    }
    try site.git("tag", commit, "HEAD")
    for name in [commit, "refs/remotes/origin/main"] {
      #expect(try CommandRun.of(["diff", "--against-commit", name], in: site.path).exitCode == 1, "\(name)")
    }
  }

  /// A change under review can replace the site's folder, or one around it, by a link to another site.
  @Test(arguments: [["site"], ["sites/site", "sites"]])
  func aSiteBehindALink(places: [String]) throws {
    let repository = try Folder.site()
    defer { repository.remove() }
    let (site, replaced) = (places[0], places[places.count - 1])
    let here = repository.path
    func run(_ command: String) throws {
      #expect(try CommandRun.of(program: "/bin/sh", ["-c", "cd '\(here)' && \(command)"]).exitCode == 0, "\(command)")
    }
    try run("mkdir -p \(site) && mv Content Themes cardshelf.yml \(site)/ && cp -R \(replaced) other")
    try repository.commit()
    try run("rm -r \(replaced) && ln -s other \(replaced)")
    for root in [site, "./\(site)/", here + "/" + site] {
      let run = try CommandRun.of(["diff", "--root", root, "--against-commit", "HEAD"], in: here)
      #expect(run.exitCode == 2, "\(root)")
      #expect(run.errors.contains("is a symbolic link in a repository"), "\(root)")
    }
    // A link outside the repository is nobody's change.
    let other = places.count == 1 ? "other" : "other/site"
    try run("ln -s '\(here)/\(other)' '\(here)-link'")
    defer { unlink(here + "-link") }
    let beside = try CommandRun.of(["diff", "--root", here + "-link", "--against-commit", "HEAD"], in: here)
    #expect(beside.exitCode == 0, "\(beside.errors)")
  }

  /// A committed folder can hold a link to any file; its first line would be in the finding.
  @Test func aLayoutBehindALink() throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("a secret\n", to: "secret.txt")
    try site.write("", to: "old/a")
    #expect(symlink(site.path + "/secret.txt", site.path + "/old/layout.json") == 0)
    let run = try CommandRun.of(["diff", "--against", "./old"], in: site.path)
    #expect(run.exitCode == 2)
    #expect(!run.errors.contains("a secret"))
    #expect(run.errors.contains("old/layout.json"))
  }

  @Test func reportsFailuresToRun() throws {
    let site = try Folder.site(["Content/one/a.md": "# A\n", "broken.json": "{\n  \"version\": 1,\n}\n"])
    defer { site.remove() }
    let none = try CommandRun.of(["diff"], in: site.path)
    #expect(none.exitCode == 2)
    #expect(
      none.errors == """
        layout.baseline: error: there is no baseline to compare with [baseline-missing]
        help: write one with: cardshelf approve; or name what to compare with: cardshelf diff --against origin/main

        """)
    let broken = try CommandRun.of(["diff", "--against", "./broken.json"], in: site.path)
    #expect(broken.exitCode == 2)
    #expect(
      broken.errors.hasPrefix(
        "./broken.json:2:15: error: there is a comma before the closing `}` [layout-unreadable]\n"))
    for other in ["Content/", "nowhere", "./nowhere", "-dash"] {
      let run = try CommandRun.of(["diff", "--against=" + other], in: site.path)
      #expect(run.exitCode == 2)
      #expect(run.output == "")
      #expect(run.errors.contains("error: "))
      #expect(run.errors.contains("\nhelp: ") || other.contains("/"))
    }
  }

  @Test(arguments: [
    ["--format", "humam"], ["--tolerance", "wide"], ["--tolerance", "-1"], ["--against", ""], ["--filter", ""],
    ["extra"], ["--against-commit", ""], ["--against", "a", "--against-commit", "b"],
    ["--against-folder", "a", "--against-commit", "b"],
  ])
  func wrongUsage(arguments: [String]) throws {
    let site = try Folder.site()
    defer { site.remove() }
    #expect(try CommandRun.of(["diff"] + arguments, in: site.path).exitCode == 64)
  }
}

extension Folder {
  fileprivate func git(_ words: String...) throws {
    let identity = ["user.name=Test", "user.email=test@example.org", "commit.gpgsign=false"].flatMap { ["-c", $0] }
    let run = try CommandRun.of(program: "/usr/bin/git", ["-C", path] + identity + words)
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  /// Commits everything, in a new repository if there is none.
  fileprivate func commit() throws {
    try git("init", "-q", "-b", "main")
    try git("add", "-A")
    try git("commit", "-q", "-m", "x")
  }
}
