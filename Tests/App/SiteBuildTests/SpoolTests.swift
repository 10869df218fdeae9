import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

struct SpoolTests {
  private let pieces: [[UInt8]] = [[], [1], Array("text".utf8), [UInt8](repeating: 7, count: 100_000), [9, 8]]

  @Test(arguments: [0, 3, 50_000, 1 << 20])
  func returnsKeptBytes(mostInMemory: Int) throws {
    try Folder.withTemporary { folder in
      let spool = Spool(folder: folder.absolute("."), mostInMemory: mostInMemory)
      let kept = pieces.map { spool.keep($0) }
      #expect(kept.map(\.bytes) == pieces)
      #expect(kept.map(\.count) == pieces.map(\.count))
      let joined = SpooledBytes(joining: kept)
      #expect(joined.bytes == Array(pieces.joined()))
      #expect(joined.count == joined.bytes.count)
      let file = SiteFile(path: "a", joined)
      #expect(file.byteCount == joined.count)
      #expect(file.bytes == joined.bytes)
      #expect((0..<file.pieceCount).map { file.piece($0) } == pieces.filter { !$0.isEmpty })
      #expect(SpooledBytes(joining: [joined, joined]).bytes == joined.bytes + joined.bytes)
      #expect(spool.failure == nil)
      #expect(folder.tree().isEmpty)
    }
  }

  @Test func usesMemoryWithoutADisk() throws {
    try Folder.withTemporary { folder in
      let spool = Spool(folder: folder.absolute("missing"), mostInMemory: 0)
      let kept = pieces.map { spool.keep($0) }
      #expect(kept.map(\.bytes) == pieces)
      #expect(spool.failure == nil)
    }
  }
}
