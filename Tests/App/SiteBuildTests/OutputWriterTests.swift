import Diagnostics
import Glibc
import SiteValidation
import Synchronization
import TestSupport
import Testing

@testable import SiteBuild

typealias Site = [SiteFile]

/// A site whose files are given as texts by path.
func site(_ texts: KeyValuePairs<String, String>) -> Site {
  texts.map { SiteFile(path: $0.key, bytes: Array($0.value.utf8)) }
}

/// An output folder of a site in a test's folder.
func place(in folder: Folder, _ name: String = "Output") -> OutputPlace {
  OutputPlace(path: folder.absolute(name), shownAs: "Output", root: folder.path)
}

struct OutputWriterTests {
  private let first = site([
    "index.html": "home", "layout.json": "{}", "assets/site.css": "css", "images/a/b.png": "png",
    "sky/index.html": "sky",
  ])

  private func write(_ site: Site, to folder: Folder, patience: Int = 60) throws -> WriteReport {
    try OutputWriter(place(in: folder), patience: patience).write(site)
  }

  private func refusal(of site: Site, in folder: Folder) -> Diagnostic? {
    do {
      _ = try write(site, to: folder, patience: 60)
      return nil
    } catch {
      return error as? Diagnostic
    }
  }

  /// The files for visitors, without Cardshelf's own.
  private func published(in folder: Folder) -> [String: String?] {
    folder.tree(below: "Output").filter { !$0.key.hasPrefix("Output/.cardshelf") }
  }

  private func own(in folder: Folder) -> [String] {
    folder.names(in: "Output").filter { $0.hasPrefix(".cardshelf") }
  }

