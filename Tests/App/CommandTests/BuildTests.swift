import TestSupport
import Testing

struct BuildTests {
  @Test func theSummaryGoesToStandardOutput() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("1 card, 1 shelf, 1 page; ") == true)
    // No line of so short a text needs the markup to end it, and so none is counted.
    #expect(lines.first?.contains("fixed in the markup") == false)
    #expect(lines.first?.contains(" line") == true)
    #expect(lines.last?.hasPrefix("wrote ") == true)
    #expect(lines.last?.hasSuffix(" ms: Output/") == true)
    #expect(site.holds("Output/index.html"))
    let second = try CommandRun.of(["build"], in: site.path)
    #expect(second.output.contains("wrote 0 files, "))
  }

  @Test(
    .enabled(if: Sanitizer.allowsLimits, Comment(rawValue: Sanitizer.reason)),
    arguments: [
      ("ulimit -v 250000", "error: the limit of 256000000 bytes of addresses is too low"),
      ("ulimit -d 200000", "error: the limit of 204800000 bytes of data is too low"),
      ("ulimit -f 1", "cannot write: file too large"),
    ])
  func limitsOfMemoryAndFiles(limit: String, message: String) throws {
    try limitsAndStreamsOfTheProcess(before: limit, streams: "", exitCode: 2, message: message)
  }

  @Test(arguments: [
    ("ulimit -Sn 8", "", Int32(0), ""), ("ulimit -n 8", "", 2, "error: the limit of 8 open files is too low"),
    ("true", ">/dev/full", 2, "error: cannot write to standard output: no space left on device"),
    ("true", "<&- >&-", 0, ""), ("true", ">&- 2>&-", 0, ""),
  ])
  func limitsAndStreamsOfTheProcess(before: String, streams: String, exitCode: Int32, message: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build"], in: site.path, after: (before, streams))
    #expect(run.exitCode == exitCode)
    #expect((run.errors + run.output).contains(message) || message.isEmpty)
    #expect(site.holds("Output/index.html") == (exitCode == 0 || streams.contains("full")))
  }

  @Test func comparePagesAreLeftOutOnRequest() throws {
    let site = try Folder.site()
    defer { site.remove() }
    #expect(try CommandRun.of(["build"], in: site.path).exitCode == 0)
    #expect(site.holds("Output/compare/index.html"))
    #expect(site.text(of: "Output/index.html")?.contains("compare") == false)
    let without = try CommandRun.of(["build", "--no-compare"], in: site.path)
    #expect(without.exitCode == 0)
    #expect(!site.holds("Output/compare"))
    #expect(site.holds("Output/index.html"))
    #expect(site.holds("Output/layout.json"))
  }

  @Test(arguments: [
    ([], ["compare", "layout.json"]), (["--release"], []), (["--release", "--compare"], ["compare"]),
    (["--release", "--layout"], ["layout.json"]), (["--no-layout"], ["compare"]),
  ])
  func whatIsPublishedHasOnlyPages(options: [String], extras: [String]) throws {
    let site = try Folder.site()
    defer { site.remove() }
    #expect(try CommandRun.of(["build"] + options, in: site.path).exitCode == 0)
    #expect(["compare", "layout.json"].filter { site.holds("Output/" + $0) } == extras)
    #expect(site.holds("Output/index.html"))
  }

  /// In the order of the stages. The times themselves are not tested.
  @Test func timingsNameEveryStage() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build", "--timings"], in: site.path)
    #expect(run.exitCode == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("timing: ") && $0.contains(" ms wall, ") && $0.contains(" kB peak: ") })
    #expect(
      lines.map { $0.split(separator: ": ").last } == [
        "read", "assets and theme", "compose", "fonts", "lay out and render", "pictures", "assemble", "validate",
        "write",
      ])
  }

  /// Place, message and rule, then the source line, carets and help, and finally one line for all findings.
  @Test func findingsGoToStandardError() throws {
    let site = try Folder.site([
      "Content/one/a.md": "---\ntitle: A\ndate: 2025-02-30\n---\n", "Content/one/b.md": "---\ntitlee: B\n---\n# B\n",
    ])
    defer { site.remove() }
    let run = try CommandRun.of(["build"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.output == "")
    #expect(
      run.errors == """
        Content/one/a.md:3:7: error: `2025-02-30` is not a date: that month has 28 days [date-invalid]
         3 | date: 2025-02-30
           |       ^~~~~~~~~~
        help: write year, month and day, such as 2025-07-31
        Content/one/b.md:2:1: error: unknown key `titlee`; did you mean `title`? [unknown-key]
         2 | titlee: B
           | ^~~~~~
        help: known keys: breakBefore, card, cardWidth, date, dir, draft, eyebrow, footer, height, image, imageAlt, imageFocus, imageHeight, imageWidth, lang, link, page, slug, span, subtitle, tags, title, weight
        2 errors; Output/ is unchanged

        """)
    #expect(!site.holds("Output"))
  }

  @Test func warningsAndStrict() throws {
    let site = try Folder.site(["Content/one/a.md": "# A \u{E000}\n"])
    defer { site.remove() }
    let strict = try CommandRun.of(["build", "--strict"], in: site.path)
    #expect(strict.exitCode == 1)
    #expect(strict.output == "")
    #expect(strict.errors.hasSuffix("1 warning, treated as errors; Output/ is unchanged\n"))
    #expect(!site.holds("Output"))
    let run = try CommandRun.of(["build"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.errors.hasPrefix("Content/one/a.md:1:5: warning: "))
    #expect(run.output.hasPrefix("1 card, "))
  }

  @Test func findsTheSiteFromASubfolder() throws {
    let site = try Folder.site(["Content/one/a.md": "# A\n", "deep/down/below/x": ""])
    defer { site.remove() }
    #expect(try CommandRun.of(["build"], in: site.path + "/deep/down/below").exitCode == 0)
    #expect(site.holds("Output/index.html"))
    #expect(!site.holds("deep/down/below/Output"))
  }

  @Test func outsideOfASite() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let run = try CommandRun.of(["build"], in: folder.path)
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("error: no cardshelf.yml"))
    #expect(run.errors.contains("\nhelp: "))
  }

  @Test(arguments: ["nowhere", "/nonexistent/site", "cardshelf.yml"])
  func refusesRootsThatAreNotSites(root: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build", "--root", root], in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.split(separator: "\n").count == 3)
    #expect(run.errors.hasPrefix("\(root): error: "))
  }

  @Test(arguments: [".", "./", "../site", "site/.."])
  func spellingsOfRoots(root: String) throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("", to: "site/x")
    let path = root == "../site" ? "../" + (site.path.split(separator: "/").last.map(String.init) ?? "") : root
    let run = try CommandRun.of(["build", "--root", path], in: site.path)
    #expect(run.exitCode == 0)
    #expect(site.holds("Output/index.html"))
  }

  /// Paths are relative to the folder in which the command ran, and are shown as given.
  @Test(arguments: [
    ("out", "out/"), ("out/", "out/"), ("./a/b//", "./a/b/"), ("../made-by-a-test", "../made-by-a-test/"),
  ])
  func spellingsOfOutputs(output: String, shown: String) throws {
    let site = try Folder.site(["Content/one/a.md": "# A\n", "below/x": ""])
    defer { site.remove() }
    let run = try CommandRun.of(["build", "--output", output], in: site.path + "/below")
    #expect(run.exitCode == 0)
    #expect(run.output.hasSuffix(" ms: \(shown)\n"))
    #expect(site.holds("below/" + output + "/index.html"))
    #expect(!site.holds("Output"))
  }

  @Test func anAbsoluteOutput() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build", "--root", site.path, "--output", site.path + "/x/y"])
    #expect(run.exitCode == 0)
    #expect(run.output.hasSuffix(" ms: \(site.path)/x/y/\n"))
  }

  @Test func asksBeforeItAddsToAFolderOfOthers() throws {
    let site = try Folder.site(["Content/one/a.md": "# A\n", "there/a.txt": "1", "there/b.txt": "2"])
    defer { site.remove() }
    let refused = try CommandRun.of(["build", "--output", "there"], in: site.path)
    #expect(refused.exitCode == 2)
    #expect(refused.errors.contains("there: error: the folder holds what Cardshelf did not write: a.txt, b.txt ["))
    #expect(refused.errors.contains("--force") && refused.errors.contains("there/ is unchanged"))
    #expect(site.names(in: "there") == ["a.txt", "b.txt"])
    #expect(try CommandRun.of(["build", "--output", "there", "--force"], in: site.path).exitCode == 0)
    #expect(site.text(of: "there/a.txt") == "1" && site.holds("there/index.html"))
    #expect(try CommandRun.of(["build", "--output", "there"], in: site.path).exitCode == 0)
  }

  @Test(arguments: [[], ["--force"]])
  func neverWritesAmongSources(options: [String]) throws {
    let site = try Folder.site()
    defer { site.remove() }
    #expect(try CommandRun.of(["approve"], in: site.path).exitCode == 0)
    try site.write("# A title that is so long that it takes two lines\n", to: "Content/one/a.md")
    let before = site.tree()
    for folder in [".", "Content", "Content/one", "Content/new", "Themes", ".."] {
      let build = try CommandRun.of(["build", "--output", folder] + options, in: site.path)
      #expect(build.exitCode == 2 && build.errors.contains("[output-folder-unsafe]"), "\(folder)")
      let diff = try CommandRun.of(["diff", "--report", folder] + options, in: site.path)
      #expect(diff.exitCode == 2 && diff.errors.contains("[output-folder-unsafe]"), "\(folder)")
      #expect(diff.errors.contains("with --report"))
    }
    #expect(site.tree() == before)
  }

  @Test func drafts() throws {
    let site = try Folder.site(["Content/one/a.md": "---\ndraft: true\ntitle: A\n---\n"])
    defer { site.remove() }
    let without = try CommandRun.of(["build"], in: site.path)
    #expect(without.exitCode == 0)
    #expect(without.output.hasPrefix("0 cards, 0 shelves, 1 page; "))
    let with = try CommandRun.of(["build", "--drafts", "--jobs", "2"], in: site.path)
    #expect(with.output.hasPrefix("1 card, 1 shelf, 1 page; "))
  }

  /// A picture of 1280 × 1060 pixels, cut differently for each card.
  @Test(arguments: [(2, 1), (3, 0)])
  func eachFocusOfAnImageCounts(limit: Int, exitCode: Int32) throws {
    let site = try Folder.site([
      "Content/one/a.md": "---\ntitle: A\nimage: a.png\nimageAlt: a\nimageFocus: [10%, 50%]\n---\n",
      "Content/one/b.md": "---\ntitle: B\nimage: a.png\nimageAlt: b\nimageFocus: [90%, 50%]\n---\n",
      "cardshelf.yml": "title: S\nlimits: { megapixels: \(limit) }\n",
    ])
    defer { site.remove() }
    try site.write(try #require(Folder.project.bytes(of: "Documentation/night-sky.png")), to: "Content/one/a.png")
    let run = try CommandRun.of(["build"], in: site.path)
    #expect(run.exitCode == exitCode && run.errors.contains("[site-too-large]") == (exitCode != 0), "\(run.errors)")
  }

  /// A picture of 1280 × 1060 pixels, and another one of 1280 × 860.
  @Test(arguments: [("check", 1, 1), ("build", 1, 1), ("build", 2, 1), ("build", 3, 0)])
  func imagesOfTooManyPixelsAreNotDecoded(command: String, limit: Int, exitCode: Int32) throws {
    let site = try Folder.site([
      "Content/one/a.md": "---\ntitle: A\nimage: a.png\nimageAlt: a\n---\n",
      "Content/one/b.md": "---\ntitle: B\nimage: b.png\nimageAlt: b\n---\n",
      "cardshelf.yml": "title: S\nlimits: { megapixels: \(limit) }\n",
    ])
    defer { site.remove() }
    for (name, picture) in [("a", "night-sky"), ("b", "compare")] {
      let bytes = try #require(Folder.project.bytes(of: "Documentation/\(picture).png"))
      try site.write(bytes, to: "Content/one/\(name).png")
    }
    let run = try CommandRun.of([command], in: site.path)
    #expect(run.exitCode == exitCode, "\(run.errors)")
    let path = limit == 1 ? "a" : "b"
    let finding = "the site has images of 2 million pixels: the limit of \(limit) is reached here [site-too-large]"
    #expect((run.errors + run.output).contains("Content/one/\(path).png: error: \(finding)") == (exitCode != 0))
  }
}
