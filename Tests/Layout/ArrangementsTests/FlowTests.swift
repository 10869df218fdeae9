import Arrangements
import Geometry
import Testing

struct FlowTests {
  private func arrange(
    _ widths: [Int], in width: Int = 300, _ alignment: LineAlignment = .leading, lastLine: LastLine = .natural,
    distribution: LineDistribution = .greedy
  ) -> FlowArrangement {
    arrangeFlow(
      widths.map { FlowItem(naturalWidth: Pixels($0)) }, in: Pixels(width),
      rules: FlowRules(
        alignment: alignment, lastLine: lastLine, distribution: distribution, spacing: Pixels(10),
        lineSpacing: Pixels(20))
    ) { _, _ in FlowBox(height: Pixels(30)) }
  }

  /// A page of 375 px with margins of 8 px on both sides: short items keep their width, long ones wrap at the maximum.
  @Test(arguments: [(120, 120, 1), (359, 359, 1), (800, 359, 3)])
  func itemsWrapAtTheirMaximumWidth(natural: Int, width: Int, lines: Int) {
    let item = FlowItem(naturalWidth: Pixels(natural), maximumWidth: Pixels(359))
    let flow = arrangeFlow([item], in: Pixels(375), rules: FlowRules(spacing: .zero, lineSpacing: .zero)) { _, width in
      FlowBox(height: Pixels((natural + width.roundedDown - 1) / width.roundedDown * 20))
    }
    #expect(flow.frames == [Frame(x: .zero, y: .zero, width: Pixels(width), height: Pixels(lines * 20))])
  }

  @Test func maximumWidthExcludesInsets() {
    let insets = Insets(top: Pixels(10), leading: Pixels(10), bottom: Pixels(10), trailing: Pixels(10))
    for maximum in [nil, Pixels(359)] {
      let flow = arrangeFlow(
        [FlowItem(naturalWidth: Pixels(800), maximumWidth: maximum)], in: Pixels(375 - 20),
        rules: FlowRules(spacing: .zero, lineSpacing: .zero), insets: insets
      ) { _, _ in FlowBox(height: Pixels(20)) }
      #expect(flow.frames == [Frame(x: Pixels(10), y: Pixels(10), width: Pixels(355), height: Pixels(20))])
      #expect(flow.size == Size(width: Pixels(375), height: Pixels(40)))
    }
  }

  @Test func gapsOfALineAreEqual() {
    let flow = arrange([100, 50, 60, 120])
    #expect(flow.frames.map(\.x) == [0, 110, 170, 0].pixels)
    #expect(flow.frames.map(\.y) == [0, 0, 0, 50].pixels)
    #expect(flow.size == Size(width: Pixels(300), height: Pixels(80)))
  }

  /// Two items of 100 and 57 px leave 133 px of 300 with a gap of 10.
  @Test(arguments: [
    (LineAlignment.leading, [0, 110], [100, 57]), (.center, [66.5, 176.5], [100, 57]),
    (.trailing, [133, 243], [100, 57]), (.justified, [0, 243], [100, 57]), (.fillWidth, [0, 177], [167, 123]),
    (.fillSpace, [45, 199], [100, 57]),
  ])
  func alignments(alignment: LineAlignment, xs: [Double], widths: [Int]) {
    let flow = arrange([100, 57], alignment, lastLine: .same)
    #expect(flow.frames.map(\.x) == xs.map { Pixels(sixtyFourths: Int($0 * 64)) })
    #expect(flow.frames.map(\.width) == widths.pixels)
  }

  @Test(arguments: [LineAlignment.justified, .fillWidth, .fillSpace])
  func lastLineIsNotStretched(alignment: LineAlignment) {
    #expect(arrange([100, 57], alignment).frames == arrange([100, 57]).frames, "the only line is the last")
    let natural = arrange([140, 140, 100, 57], alignment)
    #expect(natural.frames[2...].map(\.x) == [0, 110].pixels)
    #expect(natural.frames[2...].map(\.width) == [100, 57].pixels)
    #expect(natural.frames[..<2] != arrange([140, 140]).frames[...])
    #expect(arrange([140, 140, 100, 57], alignment, lastLine: .same).frames[3] != natural.frames[3])
  }

