import Arrangements
import Geometry
import Testing

/// Rows, alignments, and the chip that counts hidden tags. `TagFlowTests` has the tests of greedy rows.
struct TagChipTests {
  private static let golden = [100, 80, 90, 60, 70, 110, 50, 85, 95, 40, 75, 65]

  /// A chip is 20 px wide and 8 px for each character of "+N".
  private func arrange(
    _ widths: [Int], rows: Int?, alignment: LineAlignment = .leading, distribution: LineDistribution = .greedy,
    available: Int = 300
  ) -> TagArrangement {
    arrangeTags(
      widths: widths.pixels, height: Pixels(30), available: Pixels(available),
      rules: TagRules(
        alignment: alignment, distribution: distribution, spacing: Pixels(10), lineSpacing: Pixels(10),
        maximumRows: rows)
    ) { Pixels(20 + 8 * "+\($0)".utf8.count) }
  }

  @Test(arguments: [
    (golden, 2, 5, 7), (golden, 1, 2, 10), (golden, 3, 9, 3), (golden, 4, 12, 0),
    (Array(repeating: 55, count: 14), 1, 3, 11), (Array(repeating: 55, count: 10), 1, 4, 6),
  ])
  func showsAsManyTagsAsFitBesideTheChip(widths: [Int], rows: Int, shown: Int, hidden: Int) {
    for distribution in LineDistribution.allCases {
      let flow = arrange(widths, rows: rows, distribution: distribution)
      #expect(flow.frames.count == shown)
      #expect(flow.hiddenCount == hidden)
      #expect(flow.rows.count <= rows)
      #expect(flow.chip?.width == (hidden == 0 ? nil : Pixels(20 + 8 * "+\(hidden)".utf8.count)))
    }
  }

  @Test func theChipFollowsTheLastTag() {
    let flow = arrange(Self.golden, rows: 2)
    #expect(flow.rows == [0..<3, 3..<5])
    #expect(flow.chip == Frame(x: Pixels(150), y: Pixels(40), width: Pixels(36), height: Pixels(30)))
    #expect(flow.size == Size(width: Pixels(290), height: Pixels(70)))
  }

  @Test(arguments: [nil, 2, 3, 100] as [Int?])
  func showsNoChipIfAllTagsFit(rows: Int?) {
    let flow = arrange([142, 142, 50], rows: rows)
    #expect(flow.chip == nil && flow.hiddenCount == 0 && flow.frames.count == 3)
    #expect(flow == arrange([142, 142, 50], rows: nil))
  }

  /// If only one tag is left and it is narrower than the chip that would count it, the tag is shown: it fits where the
  /// chip does.
  @Test func chipNeverReplacesOneNarrowerTag() {
    #expect(arrange([254, 36], rows: 1).chip == nil)
    #expect(arrange([254, 37], rows: 1).chip?.x == Pixels(264))
  }

  @Test func showsOnlyTheChipIfNoTagFits() {
    let flow = arrange([300, 280], rows: 1)
    #expect(flow.frames.isEmpty && flow.rows == [0..<0] && flow.hiddenCount == 2)
    #expect(flow.chip == Frame(x: .zero, y: .zero, width: Pixels(36), height: Pixels(30)))
    let narrow = arrange([300, 280], rows: 1, available: 20)
    #expect(narrow.chip?.width == Pixels(20))
  }

  @Test func chipCanBeAloneInTheLastRow() {
    let flow = arrange([300, 300, 280], rows: 2)
    #expect(flow.rows == [0..<1, 1..<1])
    #expect(flow.chip == Frame(x: .zero, y: Pixels(40), width: Pixels(36), height: Pixels(30)))
    #expect(flow.size == Size(width: Pixels(300), height: Pixels(70)))
  }

  @Test(arguments: [0, -1, Int.min])
  func showsNothingWithoutRows(rows: Int) {
    let flow = arrange([50, 60], rows: rows)
    #expect(flow.frames.isEmpty && flow.rows.isEmpty && flow.chip == nil && flow.hiddenCount == 2)
    #expect(flow.size == Size(width: .zero, height: .zero))
  }

  @Test(arguments: [
    (LineAlignment.leading, [0, 150], 290), (.center, [5, 155], 295), (.trailing, [10, 160], 300),
    (.justified, [0, 160], 300), (.fillWidth, [0, 155], 300), (.fillSpace, [4, 157], 297),
  ])
  func alignments(alignment: LineAlignment, xs: [Int], end: Int) {
    let flow = arrange([140, 140, 40], rows: nil, alignment: alignment)
    #expect(flow.frames[..<2].map(\.x) == xs.pixels)
    #expect(flow.frames[1].maxX == Pixels(end))
  }

