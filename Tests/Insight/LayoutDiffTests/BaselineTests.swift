import Diagnostics
import Geometry
import Pages
import SiteBuild
import TestSupport
import Testing

@testable import Review

/// The committed baseline: written, read, merged and compared.
struct BaselineTests {
  private func baseline(of site: EditedSite) async throws -> LayoutBaseline {
    let (laidOut, record) = try await records(of: site)
    return LayoutBaseline(laidOut, record)
  }

  private func records(of site: EditedSite) async throws -> (ReviewedSite, LayoutRecord) {
    let laidOut = try await Folder.withTemporary { try await site.laidOut(in: $0) }
    return (laidOut, LayoutRecord(laidOut))
  }

  private func read(_ text: String) throws(Diagnostic) -> LayoutBaseline {
    try LayoutBaseline(SourceText(path: "layout.baseline", text: text))
  }

  private func read(_ baseline: LayoutBaseline) throws(Diagnostic) -> LayoutBaseline {
    try LayoutBaseline(SourceText(path: "layout.baseline", bytes: baseline.bytes))
  }

  /// The site with other words in the title of a card.
  private func retitled(_ site: EditedSite, _ path: String, _ title: String = "Other") throws -> EditedSite {
    var site = site
    let lines = try #require(site.files[path]).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains { $0.hasPrefix("title: ") || $0.hasPrefix("# ") }, "\(path)")
    site.files[path] = lines.map { line in
      line.hasPrefix("title: ") ? "title: \(title)" : line.hasPrefix("# ") ? "# \(title)" : String(line)
    }.joined(separator: "\n")
    return site
  }

  // MARK: The file

  @Test func linesOfASite() async throws {
    let baseline = try await baseline(of: try EditedSite())
    let text = String(decoding: baseline.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "cardshelf baseline 1, written by cardshelf approve")
    #expect(lines.suffix(3) == ["", "end", ""])
    // Every other line is empty.
    #expect(lines.enumerated().allSatisfy { $0.offset % 2 == 0 || $0.element.isEmpty })
    #expect(baseline.count(of: .card) == 13)
    #expect(baseline.count(of: .shelf) == 4)
    #expect(baseline.count(of: .page) == 1)
    #expect(lines.contains { $0.hasPrefix("file ") && $0.hasSuffix(" Themes/storefront/theme.yml") })
    #expect(lines.contains { $0.hasPrefix("font ") && $0.hasSuffix(" Noto Sans 700") })
    let mars = try #require(lines.first { $0.hasSuffix(" planets/mars") })
    let words = mars.split(separator: " ")
    #expect(words.count == 6)
    #expect(words[1].count == 16)
    // No texts are in it.
    #expect(!text.contains("highest mountain"))
    #expect(try read(baseline) == baseline)
  }

  /// A card's line does not depend on other cards.
  @Test func oneTitleChangesOneLine() async throws {
    let site = try EditedSite()
    let before = Set(try await baseline(of: site).parts)
    let cards = site.files.keys.filter { $0.hasPrefix("Content/") && $0.hasSuffix(".md") && !$0.hasSuffix("_index.md") }
      .sorted()
    #expect(cards.count == 13)
    for path in cards {
      let after = try await baseline(of: try retitled(site, path, "A title that takes a line or two more than before"))
      let changed = Set(after.parts).symmetricDifference(before)
      #expect(Set(changed.map(\.name)) == [String(path.dropFirst(8).dropLast(3))], "\(path)")
      #expect(changed.count == 2)
    }
  }

  /// Slots that a theme makes level with those of other cards are as they are by themselves.
  @Test func levelSlotsChangeOneLine() async throws {
    var site = try EditedSite()
    let theme = try #require(site.files["Themes/storefront/theme.yml"])
    site.files["Themes/storefront/theme.yml"] = theme.replacing(
      "- title:    { gap: 4 }", with: "- title:    { gap: 4, level: shelf }")
    let before = Set(try await baseline(of: site).parts)
    let longer = try retitled(site, "Content/planets/mars.md", "Mars, the red planet next door, and all of its moons")
    let changed = Set(try await baseline(of: longer).parts).symmetricDifference(before)
    #expect(Set(changed.map(\.name)) == ["planets/mars"])
  }