  /// A file that is read in pieces is written and compared like one that is in memory.
  @Test(arguments: [[], [0], [5], [0, 3, 0, 200_000, 1], [65_536, 65_536], [65_535, 2]])
  func writesFilesInPieces(sizes: [Int]) throws {
    let pieces = sizes.map { size in (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + size) } }
    func file(_ pieces: [[UInt8]]) -> SiteFile {
      let byteCount = pieces.reduce(0) { $0 + $1.count }
      return SiteFile(path: "index.html", byteCount: byteCount, pieceCount: pieces.count) { pieces[$0] }
    }
    let whole = SiteFile(path: "index.html", bytes: Array(pieces.joined()))
    var others = [pieces + [[1]], [[1]] + pieces]
    for number in pieces.indices where !pieces[number].isEmpty {
      others.append(pieces)
      others[others.count - 1][number][pieces[number].count - 1] ^= 1
    }
    try Folder.withTemporary { folder throws in
      let first = try write([file(pieces)], to: folder)
      #expect(first.written == ["index.html"])
      for same in [file(pieces), whole] {
        let report = try write([same], to: folder)
        #expect(report.unchanged == ["index.html"])
      }
      for other in others {
        let changed = try write([file(other)], to: folder)
        #expect(changed.written == ["index.html"])
        let back = try write([file(pieces)], to: folder)
        #expect(back.written == ["index.html"])
      }
    }
  }

  /// Content that cannot be read back is not published.
  @Test func missingPiecePublishesNothing() throws {
    try Folder.withTemporary { folder in
      let lost = SiteFile(path: "index.html", byteCount: 4, pieceCount: 2) { $0 == 0 ? [1, 2] : [] }
      #expect(refusal(of: [lost], in: folder)?.rule.name == "output-unwritable")
      #expect(published(in: folder).isEmpty)
    }
  }

  @Test func writesAllFilesIntoANewFolder() throws {
    try Folder.withTemporary { folder in
      let report = try write(first, to: folder)
      #expect(
        report
          == WriteReport(
            written: ["assets/site.css", "images/a/b.png", "index.html", "layout.json", "sky/index.html"],
            unchanged: [], removed: []))
      #expect(
        published(in: folder) == [
          "Output/assets": nil, "Output/assets/site.css": "css", "Output/images": nil, "Output/images/a": nil,
          "Output/images/a/b.png": "png", "Output/index.html": "home", "Output/layout.json": "{}",
          "Output/sky": nil, "Output/sky/index.html": "sky",
        ])
      #expect(own(in: folder) == [".cardshelf-manifest"])
    }
  }

  @Test func modesDoNotDependOnTheUmask() throws {
    try Folder.withTemporary { folder in
      let before = umask(0o077)
      defer { umask(before) }
      _ = try write(first, to: folder)
      for name in ["", "/images", "/images/a"] {
        #expect(folder.status(of: "Output" + name)?.st_mode == S_IFDIR | 0o755)
      }
      for name in ["index.html", "images/a/b.png", ".cardshelf-manifest"] {
        #expect(folder.status(of: "Output/" + name)?.st_mode == S_IFREG | 0o644)
      }
    }
  }

  private struct Identity: Equatable {
    let inode: UInt64
    let seconds: Int
    let nanoseconds: Int
  }

  private func identities(in folder: Folder) -> [String: Identity] {
    var identities: [String: Identity] = [:]
    for name in Array(folder.tree().keys) {
      guard let status = folder.status(of: name) else { continue }
      identities[name] = Identity(
        inode: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }
    return identities
  }

  @Test func leavesUnchangedFilesAlone() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      let before = identities(in: folder)
      let report = try write(first.reversed(), to: folder)
      #expect(report.written.isEmpty && report.removed.isEmpty && report.unchanged.count == first.count)
      #expect(identities(in: folder) == before)
    }
  }

  @Test func publishesNothingUnreadable() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      let before = identities(in: folder)
      let lost = SiteFile(path: "index.html", byteCount: 4) { [] }
      #expect(refusal(of: [lost] + first.dropFirst(), in: folder)?.rule == .outputUnwritable)
      #expect(identities(in: folder) == before)
    }
  }

  @Test func rewritesOnlyChangedFiles() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      let before = identities(in: folder)
      var second = first
      second[0] = SiteFile(path: second[0].path, bytes: Array("HOME".utf8))
      #expect(try write(second, to: folder).written == ["index.html"])
      let after = identities(in: folder)
      #expect(folder.text(of: "Output/index.html") == "HOME")
      for file in first.dropFirst().map({ "Output/" + $0.path }) { #expect(after[file] == before[file]) }
    }
  }

  @Test func removesStaleFilesAndEmptyFolders() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      try folder.write("mine", to: "Output/sky/notes.txt")
      let report = try write(site(["index.html": "home"]), to: folder)
      #expect(report.removed == ["assets/site.css", "images/a/b.png", "layout.json", "sky/index.html"])
      #expect(report.unchanged == ["index.html"])
      #expect(
        published(in: folder) == [
          "Output/index.html": "home", "Output/sky": nil, "Output/sky/notes.txt": "mine",
        ])
      #expect(try write([], to: folder).removed == ["index.html"])
    }
  }

  @Test func keepsForeignFiles() throws {
    try Folder.withTemporary { folder in
      let foreign = ["Output/CNAME", "Output/.gitkeep", "Output/assets/own.css", "Output/zzz/index.html"]
      for file in foreign { try folder.write("theirs", to: file) }
      try folder.make(folder: "Output/empty")
      for site in [first, site(["index.html": "home"]), []] {
        _ = try write(site, to: folder)
        for file in foreign { #expect(folder.text(of: file) == "theirs") }
        #expect(folder.status(of: "Output/empty") != nil)
      }
    }
  }

  @Test func refusesToReplaceForeignFiles() throws {
    try Folder.withTemporary { folder in
      try folder.write("theirs", to: "Output/sky/index.html")
      let before = folder.tree()
      let refusal = refusal(of: first, in: folder)
      #expect(refusal?.rule == .outputForeignFile)
      #expect(refusal?.path == "Output/sky/index.html")
      #expect(published(in: folder).count == before.count - 1, "nothing of ours came in")
      #expect(folder.text(of: "Output/sky/index.html") == "theirs")
    }
  }

  @Test func adoptsForeignFilesWithTheSameBytes() throws {
    try Folder.withTemporary { folder in
      try folder.write("sky", to: "Output/sky/index.html")
      #expect(try write(first, to: folder).unchanged == ["sky/index.html"])
      #expect(try write(site(["index.html": "home"]), to: folder).removed.contains("sky/index.html"))
    }
  }

  @Test(arguments: [
    ("Output/sky", "Output/sky"), ("Output/index.html", "Output/index.html"), ("Output/images/a", "Output/images/a"),
  ])
  func linksInsideAreNotFollowed(link: String, shown: String) throws {
    try Folder.withTemporary { folder in
      try folder.write("sky", to: "elsewhere/index.html")
      try folder.make(folder: "Output/images")
      try folder.link(link, to: folder.absolute("elsewhere"))
      let refusal = refusal(of: first, in: folder)
      #expect(refusal?.rule == .outputForeignFile && refusal?.path == shown)
      #expect(refusal?.message.contains("symbolic link") == true)
      #expect(folder.tree(below: "elsewhere") == ["elsewhere/index.html": "sky"])
    }
  }

  @Test func keepsStaleFilesBehindLinks() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      #expect(rename(folder.absolute("Output/sky"), folder.absolute("elsewhere")) == 0)
      try folder.link("Output/sky", to: folder.absolute("elsewhere"))
      #expect(try !write(site(["index.html": "home"]), to: folder).removed.contains("sky/index.html"))
      #expect(folder.text(of: "elsewhere/index.html") == "sky")
    }
  }

  @Test func outputFolderCanBeALinkToAnEmptyFolder() throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "elsewhere")
      try folder.link("Output", to: "elsewhere")
      _ = try write(first, to: folder)
      #expect(folder.text(of: "elsewhere/index.html") == "home")
    }
  }

  @Test func removesStagedFilesOfDeadRuns() throws {
    try Folder.withTemporary { folder in
      try folder.write("half", to: "Output/.cardshelf-staging/0")
      try folder.write("half", to: "Output/.cardshelf-staging/manifest")
      _ = try write(first, to: folder)
      #expect(own(in: folder) == [".cardshelf-manifest"])
    }
  }

  /// Where content waited until it was staged, there may be nothing any more when it is published.
  @Test func fetchesContentOnlyToPrepareIt() throws {
    final class Content: Sendable {
      let bytes = Mutex(Array("new".utf8))
    }
    try Folder.withTemporary { folder in
      let content = Content()
      let file = SiteFile(path: "index.html", byteCount: 3) { content.bytes.withLock { $0 } }
      let begun = try OutputWriter(place(in: folder)).begin([file])
      for file in begun.files { begun.staging.prepare(file) }
      content.bytes.withLock { $0 = [] }
      var isBegun = false
      _ = try begun.publish(isBegun: &isBegun)
      #expect(folder.text(of: "Output/index.html") == "new")
      let line = "\(contentHash(Array("new".utf8))) index.html\n"
      #expect(folder.text(of: "Output/.cardshelf-manifest")?.hasSuffix(line) == true)
    }
  }

  @Test func refusesAFileInsteadOfTheFolder() throws {
    try Folder.withTemporary { folder in
      try folder.write("x", to: "Output")
      let refusal = refusal(of: first, in: folder)
      #expect(refusal?.rule == .outputUnwritable)
      #expect(refusal?.message == "cannot write: not a directory")
      #expect(folder.text(of: "Output") == "x")
    }
  }

  @Test func refusesAFolderBelowAFile() throws {
    try Folder.withTemporary { folder in
      try folder.write("x", to: "file")
      #expect(throws: Diagnostic.self) {
        try OutputWriter(place(in: folder, "file/Output")).write(first)
      }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root writes everywhere"))
  func aReadOnlyFolderIsRefused() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      let before = folder.tree()
      #expect(chmod(folder.absolute("Output"), 0o555) == 0)
      defer { chmod(folder.absolute("Output"), 0o755) }
      let refusal = refusal(of: site(["index.html": "new"]), in: folder)
      #expect(refusal?.message == "cannot write: permission denied")
      #expect(folder.tree() == before)
    }
  }

  @Test(arguments: [
    "cardshelf-manifest 2\n", "", "cardshelf-manifest 1\nhash ../../etc/passwd\n",
  ])
  func aDamagedManifestChangesNothing(text: String) throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      try folder.write(text, to: "Output/.cardshelf-manifest")
      let before = folder.tree()
      let refusal = refusal(of: site(["index.html": "new"]), in: folder)
      #expect(refusal?.rule == .outputManifestDamaged)
      #expect(refusal?.path == "Output/.cardshelf-manifest")
      #expect(folder.tree() == before)
    }
  }

  @Test(arguments: [
    ["/etc/passwd"], ["../x"], ["a/../x"], [""], ["a//b"], ["a/"], ["./a"], ["a\0b"], ["a\nb"],
    [".cardshelf.lock"], [".cardshelf-staging/0"], ["a", "a"], ["a", "a/b"], ["a/b/c", "a/b"],
  ])
  func refusesInvalidPaths(paths: [String]) throws {
    try Folder.withTemporary { folder in
      let refusal = refusal(of: paths.map { SiteFile(path: $0, bytes: []) }, in: folder)
      #expect(refusal?.rule == .outputPathInvalid)
      #expect(folder.tree().isEmpty)
    }
  }

  @Test func distinguishesSimilarPaths() throws {
    try Folder.withTemporary { folder in
      let report = try write(site(["\u{E9}.html": "1", "e\u{301}.html": "2", "a.b": "3", "a/b": "4"]), to: folder)
      #expect(report.written.count == 4)
      #expect(folder.names(in: "Output").filter { $0.hasSuffix(".html") }.count == 2)
    }
  }
}

extension OutputWriter {
  func write(_ files: [SiteFile]) throws -> WriteReport {
    var isBegun = false
    return try begin(files).publish(isBegun: &isBegun)
  }
}
