import Diagnostics
import Geometry
import Review
import SiteBuild
import Testing

@testable import Pages

/// The exact report for each kind of edit.
struct EditTests {
  @Test func reportsEveryKindOfEdit() async throws {
    let base = try EditedSite()
    let before = try await base.side()
    let edits = Edit.all(in: try EditedSite.fixture("Edits.txt"))
    #expect(edits.count >= 30)
    await withTaskGroup { group in
      for half in 0..<2 {
        group.addTask {
          // Most of each site is equal to the site after the previous edit.
          let memory = SiteMemory()
          for edit in edits[half...].enumerated().filter({ $0.offset % 2 == 0 }).map(\.element) {
            do {
              let after = try await edit.applied(to: base).side(memory: memory)
              let lines = compareLayouts(before: before, after: after).lines()
              #expect(lines == edit.expected, "\(edit.name)\n\(lines)")
            } catch {
              Issue.record("\(edit.name): \(error)")
            }
          }
        }
      }
    }
  }

  /// A baseline contains no sources, but gives the same report as a commit for each kind of edit.
  @Test func baselineGivesTheSameReportAsACommit() async throws {
    let base = try EditedSite()
    let bytes = try await base.side().baseline
    let before = LayoutSide(try LayoutRecord(baseline: SourceText(path: "b", bytes: bytes)))
    let memory = SiteMemory()
    for edit in Edit.all(in: try EditedSite.fixture("Edits.txt")) {
      let after = try await edit.applied(to: base).side(memory: memory)
      let lines = compareLayouts(before: before, after: after).lines()
      #expect(lines == edit.expected, "\(edit.name)\n\(lines)")
    }
  }
}