  @Test func chipIsAlignedLikeTheLastTag() {
    let flow = arrange(Self.golden, rows: 2, alignment: .trailing)
    #expect(flow.chip?.maxX == Pixels(300))
    #expect(flow.frames.map(\.x) == [10, 120, 210, 114, 184].pixels)
  }

  @Test func distributesOnlyVisibleTags() {
    let flow = arrange([40, 40, 40, 40, 40, 40, 40, 300, 300], rows: 2, distribution: .even)
    #expect(flow.rows == [0..<4, 4..<7])
    #expect(flow.chip == Frame(x: Pixels(150), y: Pixels(40), width: Pixels(36), height: Pixels(30)))
  }

  @Test(arguments: LineDistribution.allCases)
  func tenThousandTags(distribution: LineDistribution) {
    let widths = (0..<10_000).map { 20 + $0 * 37 % 90 }
    #expect(arrange(widths, rows: 5, distribution: distribution).rows.count == 5)
    let all = arrange(widths, rows: nil, distribution: distribution)
    #expect(all.frames.count == 10_000 && all.rows.count > 2000)
  }

  @Test(arguments: sweepParts) func agreesWithPlainLines(part: Int) {
    sweep(seed: 0x7A66, part: part) { each in
      let widths = each.quick(count: each.draw(8), 90)
      let available = each.quick(160)
      let rules = TagRules(
        alignment: each.one(of: LineAlignment.allCases), lastLine: each.isHeads() ? .natural : .same,
        distribution: each.isHeads() ? .greedy : .even, spacing: each.quick(12), lineSpacing: each.quick(12),
        maximumRows: each.draw(4) == 0 ? nil : each.draw(4))
      let chip = each.quick(20)
      let chipWidth = { (count: Int) in chip + Pixels(count < 4 ? 8 : 16) }
      let height = each.quick(40)
      let flow = arrangeTags(
        widths: widths, height: height, available: available, rules: rules, chipWidth: chipWidth)
      let plain = plainTags(widths, height: height, available: available, rules: rules, chipWidth: chipWidth)
      let frames = flow.frames + (flow.chip.map { [$0] } ?? [])
      if frames != plain.frames || flow.frames.count != plain.shown || flow.rows.count != plain.rowCount {
        return "\(widths) in \(available), \(rules): \(flow), not \(plain)"
      }
      if flow.hiddenCount != widths.count - flow.frames.count { return "\(flow)" }
      if flow.rows.flatMap(Array.init) != Array(flow.frames.indices) { return "\(flow)" }
      if flow.size.width > available { return "\(flow) in \(available)" }
      let near = available + Pixels(each.draw(17) - 8)
      let other = arrangeTags(widths: widths, height: height, available: near, rules: rules, chipWidth: chipWidth)
      if !flow.availableWidths.contains(available) { return "\(flow) in \(available)" }
      if flow.availableWidths.contains(near), other != flow { return "\(flow), but in \(near) \(other)" }
      return faults(in: frames, of: flow.size).first
    }
  }
}

/// Tries all numbers of tags, the greatest first.
private func plainTags(
  _ widths: [Pixels], height: Pixels, available: Pixels, rules: TagRules, chipWidth: (Int) -> Pixels
) -> (frames: [Frame], shown: Int, rowCount: Int) {
  for shown in stride(from: widths.count, through: 0, by: -1) {
    let chip = shown < widths.count ? [chipWidth(widths.count - shown)] : []
    let items = widths[..<shown] + chip
    let plain = PlainLines(
      widths: Array(items).sixtyFourths, line: available.sixtyFourths, spacing: rules.spacing.sixtyFourths)
    if items.isEmpty || plain.greedy().count > rules.maximumRows ?? Int.max { continue }
    let rows = rules.distribution == .even ? plain.even() : plain.greedy()
    var frames: [Frame] = []
    for (row, range) in rows.enumerated() {
      let isNatural = row == rows.count - 1 && rules.lastLine == .natural
      let stands: [LineAlignment] = [.leading, .center, .trailing]
      let alignment = isNatural && !stands.contains(rules.alignment) ? .leading : rules.alignment
      let y = row * (height + rules.lineSpacing).sixtyFourths
      frames += plain.placed(range, alignment).map { Frame($0.x, y, $0.width, height.sixtyFourths) }
    }
    return (frames, shown, rows.count)
  }
  return ([], 0, 0)
}