  @Test(arguments: [LineAlignment.leading, .center, .trailing])
  func lastLineIsAlignedLikeTheOthers(alignment: LineAlignment) {
    let widths = [140, 140, 100, 57]
    #expect(arrange(widths, alignment) == arrange(widths, alignment, lastLine: .same))
  }

  @Test(arguments: [
    (LineAlignment.leading, 0, 100), (.center, 100, 100), (.trailing, 200, 100), (.justified, 0, 100),
    (.fillWidth, 0, 300), (.fillSpace, 100, 100),
  ])
  func singleItem(alignment: LineAlignment, x: Int, width: Int) {
    let flow = arrange([100], alignment, lastLine: .same)
    #expect(flow.frames == [Frame(x: Pixels(x), y: .zero, width: Pixels(width), height: Pixels(30))])
  }

  /// 46 px are shared among items that can grow by 5, 100 and 11.5 px: they get 5, 29.5 and 11.5.
  @Test func noItemGrowsBeyondItsMaximum() {
    let half = Pixels(sixtyFourths: 32)
    let items = [(80, Pixels(85)), (94, Pixels(194)), (60, Pixels(71) + half)].map {
      FlowItem(naturalWidth: Pixels($0), maximumWidth: $1)
    }
    let flow = arrangeFlow(
      items, in: Pixels(300),
      rules: FlowRules(alignment: .fillWidth, lastLine: .same, spacing: Pixels(10), lineSpacing: .zero)
    ) { _, _ in FlowBox(height: Pixels(30)) }
    #expect(flow.frames.map(\.width) == [Pixels(85), Pixels(123) + half, Pixels(71) + half])
    #expect(flow.frames.last?.maxX == Pixels(300))
  }

  @Test func leftoverPixelsGoToTheLeadingItems() {
    #expect(arrange([90, 90, 91], .fillWidth, lastLine: .same).frames.map(\.width) == [93, 93, 94].pixels)
    #expect(arrange([90, 90, 92], .fillWidth, lastLine: .same).frames.map(\.width) == [93, 93, 94].pixels)
    #expect(arrange([60, 60, 60, 60], .justified, lastLine: .same).frames.map(\.x) == [0, 80, 160, 240].pixels)
    #expect(arrange([60, 60, 60, 59], .justified, lastLine: .same).frames.map(\.x) == [0, 81, 161, 241].pixels)
  }

  @Test(arguments: [
    (ItemAlignment.top, [0, 0, 0], [20, 50, 30], 50), (.center, [15, 0, 10], [20, 50, 30], 50),
    (.bottom, [30, 0, 20], [20, 50, 30], 50), (.stretch, [0, 0, 0], [50, 50, 50], 50),
    (.baseline, [25, 0, 10], [20, 50, 30], 50),
  ])
  func alignsItemsInTheirLine(alignment: ItemAlignment, ys: [Int], heights: [Int], lineHeight: Int) {
    let flow = arrangeFlow(
      Array(repeating: FlowItem(naturalWidth: Pixels(50)), count: 3), in: Pixels(300),
      rules: FlowRules(itemAlignment: alignment, spacing: .zero, lineSpacing: .zero)
    ) { index, _ in
      FlowBox(height: Pixels([20, 50, 30][index]), baseline: Pixels([15, 40, 30][index]))
    }
    #expect(flow.frames.map(\.y) == ys.pixels)
    #expect(flow.frames.map(\.height) == heights.pixels)
    #expect(flow.size.height == Pixels(lineHeight))
  }

  /// The bottom of an item without a baseline is on the baseline of the others. Parts below it make the line taller.
  @Test func alignsBaselines() {
    let boxes = [
      FlowBox(height: Pixels(40), baseline: Pixels(10)), FlowBox(height: Pixels(35)),
      FlowBox(height: Pixels(20), baseline: Pixels(99)),
    ]
    let flow = arrangeFlow(
      Array(repeating: FlowItem(naturalWidth: Pixels(50)), count: 3), in: Pixels(300),
      rules: FlowRules(itemAlignment: .baseline, spacing: .zero, lineSpacing: .zero)
    ) { index, _ in boxes[index] }
    #expect(flow.frames.map(\.y) == [25, 0, 15].pixels)
    #expect(flow.size.height == Pixels(65))
  }

