import Diagnostics
import Glibc
import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

/// Output folders that came from elsewhere, or into which others put files.
struct OutputTrustTests {
  private static let page =
    "<!DOCTYPE html>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; style-src\"/>"
  private let first = site(["index.html": Self.page + "1", "sky/index.html": Self.page + "sky", "layout.json": "{}"])
  private let second = site(["index.html": Self.page + "2", "layout.json": "{}"])

  private func write(_ site: Site, to folder: Folder, _ name: String = "Output") throws -> WriteReport {
    try OutputWriter(place(in: folder, name)).write(site)
  }

  private func refusal(of site: Site, in folder: Folder) -> Diagnostic? {
    do {
      _ = try write(site, to: folder)
      return nil
    } catch {
      return error as? Diagnostic
    }
  }

  /// Writes every file again, like a checkout or an archive does.
  private func copy(_ folder: Folder, _ from: String, to: String) throws {
    for (path, text) in folder.tree(below: from) {
      if let text { try folder.write(text, to: to + path.dropFirst(from.count)) }
    }
  }

  /// The path of the only record.
  private func record(in folder: Folder) throws -> String {
    let names = folder.names(in: ".cardshelf/outputs")
    #expect(names.count == 1)
    return ".cardshelf/outputs/" + (try #require(names.first))
  }

  private func manifest(_ files: KeyValuePairs<String, String>) -> String {
    "cardshelf-manifest 1\n" + files.map { "\(contentHash(Array($0.value.utf8))) \($0.key)\n" }.joined()
  }

  /// The author of a forged manifest knows the bytes of the files that it names.
  @Test(arguments: [false, true])
  func forgedManifestRemovesNothing(hasOrigin: Bool) throws {
    try Folder.withTemporary { folder in
      if hasOrigin {
        // A folder that was published with everything in it.
        _ = try write(first, to: folder, "published")
        try copy(folder, "published", to: "Output")
      }
      let theirs = ["CNAME": "example.org", "notes/today.txt": "precious", "sky/.git/config": "[core]"]
      for (name, text) in theirs { try folder.write(text, to: "Output/" + name) }
      let forged = manifest(["CNAME": "example.org", "notes/today.txt": "precious", "sky/.git/config": "[core]"])
      let published = folder.text(of: "Output/.cardshelf-manifest")?.split(separator: "\n").dropFirst() ?? []
      try folder.write(forged + published.map { $0 + "\n" }.joined(), to: "Output/.cardshelf-manifest")
      for _ in 0..<3 {
        let report = try write(second, to: folder)
        #expect(report.removed == [])
        #expect(Set(report.leftovers) == Set(theirs.keys).union(hasOrigin ? ["sky/index.html"] : []))
        for (name, text) in theirs { #expect(folder.text(of: "Output/" + name) == text) }
      }
      try folder.remove("Output/CNAME")
      #expect(try write(second, to: folder).leftovers.count == (hasOrigin ? 3 : 2), "what is gone is not told any more")
    }
  }

  @Test func forgedManifestOverwritesNothing() throws {
    try Folder.withTemporary { folder in
      try folder.write("<p>by hand", to: "Output/index.html")
      try folder.write(manifest(["index.html": "<p>by hand"]), to: "Output/.cardshelf-manifest")
      let before = folder.tree()
      let refusal = refusal(of: first, in: folder)
      #expect(refusal?.rule == .outputForeignFile && refusal?.path == "Output/index.html")
      #expect(folder.tree() == before)
    }
  }

  @Test func copiedFolderIsUpdatedAndLosesNothing() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder, "there")
      try copy(folder, "there", to: "Output")
      let report = try write(second, to: folder)
      #expect(report.written == ["index.html"] && report.unchanged == ["layout.json"] && report.removed == [])
      #expect(report.leftovers == ["sky/index.html"])
      #expect(try write(second, to: folder).leftovers == ["sky/index.html"])
      // A file with the bytes that a build publishes there is treated as if it had written it.
      #expect(try write(first, to: folder).leftovers == [])
      #expect(try write(second, to: folder).removed == ["sky/index.html"])
    }
  }

  @Test func updatesFoldersWithoutARecord() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      try folder.remove(record(in: folder))
      #expect(try write(second, to: folder).leftovers == ["sky/index.html"])
      #expect(folder.text(of: "Output/index.html") == Self.page + "2")
      try folder.remove("Output/sky/index.html")
      #expect(try write(site(["index.html": "3"]), to: folder).removed == ["layout.json"], "from here on it is our own")
    }
  }

  /// They proved in the output folder itself what they wrote.
  @Test(arguments: [false, true])
  func takesOverFoldersOfOlderVersions(isChanged: Bool) throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      try folder.remove(record(in: folder))
      try folder.write("", to: "Output/.cardshelf.lock")
      try folder.write("", to: "Output/.cardshelf-origin")
      let own = try identity(of: ".cardshelf-origin", in: folder)
      let lock = try identity(of: ".cardshelf.lock", in: folder)
      let manifest = try identity(of: ".cardshelf-manifest", in: folder)
      func time(_ time: FileTime?) -> String { time.map { "\($0)" } ?? "-" }
      try folder.write(
        """
        cardshelf-origin 1
        this \(own.inode) \(time(own.birth))
        lock \(lock.inode) \(time(lock.birth ?? lock.changed))
        manifest \(manifest.inode) \(time(manifest.birth)) \(manifest.modified)
        was \(contentHash(Array("edited".utf8))) sky/index.html
        left 0 gone.html

        """, to: "Output/.cardshelf-origin")
      try folder.write("edited", to: "Output/sky/index.html")
      try folder.write("theirs", to: "Output/gone.html")
      let report = try write(isChanged ? second : first, to: folder)
      #expect(report.removed == (isChanged ? ["sky/index.html"] : []) && report.leftovers == ["gone.html"])
      #expect(folder.names(in: "Output").filter { $0.hasPrefix(".") } == [".cardshelf-manifest"])
      #expect(try write(site(["index.html": "3"]), to: folder).removed.contains("layout.json"), "it is still our own")
    }
  }

  private func identity(of name: String, in folder: Folder) throws -> FileIdentity {
    let facts = try FileDescriptor(folderAt: folder.absolute("Output")).facts(of: name)
    return try #require(facts).identity
  }

  @Test func movedFolderIsStillTrusted() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder, "there")
      #expect(rename(folder.absolute("there"), folder.absolute("Output")) == 0)
      #expect(try write(second, to: folder).removed == ["sky/index.html"])
    }
  }

  @Test(arguments: ["Output/.cardshelf-manifest", ".cardshelf/.gitignore", "record"])
  func replacedFilesAreNotTrusted(name: String) throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      let name = name == "record" ? try record(in: folder) : name
      let text = try #require(folder.text(of: name))
      try folder.write(text, to: "new")
      #expect(rename(folder.absolute("new"), folder.absolute(name)) == 0)
      let report = try write(second, to: folder)
      #expect(report.removed == [] && report.leftovers == ["sky/index.html"])
    }
  }

  @Test func editedManifestIsNotTrusted() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      try folder.write("mine", to: "Output/mine.txt")
      // The file is edited in place, so it is still the same file.
      let listed = try #require(folder.text(of: "Output/.cardshelf-manifest"))
      try folder.write(listed + "\(contentHash(Array("mine".utf8))) mine.txt\n", to: "Output/.cardshelf-manifest")
      #expect(try write(second, to: folder).removed == [])
      #expect(folder.text(of: "Output/mine.txt") == "mine")
    }
  }

  @Test func keepsChangedFiles() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      try folder.write("edited", to: "Output/sky/index.html")
      for _ in 0..<2 {
        let report = try write(second, to: folder)
        #expect(report.removed == [] && report.leftovers == ["sky/index.html"])
      }
      #expect(folder.text(of: "Output/sky/index.html") == "edited")
    }
  }

  @Test(
    arguments: [".cardshelf.lock", ".cardshelf-manifest", ".cardshelf-origin", ".cardshelf-staging"],
    ["link", "FIFO", "folder", "file"])
  func keepsFilesPlantedUnderOurNames(name: String, kind: String) throws {
    try Folder.withTemporary { folder in
      try folder.write("precious", to: "precious")
      try folder.make(folder: "Output")
      try plant(kind, at: "Output/" + name, in: folder)
      let before = folder.tree()
      let refusal = refusal(of: first, in: folder)
      // Only older versions used the others.
      #expect((refusal == nil) == ![".cardshelf-manifest", ".cardshelf-staging"].contains(name))
      for (path, text) in before { #expect(folder.tree()[path] == text) }
    }
  }

  /// - Parameter kind: a file and a folder with something in it, or what it is called.
  private func plant(_ kind: String, at path: String, in folder: Folder) throws {
    switch kind {
    case "link": try folder.link(path, to: folder.absolute("precious"))
    case "FIFO": #expect(mkfifo(folder.absolute(path), 0o644) == 0)
    case "folder": try folder.write("precious", to: path + "/precious")
    default: try folder.write("precious", to: path)
    }
  }

  /// Builds work without records, and write nowhere else.
  @Test(
    arguments: [".cardshelf", ".cardshelf/.gitignore", ".cardshelf/outputs"],
    ["link", "FIFO", "folder", "file", "link to a folder"])
  func keepsWhatIsPlantedForRecords(path: String, kind: String) throws {
    try Folder.withTemporary { folder in
      try folder.write("precious", to: "precious")
      try folder.make(folder: "elsewhere")
      if path == ".cardshelf/outputs" { try folder.write("*\n", to: ".cardshelf/.gitignore") }
      try folder.make(folder: path.split(separator: "/").dropLast().joined(separator: "/"))
      if kind == "link to a folder" {
        try folder.link(path, to: folder.absolute("elsewhere"))
      } else {
        try plant(kind, at: path, in: folder)
      }
      let before = folder.tree()
      #expect(try write(first, to: folder).written.count == 3)
      #expect(try write(first, to: folder).written == [])
      let isOurs = path == ".cardshelf/outputs" && kind == "folder"
      for _ in 0..<2 { #expect(try write(second, to: folder).leftovers == (isOurs ? [] : ["sky/index.html"])) }
      let others = folder.tree().filter { $0.key != "Output" && !$0.key.hasPrefix("Output/") }
      #expect(others.filter { !isOurs || before.keys.contains($0.key) } == before)
      #expect(folder.text(of: "Output/index.html") == Self.page + "2")
    }
  }

  /// What a stranger's commit, an archive or a copy can bring: the bytes and names of everything.
  @Test func copiedRecordsProveNothing() throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "there")
      let there = Folder(path: folder.absolute("there"))
      _ = try write(first, to: there)
      try copy(folder, "there", to: "here")
      let here = Folder(path: folder.absolute("here"))
      let before = here.tree()
      // Even under the name that the record would have.
      _ = try write(first, to: here, "other")
      let name = try #require(here.names(in: ".cardshelf/outputs").first { before[".cardshelf/outputs/" + $0] == nil })
      let copied = try #require(there.text(of: record(in: there)))
      try here.remove(".cardshelf/outputs/" + name)
      try here.write(copied, to: ".cardshelf/outputs/" + name)
      for output in ["Output", "other"] {
        let report = try write(second, to: here, output)
        #expect(report.removed == [] && report.leftovers == ["sky/index.html"], "\(output)")
      }
      #expect(try write(second, to: there).removed == ["sky/index.html"], "the original is proven")
    }
  }

  @Test func provesSeveralOutputsOfASite() throws {
    try Folder.withTemporary { folder in
      for name in ["a", "b"] { _ = try write(first, to: folder, name) }
      #expect(folder.names(in: ".cardshelf") == [".gitignore", "outputs"])
      #expect(folder.text(of: ".cardshelf/.gitignore") == "*\n")
      #expect(folder.names(in: ".cardshelf/outputs").count == 2)
      for name in ["a", "b"] {
        #expect(try write(second, to: folder, name).removed == ["sky/index.html"])
        #expect(folder.names(in: name) == [".cardshelf-manifest", "index.html", "layout.json"])
      }
    }
  }

  /// The records are those of one site.
  @Test func anotherSiteUpdatesTheFolderAndLosesNothing() throws {
    try Folder.withTemporary { folder in
      for name in ["one", "two"] { try folder.make(folder: name) }
      func write(_ site: Site, as name: String) throws -> WriteReport {
        try OutputWriter(
          OutputPlace(path: folder.absolute("public"), shownAs: "public", root: folder.absolute(name))
        ).write(site)
      }
      _ = try write(first, as: "one")
      #expect(try write(second, as: "two").leftovers == ["sky/index.html"])
      #expect(try write(second, as: "two").leftovers == ["sky/index.html"])
      #expect(folder.text(of: "public/index.html") == Self.page + "2")
      #expect(try write(first, as: "one").leftovers == [])
    }
  }

  @Test func forgetsTheOldestOutputs() throws {
    try Folder.withTemporary { folder in
      try folder.write("mine", to: ".cardshelf/outputs/notes")
      try folder.write("*\n", to: ".cardshelf/.gitignore")
      let page = site(["index.html": Self.page])
      for number in 0..<StateFolder.mostRecords + 3 { _ = try write(page, to: folder, "\(number)") }
      #expect(folder.names(in: ".cardshelf/outputs").count == StateFolder.mostRecords + 1)
      #expect(folder.text(of: ".cardshelf/outputs/notes") == "mine")
      #expect(try write([], to: folder, "\(StateFolder.mostRecords + 2)").removed == ["index.html"])
    }
  }

  /// The clock may have been wrong, or the records are from another machine.
  @Test func keepsItsOwnRecordBesideOnesOfTheFuture() throws {
    try Folder.withTemporary { folder in
      let page = site(["index.html": Self.page])
      for number in 0..<StateFolder.mostRecords { _ = try write(page, to: folder, "\(number)") }
      for name in folder.names(in: ".cardshelf/outputs") {
        var times = [timespec(tv_sec: 4_000_000_000, tv_nsec: 0), timespec(tv_sec: 4_000_000_000, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, folder.absolute(".cardshelf/outputs/" + name), &times, 0) == 0)
      }
      _ = try write(page, to: folder, "last")
      #expect(folder.names(in: ".cardshelf/outputs").count == StateFolder.mostRecords)
      #expect(try write([], to: folder, "last").removed == ["index.html"])
    }
  }

  @Test func hardLinksKeepTheirBytesAndMode() throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "Output")
      try folder.write("secret", to: "key")
      try folder.write(Self.page, to: "draft.html")
      #expect(chmod(folder.absolute("key"), 0o600) == 0)
      #expect(link(folder.absolute("key"), folder.absolute("Output/.cardshelf.lock")) == 0)
      _ = try write(first, to: folder)
      #expect(folder.text(of: "Output/.cardshelf.lock") == "secret")
      #expect(folder.text(of: "key") == "secret" && folder.status(of: "key")?.st_mode == S_IFREG | 0o600)
      try folder.remove("Output/index.html")
      #expect(link(folder.absolute("draft.html"), folder.absolute("Output/index.html")) == 0)
      _ = try write(second, to: folder)
      #expect(folder.text(of: "draft.html") == Self.page)
      #expect(folder.text(of: "Output/index.html") == Self.page + "2")
    }
  }
}
