import Arrangements
import Geometry
import Testing

/// Column rules, spans and sections.
struct WaterfallRuleTests {
  private func arrange(
    _ heights: [Int], columns: Int, rule: ColumnRule, spans: [ColumnSpan] = [], spacing: Int = 0
  ) -> WaterfallArrangement {
    arrangeWaterfall(
      count: heights.count, columns: columnTracks(count: columns, in: Pixels(600), spacing: .zero), spans: spans,
      lineSpacing: Pixels(spacing), rule: rule
    ) { index, _ in Pixels(heights[index]) }
  }

  /// The cards of the reference page for `flow-tolerance`; 1 em is 16 px.
  @Test(arguments: [
    (Pixels.zero, [0, 1, 2, 3, 3, 0, 1, 2]), (Pixels(16), [0, 1, 2, 3, 0, 3, 1, 2]),
    (.longest, [0, 1, 2, 3, 0, 1, 2, 3]),
  ])
  func toleranceKeepsTheOrder(tolerance: Pixels, indexes: [Int]) {
    let heights = [64, 96, 96, 56, 80, 80, 48, 48]
    #expect(arrange(heights, columns: 4, rule: .tolerant(tolerance), spacing: 8).columnIndexes == indexes)
  }

  @Test func toleranceStopsTheZigzag() {
    #expect(arrange([100, 99, 98, 97], columns: 2, rule: .tolerant(Pixels(16))).columnIndexes == [0, 1, 0, 1])
    #expect(arrange([100, 99, 98, 97], columns: 2, rule: .tolerant(.zero)).columnIndexes == [0, 1, 1, 0])
    #expect(arrange([100, 99, 98, 97], columns: 2, rule: .tolerant(Pixels(-5))).columnIndexes == [0, 1, 1, 0])
  }

  @Test(arguments: [
    (ColumnRule.shortest, [0, 1, 2, 1, 0], [0, 0, 0, 50, 80]), (.roundRobin, [0, 1, 2, 0, 2], [0, 0, 0, 100, 60]),
    (.tolerant(.zero), [0, 1, 2, 1, 1], [0, 0, 0, 60, 80]),
  ])
  func spanIsBelowAllItsColumns(rule: ColumnRule, indexes: [Int], ys: [Int]) {
    var heights = [100, 50, 60, 20, 10]
    var spans: [ColumnSpan] = [.columns(1), .columns(1), .columns(1), .columns(2)]
    if rule == .shortest {
      heights = [80, 50, 50, 40, 10]
      spans = [.columns(1), .columns(0), .columns(1), .columns(2)]
    }
    let waterfall = arrange(heights, columns: 3, rule: rule, spans: spans)
    #expect(waterfall.columnIndexes == indexes)
    #expect(waterfall.frames.map(\.y) == ys.pixels)
    #expect(waterfall.frames[3].width == Pixels(400))
  }

  @Test(arguments: [
    ColumnRule.shortest, .roundRobin, .tolerant(.zero), .tolerant(.longest), .balanced(maximumDisplacement: 9),
  ])
  func aFullSpanBreaksTheWaterfall(rule: ColumnRule) {
    let waterfall = arrange([100, 50, 30, 10, 20], columns: 2, rule: rule, spans: [.full, .columns(1), .columns(5)])
    #expect(waterfall.columnIndexes == [0, 0, 0, 0, 1])
    #expect(waterfall.frames.map(\.y) == [0, 100, 150, 180, 180].pixels)
    #expect(waterfall.size.height == Pixels(200))
    #expect(waterfall.frames[2].width == Pixels(600))
  }

  @Test(arguments: [
    ColumnRule.shortest, .roundRobin, .tolerant(Pixels(16)), .balanced(maximumDisplacement: 3, workLimit: 20_000),
  ])
  func tenThousandCards(rule: ColumnRule) {
    let waterfall = arrange((0..<10_000).map { 50 + $0 * 37 % 211 }, columns: 4, rule: rule, spacing: 10)
    #expect(waterfall.frames.count == 10_000)
    #expect(waterfall.frames.map(\.maxY).max() == waterfall.size.height)
  }

