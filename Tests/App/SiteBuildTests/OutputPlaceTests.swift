import Diagnostics
import Glibc
import ReportView
import TestSupport
import Testing

@testable import SiteBuild

/// The folders into which a build can write.
struct OutputPlaceTests {
  /// A site in `site` with files in all folders, and other folders beside it.
  private static func make() throws -> Folder {
    let folder = try Folder.temporary()
    for path in [
      "site/cardshelf.yml", "site/Content/a/one.md", "site/Themes/t/theme.yml", "site/Static/icon.svg",
      "site/.git/config", ".git/config", "elsewhere/sub/precious",
    ] {
      try folder.write("precious", to: path)
    }
    try folder.make(folder: "empty")
    return folder
  }

  private func open(_ folder: Folder, _ path: String, isNamed: Bool) -> Diagnostic? {
    do {
      let site = folder.absolute("site")
      _ = try OutputPlace(path: path, shownAs: "Output", isNamed: isNamed, root: site).open()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "..", ".", "Content", "./Content/a", "Themes", "Static", ".git", "../.git", "../elsewhere", "../empty",
    "../elsewhere/sub", "/", "/tmp", "nothing", "Output",
  ])
  func refusesLinksInTheSite(target: String) throws {
    let folder = try Self.make()
    defer { folder.remove() }
    try folder.link("site/Output", to: target)
    let before = folder.tree()
    #expect(open(folder, folder.absolute("site/Output"), isNamed: false)?.rule == .outputFolderUnsafe)
    #expect(folder.tree() == before)
  }

  @Test(arguments: [
    "site", "site/", "site/.", "site/../site", "elsewhere/../site", ".", "", "..", "/", "site/Content",
    "site//Content/",
    "site/Content/a", "site/Themes/t", "site/Static", "site/.git", ".git",
  ])
  func neverWritesToSources(path: String) throws {
    let folder = try Self.make()
    defer { folder.remove() }
    let before = folder.tree()
    for isNamed in [false, true] {
      let path = path == "/" ? path : folder.absolute(path)
      #expect(open(folder, path, isNamed: isNamed)?.rule == .outputFolderUnsafe)
    }
    #expect(folder.tree() == before)
  }

  @Test(arguments: [
    ("to", "elsewhere", "to"), ("to", "elsewhere", "to/sub"), ("to", "site/Content", "to"), ("to", ".", "to/elsewhere"),
    ("site/public", "../elsewhere", "site/public/"),
  ])
  func refusesLinksToForeignFiles(link: String, target: String, path: String) throws {
    let folder = try Self.make()
    defer { folder.remove() }
    try folder.link(link, to: target)
    let before = folder.tree()
    let refusal = open(folder, folder.absolute(path), isNamed: true)
    #expect(refusal?.rule == .outputFolderUnsafe)
    #expect(folder.tree() == before)
  }

  @Test func acceptsNamedEmptyFolders() throws {
    let folder = try Self.make()
    defer { folder.remove() }
    try folder.link("to", to: "empty")
    try folder.make(folder: "site/Content/out")
    for path in ["to", "to/new", "site/Content/out", "elsewhere", "site/Output", "site/build/site"] {
      #expect(open(folder, folder.absolute(path), isNamed: true) == nil, "\(path)")
    }
    // The same for a folder into which a build has written.
    try folder.remove("empty/new")
    let place = OutputPlace(path: folder.absolute("to"), shownAs: "Output", root: folder.absolute("site"))
    for text in ["1", "2"] { _ = try OutputWriter(place).write(site(["index.html": text])) }
    #expect(folder.text(of: "empty/index.html") == "2")
  }

  @Test func reportsFollowNoLinksAndOverwriteNothing() throws {
    let folder = try Self.make()
    defer { folder.remove() }
    let report = ReportFiles(report: VisualReport(title: "", summary: [], shelves: []))
    try folder.link("to", to: "empty")
    try folder.link("site/index.html", to: "../elsewhere/sub/precious")
    try folder.write("<p>by hand", to: "elsewhere/index.html")
    let before = folder.tree()
    for path in ["to", "to/new", "elsewhere", "site"] {
      #expect(throws: Diagnostic.self) { try SiteBuild.write(report, toFolder: folder.absolute(path)) }
    }
    #expect(folder.tree() == before)
    for _ in 0..<2 { try SiteBuild.write(report, toFolder: folder.absolute("new/er")) }
    #expect(folder.text(of: "new/er/index.html")?.contains(VisualReport.pageMark) == true)
  }
}
