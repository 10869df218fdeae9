import SiteBuild
import TestSupport
import Testing

struct ThemeCopyTests {
  @Test(arguments: BundledTheme.allCases.map(\.rawValue))
  func copiesBundledThemes(name: String) throws {
    let site = try Folder.site()
    defer { site.remove() }
    let run = try CommandRun.of(["theme", "copy", name, "mine"], in: site.path)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("wrote Themes/mine/theme.yml\n"))
    #expect(run.output.hasSuffix("next: write this into cardshelf.yml\n  theme: mine\n"))
    let repository = Folder.project
    for file in ["theme.yml", "paint.css", "page.mustache", "fonts.lock"] {
      #expect(site.text(of: "Themes/mine/" + file) == repository.text(of: "Themes/\(name)/" + file))
    }
    try site.write("title: Sample\ntheme: mine\n", to: "cardshelf.yml")
    let build = try CommandRun.of(["build"], in: site.path)
    #expect(build.exitCode == 0, "\(build.errors)")
  }

  @Test func overwritesNoFile() throws {
    let site = try Folder.site()
    defer { site.remove() }
    try site.write("mine", to: "Themes/storefront/theme.yml")
    let run = try CommandRun.of(["theme", "copy", "storefront"], in: site.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("error: Themes/storefront already exists [file-exists]\nhelp: "))
    #expect(site.text(of: "Themes/storefront/theme.yml") == "mine")
  }

  @Test(arguments: [
    ["theme", "copy"], ["theme", "copy", "cinma"], ["theme", "copy", "cinema", "a/b"],
    ["theme", "copy", "cinema", ".."], ["theme", "copy", "cinema", ""], ["theme", "copy", "cinema", "--root", ""],
  ])
  func wrongUsage(arguments: [String]) throws {
    #expect(try CommandRun.of(arguments).exitCode == 64)
  }

  @Test func outsideOfASite() throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    let run = try CommandRun.of(["theme", "copy", "cinema"], in: folder.path)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("or write a new one: cardshelf init\n"))
  }
}
