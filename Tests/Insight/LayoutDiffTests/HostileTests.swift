import Diagnostics
import Geometry
import Review
import SiteBuild
import TestSupport
import Testing

@testable import Pages

/// Any input can be read and compared without a trap, and every change is found.
struct HostileTests {
  private static let seed: UInt64 = 20_260_711

  /// A change of one number, text or flag of a layout.
  private static let changes: [(String, @Sendable (inout ShelfRecord, inout SeededGenerator) -> Bool)] = {
    func inCard(
      _ change: @escaping @Sendable (inout CardRun, inout SeededGenerator) -> Bool
    ) -> @Sendable (inout ShelfRecord, inout SeededGenerator) -> Bool {
      { shelf, generator in
        guard let card = shelf.views[0].cards.indices.randomElement(using: &generator),
          let run = shelf.views[0].cards[card].runs.indices.randomElement(using: &generator)
        else { return false }
        return change(&shelf.views[0].cards[card].runs[run], &generator)
      }
    }
    func inSlot(
      _ change: @escaping @Sendable (inout SlotRecord) -> Void
    ) -> @Sendable (inout ShelfRecord, inout SeededGenerator) -> Bool {
      inCard { run, generator in
        guard let slot = run.slots.indices.randomElement(using: &generator) else { return false }
        change(&run.slots[slot])
        return true
      }
    }
    func inRun(
      _ change: @escaping @Sendable (inout ShelfRun) -> Void
    ) -> @Sendable (inout ShelfRecord, inout SeededGenerator) -> Bool {
      { shelf, generator in
        guard let run = shelf.views[0].layouts.indices.randomElement(using: &generator) else { return false }
        change(&shelf.views[0].layouts[run])
        return true
      }
    }
    let by = Pixels(sixtyFourths: 1)
    return [
      (
        "card x",
        inCard { run, _ in
          run.frame.x += by; return true
        }
      ),
      (
        "card y",
        inCard { run, _ in
          run.frame.y += by; return true
        }
      ),
      (
        "card width",
        inCard { run, _ in
          run.frame.width += by; return true
        }
      ),
      (
        "card height",
        inCard { run, _ in
          run.frame.height += by; return true
        }
      ),
      (
        "variant",
        inCard { run, _ in
          run.variant = "other"; return true
        }
      ),
      ("slot gone", inCard { run, _ in run.slots.popLast() != nil }),
      ("slot x", inSlot { $0.frame.x += by }),
      ("slot y", inSlot { $0.frame.y += by }),
      ("slot width", inSlot { $0.frame.width += by }),
      ("slot height", inSlot { $0.frame.height += by }),
      (
        "lines",
        inSlot {
          $0.lines += $0.slot.name == "image" ? 0 : 1; $0.frame.height += $0.slot.name == "image" ? by : .zero
        }
      ),
      ("height", inRun { $0.height += by }),
      ("columns", inRun { $0.columns += 1 }),
      ("title", inRun { $0.header = $0.header == nil ? ShelfRun.HeaderRecord(height: by, lines: 1) : nil }),
      (
        "arrangement",
        { shelf, _ in
          shelf.arrangement += "x"; return true
        }
      ),
      (
        "direction",
        { shelf, _ in
          shelf.isRightToLeft.toggle(); return true
        }
      ),
      (
        "a card's direction",
        { shelf, _ in
          shelf.views[0].cards[0].isRightToLeft.toggle(); return true
        }
      ),
      (
        "a card less",
        { shelf, _ in
          shelf.views[0].cards.removeLast(); return true
        }
      ),
      (
        "order",
        { shelf, _ in
          shelf.views[0].cards.swapAt(0, 1); return true
        }
      ),
      (
        "id",
        { shelf, _ in
          shelf.views[0].cards[0].id += "x"; return true
        }
      ),
    ]
  }()

  /// A difference of 1/64 px is reported, and only for its shelf.
  @Test func reportsEveryChangedNumber() async throws {
    let after = try await EditedSite().side()
    var generator = SeededGenerator(seed: Self.seed)
    for round in 0..<20 {
      for (name, change) in Self.changes {
        var record = after.record
        let index = record.pages[0].shelves.indices.randomElement(using: &generator) ?? 0
        guard change(&record.pages[0].shelves[index], &generator) else { continue }
        let difference = compareLayouts(before: LayoutSide(record), after: after)
        let id = record.pages[0].shelves[index].id
        #expect(difference.changedShelves == [id], "\(name) in \(id), round \(round), seed \(Self.seed)")
        #expect(!difference.isEmpty)
        #expect(difference.lines().hasSuffix("\n1 shelf of 4 changed\n"))
        // The reverse change is reported too.
        #expect(!compareLayouts(before: after, after: LayoutSide(record)).isEmpty, "\(name), seed \(Self.seed)")
      }
    }
  }

  /// Truncated or damaged files are refused, or read as a layout that can be compared.
  @Test func garbledFiles() async throws {
    let after = try await EditedSite().side()
    let json = try await Folder.withTemporary { folder in
      try EditedSite().write(to: folder)
      _ = await buildSite(BuildOptions(root: folder.path))
      return try #require(folder.bytes(of: "Output/layout.json"))
    }
    var generator = SeededGenerator(seed: Self.seed)
    var readable = 0
    for round in 0..<180 {
      var bytes = json
      switch round % 3 {
      case 0: bytes.removeSubrange(Int.random(in: 0..<bytes.count, using: &generator)...)
      case 1:
        let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
        for _ in 0..<5 {
          guard let place = digits.randomElement(using: &generator) else { break }
          bytes.replaceSubrange(
            place..<place, with: Array("99999999".utf8.prefix(Int.random(in: 1...8, using: &generator))))
        }
      default:
        for _ in 0..<3 {
          bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      let source = SourceText(path: "garbled.json", bytes: bytes)
      guard
        let record = try? LayoutRecord(
          layoutJSON: source, page: { (path) throws(Diagnostic) in SourceText(path: path, bytes: []) })
      else { continue }
      readable += 1
      let difference = compareLayouts(before: LayoutSide(record), after: after)
      for format in DifferenceFormat.allCases {
        let report = LayoutReport(difference: difference, before: record, after: after.record, against: "garbled")
        _ = report.document(as: format)
      }
      _ = compareLayouts(before: after, after: LayoutSide(record)).lines()
    }
    #expect(readable > 8, "seed \(Self.seed)")
  }
}
