import Diagnostics
import Glibc
import TestSupport
import Testing

@testable import SiteBuild

struct FileTreeTests {
  @Test func listsRegularFilesInTheOrderOfTheirBytes() throws {
    try Folder.withTemporary { site in
      // "-" sorts before "/" and "/" before "0": whole paths are compared, not the names at each level.
      let files = ["Content/a-b.md", "Content/a/z.md", "Content/a0.md", "Content/Z.md", "Content/é.md"]
      for file in files + ["Content/.hidden", "Content/.git/config", "Other/x.md"] { try site.write("x", to: file) }
      let listing = FileTree(root: site.path).listing(of: "Content")
      #expect(
        listing.files == ["Content/Z.md", "Content/a-b.md", "Content/a/z.md", "Content/a0.md", "Content/é.md"])
      #expect(listing.diagnostics.isEmpty)
    }
  }

  @Test func distinguishesNamesByTheirBytes() throws {
    try Folder.withTemporary { site in
      try site.write("composed", to: "Content/\u{E9}.md")
      try site.write("decomposed", to: "Content/e\u{301}.md")
      let tree = FileTree(root: site.path)
      let texts = try tree.listing(of: "Content").files.map { try tree.readFile($0) }
      #expect(texts == [Array("decomposed".utf8), Array("composed".utf8)])
    }
  }

  @Test func reportsEntriesThatAreNotFiles() throws {
    try Folder.withTemporary { site in
      try site.write("x", to: "Content/card.md")
      try site.write("secret", to: "outside.md")
      try site.link("Content/link.md", to: "../outside.md")
      try site.link("Content/loop", to: "..")
      try site.link("Content/dangling", to: "nowhere")
      #expect(mkfifo(site.absolute("Content/pipe.md"), 0o644) == 0)
      let listing = FileTree(root: site.path).listing(of: "Content")
      #expect(listing.files == ["Content/card.md"])
      #expect(
        listing.diagnostics.map { "\($0.path): \($0.message) [\($0.rule.name)]" } == [
          "Content/dangling: this is a symbolic link, not a regular file [not-a-regular-file]",
          "Content/link.md: this is a symbolic link, not a regular file [not-a-regular-file]",
          "Content/loop: this is a symbolic link, not a regular file [not-a-regular-file]",
          "Content/pipe.md: this is a FIFO, not a regular file [not-a-regular-file]",
        ])
      #expect(listing.diagnostics.allSatisfy { $0.rule.fault == .cannotRun && $0.help != nil })
    }
  }

  @Test func escapesNamesThatAreNotUTF8() throws {
    try Folder.withTemporary { site in
      try site.write("x", to: "Content/card.md")
      try site.write("x", toBytes: Array("Content/caf".utf8) + [0xE9, 0x0A] + Array(".md".utf8))
      let listing = FileTree(root: site.path).listing(of: "Content")
      #expect(listing.files == ["Content/card.md"])
      #expect(listing.diagnostics.map(\.path) == [#"Content/caf\xE9\x0A.md"#])
      #expect(listing.diagnostics.map(\.rule) == [.fileNameNotUTF8])
    }
  }

  @Test func foldersBelowTheSixteenthAreReported() throws {
    try Folder.withTemporary { site in
      let sixteen = (["Content"] + (1...16).map(String.init)).joined(separator: "/")
      try site.write("x", to: sixteen + "/card.md")
      try site.write("x", to: sixteen + "/17/card.md")
      let listing = FileTree(root: site.path).listing(of: "Content")
      #expect(listing.files == [sixteen + "/card.md"])
      #expect(listing.diagnostics.map(\.rule) == [.folderTooDeep])
      #expect(listing.diagnostics.map(\.path) == [sixteen + "/17"])
    }
  }

  @Test func aMissingFolderIsReported() throws {
    try Folder.withTemporary { site in
      let listing = FileTree(root: site.path).listing(of: "Content")
      #expect(listing.files.isEmpty)
      #expect(listing.diagnostics.map(\.message) == ["cannot read: no such file or directory"])
    }
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 300_000])
  func readsAllBytes(count: Int) throws {
    try Folder.withTemporary { site in
      let text = String(repeating: "x", count: count)
      try site.write(text, to: "Content/card.md")
      #expect(try FileTree(root: site.path).readFile("Content/card.md") == Array(text.utf8))
      #expect(try FileTree(root: site.path).readFile("Content/card.md", limit: count).count == count)
    }
  }

  private func refusal(of path: String, in root: String, limit: Int = 64) -> Diagnostic? {
    do {
      _ = try FileTree(root: root).readFile(path, limit: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test func aFileAboveTheLimitIsRefused() throws {
    try Folder.withTemporary { site in
      try site.write("12345", to: "card.md")
      #expect(refusal(of: "card.md", in: site.path, limit: 5) == nil)
      #expect(refusal(of: "card.md", in: site.path, limit: 4)?.message == "the file is larger than 4 bytes")
    }
  }

  @Test func refusalsSayWhy() throws {
    try Folder.withTemporary { site in
      try site.write("x", to: "Content/card.md")
      try site.write("secret", to: "secret/key.md")
      try site.link("Content/link.md", to: "../secret/key.md")
      try site.link("Content/folder", to: "../secret")
      #expect(mkfifo(site.absolute("Content/pipe"), 0o644) == 0)
      let expected: [(String, Diagnostic.Rule, String)] = [
        ("Content/none.md", .fileUnreadable, "cannot read: no such file or directory"),
        ("Content/card.md/none.md", .fileUnreadable, "cannot read: not a directory"),
        ("Content", .notARegularFile, "this is a folder, not a regular file"),
        ("Content/link.md", .notARegularFile, "this is a symbolic link, not a regular file"),
        ("Content/folder/key.md", .notARegularFile, "this is a symbolic link, not a regular file"),
        ("Content/pipe", .notARegularFile, "this is a FIFO, not a regular file"),
        ("Content/../secret/key.md", .pathOutsideSite, "the path is not inside the site"),
        ("/etc/passwd", .pathOutsideSite, "the path is not inside the site"),
        ("Content//card.md", .pathOutsideSite, "the path is not inside the site"),
        ("Content/card.md\0.png", .pathOutsideSite, "the path is not inside the site"),
        ("", .pathOutsideSite, "the path is not inside the site"),
      ]
      for (path, rule, message) in expected {
        let refusal = refusal(of: path, in: site.path)
        #expect(refusal?.rule == rule && refusal?.message == message, "\(path): \(String(describing: refusal))")
      }
    }
  }

  /// If the kernel can open a nested folder in one call, the result is the same as opening folder by folder.
  @Test(arguments: [
    ["Content"], ["Content", "a"], ["Content", "a", "b"], [], ["Content", "none"], ["Content", "card.md"],
    ["Content", "out"], ["Content", "out", "deep"], ["Content", "up"], ["Content", "in"], ["loop", "x"],
  ])
  func bothWaysToOpenFoldersAgree(names: [String]) throws {
    try Folder.withTemporary { site in
      try site.write("x", to: "Content/a/b/card.md")
      try site.write("x", to: "Content/card.md")
      try site.write("x", to: "outside/deep/key.md")
      try site.link("Content/out", to: "../outside")
      try site.link("Content/up", to: "..")
      try site.link("Content/in", to: "a")
      try site.link("loop", to: "loop")
      let atOnce = try? FileDescriptor(folderAt: site.path).openFolder(beneath: names).names().map { $0 }
      let walked = try? FileTree(root: site.path)
        .walk(names, from: try FileDescriptor(folderAt: site.path), for: "x").names().map { $0 }
      #expect(atOnce == walked)
      #expect((atOnce == nil) == ["none", "card.md", "out", "up", "in", "loop"].contains { names.contains($0) })
    }
  }

  /// Minimal containers lack a folder for temporary files.
  @Test func namelessFilesNeedNoFolder() throws {
    let file = try FileDescriptor(namelessFileIn: "/nowhere")
    try file.write([1, 2, 3], at: 2)
    #expect(try file.read(4, at: 1) == [0, 1, 2, 3])
  }

  @Test func devicesAreNotRead() {
    #expect(refusal(of: "null", in: "/dev")?.message == "this is a device, not a regular file")
  }

  @Test(.enabled(if: geteuid() != 0, "root reads everything"))
  func permissionDenied() throws {
    try Folder.withTemporary { site in
      try site.write("x", to: "card.md")
      #expect(chmod(site.absolute("card.md"), 0) == 0)
      let refusal = refusal(of: "card.md", in: site.path)
      #expect(refusal?.message == "cannot read: permission denied")
      #expect(refusal?.help?.contains("chmod") == true)
    }
  }

  @Test func reasonsAreLowercase() {
    #expect(Diagnostic.unreadable("a", SystemError(code: EACCES)).message == "cannot read: permission denied")
  }
}
