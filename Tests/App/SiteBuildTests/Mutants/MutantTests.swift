import Diagnostics
import PlacementProof
import SampleSites
import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

/// Every fault of a site is refused: by the build if an author, a theme or a template could have caused it, and by the
/// proof of placement, which CI runs, if only Cardshelf could have.
struct MutantTests {
  @Test(arguments: Mutant.ofShelves + Mutant.ofPages + Mutant.ofFrames + Mutant.ofLayout)
  func refusesMutants(mutant: Mutant) async throws {
    let site = try await MutantSite.built.value
    let path = try #require(site.files.first { $0.path.hasPrefix(mutant.file.rawValue) }).path
    let text = String(decoding: site.files.first { $0.path == path }?.bytes ?? [], as: UTF8.self)
    let changed = try #require(mutant.apply(to: text), "what is to be changed is not there")
    #expect(changed != text)
    // A character that no text contains stands for a byte that is not UTF-8.
    let bytes = Array(changed.utf8).split(separator: Array("\u{FFFF}".utf8)).joined(separator: [0xFF])
    var files = site.files.filter { $0.path != path }
    if !changed.isEmpty { files.append(MutantSite.page(path, Array(bytes))) }
    var sink = DiagnosticSink()
    let valid = validateSite(files, into: &sink)
    switch mutant.judge {
    case .build(let rule):
      #expect(valid == nil)
      #expect(sink.diagnostics.contains { $0.rule.name == rule }, "\(sink.diagnostics.map(\.rendered).joined())")
    case .proof(let kind):
      let faults = PlacementProof(Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })).faults()
      #expect(faults.contains { $0.kind == kind }, "\(faults)")
    }
  }

  @Test func acceptsTheOriginalSite() async throws {
    let site = try await MutantSite.built.value
    var sink = DiagnosticSink()
    #expect(validateSite(site.files, into: &sink) != nil)
    #expect(sink.diagnostics.map(\.rendered) == [])
    let proof = PlacementProof(Dictionary(uniqueKeysWithValues: site.files.map { ($0.path, $0.bytes) }))
    #expect(proof.pages == ["index.html", "more/index.html"])
    #expect(proof.faults() == [])
  }

  @Test func namesAreUnique() {
    let all = Mutant.ofShelves + Mutant.ofPages + Mutant.ofFrames + Mutant.ofLayout
    #expect(Set(all.map(\.name)).count == all.count)
  }
}

/// A published site with all arrangements, sections, tags, a toggle of columns and a picture.
struct MutantSite {
  let files: [SiteFile]

  /// Built once for all mutants.
  static let built = Task { try await MutantSite() }

  private init() async throws {
    files = try await SampleSite.with(Self.text) { site async throws in
      let result = await site.build()
      guard result.diagnostics.isEmpty, result.exitCode == 0 else {
        throw Folder.Failure(what: result.diagnostics.map(\.rendered).joined())
      }
      let tree = FileTree(root: site.folder.path)
      return try tree.listing(of: "Output").files
        .filter { !$0.hasPrefix("Output/compare/") && !$0.hasPrefix("Output/.") }
        .map { Self.page(String($0.dropFirst("Output/".count)), try tree.readFile($0)) }
    }
  }

  /// A file of the site with other bytes, and its role.
  static func page(_ path: String, _ bytes: [UInt8]) -> SiteFile {
    var file = SiteFile(path: path, bytes: bytes)
    file.shelves = shelves.first { path == $0.page || path.hasPrefix($0.sheet) }?.shelves
    return file
  }

  private static let shelves: [(page: String, sheet: String, shelves: [ShelfOutline])] = [
    (
      "index.html", Mutant.File.homeFrames.rawValue,
      [
        ShelfOutline(id: "row", cards: ["row/a", "row/b", "row/c"]),
        ShelfOutline(id: "falls", cards: ["falls/d", "falls/e", "falls/f"]),
        ShelfOutline(id: "flows", cards: ["flows/g", "flows/h", "flows/i"]),
      ]
    ),
    (
      "more/index.html", Mutant.File.moreFrames.rawValue,
      [
        ShelfOutline(id: "more/grid", cards: ["more/grid/j", "more/grid/k"]),
        ShelfOutline(id: "more/lists", cards: ["more/lists/l", "more/lists/m"]),
        ShelfOutline(id: "more/year", cards: ["more/year/winter/n", "more/year/winter/o"]),
      ]
    ),
  ]

  private static let text = """
    -- Content/_index.md --
    ---
    title: Home
    ---
    Hello *world*, see [more](more/_index.md).
    -- Content/row/_index.md --
    ---
    title: Row
    weight: 1
    tags: { maxRows: 1 }
    ---
    -- Content/row/a.md --
    ---
    title: A card
    subtitle: With a subtitle
    eyebrow: First
    tags: [one, two words, three, four or more, five, six of them, seven, eight]
    image: a.svg
    imageAlt: A circle
    ---
    Some **text** with a [link](b.md).
    -- Content/row/a.svg --
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><circle cx="8" cy="4" r="3"/></svg>
    -- Content/row/b.md --
    # B

    A long text that is cut. A long text that is cut. A long text that is cut.
    -- Content/row/c.md --
    # C
    -- Content/falls/_index.md --
    ---
    title: Falls
    weight: 2
    arrangement: waterfall
    columns: { compact: 1, medium: 2 }
    ---
    -- Content/falls/d.md --
    # D
    -- Content/falls/e.md --
    # E

    Text.
    -- Content/falls/f.md --
    # F
    -- Content/flows/_index.md --
    ---
    title: Flows
    weight: 3
    arrangement: flow
    cardWidth: 260
    minCardWidth: 80
    lineAlign: stretch
    lineSpacing: 20
    ---
    -- Content/flows/g.md --
    # G

    Text that is longer than that of others, so that the card is wider.
    -- Content/flows/h.md --
    # H
    -- Content/flows/i.md --
    # I
    -- Content/more/_index.md --
    ---
    kind: page
    title: More
    ---
    -- Content/more/grid/_index.md --
    ---
    title: Grid
    weight: 1
    arrangement: grid
    columns: 2
    columnToggle: true
    heightMode: row
    ---
    -- Content/more/grid/j.md --
    ---
    title: J
    tags: [one, two]
    ---
    -- Content/more/grid/k.md --
    # K

    Text.
    -- Content/more/lists/_index.md --
    ---
    title: Lists
    weight: 2
    arrangement: list
    card: lockup
    ---
    -- Content/more/lists/l.md --
    # L
    -- Content/more/lists/m.md --
    # M
    -- Content/more/year/_index.md --
    ---
    title: Year
    weight: 3
    arrangement: waterfall
    ---
    -- Content/more/year/winter/_index.md --
    ---
    kind: section
    title: Winter
    ---
    -- Content/more/year/winter/n.md --
    # N
    -- Content/more/year/winter/o.md --
    # O
    """
}
