import Glibc
import TestSupport
import Testing

struct DiffTests {
  private func siteWithBaseline() throws -> Folder {
    let site = try Folder.site()
    let run = try CommandRun.of(["approve"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output == "approved 1 shelf, 1 card: layout.baseline.json\n")
    #expect(run.errors == "")
    return site
  }

  @Test func nothingChanged() throws {
    let site = try siteWithBaseline()
    defer { site.remove() }
    let run = try CommandRun.of(["diff"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output == "")
    #expect(run.errors == "")
  }

  @Test func somethingChanged() throws {
    let site = try siteWithBaseline()
    defer { site.remove() }
    try site.write("# A title that is so long that it takes two lines\n", to: "Content/one/a.md")
    let run = try CommandRun.of(["diff"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.errors == "")
    #expect(
      run.output == """
        one   all widths   94 -> 116 px   Content/one/a.md:1 title 1 -> 2 lines
        1 shelf of 1 changed

        """)
    let forgiving = try CommandRun.of(["diff", "--exit-zero-on-changes", "--jobs", "2"], in: site.path)
    #expect(forgiving.exitCode == 0)
    #expect(forgiving.output == run.output)
    #expect(try CommandRun.of(["diff", "--filter", "two/*"], in: site.path).exitCode == 0)
    #expect(try CommandRun.of(["diff", "--tolerance", "22.5", "--filter", "one"], in: site.path).exitCode == 1)
  }

  @Test func approveListsTheChanges() throws {
    let site = try siteWithBaseline()
    defer { site.remove() }
    let first = try #require(site.text(of: "layout.baseline.json"))
    #expect(try CommandRun.of(["approve"], in: site.path).output == "layout.baseline.json is up to date\n")
    try site.write("# A title that is so long that it takes two lines\n", to: "Content/one/a.md")
    let run = try CommandRun.of(["approve"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix("one   all widths   94 -> 116 px   "))
    #expect(run.output.hasSuffix("\n1 shelf of 1 changed\napproved 1 shelf, 1 card: layout.baseline.json\n"))
    #expect(site.text(of: "layout.baseline.json") != first)
    #expect(try CommandRun.of(["diff"], in: site.path).exitCode == 0)
  }

  @Test func approvesNothingWithErrors() throws {
    let site = try siteWithBaseline()
    defer { site.remove() }
    let first = try #require(site.text(of: "layout.baseline.json"))
    try site.write("---\ntitle: A longer title than before, by far\ntitel: x\n---\n", to: "Content/one/a.md")
    let run = try CommandRun.of(["approve"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.output == "")
    #expect(run.errors.hasSuffix("1 error; the baseline is unchanged\n"))
    #expect(site.text(of: "layout.baseline.json") == first)
    // A comparison is not possible either.
    let diff = try CommandRun.of(["diff"], in: site.path)
    #expect(diff.exitCode == 2)
    #expect(diff.output == "")
    #expect(diff.errors.contains("[unknown-key]"))
  }

  @Test func aBaselineThatCannotBeReadIsReplaced() throws {
    let site = try siteWithBaseline()
    defer { site.remove() }
    try site.write("[\n<<<<<<< HEAD\n", to: "layout.baseline.json")
    let diff = try CommandRun.of(["diff"], in: site.path)
    #expect(diff.exitCode == 2)
    #expect(diff.errors.hasPrefix("layout.baseline.json:2:1: error: git could not merge the baseline here "))
    let run = try CommandRun.of(["approve"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.errors.hasPrefix("layout.baseline.json:2:1: warning: "))
    #expect(try CommandRun.of(["diff"], in: site.path).exitCode == 0)
  }

  @Test func textsThatMoveNothing() throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("# A\n", to: "Content/one/a.md")
    #expect(try CommandRun.of(["approve"], in: site.path).exitCode == 0)
    try site.write("# B\n", to: "Content/one/a.md")
    let run = try CommandRun.of(["diff"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.output == "one   text   Content/one/a.md:1 body changed\n1 text changed; nothing moved\n")
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
        layout.baseline.json: error: there is no baseline to compare with [baseline-missing]
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
