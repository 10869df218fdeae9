import Diagnostics
import Review
import SiteBuild
import TestSupport
import Testing

@testable import Pages

/// The committed baseline: written, read and merged.
struct BaselineTests {
  private func read(_ text: String) throws(Diagnostic) -> LayoutRecord {
    try LayoutRecord(baseline: SourceText(path: "layout.baseline.json", text: text))
  }

  @Test func linesCanBeReorderedAndRepeated() async throws {
    let side = try await EditedSite().side()
    let record = side.record
    let text = String(decoding: side.baseline, as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.first == "[")
    #expect(lines.suffix(2) == ["{\"end\":true}", "]"])
    #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("},") })
    // One line for each card and layout.
    let runs = record.pages.flatMap(\.shelves).flatMap(\.cards).reduce(0) { $0 + $1.runs.count }
    #expect(lines.count { $0.contains(#""frame":"#) } == runs)
    // One line with hashes of the card's content; the text itself is not stored.
    #expect(lines.count { $0.contains(#""texts":"#) } == record.cardCount)
    #expect(!text.contains("Clouds without end") && !text.contains("The bright one"))
    // The order of lines does not matter, and lines may be repeated.
    var turned: [Substring] = ["["]
    turned += lines.dropFirst().dropLast(2).reversed()
    turned += lines.suffix(2)
    let back = try read(turned.joined(separator: "\n"))
    #expect(
      Set(back.pages.flatMap(\.shelves).flatMap(\.cards)) == Set(record.pages.flatMap(\.shelves).flatMap(\.cards)))
    let twice = lines.dropLast(2) + lines.dropFirst()
    #expect(try read(twice.joined(separator: "\n")) == record)
  }

  @Test func reportsConflicts() throws {
    let error = #expect(throws: Diagnostic.self) {
      try read("[\n{\"version\":1},\n<<<<<<< HEAD\n{\"page\":\"a\"},\n=======\n>>>>>>> b\n{\"end\":true}\n]\n")
    }
    #expect(error?.rule.name == "baseline-conflict")
    #expect(error?.position?.line == 3)
    #expect(error?.help?.contains("cardshelf approve") == true)
  }

  @Test(arguments: [
    ("[\n{\"version\":1},\n{\"at\":}\n]", 3, 7), ("{}", 1, 1), ("[\n{\"version\":2}\n]", 1, 1), ("", 1, 1),
    ("[\n{\"version\":1},\n{\"frame\":[1,\"x\"]}\n]", 3, 13),
  ])
  func refusesOtherFilesAsBaseline(text: String, line: Int, column: Int) {
    let error = #expect(throws: Diagnostic.self) { try read(text) }
    #expect(error?.rule.name == "layout-unreadable")
    #expect(error?.position.map { [$0.line, $0.column] } == [line, column])
  }

  /// Two branches that change different cards can be merged, and the merged file is the layout of both changes.
  @Test func gitMergesChangesOfDifferentCards() async throws {
    var base = try EditedSite()
    // These cards do not set the height of others.
    base.files["Content/planets/venus.md"] = base.files["Content/planets/venus.md"]?.replacing(
      "Clouds without end.", with: "Clouds.")
    var ours = base
    ours.files["Content/planets/venus.md"] = ours.files["Content/planets/venus.md"]?.replacing(
      "The bright one, in the evening or the morning", with: "The bright one")
    var theirs = base
    theirs.files["Content/planets/saturn.md"] = theirs.files["Content/planets/saturn.md"]?.replacing(
      "Rings of ice", with: "Rings of ice and of some dust, seen best every fifteen years")
    var both = ours
    both.files["Content/planets/saturn.md"] = theirs.files["Content/planets/saturn.md"]
    let merged = try await merged(ours, theirs, base: base)
    let expected = try await both.side()
    #expect(try LayoutRecord(baseline: SourceText(path: "merged", bytes: merged)) == expected.record)
    #expect(merged == expected.baseline)
  }

  /// The baseline after git merged one branch into the other.
  private func merged(_ ours: EditedSite, _ theirs: EditedSite, base: EditedSite) async throws -> [UInt8] {
    try await Folder.withTemporary { folder in
      let repository = try Repository(folder)
      try folder.write(try await base.side().baseline, to: LayoutRecord.baselineName)
      try repository.commitAll()
      try repository.git("checkout", "-q", "-b", "theirs")
      try folder.write(try await theirs.side().baseline, to: LayoutRecord.baselineName)
      try repository.commitAll()
      try repository.git("checkout", "-q", "main")
      try folder.write(try await ours.side().baseline, to: LayoutRecord.baselineName)
      try repository.commitAll()
      try repository.git("merge", "-q", "--no-edit", "theirs")
      return try #require(folder.bytes(of: LayoutRecord.baselineName))
    }
  }

  /// If both branches add a card to a shelf, the merged file has the lines of both.
  @Test func gitMergesNewCards() async throws {
    let base = try EditedSite()
    var ours = base
    ours.files["Content/facts/aaa.md"] = "# A\n"
    var theirs = base
    theirs.files["Content/words/evening.md"] = "# Evening\n"
    let merged = try LayoutRecord(
      baseline: SourceText(path: "merged", bytes: try await merged(ours, theirs, base: base)))
    #expect(merged.cardCount == 15)
  }
}
