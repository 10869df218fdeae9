import Diagnostics
import Geometry
import SiteBuild
import TestSupport
import Testing

@testable import Pages
@testable import Review

/// The exact report for each kind of edit.
struct EditTests {
  /// A `layout.json` contains no sources, but tells what a commit tells. The lines of a baseline differ whenever there is
  /// anything to tell.
  @Test func reportsEveryKindOfEdit() async throws {
    let base = try EditedSite()
    let old = try await base.reviewed()
    let before = old.side
    let approved = LayoutBaseline(old.site, before.record)
    let file = LayoutSide(try await base.layoutFile())
    let edits = Edit.all(in: try EditedSite.fixture("Edits.txt"))
    #expect(edits.count >= 100)
    await withTaskGroup { group in
      for half in 0..<2 {
        group.addTask {
          // Most of each site is equal to the site after the previous edit.
          let memory = SiteMemory()
          for edit in edits[half...].enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
            do {
              let (site, after) = try await edit.applied(to: base).reviewed(memory: memory)
              let difference = compareLayouts(before: before, after: after)
              #expect(difference.lines() == edit.expected, "\(edit.name)\n\(difference.lines())")
              let now = LayoutBaseline(site, after.record)
              let lines = BaselineComparison(approved, with: now, of: after.record)
              if !difference.isEmpty { #expect(!lines.isEmpty, "\(edit.name)") }
              #expect(lines.isEmpty == lines.difference().isEmpty, "\(edit.name)")
              #expect(lines.isOf(approved))
              // All that has changed has changed since the approval.
              let limited = lines.limited(difference, since: now)
              #expect(limited.changes == difference.changes, "\(edit.name)\n\(limited.lines())")
              let fromFile = compareLayouts(before: file, after: after)
              // A file states no texts of cards, but "unchanged" means as much.
              #expect(
                fromFile.changes.contains(where: \.isKnownToFiles)
                  == difference.changes.contains(where: \.isKnownToFiles),
                "\(edit.name)\n\(fromFile.lines())")
            } catch {
              Issue.record("\(edit.name): \(error)")
            }
          }
        }
      }
    }
  }
}

extension EditedSite {
  fileprivate func layoutFile() async throws -> LayoutRecord {
    try await Folder.withTemporary { folder in
      try write(to: folder)
      #expect(await buildSite(BuildOptions(root: folder.path)).exitCode == 0)
      let text = try #require(folder.text(of: "Output/layout.json"))
      return try LayoutRecord(layoutJSON: SourceText(path: "layout.json", text: text)) { (path) throws(Diagnostic) in
        SourceText(path: path, bytes: [])
      }
    }
  }
}

extension LayoutChange {
  fileprivate var isKnownToFiles: Bool { kind != .content || cards.isEmpty }
}
