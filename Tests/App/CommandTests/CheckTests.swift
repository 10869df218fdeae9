import TestSupport
import Testing

struct CheckTests {
  private static let longTitle = String(repeating: "word ", count: 30) + "end"

  @Test func nothingFound() throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["check"], in: site.path)
    #expect(run.exitCode == 0)
    #expect(run.output == "")
    #expect(run.errors == "nothing found\n")
    #expect(!site.holds("Output"))
  }

  @Test func findingsAreOnOneLineEach() throws {
    let site = try Folder.site(["Content/one/a.md": "---\ntitle: \(Self.longTitle)\n---\n"])
    defer { site.remove() }
    let run = try CommandRun.of(["check"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.output == "")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.first?.hasPrefix("Content/one/a.md:2:8: warning: the title is cut: ") == true)
    #expect(lines.first?.hasSuffix(" too many at every width [text-cut]") == true)
    #expect(lines.last == "1 warning")
    #expect(!site.holds("Output"))
  }

  @Test func someRulesOnlyAndStrict() throws {
    let site = try Folder.site(["Content/one/a.md": "---\ntitle: \(Self.longTitle)\n---\n"])
    defer { site.remove() }
    #expect(try CommandRun.of(["check", "--only", "tall-card", "text-spacing"], in: site.path).exitCode == 0)
    let strict = try CommandRun.of(["check", "--strict", "--only", "text-cut"], in: site.path)
    #expect(strict.exitCode == 1)
    #expect(strict.errors.contains(":2:8: error: the title is cut"))
  }

  /// The findings of a build are reported too, and hide no others.
  @Test func reportsFindingsOfABuild() throws {
    let site = try Folder.site([
      "Content/one/a.md": "---\ntitle: \(Self.longTitle)\nsubtitel: x\n---\n"
    ])
    defer { site.remove() }
    let run = try CommandRun.of(["check", "--format", "json"], in: site.path)
    #expect(run.exitCode == 1)
    #expect(run.output.contains(#""rule":"unknown-key""#))
    #expect(run.output.contains(#""rule":"text-cut""#))
    #expect(run.errors == "1 error, 1 warning\n")
  }

  @Test(arguments: ["json", "github", "sarif"])
  func formatsGoToStandardOutput(format: String) throws {
    let site = try Folder.site(["Content/one/a.md": "---\ntitle: A\ndate: 2025-02-30\n---\n"])
    defer { site.remove() }
    for command in ["check", "build"] {
      let run = try CommandRun.of([command, "--format", format], in: site.path)
      #expect(run.exitCode == 1)
      #expect(run.output.contains("date-invalid"))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  /// Services name files from the root of the repository.
  @Test(arguments: ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
  func pathsOfASiteInAFolder(variable: String) throws {
    let repository = try Folder.temporary()
    defer { repository.remove() }
    try repository.write("title: Sample\n", to: "a b/cardshelf.yml")
    try repository.write("---\ntitle: A\ndate: 2025-02-30\n---\n", to: "a b/Content/one/a.md")
    for command in ["check", "build"] {
      for (format, path) in [
        ("sarif", "\"uri\":\"a%20b/Content/one/a.md\""), ("github", "::error file=a b/Content/one/a.md"),
      ] {
        let run = try CommandRun.of(
          [command, "--format", format, "--root", "a b"], in: repository.path,
          after: ("export \(variable)='\(repository.path)'", ""))
        #expect(run.output.contains(path), "\(run.output)")
      }
    }
  }

  @Test(arguments: ["check", "explain", "measure"])
  func withoutASite(command: String) throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let run = try CommandRun.of([command] + (command == "explain" ? ["a"] : []), in: folder.path)
    #expect(run.exitCode == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("error: no cardshelf.yml"))
    #expect(run.errors.hasSuffix("or write a new one: cardshelf init\n"))
    #expect(run.errors.contains("\nhelp: "))
  }

  @Test(arguments: ["check", "explain", "measure"])
  func withoutATheme(command: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("theme: none\n", to: "cardshelf.yml")
    let run = try CommandRun.of([command] + (command == "explain" ? ["one/a"] : []), in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("[theme-missing]"))
  }
}
