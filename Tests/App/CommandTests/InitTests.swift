import Glibc
import TestSupport
import Testing

struct InitTests {
  @Test(arguments: [
    ("github", [".github/workflows/cardshelf.yml", ".github/workflows/cardshelf-review.yml"]),
    ("gitlab", [".gitlab-ci.yml"]),
  ])
  func writesTheFilesOfEachService(service: String, paths: [String]) throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["init", "--ci", service], in: site.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == paths.map { "wrote \($0)\n" }.joined())
    let texts = try paths.map { try #require(site.text(of: $0)) }
    for text in texts {
      #expect(text.contains("\n  SITE_ROOT: '.'\n"))
      // All of the repository belongs to the site.
      #expect(!text.contains("paths: ['") && !text.contains("changes:"))
    }
    let again = try CommandRun.of(["init", "--ci", service], in: site.path)
    #expect(again.exitCode == 2)
    #expect(again.errors.contains("error: \(paths[0]) already exists [file-exists]\nhelp: "))
    #expect(paths.map { site.text(of: $0) } == texts)
  }

  /// If one of the files is there, none is written.
  @Test func writesAllOrNone() throws {
    let site = try Folder.site(["Content/a/b.md": "---\ntitle: A\n---\n"])
    defer { site.remove() }
    try site.write("precious", to: ".github/workflows/cardshelf-review.yml")
    let run = try CommandRun.of(["init", "--ci", "github"], in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("error: .github/workflows/cardshelf-review.yml already exists [file-exists]\n"))
    #expect(!site.holds(".github/workflows/cardshelf.yml"))
  }

  /// A repository may contain symbolic links that somebody else made.
  @Test func linksAreNotFollowed() throws {
    let repository = try Folder.site()
    defer { repository.remove() }
    try repository.write("precious", to: "elsewhere/file")
    #expect(symlink("elsewhere", repository.path + "/.github") == 0)
    let run = try CommandRun.of(["init", "--ci", "github"], in: repository.path)
    #expect(run.exitCode == 2)
    #expect(run.errors == "error: cannot write .github/workflows/cardshelf.yml: .github is a symbolic link\n")
    #expect(!repository.holds("elsewhere/workflows"))
  }

  /// Services look in the root of the repository, even if the site is in a subfolder.
  @Test func aSiteInAFolderOfARepository() throws {
    let repository = try Folder.temporary()
    defer { repository.remove() }
    try repository.write("", to: ".git/HEAD")
    try repository.write("title: Sample\n", to: "the site's/cardshelf.yml")
    let run = try CommandRun.of(["init", "--ci", "github", "--root", "the site's"], in: repository.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("wrote .github/workflows/cardshelf.yml in the repository's root\n"))
    let text = try #require(repository.text(of: ".github/workflows/cardshelf.yml"))
    #expect(text.contains("\n  SITE_ROOT: 'the site''s'\n"))
    // Only its own changes start a run.
    let paths = "\n    paths: ['the site''s/**', '.github/workflows/cardshelf.yml']\n"
    #expect(text.split(separator: paths).count == 3)
    #expect(text.contains("\n    branches: [main, master]\n"))
  }

  @Test(arguments: [
    ("ref: refs/remotes/origin/develop\n", "['develop']"), ("ref: refs/remotes/origin/v1.x/main", "['v1.x/main']"),
    ("ref: refs/remotes/origin/a'b\n", "[main, master]"), ("ref: refs/heads/develop\n", "[main, master]"),
    ("ref: refs/remotes/origin/\n", "[main, master]"), ("", "[main, master]"),
  ])
  func theDefaultBranch(head: String, branches: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("", to: ".git/HEAD")
    try site.write(head, to: ".git/refs/remotes/origin/HEAD")
    #expect(try CommandRun.of(["init", "--ci", "github"], in: site.path).exitCode == 0)
    let text = try #require(site.text(of: ".github/workflows/cardshelf.yml"))
    #expect(text.contains("\n  push:\n    branches: \(branches)\n"))
  }

  /// A pattern would match other folders.
  @Test func aFolderWhoseNameIsAPattern() throws {
    let repository = try Folder.temporary()
    defer { repository.remove() }
    try repository.write("", to: ".git/HEAD")
    try repository.write("title: Sample\n", to: "site[1]/cardshelf.yml")
    #expect(try CommandRun.of(["init", "--ci", "github", "--root", "site[1]"], in: repository.path).exitCode == 0)
    let text = try #require(repository.text(of: ".github/workflows/cardshelf.yml"))
    #expect(!text.contains("paths:"))
  }

  @Test func anotherSiteOfTheRepository() throws {
    let repository = try Folder.temporary()
    defer { repository.remove() }
    try repository.write("", to: ".git/HEAD")
    for name in ["docs", "Sites/Shop 2"] { try repository.write("title: Sample\n", to: name + "/cardshelf.yml") }
    func run(_ folder: String) throws -> CommandRun {
      try CommandRun.of(["init", "--ci", "github", "--root", folder], in: repository.path)
    }
    #expect(try run("docs").exitCode == 0)
    let second = try run("Sites/Shop 2")
    #expect(second.exitCode == 0, "\(second.errors)")
    let path = ".github/workflows/cardshelf-sites-shop-2"
    let text = try #require(repository.text(of: path + ".yml"))
    #expect(text.contains("\nname: Cardshelf sites-shop-2\n"))
    #expect(text.contains("\n    paths: ['Sites/Shop 2/**', '\(path).yml']\n"))
    let review = try #require(repository.text(of: path + "-review.yml"))
    #expect(review.contains("\nname: Cardshelf sites-shop-2 review\n"))
    #expect(review.contains("\n    workflows: [Cardshelf sites-shop-2]\n"))
    #expect(review.contains("approve.py rerun cardshelf-sites-shop-2.yml\n"))
    for folder in ["docs", "Sites/Shop 2"] { #expect(try run(folder).exitCode == 2) }
    let first = try #require(repository.text(of: ".github/workflows/cardshelf-review.yml"))
    #expect(first.contains("\nname: Cardshelf review\n"))
    #expect(first.contains("approve.py rerun cardshelf.yml\n"))
  }

  /// A service would replace part of such a name, for example with one of its secrets.
  @Test(arguments: [
    ("github", "a ${{ secrets.TOKEN }}", false), ("github", "${{x}}", false), ("github", "a\nb", false),
    ("github", "a\u{85}b", false), ("github", "a\u{2028}b", false), ("github", "$x {{ }} '\"", true),
    ("gitlab", "$CI_JOB_TOKEN", false), ("gitlab", "a${x}", false), ("gitlab", "a\tb", false),
    ("gitlab", "{{ }} 'a\" #: %x%", true),
  ])
  func refusesNamesWithExpressions(service: String, name: String, isHeld: Bool) throws {
    let repository = try Folder.temporary()
    defer { repository.remove() }
    try repository.write("", to: ".git/HEAD")
    try repository.write("title: Sample\n", to: name + "/cardshelf.yml")
    let run = try CommandRun.of(["init", "--ci", service, "--root", name], in: repository.path)
    let path = service == "github" ? ".github/workflows/cardshelf.yml" : ".gitlab-ci.yml"
    #expect(run.exitCode == (isHeld ? 0 : 2), "\(run.errors)")
    #expect(repository.holds(path) == isHeld)
    if isHeld {
      let text = try #require(repository.text(of: path))
      #expect(text.contains("\n  SITE_ROOT: '\(name.replacing("'", with: "''"))'\n"))
    } else {
      #expect(run.errors.contains("cannot contain the name of this folder"))
      #expect(run.errors.contains("\nhelp: "))
    }
  }

  /// Images and Cardshelf itself are named by digest, so nobody can replace them.
  @Test(arguments: ["github", "gitlab"])
  func writtenFilesNameDigests(service: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    #expect(try CommandRun.of(["init", "--ci", service], in: site.path).exitCode == 0)
    let path = service == "github" ? ".github/workflows/cardshelf.yml" : ".gitlab-ci.yml"
    let lines = try #require(site.text(of: path)).split(separator: "\n")
    let images = lines.filter { $0.contains("container: ") || $0.contains(" image: ") }
    #expect(images.count == (service == "github" ? 1 : 3))
    for image in images { #expect(image.contains(/@sha256:[0-9a-f]{64}$/)) }
    let own = lines.filter { $0.hasPrefix("  CARDSHELF_REF: ") }
    #expect(own.count == 1)
    for line in own { #expect(line.contains(/: [0-9a-f]{40} # v\d+\.\d+\.\d+$/)) }
    for line in lines where line.contains("uses: ") && !line.contains("uses: ./") {
      #expect(line.contains(/@[0-9a-f]{40} # v/))
    }
  }

  @Test(arguments: [
    ["--ci", "jenkins"], ["--ci", ""], ["--ci", "github", "--root", ""], ["x", "--root", "y"], [""], ["a", "b"],
    ["--theme", "cinnema"], ["--from-csv", ""],
  ])
  func wrongUsage(arguments: [String]) throws {
    // If an invalid argument were not refused here, the file would be written.
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let run = try CommandRun.of(["init"] + arguments, in: folder.path)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("Error: "))
    for line in run.errors.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func noSite() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    #expect(try CommandRun.of(["init", "--ci", "github"], in: folder.path).exitCode == 2)
    #expect(try CommandRun.of(["init", "--ci", "github", "--root", folder.path]).exitCode == 2)
  }

  @Test func help() throws {
    let run = try CommandRun.of(["init", "--help"])
    #expect(run.exitCode == 0)
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
