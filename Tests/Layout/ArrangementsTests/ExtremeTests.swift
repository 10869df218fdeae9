import Arrangements
import Geometry
import Testing

/// Lengths that no page has. Each input gives a result without overflow.
struct ExtremeTests {
  private static let lengths = [Int.min, -1, 0, 64, Int(Int32.max), Int.max].map { Pixels(sixtyFourths: $0) }

  private static let counts = [Int.min, -1, 0, 1, 3, Int.max]

  @Test(arguments: lengths, lengths) func arrangementsAcceptAnyLength(a: Pixels, b: Pixels) {
    let insets = Insets(top: a, leading: b, bottom: a, trailing: b)
    let size = Size(width: a, height: b)
    for count in Self.counts {
      let tracks = columnTracks(count: count, in: a, spacing: b, cellPadding: count == 3 ? b : nil)
      #expect(tracks.count == max(0, min(count, mostColumns)))
      #expect((1...mostColumns).contains(columnCount(minimumWidth: a, in: b, spacing: a)))
    }
    let tracks = columnTracks(count: 3, in: a, spacing: b)
    let spans = Self.counts.map { ColumnSpan.columns($0) } + [.full]
    for rule in [ColumnRule.shortest, .roundRobin, .tolerant(a), .balanced(maximumDisplacement: .min)] {
      let waterfall = arrangeWaterfall(
        count: spans.count, columns: tracks, spans: spans, lineSpacing: b, insets: insets, rule: rule, cellPadding: b
      ) { _, _ in a }
      #expect(waterfall.frames.count == spans.count && waterfall.size.height >= .zero)
    }
    for heights in GridHeight.allCases {
      let grid = arrangeGrid(
        count: spans.count, columns: tracks, spans: spans, lineSpacing: a, insets: insets, heights: heights
      ) { _, _ in b }
      #expect(faults(in: grid.frames, of: grid.size).isEmpty)
    }
    let items = [FlowItem(naturalWidth: a), FlowItem(naturalWidth: b, maximumWidth: a), FlowItem(naturalWidth: b)]
    for alignment in LineAlignment.allCases {
      for distribution in LineDistribution.allCases {
        let rules = FlowRules(
          alignment: alignment, lastLine: .same, itemAlignment: .baseline, distribution: distribution, spacing: b,
          lineSpacing: a)
        let flow = arrangeFlow(items, in: a, rules: rules, insets: insets) { _, _ in FlowBox(height: b, baseline: a) }
        #expect(faults(in: flow.frames, of: flow.size).isEmpty)
        for rows in Self.counts {
          let tags = arrangeTags(
            widths: [a, b, a], height: b, available: a,
            rules: TagRules(
              alignment: alignment, distribution: distribution, spacing: b, lineSpacing: a, maximumRows: rows)
          ) { _ in b }
          #expect(tags.frames.count + tags.hiddenCount == 3)
        }
      }
    }
    for stacks in [true, false] {
      let list = arrangeList(
        [ListRow(imageSize: size, labelCount: 2), ListRow(labelCount: -1)], in: a,
        rules: ListRules(padding: insets, imageGap: b, labelGap: a, lineSpacing: b, stacksImage: stacks),
        insets: insets
      ) { _, _, _ in b }
      #expect(faults(in: list.rows.map(\.frame), of: list.size).isEmpty)
    }
    shelves(a, b)
  }

  private func shelves(_ a: Pixels, _ b: Pixels) {
    let shelf = arrangeShelf(
      cardWidths: [a, b, a], cardHeight: b, spacing: a, insets: Insets(top: a, leading: b))
    #expect(faults(in: shelf.frames, of: shelf.size).isEmpty)

    #expect(shelfWaste(naturalHeights: [a, b, b])?.outlierPermille ?? 0 >= 0)
    #expect(TextStyleTable.scaled(a, .body, .accessibility5) >= .zero)
    _ = SizeClasses(width: a, height: b)
  }

  @Test func emptyMembersAndNoCards() {
    for count in [Int.min, -1, 0] {
      #expect(arrangeGrid(count: count, columns: [], lineSpacing: .zero) { _, _ in .zero }.frames.isEmpty)
    }
  }
}
