import Diagnostics
import Geometry
import SiteBuild
import TestSupport
import Testing

@testable import Pages
@testable import Review

/// The exact report for each kind of edit.
struct EditTests {
  /// A baseline and a `layout.json` contain no sources, but tell what a commit tells.
  @Test func reportsEveryKindOfEdit() async throws {
    let base = try EditedSite()
    let before = try await base.side()
    let baseline = LayoutSide(try LayoutRecord(baseline: SourceText(path: "b", bytes: before.baseline)))
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
              let after = try await edit.applied(to: base).side(memory: memory)
              let difference = compareLayouts(before: before, after: after)
              #expect(difference.lines() == edit.expected, "\(edit.name)\n\(difference.lines())")
              let fromBaseline = compareLayouts(before: baseline, after: after)
              #expect(fromBaseline.told == difference.told, "\(edit.name)\n\(fromBaseline.lines())")
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

extension LayoutDifference {
  /// The changes without what only the sources of both sides say: the line that differs in a template, and whether a
  /// host is new.
  fileprivate var told: [String] {
    changes.map { change in
      let causes = change.causes.map { "\($0.path) \($0.text)" }.joined(separator: "; ")
      let what = change.content?.rawValue ?? change.summary
      return "\(change.kind) \(change.subject) \(change.widths.label) \(what) \(causes) \(change.notes)"
    }
    .sorted()
  }
}

extension LayoutChange {
  fileprivate var isKnownToFiles: Bool { kind != .content || cards.isEmpty }
}
