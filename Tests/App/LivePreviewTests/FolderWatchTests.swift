import Glibc
import Synchronization
import TestSupport
import Testing

@testable import PreviewServer

struct FolderWatchTests {
  /// A folder, and the number of changes that were reported in it.
  private final class Watched: Sendable {
    let folder: Folder
    let count = Mutex(0)

    var path: String { folder.path }

    init() throws { folder = try Folder.temporary() }

    /// Returns whether a change is reported after an action, even on a slow machine.
    func tells(_ deed: () throws -> Void) async throws -> Bool {
      try await Task.sleep(for: .milliseconds(40))
      let before = count.withLock { $0 }
      try deed()
      for _ in 0..<60_000 {
        if count.withLock({ $0 }) > before { return true }
        try await Task.sleep(for: .milliseconds(10))
      }
      return false
    }
  }

  @Test func reportsOnlyChangesOfTheSite() async throws {
    let watched = try Watched()
    defer { watched.folder.remove() }
    for folder in ["site", "site/Content", "site/Output"] { try watched.folder.make(folder: folder) }
    let watch = try #require(
      FolderWatch(watched.path + "/site", names: ["cardshelf.yml", "Content"]) { watched.count.withLock { $0 += 1 } })
    #expect(try await watched.tells { try watched.folder.write("# A", to: "site/Content/a.md") })
    #expect(
      try await watched.tells { rename(watched.path + "/site/Content/a.md", watched.path + "/site/Content/b.md") })
    #expect(try await watched.tells { try watched.folder.write("title: x", to: "site/cardshelf.yml") })
    #expect(try await watched.tells { unlink(watched.path + "/site/Content/b.md") })
    #expect(try await watched.tells { try watched.folder.make(folder: "site/Content/new") })
    #expect(try await watched.tells { try watched.folder.make(folder: "site/Content/new/deep") })
    #expect(try await watched.tells { try watched.folder.write("# A", to: "site/Content/new/deep/a.md") })
    let before = watch.changeCount
    try watched.folder.write("x", to: "site/Output/a")
    try watched.folder.write("x", to: "site/Content/a.md~")
    #expect(try await watched.tells { try watched.folder.write("# A", to: "site/Content/a.md") })
    #expect(watch.changeCount == before + 1)
  }

  @Test func namesChangedFiles() async throws {
    let watched = try Watched()
    defer { watched.folder.remove() }
    for folder in ["site", "site/Content", "site/Content/a"] { try watched.folder.make(folder: folder) }
    let watch = try #require(
      FolderWatch(watched.path + "/site", names: ["cardshelf.yml", "Content"]) { watched.count.withLock { $0 += 1 } })
    #expect(try await watched.tells { try watched.folder.write("# A", to: "site/Content/a/a.md") })
    #expect(watch.takeChangedFiles() == ["Content/a/a.md"])
    #expect(watch.takeChangedFiles() == [])
    #expect(
      try await watched.tells { rename(watched.path + "/site/Content/a/a.md", watched.path + "/site/Content/b.md") })
    #expect(try await watched.tells { try watched.folder.write("title: x", to: "site/cardshelf.yml") })
    #expect(watch.takeChangedFiles() == ["Content/a/a.md", "Content/b.md", "cardshelf.yml"])
    // Files may have come with a folder.
    #expect(try await watched.tells { try watched.folder.make(folder: "site/Content/new") })
    #expect(watch.takeChangedFiles() == nil)
    #expect(try await watched.tells { try watched.folder.write("# A", to: "site/Content/new/\u{301}.md") })
    #expect(watch.takeChangedFiles() == ["Content/new/\u{301}.md"])
  }

  @Test func parsesRecordsOfTheKernel() {
    func record(_ folder: UInt8, _ mask: UInt8, _ name: String, room: Int) -> [UInt8] {
      let number = [folder, 0, 0, 0, mask, 0, 0, 0, 0, 0, 0, 0, UInt8(room), 0, 0, 0]
      return number + Array(name.utf8) + Array(repeating: 0, count: room - name.utf8.count)
    }
    let bytes = record(1, 8, "a.md", room: 16) + record(2, 64, "", room: 0) + record(3, 8, "b", room: 16).prefix(9)
    let events = FolderEvent.all(in: bytes[...])
    #expect(events.map(\.folder) == [1, 2])
    #expect(events.map(\.mask) == [8, 64])
    #expect(events.map(\.name) == ["a.md", ""])
  }
}
