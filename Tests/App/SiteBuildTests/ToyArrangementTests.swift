import Arrangements
import Diagnostics
import Geometry
import PlacementProof
import Review
import SampleSites
import ShelfArrangements
import TestSupport
import Testing

@testable import SiteBuild

/// Cards in columns, each below all cards before it.
private struct Stairs: Arrangement {
  let name = "stairs"
  let otherNames = ["steps"]
  let shelfKeys: Set = ["columns", "lineSpacing"]
  let cardWidths = CardWidths.columns

  func arrange(_ cards: inout some ArrangedCards, in room: PartRoom) -> ArrangedPart {
    var part = ArrangedPart(frames: [], columns: room.columns, bottom: room.insets.top)
    for index in 0..<cards.count {
      let column = index % room.columns.count
      let track = room.columns[column]
      let frame = Frame(
        x: room.insets.leading + track.x, y: part.bottom + (index == 0 ? .zero : room.settings.lineSpacing),
        width: track.width, height: cards.height(of: index, width: track.width))
      part.frames.append(frame)
      part.columnIndexes.append(column)
      part.bottom = frame.maxY
    }
    part.bottom += room.insets.bottom
    return part
  }

  func y(of card: CardPlacement) -> Arithmetic {
    let first = card.frames[card.part.cards.lowerBound]
    let above = Arithmetic.Term(card.frame.y - first.y, "stairs above")
    return Arithmetic("y", total: card.frame.y, terms: card.topTerms(first.y) + [above])
  }
}

/// An arrangement is one type and one entry of a list: with `Stairs` above and the entry below, everything that
/// Cardshelf does with a shelf is done with one that no other file has heard of.
@Suite struct ToyArrangementTests {
  private static let text = """
    -- Content/_index.md --
    ---
    title: Home
    ---
    -- Content/toys/_index.md --
    ---
    title: Toys
    arrangement: stairs
    columns: { compact: 2, expanded: 3 }
    lineSpacing: 9
    ---
    -- Content/toys/a.md --
    # A card

    With a body of a few words that need several lines on a phone.
    -- Content/toys/b.md --
    # Another one
    -- Content/toys/c.md --
    # The third
    """

  private static func options(_ site: SampleSite) -> BuildOptions {
    var options = BuildOptions(root: site.folder.path, jobs: 2)
    options.arrangements = standardArrangements + [AnyArrangement(Stairs())]
    options.scratchFolder = site.folder.path
    return options
  }

  @Test func isBuiltAndProved() async throws {
    try await SampleSite.with(Self.text) { site async throws in
      let result = await buildSite(Self.options(site))
      #expect(result.diagnostics.map(\.rendered) == [])
      #expect(try site.page().contains("<ul class=\"cards in-stairs\""))
      let files = try #require(outputFiles(in: site.folder.path + "/Output"))
      #expect(PlacementProof(files).faults() == [])
      #expect(String(decoding: try #require(files["layout.json"]), as: UTF8.self).contains("\"stairs\""))
    }
  }

  @Test func isExplainedReviewedAndDrawn() async throws {
    try await SampleSite.with(Self.text) { site async throws in
      let options = Self.options(site)
      let laidOut = try #require(await layOutSite(options).site)
      let explanations = try #require(laidOut.explain("toys/c", at: .firstOfEachClass))
      #expect(explanations.count == laidOut.widthClassNames.count)
      for explanation in explanations {
        for sum in explanation.sums {
          #expect(sum.terms.reduce(Pixels.zero) { $0 + $1.value } == sum.total, "\(sum.text)")
        }
        #expect(explanation.sums.contains { $0.text.contains("stairs above") })
      }
      #expect(laidOut.findings(of: Set(ReviewRule.allCases)).filter { $0.severity == .error } == [])
      let request = PagePictureRequest("index.html#toys", width: 390, scale: 1, isDark: false, format: .svg)
      #expect(await drawPage(request, options).bytes != nil)
    }
  }

  @Test func isCompared() async throws {
    try await SampleSite.with(Self.text) { site async throws in
      let options = Self.options(site)
      _ = await buildSite(options)
      try site.folder.write("# Another one\n\nWith a body now.\n", to: "Content/toys/b.md")
      let comparison = await compareSite(options, with: .folder(site.folder.path + "/Output"))
      let report = try #require(comparison.report)
      #expect(report.difference.changes.contains { $0.cards == ["toys/b"] })
    }
  }

  @Test(arguments: [
    ("arrangement: stairs", "arrangement: stair", "did you mean `stairs`"),
    ("arrangement: stairs", "arrangement: steps", "did you mean `stairs`"),
    ("lineSpacing: 9", "align: center", "`align` means nothing if the arrangement is `stairs`"),
  ])
  func wrongKeysAreFound(text: String, other: String, message: String) async throws {
    try await SampleSite.with(Self.text.replacing(text, with: other)) { site async throws in
      let result = await buildSite(Self.options(site))
      #expect(result.diagnostics.contains { $0.rendered.contains(message) }, "\(result.diagnostics.map(\.rendered))")
    }
  }
}
