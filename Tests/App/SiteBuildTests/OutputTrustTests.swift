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
      #expect(folder.tree().filter { $0.key != "Output/.cardshelf.lock" } == before)
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

  /// Folders of older versions do not contain a proof of origin.
  @Test func updatesFoldersOfOlderVersions() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      try folder.remove("Output/.cardshelf-origin")
      #expect(try write(second, to: folder).leftovers == ["sky/index.html"])
      #expect(folder.text(of: "Output/index.html") == Self.page + "2")
      try folder.remove("Output/sky/index.html")
      #expect(try write(site(["index.html": "3"]), to: folder).removed == ["layout.json"], "from here on it is our own")
    }
  }

  @Test func movedFolderIsStillTrusted() throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder, "there")
      #expect(rename(folder.absolute("there"), folder.absolute("Output")) == 0)
      #expect(try write(second, to: folder).removed == ["sky/index.html"])
    }
  }

  @Test(arguments: [".cardshelf-manifest", ".cardshelf-origin", ".cardshelf.lock"])
  func replacedFilesAreNotTrusted(name: String) throws {
    try Folder.withTemporary { folder in
      _ = try write(first, to: folder)
      let text = try #require(folder.text(of: "Output/" + name))
      try folder.write(text, to: "Output/new")
      #expect(rename(folder.absolute("Output/new"), folder.absolute("Output/" + name)) == 0)
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
      let path = "Output/" + name
      switch kind {
      case "link": try folder.link(path, to: "../precious")
      case "FIFO": #expect(mkfifo(folder.absolute(path), 0o644) == 0)
      case "folder": try folder.write("precious", to: path + "/precious")
      default: try folder.write("precious", to: path)
      }
      let before = folder.tree()
      let refusal = refusal(of: first, in: folder)
      // A regular file can be locked, with any content.
      let isLock = name == ".cardshelf.lock" && kind == "file"
      #expect((refusal == nil) == isLock)
      for (path, text) in before { #expect(folder.tree()[path] == text) }
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
      #expect(folder.text(of: "key") == "secret" && folder.status(of: "key")?.st_mode == S_IFREG | 0o600)
      try folder.remove("Output/index.html")
      #expect(link(folder.absolute("draft.html"), folder.absolute("Output/index.html")) == 0)
      _ = try write(second, to: folder)
      #expect(folder.text(of: "draft.html") == Self.page)
      #expect(folder.text(of: "Output/index.html") == Self.page + "2")
    }
  }
}