  @Test func aForcedBreakStartsALineAndEndsARun() {
    let items = [100, 100, 57, 60].enumerated().map { index, width in
      FlowItem(naturalWidth: Pixels(width), breaksBefore: index == 0 || index == 2)
    }
    let flow = arrangeFlow(
      items, in: Pixels(300), rules: FlowRules(alignment: .justified, spacing: Pixels(10), lineSpacing: Pixels(20))
    ) { _, _ in FlowBox(height: Pixels(30)) }
    #expect(flow.lines == [0..<2, 2..<4])
    #expect(flow.frames.map(\.x) == [0, 110, 0, 67].pixels)
  }

  @Test(arguments: [
    ([90, 90, 90, 90], [0..<3, 3..<4], [0..<2, 2..<4]),
    ([100, 80, 90, 60, 70], [0..<3, 3..<5], [0..<2, 2..<5]),
    ([40, 40, 40, 40, 40, 40, 40], [0..<6, 6..<7], [0..<4, 4..<7]),
    ([200, 50, 50, 200], [0..<2, 2..<4], [0..<2, 2..<4]),
  ])
  func evenLinesHaveTheLeastSquaredSlack(widths: [Int], greedy: [Range<Int>], even: [Range<Int>]) {
    #expect(arrange(widths).lines == greedy)
    #expect(arrange(widths, distribution: .even).lines == even)
  }

  @Test func anItemIsMeasuredOnceAtItsFinalWidth() {
    var asked: [Pixels] = []
    let flow = arrangeFlow(
      [FlowItem(naturalWidth: Pixels(100)), FlowItem(naturalWidth: Pixels(900))], in: Pixels(300),
      rules: FlowRules(alignment: .fillWidth, lastLine: .same, spacing: .zero, lineSpacing: .zero)
    ) { index, width in
      #expect(index == asked.count)
      asked.append(width)
      return FlowBox(height: .zero)
    }
    #expect(asked == [300, 300].pixels)
    #expect(flow.frames.map(\.width) == asked)
  }

  @Test func noItemsNeedNoSpace() {
    let insets = Insets(top: Pixels(8), leading: Pixels(8), bottom: Pixels(8), trailing: Pixels(8))
    let flow = arrangeFlow(
      [], in: Pixels(300), rules: FlowRules(spacing: Pixels(10), lineSpacing: Pixels(10)), insets: insets
    ) { _, _ in FlowBox(height: Pixels(10)) }
    #expect(flow.frames.isEmpty && flow.lines.isEmpty)
    #expect(flow.size == Size(width: .zero, height: .zero))
  }

  @Test(arguments: LineDistribution.allCases)
  func tenThousandItems(distribution: LineDistribution) {
    let flow = arrange((0..<10_000).map { 20 + $0 * 37 % 90 }, .justified, distribution: distribution)
    #expect(flow.frames.count == 10_000)
    #expect(flow.lines.count > 2000 && flow.lines.last?.upperBound == 10_000)
  }

  @Test func distributionsHaveEqualNumbersOfLines() {
    let widths = (0..<10_000).map { 20 + $0 * 37 % 90 }
    #expect(arrange(widths).lines.count == arrange(widths, distribution: .even).lines.count)
  }

