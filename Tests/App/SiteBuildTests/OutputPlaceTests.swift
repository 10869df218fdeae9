import Diagnostics
import Glibc
import Pages
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

  private func open(
    _ folder: Folder, _ path: String, isNamed: Bool, content: OutputPlace.OutputContent = .site, isForced: Bool = false
  ) -> Diagnostic? {
    do {
      let site = folder.absolute("site")
      _ = try OutputPlace(
        path: path, shownAs: "Output", isNamed: isNamed, root: site, content: content, isForced: isForced
      ).open()
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
    // Nor into new and empty folders of theirs.
    "site/Content/empty", "site/Content/new", "site/Content/new/er", "site/.cardshelf", "site/.cardshelf/new",
    "site/Themes/new", "site/.git/new", ".git/new", "site/Output/../Content/new", "to/new",
    "site/Drafts/../Content/empty",
  ])
  func neverWritesToSources(path: String) throws {
    let folder = try Self.make()
    defer { folder.remove() }
    try folder.make(folder: "site/Content/empty")
    try folder.make(folder: "site/Output")
    try folder.make(folder: "site/Drafts")
    try folder.link("to", to: "site/Content/empty")
    let before = folder.tree()
    let path = path == "/" ? path : folder.absolute(path)
    #expect(open(folder, path, isNamed: false)?.rule == .outputFolderUnsafe)
    for isForced in [false, true] {
      #expect(open(folder, path, isNamed: true, isForced: isForced)?.rule == .outputFolderUnsafe)
      #expect(open(folder, path, isNamed: true, content: .report, isForced: isForced)?.rule == .outputFolderUnsafe)
    }
    #expect(folder.tree() == before)
  }

  /// What would be made on the way could be anywhere, and stay.
  @Test(arguments: ["new/../site/Content/z", "new/../out", "site/new/../../out", "new/er/../../elsewhere/new"])
  func makesNothingOnTheWayToAnotherFolder(path: String) throws {
    let folder = try Self.make()
    defer { folder.remove() }
    let before = folder.tree()
    for content in [OutputPlace.OutputContent.site, .report] {
      #expect(open(folder, folder.absolute(path), isNamed: true, content: content)?.rule.name == "output-unwritable")
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

  @Test(arguments: ["Content", "Themes", "Static", ".git", ".cardshelf", "Content/a"])
  func neverMakesSources(name: String) throws {
    try Folder.withTemporary { folder in
      try folder.write("", to: "site/cardshelf.yml")
      let before = folder.tree()
      #expect(open(folder, folder.absolute("site/" + name), isNamed: true)?.rule == .outputFolderUnsafe)
      #expect(folder.tree() == before)
    }
  }

  /// The names in a folder, and what a refusal says of them.
  @Test(arguments: [
    ([], nil), ([".gitkeep"], nil), ([".git/HEAD", ".gitattributes", ".nojekyll", "CNAME", "_headers"], nil),
    ([".git", "robots.txt", "lost+found/x", ".well-known/x"], nil), ([".cardshelf-staging/0"], nil),
    // A build wrote here, and others did too.
    ([".cardshelf-manifest", "index.html", "README.md"], nil),
    (["README.md"], "README.md"), ([".bashrc"], ".bashrc"), (["index.html", "CNAME"], "index.html"),
    (["a/b", "c", ".git/HEAD"], "a, c"), (["4", "3", "2", "1"], "1, 2, 3 and 1 more"),
    (["1", "2", "3", "4", "5", "6", "7"], "1, 2, 3 and 4 more"),
  ])
  func asksBeforeItAddsToFoldersOfOthers(names: [String], named: String?) throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "site")
      try folder.make(folder: "there")
      for name in names { try folder.write("precious", to: "there/" + name) }
      let before = folder.tree()
      let refusal = open(folder, folder.absolute("there"), isNamed: true)
      #expect(refusal?.rule == (named == nil ? nil : .outputFolderForeign))
      if let named {
        #expect(refusal?.message == "the folder holds what Cardshelf did not write: " + named)
        #expect(refusal?.help?.contains("--force") == true)
      }
      #expect(open(folder, folder.absolute("there"), isNamed: true, isForced: true) == nil)
      #expect(folder.tree() == before)
    }
  }

  @Test func asksOnlyOnce() throws {
    try Folder.withTemporary { folder in
      try folder.write("precious", to: "there/README.md")
      try folder.make(folder: "site")
      var place = OutputPlace(path: folder.absolute("there"), shownAs: "there", root: folder.absolute("site"))
      #expect(throws: Diagnostic.self) { try OutputWriter(place).write(site(["index.html": "1"])) }
      place.isForced = true
      _ = try OutputWriter(place).write(site(["index.html": "1"]))
      place.isForced = false
      _ = try OutputWriter(place).write(site(["index.html": "2"]))
      #expect(folder.text(of: "there/index.html") == "2" && folder.text(of: "there/README.md") == "precious")
    }
  }

  /// People copy files there by hand, and it cannot be anything else.
  @Test func theSitesOwnOutputHoldsWhatPeoplePutThere() throws {
    try Folder.withTemporary { folder in
      try folder.write("by hand", to: "site/Output/imprint.html")
      try folder.make(folder: "site/below")
      #expect(open(folder, folder.absolute("site/Output"), isNamed: false) == nil)
      #expect(open(folder, folder.absolute("site/below/../Output/"), isNamed: true) == nil)
    }
  }

  @Test func acceptsNamedEmptyFolders() throws {
    let folder = try Self.make()
    defer { folder.remove() }
    try folder.link("to", to: "empty")
    for path in ["to", "to/new", "elsewhere/new", "site/Output", "site/build/site", "site/Contents"] {
      #expect(open(folder, folder.absolute(path), isNamed: true) == nil, "\(path)")
    }
    // The same for a folder into which a build has written.
    try folder.remove("empty/new")
    let place = OutputPlace(path: folder.absolute("to"), shownAs: "Output", root: folder.absolute("site"))
    for text in ["1", "2"] { _ = try OutputWriter(place).write(site(["index.html": text])) }
    #expect(folder.text(of: "empty/index.html") == "2")
  }

  private func write(to path: String, in folder: Folder, isForced: Bool = false) -> Diagnostic? {
    let report = ReportFiles(report: VisualReport(title: "", summary: [], shelves: []))
    let root = folder.absolute("site")
    do {
      try SiteBuild.write(report, to: .report(folder: folder.absolute(path), root: root, isForced: isForced))
      return nil
    } catch {
      return error
    }
  }

  @Test func reportsFollowNoLinksAndOverwriteNothing() throws {
    let folder = try Self.make()
    defer { folder.remove() }
    try folder.link("to", to: "empty")
    try folder.make(folder: "site/below")
    try folder.link("site/below/index.html", to: "../elsewhere/sub/precious")
    try folder.write("<p>by hand", to: "elsewhere/index.html")
    let before = folder.tree()
    for path in ["to", "to/new", "elsewhere", "site/below"] {
      #expect(write(to: path, in: folder, isForced: true) != nil, "\(path)")
    }
    #expect(folder.tree() == before)
    for _ in 0..<2 { #expect(write(to: "new/er", in: folder) == nil) }
    #expect(folder.text(of: "new/er/index.html")?.contains(VisualReport.pageMark) == true)
  }

  @Test func reportsAreNotPutAmongOtherFiles() throws {
    let folder = try Self.make()
    defer { folder.remove() }
    try folder.write("cardshelf-manifest 1\n", to: "site/Output/.cardshelf-manifest")
    try folder.write("page", to: "site/Output/about/index.html")
    let before = folder.tree()
    for path in ["elsewhere", "site/Output"] {
      #expect(write(to: path, in: folder)?.rule == .outputFolderForeign, "\(path)")
    }
    #expect(folder.tree() == before)
    for _ in 0..<2 { #expect(write(to: "elsewhere", in: folder, isForced: true) == nil) }
    #expect(write(to: "elsewhere", in: folder) == nil, "there is a report by now")
    #expect(folder.text(of: "elsewhere/sub/precious") == "precious")
  }
}