  @Test(arguments: sweepParts) func matchesPlainWaterfall(part: Int) {
    sweep(seed: 0xFA12, part: part) { each in
      let columnCount = each.draw(4) + 1
      let padding = each.isHeads() ? each.quick(8) : nil
      let tracks = columnTracks(
        count: columnCount, in: Pixels(200 + each.draw(300)), spacing: each.quick(12), cellPadding: padding)
      let heights = each.quick(count: each.draw(8), 60)
      let hasSpans = each.draw(3) == 0
      let spans = heights.map { _ in
        !hasSpans ? ColumnSpan.columns(1) : each.draw(6) == 0 ? .full : .columns(each.draw(3))
      }
      let tolerance = each.draw(5) == 0 ? Pixels.longest : each.quick(30)
      let rule = each.one(of: [ColumnRule.shortest, .roundRobin, .tolerant(.zero), .tolerant(tolerance)])
      let lineSpacing = each.quick(12)
      let insets = Insets(top: Pixels(3), leading: Pixels(5), bottom: Pixels(7), trailing: Pixels(9))
      let waterfall = arrangeWaterfall(
        count: heights.count, columns: tracks, spans: spans, lineSpacing: lineSpacing, insets: insets, rule: rule,
        cellPadding: padding ?? .zero
      ) { index, _ in heights[index] }
      let frames = plainWaterfall(
        heights, spans, tracks: tracks, lineSpacing: lineSpacing, insets: insets, rule: rule,
        padding: padding ?? .zero)
      if waterfall.frames != frames {
        return "\(heights) \(spans) in \(tracks), \(rule), \(lineSpacing): \(waterfall.frames), not \(frames)"
      }
      if let lowest = frames.map(\.maxY).max(), waterfall.size.height != lowest + (padding ?? .zero) + Pixels(7) {
        return "\(heights): \(waterfall.size)"
      }
      if rule == .shortest, !hasSpans, sourceOrderDisplacement(of: frames) > 0 { return "\(frames): out of order" }
      return faults(in: frames, of: waterfall.size).first
    }
  }
}

/// Plain version, which uses only the frames placed so far: a column ends at the lowest frame that covers it.
private func plainWaterfall(
  _ heights: [Pixels], _ spans: [ColumnSpan], tracks: [ColumnTrack], lineSpacing: Pixels, insets: Insets,
  rule: ColumnRule, padding: Pixels
) -> [Frame] {
  var frames: [Frame] = []
  var columns: [Range<Int>] = []
  for (index, height) in heights.enumerated() {
    var span = tracks.count
    if case .columns(let count) = spans[index] { span = min(max(1, count), tracks.count) }
    func y(_ start: Int) -> Pixels {
      var y = insets.top + padding
      for (frame, taken) in zip(frames, columns) where taken.overlaps(start..<start + span) {
        y = max(y, frame.maxY + padding * 2 + lineSpacing)
      }
      return y
    }
    let starts = Array(0...tracks.count - span)
    let next = columns.last?.upperBound ?? 0
    let highest = starts.map(y).min() ?? .zero
    let start: Int?
    switch rule {
    case .roundRobin: start = starts.first { $0 == next }
    case .tolerant(let tolerance):
      let tied = starts.filter { y($0) - highest <= tolerance }
      start = tied.first { $0 >= next } ?? tied.first
    case .shortest, .balanced: start = starts.first { y($0) == highest }
    }
    let taken = (start ?? 0)..<(start ?? 0) + span
    let first = tracks[taken.lowerBound]
    let last = tracks[taken.upperBound - 1]
    frames.append(
      Frame(
        x: insets.leading + first.x, y: y(taken.lowerBound), width: last.x + last.width - first.x, height: height))
    columns.append(taken)
  }
  return frames
}