  @Test(arguments: [
    ("", 1, "this is not a baseline"), ("[\n{\"version\":1}\n]\n", 1, "this is not a baseline"),
    ("cardshelf baseline 1\n", 2, "the end of the baseline is missing"),
    ("cardshelf baseline 1\n\ncard 8f3a1c92d4e0bb12 184 212 19", 3, "this is not a line"),
    ("cardshelf baseline 1\n\ncard 8f3a1c92d4e0bb12 184 212 198 a\n\n", 5, "the end of the baseline is missing"),
    ("cardshelf baseline 1\n\ncard 8f3a1c92d4e0bb12 184 -1 198 a\n\nend\n", 3, "this is not a line"),
    ("cardshelf baseline 1\n\nshelf 8f3a1c92d4e0bb1 a\n\nend\n", 3, "this is not a line"),
    ("cardshelf baseline 1\n\nshelf 8f3a1c92d4e0bb12 \n\nend\n", 3, "this is not a line"),
    ("cardshelf baseline 1\n\nrow 8f3a1c92d4e0bb12 a\n\nend\n", 3, "this is not a line"),
    ("cardshelf baseline 1\n\nend\n\nshelf 8f3a1c92d4e0bb12 a\n", 6, "the end of the baseline is missing"),
  ])
  func refusesOtherFiles(text: String, line: Int, message: String) {
    let error = #expect(throws: Diagnostic.self) { try read(text) }
    #expect(error?.rule.name == "baseline-unreadable")
    #expect(error?.message.hasPrefix(message) == true)
    #expect(error?.position?.line == line)
    #expect(error?.help?.contains("cardshelf approve") == true)
  }

  @Test(arguments: [
    "<<<<<<< HEAD\nshelf 8f3a1c92d4e0bb12 a\n=======\nshelf 0f3a1c92d4e0bb12 a\n>>>>>>> b\n", "||||||| base\n",
    "=======\n",
    ">>>>>>> b\n",
  ])
  func namesConflicts(text: String) {
    let error = #expect(throws: Diagnostic.self) { try read("cardshelf baseline 1\n\n\(text)\nend\n") }
    #expect(error?.rule.name == "baseline-conflict")
    #expect(error?.position?.line == 3)
    #expect(error?.help?.hasSuffix("cardshelf approve") == true)
  }

  @Test func aPartIsThereOnce() {
    let text = "cardshelf baseline 1\n\nshelf 8f3a1c92d4e0bb12 a\n\nshelf 0f3a1c92d4e0bb12 a\n\nend\n"
    let error = #expect(throws: Diagnostic.self) { try read(text) }
    #expect(error?.rule.name == "baseline-conflict")
    #expect(error?.position?.line == 5)
  }

  /// git may check files out with carriage returns.
  @Test func lineEndingsOfOtherSystems() async throws {
    let baseline = try await baseline(of: try EditedSite())
    #expect(try read(String(decoding: baseline.bytes, as: UTF8.self).replacing("\n", with: "\r\n")) == baseline)
  }

  // MARK: Branches

  private func merged(_ ours: EditedSite, _ theirs: EditedSite, base: EditedSite) async throws -> [UInt8] {
    let (first, second, third) = (
      try await baseline(of: base).bytes, try await baseline(of: theirs).bytes, try await baseline(of: ours).bytes
    )
    return try Folder.withTemporary { folder in
      let repository = try Repository(folder)
      try folder.write(first, to: LayoutBaseline.name)
      try repository.commitAll()
      try repository.git("checkout", "-q", "-b", "theirs")
      try folder.write(second, to: LayoutBaseline.name)
      try repository.commitAll()
      try repository.git("checkout", "-q", "main")
      try folder.write(third, to: LayoutBaseline.name)
      try repository.commitAll()
      do {
        try repository.git("merge", "-q", "--no-edit", "theirs")
      } catch {
        // The file has the marks of the conflict.
      }
      return try #require(folder.bytes(of: LayoutBaseline.name))
    }
  }

  /// Branches that change two cards merge, wherever these are, and give what the site of both is.
  @Test func branchesThatTouchTwoCardsMerge() async throws {
    let site = try EditedSite()
    let cards = try await baseline(of: site).parts.filter { $0.kind == .card }.map { "Content/\($0.name).md" }
    // Neighbours, and some that are far apart.
    let pairs = zip(cards, cards.dropFirst()).map { ($0, $1) } + [(cards[0], cards[7]), (cards[12], cards[1])]
    #expect(pairs.count >= 10)
    for (one, other) in pairs {
      let merged = try await merged(try retitled(site, one), try retitled(site, other, "Third"), base: site)
      let both = try await baseline(of: try retitled(try retitled(site, one), other, "Third"))
      #expect(merged == both.bytes, "\(one), \(other)")
    }
  }

  @Test func branchesThatAddCardsToTwoShelvesMerge() async throws {
    let base = try EditedSite()
    var (ours, theirs) = (base, base)
    ours.files["Content/facts/aaa.md"] = "# A\n"
    theirs.files["Content/words/evening.md"] = "# Evening\n"
    var both = ours
    both.files["Content/words/evening.md"] = "# Evening\n"
    #expect(try await merged(ours, theirs, base: base) == baseline(of: both).bytes)
  }

