import Diagnostics
import Glibc
import SiteValidation
import Synchronization
import TestSupport
import Testing

@testable import SiteBuild

struct EarlyStagingTests {
  private func page(_ name: String, _ text: String) -> (layout: SiteFile, frameSheet: SiteFile) {
    (
      SiteFile(path: "layout/\(name)/index.json", bytes: Array(text.utf8)),
      SiteFile(path: "assets/frames-\(name).css", bytes: Array(text.utf8))
    )
  }

  private func stagedCount(in folder: Folder) -> Int {
    folder.tree(below: "Output/.cardshelf-staging").values.count { $0 != nil }
  }

  @Test func aSmallSiteHasNothingStaged() throws {
    try Folder.withTemporary { folder in
      let early = EarlyStaging(in: place(in: folder), mostBytes: 6)
      for name in ["a", "b"] {
        let page = page(name, "123")
        early.add(layout: page.layout, frameSheet: page.frameSheet)
      }
      #expect(early.staging == nil)
      #expect(folder.tree().isEmpty)
    }
  }

  /// Those of the pages that were finished before it was known to be large, too.
  @Test func allFilesOfALargeSiteAreStagedOnce() throws {
    let isReadable = Mutex(true)
    try Folder.withTemporary { folder in
      let early = EarlyStaging(in: place(in: folder), mostBytes: 6)
      var files: [SiteFile] = []
      for (number, name) in ["a", "b", "c", "d"].enumerated() {
        let page = page(name, "123")
        let layout = SiteFile(path: page.layout.path, byteCount: 3) {
          isReadable.withLock { $0 } ? Array("123".utf8) : []
        }
        early.add(layout: layout, frameSheet: page.frameSheet)
        files += [layout, page.frameSheet]
        #expect(stagedCount(in: folder) == [0, 0, 6, 8][number])
      }
      isReadable.withLock { $0 = false }
      let last = SiteFile(path: "index.html", bytes: Array("page".utf8))
      var isBegun = false
      let report = try OutputWriter(place(in: folder)).begin(files + [last], continuing: early.staging)
        .publish(isBegun: &isBegun)
      #expect(report.written.count == 9)
      #expect(folder.text(of: "Output/layout/a/index.json") == "123")
      #expect(folder.text(of: "Output/assets/frames-d.css") == "123")
      #expect(stagedCount(in: folder) == 0)
    }
  }

  @Test func leavesNothingIfItIsAbandoned() throws {
    try Folder.withTemporary { folder in
      _ = try OutputWriter(place(in: folder)).write([page("a", "old").layout])
      let before = folder.tree()
      let early = EarlyStaging(in: place(in: folder), mostBytes: 0)
      let page = page("a", "new")
      early.add(layout: page.layout, frameSheet: page.frameSheet)
      #expect(stagedCount(in: folder) == 2)
      early.abandon()
      #expect(folder.tree() == before)
    }
  }

  @Test func doesNotWaitForAnotherRun() throws {
    try Folder.withTemporary { folder in
      let page = page("a", "1")
      let early = EarlyStaging(in: place(in: folder), mostBytes: 0)
      do {
        // Locked as long as this is there.
        let other = try OutputStaging(place(in: folder), patience: 0)
        early.add(layout: page.layout, frameSheet: page.frameSheet)
        #expect(early.staging == nil)
        withExtendedLifetime(other) {}
      }
      var isBegun = false
      let report = try OutputWriter(place(in: folder)).begin([page.layout], continuing: early.staging)
        .publish(isBegun: &isBegun)
      #expect(report.written == [page.layout.path])
    }
  }
}

struct EarlySyncTests {
  /// The system reports a file that could not be written only once.
  @Test(arguments: [((1 << 20) - 1, nil), (1 << 20, EBADF)]) func keepsFailures(byteCount: Int, failure: Int32?) {
    let sync = EarlySync()
    sync.add(FileDescriptor(number: .max), byteCount: byteCount)
    var code: Int32?
    do throws(SystemError) {
      try sync.finish()
    } catch {
      code = error.code
    }
    #expect(code == failure)
  }

  @Test func countsTheBytesOfAllFiles() {
    let sync = EarlySync()
    for _ in 0..<4 { sync.add(FileDescriptor(number: .max), byteCount: 1 << 18) }
    #expect(throws: SystemError.self) { try sync.finish() }
  }

  @Test func waitsForFiles() throws {
    try Folder.withTemporary { folder in
      let sync = EarlySync()
      let own = try FileDescriptor(folderAt: folder.path)
      for name in ["a", "b"] {
        let file = try own.createFile(name)
        try file.write(Array("text".utf8))
        sync.add(file, byteCount: 1 << 20)
      }
      try sync.finish()
      #expect(folder.text(of: "b") == "text")
    }
  }
}