  @Test(arguments: sweepParts) func agreesWithPlainLines(part: Int) {
    sweep(seed: 0xF10F, part: part) { each in
      let count = each.draw(6)
      let items = (0..<count).map { _ in
        FlowItem(
          naturalWidth: each.quick(90), maximumWidth: each.draw(3) == 0 ? each.quick(80) : nil,
          breaksBefore: each.draw(8) == 0)
      }
      let boxes = (0..<count).map { _ in
        FlowBox(height: each.quick(40), baseline: each.isHeads() ? each.quick(45) : nil)
      }
      let rules = FlowRules(
        alignment: each.one(of: LineAlignment.allCases), lastLine: each.isHeads() ? .natural : .same,
        itemAlignment: each.one(of: ItemAlignment.allCases), distribution: each.isHeads() ? .greedy : .even,
        spacing: each.quick(12), lineSpacing: each.quick(12))
      let width = each.quick(150)
      let insets = Insets(top: Pixels(3), leading: Pixels(5), bottom: Pixels(7), trailing: Pixels(9))
      let flow = arrangeFlow(items, in: width, rules: rules, insets: insets) { index, _ in boxes[index] }
      let plain = plainFlow(items, boxes, in: width, rules: rules, insets: insets)
      if flow.frames != plain.frames || flow.lines != plain.lines || flow.size != plain.size {
        return "\(items) \(boxes) in \(width), \(rules): \(flow), not \(plain)"
      }
      return faults(in: flow.frames, of: flow.size).first
    }
  }

  /// A line without width and gaps contains all items, each with a width of 0.
  @Test(arguments: LineDistribution.allCases)
  func aWiderLineNeverNeedsMoreLines(distribution: LineDistribution) {
    sweep(seed: 0x3011, part: 0, count: 10_000) { each in
      let items = (0..<each.draw(8)).map { _ in FlowItem(naturalWidth: each.quick(90)) }
      let rules = FlowRules(distribution: distribution, spacing: each.quick(12), lineSpacing: .zero)
      let narrow = each.quick(200) + Pixels(1)
      let counts = [narrow, narrow + each.quick(60)].map { width in
        arrangeFlow(items, in: width, rules: rules) { _, _ in FlowBox(height: .zero) }.lines.count
      }
      return counts[1] <= counts[0] ? nil : "\(items) from \(narrow), \(rules)"
    }
  }
}

private func plainFlow(
  _ items: [FlowItem], _ boxes: [FlowBox], in width: Pixels, rules: FlowRules, insets: Insets
) -> (frames: [Frame], lines: [Range<Int>], size: Size) {
  if items.isEmpty { return ([], [], Size(width: .zero, height: .zero)) }
  let plain = PlainLines(
    widths: items.map { min($0.naturalWidth, $0.maximumWidth ?? $0.naturalWidth).sixtyFourths },
    maxima: items.map { $0.maximumWidth?.sixtyFourths }, breaksBefore: items.map(\.breaksBefore),
    line: width.sixtyFourths, spacing: rules.spacing.sixtyFourths)
  let lines = rules.distribution == .greedy ? plain.greedy() : plain.even()
  var frames: [Frame] = []
  var y = insets.top.sixtyFourths
  for (number, range) in lines.enumerated() {
    if number > 0 { y += rules.lineSpacing.sixtyFourths }
    let endsRun = range.upperBound == items.count || items[range.upperBound].breaksBefore
    let filling: [LineAlignment] = [.justified, .fillWidth, .fillSpace]
    let alignment =
      endsRun && rules.lastLine == .natural && filling.contains(rules.alignment) ? .leading : rules.alignment
    let heights = range.map { boxes[$0].height.sixtyFourths }
    let ascents = range.map { min(boxes[$0].baseline ?? boxes[$0].height, boxes[$0].height).sixtyFourths }
    let above = ascents.max() ?? 0
    var tall = heights.max() ?? 0
    if rules.itemAlignment == .baseline { tall = above + (zip(heights, ascents).map { $0 - $1 }.max() ?? 0) }
    for (place, part) in plain.placed(range, alignment).enumerated() {
      let height = heights[place]
      let top =
        switch rules.itemAlignment {
        case .top, .stretch: 0
        case .center: (tall - height) / 2
        case .bottom: tall - height
        case .baseline: above - ascents[place]
        }
      let x = insets.leading.sixtyFourths + part.x
      frames.append(Frame(x, y + top, part.width, rules.itemAlignment == .stretch ? tall : height))
    }
    y += tall
  }
  let size = Size(
    width: insets.leading + width + insets.trailing, height: Pixels(sixtyFourths: y) + insets.bottom)
  return (frames, lines, size)
}
