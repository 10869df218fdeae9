import Diagnostics
import Review
import SiteBuild
import TestSupport
import Testing

@testable import Pages

/// A layout has the same record from any source.
struct RecordTests {
  /// - Parameter folder: the folder of a site whose output is in the folder `Output` of another.
  private func expectOneRecord(of site: ReviewedSite, output: Folder) throws {
    let record = LayoutRecord(site)
    let json = SourceText(path: "layout.json", bytes: try #require(output.bytes(of: "Output/layout.json")))
    let read = try LayoutRecord(layoutJSON: json) { (path) throws(Diagnostic) in SourceText(path: path, bytes: []) }
    #expect(read == record)
    #expect(compareLayouts(before: LayoutSide(read), after: LayoutSide(site) { _ in nil }).isEmpty)
  }

  @Test func memoryAndFileGiveOneRecord() async throws {
    try await Folder.withTemporary { folder in
      var files = try EditedSite()
      // Sections, a toggle of columns, and both directions.
      files.files["Content/facts/_index.md"] = "---\narrangement: grid\ncolumnToggle: true\ncard: plain\n---\n"
      files.files["Content/notes/more/_index.md"] = "---\nkind: section\ntitle: More\ncolumns: 2\n---\n"
      files.files["Content/notes/more/e.md"] = "---\ntitle: Fifth\ndir: rtl\n---\nA section's.\n"
      files.files["Content/words/_index.md"] = "---\ntitle: Words\narrangement: flow\ndir: rtl\n---\n"
      files.files["Content/words/left.md"] = "---\ntitle: Left\ndir: ltr\n---\n"
      files.files["Content/more/_index.md"] = "---\nkind: page\ntitle: More\ntextSize: AX1\ndir: rtl\n---\n"
      files.files["Content/more/last/z.md"] = "# Z\n"
      let site = try await files.laidOut(in: folder)
      #expect(await buildSite(BuildOptions(root: folder.path)).exitCode == 0)
      let record = LayoutRecord(site)
      #expect(record.shelfCount == 5)
      #expect(record.pages.flatMap(\.shelves).contains { $0.views.count == 2 })
      #expect(record.pages.flatMap(\.shelves).contains { $0.views[0].layouts[0].sections.count == 2 })
      #expect(record.pages.flatMap(\.shelves).contains { $0.isRightToLeft && $0.cards.contains { !$0.isRightToLeft } })
      try expectOneRecord(of: site, output: folder)
    }
  }

  /// Pages of large sites are in separate files.
  @Test func pagesInSeparateFiles() async throws {
    try await Folder.withTemporary { folder in
      let site = try await EditedSite().laidOut(in: folder)
      _ = await buildSite(BuildOptions(root: folder.path))
      let text = try #require(folder.text(of: "Output/layout.json"))
      let start = try #require(text.firstRange(of: "\"pages\":["))
      #expect(text.hasSuffix("]}\n"))
      let page = String(text[start.upperBound...].dropLast(3))
      let index = text.replacing(page, with: "{\"file\":\"layout/index.json\",\"path\":\"index.html\"}")
      var asked: [String] = []
      let record = try LayoutRecord(layoutJSON: SourceText(path: "layout.json", text: index)) {
        (path) throws(Diagnostic) in
        asked.append(path)
        return SourceText(path: path, text: page + "\n")
      }
      #expect(asked == ["layout/index.json"])
      #expect(record == LayoutRecord(site))
      let fault = #expect(throws: Diagnostic.self) {
        try LayoutRecord(layoutJSON: SourceText(path: "layout.json", text: index)) { (path) throws(Diagnostic) in
          SourceText(path: path, text: "{\"path\":\n]")
        }
      }
      #expect(fault?.path == "layout/index.json")
      #expect(fault?.position?.line == 2)
    }
  }
}
