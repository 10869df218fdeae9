import Diagnostics
import LayoutDiff
import LayoutReview
import SiteBuild
import Testing

/// A layout is the same, whatever it is read from.
struct RecordTests {
  @Test func threeWaysToOneRecord() async throws {
    try await Folder.with { folder in
      let site = try await EditedSite().laidOut(in: folder)
      let record = LayoutRecord(site)
      #expect(record.cardCount == 13)
      #expect(record.shelfCount == 4)
      _ = await buildSite(BuildOptions(root: folder.path))
      let json = SourceText(path: "layout.json", bytes: folder.bytes(of: "Output/layout.json") ?? [])
      let read = try LayoutRecord(layoutJSON: json) { (path) throws(Diagnostic) in SourceText(path: path, bytes: []) }
      #expect(read == record)
      #expect(try LayoutRecord(baseline: SourceText(path: "b", bytes: record.baseline)) == record)
      #expect(read.baseline == record.baseline)
    }
  }
}