  @Test func branchesThatTouchOneCardConflict() async throws {
    let base = try EditedSite()
    let (ours, theirs) = (
      try retitled(base, "Content/planets/mars.md"), try retitled(base, "Content/planets/mars.md", "Third")
    )
    let bytes = try await merged(ours, theirs, base: base)
    let error = #expect(throws: Diagnostic.self) {
      try LayoutBaseline(SourceText(path: LayoutBaseline.name, bytes: bytes))
    }
    #expect(error?.rule.name == "baseline-conflict")
  }

  // MARK: Changes

  @Test(arguments: [
    ("Content/planets/mars.md", "title: Mars", "title: Mars, the red planet next door", "planets   card 162 -> 184 px"),
    ("Content/planets/mars.md", "highest", "tallest", "planets   card changed"),
    ("Content/planets/_index.md", "title: Planets", "title: Worlds", "planets   shelf changed"),
    ("Themes/storefront/theme.yml", "maxRows: 2", "maxRows: 3", "site   file changed"),
    ("Content/_index.md", "planets, notes", "notes, planets", "index.html   order of shelves"),
    ("Content/planets/mars.md", "weight: 1", "weight: 9", "planets   order of cards"),
  ])
  func linesTellWhatChanged(path: String, old: String, new: String, told: String) async throws {
    var site = try EditedSite()
    let before = try await baseline(of: site)
    let text = try #require(site.files[path])
    #expect(text.contains(old))
    site.files[path] = text.replacing(old, with: new)
    let (laidOut, record) = try await records(of: site)
    let comparison = BaselineComparison(before, with: LayoutBaseline(laidOut, record), of: record)
    #expect(!comparison.isEmpty)
    let words = told.split(separator: " ")
    let lines = comparison.difference().lines().split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.contains { $0.starts(with: words) }, "\(comparison.difference().lines())")
    #expect(comparison.difference().lines().contains(path))
  }

  @Test(arguments: [
    (["planets/mars"], ["planets/mars"]), (["Content/planets/mars.md"], ["planets/mars"]),
    (["planets"], ["planets/mars", "planets/ceres", "planets/venus"]), (["**/far"], ["facts/far"]),
    (["Content/facts", "planets/ceres"], ["facts/far", "planets/ceres"]), (["planets/venus"], ["planets/venus"]),
    (["index.html"], ["planets/mars", "planets/ceres", "facts/far", "planets/venus"]), (["words"], []),
  ])
  func approvesParts(patterns: [String], names: [String]) async throws {
    var site = try EditedSite()
    let before = try await baseline(of: site)
    site = try retitled(try retitled(site, "Content/planets/mars.md"), "Content/facts/far.md")
    site.files["Content/planets/ceres.md"] = "---\ntitle: Ceres\nweight: 2\n---\n"
    site.files["Content/planets/venus.md"] = nil
    let (laidOut, record) = try await records(of: site)
    let now = LayoutBaseline(laidOut, record)
    let approved = before.approving(ChangeFilter(patterns), of: now, sources: record.sources)
    let all: Set = ["planets/mars", "planets/ceres", "facts/far", "planets/venus"]
    let left = Set(approved.changes(to: now).map(\.part.name))
    // The shelf's order of cards is another while not all of them are approved.
    #expect(left.subtracting(["planets"]) == all.subtracting(names))
    #expect(Set(before.changes(to: approved).map(\.part.name)).isSubset(of: names + ["planets"]))
    #expect(try read(approved) == approved)
    if all.subtracting(names).isEmpty { #expect(approved == now) }
  }

  /// A part that was approved after a commit is no change since that commit.
  @Test func whatWasApprovedLaterIsLeftOut() async throws {
    let site = try EditedSite()
    let (old, before) = try await site.reviewed()
    let then = LayoutBaseline(old, before.record)
    let mars = try retitled(site, "Content/planets/mars.md", "Mars, the red planet next door")
    let (middle, record) = try await records(of: mars)
    let approved = then.approving(
      ChangeFilter(["planets/mars"]), of: LayoutBaseline(middle, record), sources: record.sources)
    let (new, after) = try await retitled(mars, "Content/facts/far.md", "Far, and farther than one thinks").reviewed()
    let comparison = BaselineComparison(approved, with: LayoutBaseline(new, after.record), of: after.record)
    #expect(comparison.isOf(then))
    let difference = compareLayouts(before: before, after: after)
    #expect(Set(difference.changes.compactMap(\.shelf)) == ["planets", "facts"])
    let limited = comparison.limited(difference, since: then)
    #expect(limited.changes == difference.changes.filter { $0.shelf == "facts" })
    // A site with another card of this name is not what was approved.
    let (other, otherRecord) = try await records(of: try retitled(site, "Content/facts/far.md", "Near"))
    #expect(!comparison.isOf(LayoutBaseline(other, otherRecord)))
  }

  @Test func nothingIsCalledSo() async throws {
    let baseline = try await baseline(of: try EditedSite())
    #expect(!baseline.holds(ChangeFilter(["nowhere"]), sources: [:]))
    #expect(baseline.holds(ChangeFilter(["planets"]), sources: [:]))
  }
}
