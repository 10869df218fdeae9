import Glibc
import Testing

struct InitTests {
  @Test(arguments: [("github", ".github/workflows/cardshelf.yml"), ("gitlab", ".gitlab-ci.yml")])
  func theFilesOfServices(service: String, path: String) throws {
    let site = try ScratchFolder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["init", "--ci", service], in: site.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "wrote \(path)\n")
    let text = try #require(site.text(of: path))
    #expect(text.contains("\n  SITE_ROOT: '.'\n"))
    let again = try CommandRun.of(["init", "--ci", service], in: site.path)
    #expect(again.exitCode == 2)
    #expect(again.errors.contains("error: \(path) is there already [file-exists]\nhelp: "))
    #expect(site.text(of: path) == text)
  }

  /// A repository may hold links that a stranger made.
  @Test func linksAreNotFollowed() throws {
    let repository = try ScratchFolder.site()
    defer { repository.remove() }
    try repository.write("precious", to: "elsewhere/file")
    #expect(symlink("elsewhere", repository.path + "/.github") == 0)
    let run = try CommandRun.of(["init", "--ci", "github"], in: repository.path)
    #expect(run.exitCode == 2)
    #expect(run.errors == "error: cannot write .github/workflows/cardshelf.yml: .github is a symbolic link\n")
    #expect(!repository.holds("elsewhere/workflows"))
  }

  /// Services look in the repository's root, whatever folder the site is in.
  @Test func aSiteInAFolderOfARepository() throws {
    let repository = try ScratchFolder.make()
    defer { repository.remove() }
    try repository.write("", to: ".git/HEAD")
    try repository.write("title: Sample\n", to: "the site's/cardshelf.yml")
    let run = try CommandRun.of(["init", "--ci", "github", "--root", "the site's"], in: repository.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output == "wrote .github/workflows/cardshelf.yml in the repository's root\n")
    let text = try #require(repository.text(of: ".github/workflows/cardshelf.yml"))
    #expect(text.contains("\n  SITE_ROOT: 'the site''s'\n"))
  }

  @Test(arguments: [
    ["--ci", "jenkins"], ["--ci", ""], ["--ci", "github", "--root", ""], ["x", "--root", "y"], [""], ["a", "b"],
    ["--theme", "cinnema"], ["--from-csv", ""],
  ])
  func wrongUsage(arguments: [String]) throws {
    // What is wrong here and was not refused would be written.
    let folder = try ScratchFolder.make()
    defer { folder.remove() }
    let run = try CommandRun.of(["init"] + arguments, in: folder.path)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("Error: "))
    for line in run.errors.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func noSite() throws {
    let folder = try ScratchFolder.make()
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
