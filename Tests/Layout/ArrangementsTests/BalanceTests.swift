import Arrangements
import Geometry
import Testing

struct BalanceTests {
  private func arrange(
    _ heights: [Pixels], columns: Int, rule: ColumnRule, spans: [ColumnSpan] = [], padding: Pixels = .zero
  ) -> WaterfallArrangement {
    arrangeWaterfall(
      count: heights.count,
      columns: columnTracks(count: columns, in: Pixels(600), spacing: .zero, cellPadding: padding), spans: spans,
      lineSpacing: .zero, rule: rule, cellPadding: padding
    ) { index, _ in heights[index] }
  }

  @Test func minimisesTheTallestColumn() throws {
    let heights = [200, 120, 180, 90, 150, 110, 240].pixels
    let waterfall = arrange(heights, columns: 3, rule: .balanced(maximumDisplacement: 9), padding: Pixels(6))
    #expect(waterfall.size.height == Pixels(404))
    let balance = try #require(waterfall.balance)
    #expect(balance.isLeast)
    #expect(balance.lowerBound == Pixels(392), "1174 px of cells in three columns, all of even heights")
    #expect(balance.displacement == sourceOrderDisplacement(of: waterfall.frames))
  }

  @Test func keepsTheOrderIfNoDisplacementIsAllowed() {
    let heights = [200, 120, 180, 90, 150, 110, 240].pixels
    let waterfall = arrange(heights, columns: 3, rule: .balanced(maximumDisplacement: 0), padding: Pixels(6))
    #expect(sourceOrderDisplacement(of: waterfall.frames) == 0)
    #expect(waterfall.size.height <= Pixels(486))
  }

  @Test(arguments: [0, 1, 2])
  func fewCards(count: Int) {
    let heights = [100, 50][..<count].map { Pixels($0) }
    let waterfall = arrange(heights, columns: 3, rule: .balanced(maximumDisplacement: 3))
    #expect(waterfall.size.height == heights.max() ?? .zero)
    #expect(waterfall.columnIndexes == Array(0..<count))
  }

  @Test(arguments: [0, -1, Int.min])
  func equalsShortestIfNoWorkIsAllowed(limit: Int) throws {
    let heights = [200, 120, 180, 90, 150, 110, 240].pixels
    let balanced = arrange(heights, columns: 3, rule: .balanced(maximumDisplacement: 9, workLimit: limit))
    #expect(balanced.frames == arrange(heights, columns: 3, rule: .shortest).frames)
    #expect(try #require(balanced.balance).isLeast == false)
  }

  /// A page 601 px wide in two columns of 300 and 301 px. The narrower a column, the taller its text.
  @Test func measuresCardsAtEachColumnWidth() {
    var asked: [Pixels] = []
    let waterfall = arrangeWaterfall(
      count: 2, columns: columnTracks(count: 2, in: Pixels(601), spacing: .zero), lineSpacing: .zero,
      rule: .balanced(maximumDisplacement: 2)
    ) { _, width in
      asked.append(width)
      return Pixels(901) - width
    }
    #expect(asked == [300, 301, 300, 301].pixels)
    #expect(waterfall.frames.map(\.height) == [601, 600].pixels)
  }

  /// 1,000 random shelves. The saving is printed.
  @Test func neverTallerThanShortest() {
    var saved = 0
    var shortestSum = 0
    var proved = 0
    forEachCase(seed: 0xBA1A, count: 1000) { each in
      let columns = each.draw(4) + 2
      let heights = (0..<each.draw(25) + 1).map { _ in Pixels(80 + each.draw(240)) }
      let displacement = each.draw(7)
      let shortest = arrange(heights, columns: columns, rule: .shortest)
      let balanced = arrange(
        heights, columns: columns, rule: .balanced(maximumDisplacement: displacement, workLimit: 300))
      guard let balance = balanced.balance else { return #expect(Bool(false), "\(each)") }
      let moved = sourceOrderDisplacement(of: balanced.frames)
      let isRight =
        balanced.size.height <= shortest.size.height && balance.lowerBound <= balanced.size.height
        && balance.displacement == moved && moved <= displacement
        && faults(in: balanced.frames, of: balanced.size).isEmpty
      if !isRight { Issue.record("\(each): \(heights) in \(columns), \(displacement): \(balanced)") }
      shortestSum += shortest.size.height.roundedDown
      saved += (shortest.size.height - balanced.size.height).roundedDown
      proved += balance.isLeast ? 1 : 0
    }
    print("balanced saves \(saved / 1000) px of \(shortestSum / 1000) on average; \(proved) of 1000 proved least")
    #expect(saved > 0)
  }

  /// Compares with all ways to distribute the cards, including spans.
  @Test(arguments: sweepParts) func matchesExhaustiveSearch(part: Int) {
    sweep(seed: 0xBA1B, part: part, count: 250) { each in
      let columns = each.draw(3) + 1
      let heights = each.quick(count: each.draw(6), 100)
      let hasSpans = each.draw(3) == 0
      let spans = heights.map { _ in
        hasSpans ? each.one(of: [ColumnSpan.full, .columns(1), .columns(1), .columns(2)]) : .columns(1)
      }
      let displacement = each.draw(5)
      let waterfall = arrange(
        heights, columns: columns, rule: .balanced(maximumDisplacement: displacement, workLimit: 1_000_000),
        spans: spans)
      guard let balance = waterfall.balance else { return heights.isEmpty ? nil : "no balance" }
      let shortest = arrange(heights, columns: columns, rule: .shortest, spans: spans)
      let bound = max(displacement, sourceOrderDisplacement(of: shortest.frames))
      let best = leastOfAllWays(heights, spans, columns: columns, maximumDisplacement: bound)
      let found = [waterfall.size.height.sixtyFourths, balance.displacement]
      // Each part between full spans is optimal by itself; for all parts together, only the height is.
      if found[0] != best.height || (!hasSpans && found[1] != best.displacement) || !balance.isLeast {
        return "\(heights) \(spans) in \(columns), at most \(bound): \(found), not \(best)"
      }
      if balance.displacement != sourceOrderDisplacement(of: waterfall.frames)
        || balance.lowerBound.sixtyFourths > found[0]
      {
        return "\(heights) \(spans) in \(columns): \(balance) \(waterfall.frames)"
      }
      return faults(in: waterfall.frames, of: waterfall.size).first
    }
  }

  @Test func displacementCountsPassedCards() {
    func displacement(_ ys: [Int]) -> Int {
      sourceOrderDisplacement(of: ys.map { Frame(x: .zero, y: Pixels($0), width: .zero, height: .zero) })
    }
    #expect(displacement([]) == 0 && displacement([5]) == 0)
    #expect(displacement([0, 0, 10, 10, 20]) == 0)
    #expect(displacement([0, 30, 10, 20]) == 2, "two stand above the second")
    #expect(displacement([10, 20, 30, 0]) == 3, "the last stands above three")
    #expect(displacement((0..<10_000).map { -$0 }) == 9999)
  }
}

private func leastOfAllWays(
  _ heights: [Pixels], _ spans: [ColumnSpan], columns: Int, maximumDisplacement: Int
) -> (height: Int, displacement: Int) {
  var best = (height: Int.max, displacement: Int.max)
  var ys: [Int] = []
  func deal(_ bottoms: [Int]) {
    let index = ys.count
    if index == heights.count {
      var displacement = 0
      for card in ys.indices {
        let passed = ys[..<card].filter { $0 > ys[card] }.count
        let passedBy = ys[(card + 1)...].filter { $0 < ys[card] }.count
        displacement = max(displacement, passed, passedBy)
      }
      let height = bottoms.max() ?? 0
      if displacement <= maximumDisplacement { best = min(best, (height, displacement), by: <) }
      return
    }
    var span = columns
    if case .columns(let count) = spans[index] { span = min(count, columns) }
    for start in 0...columns - span {
      let y = bottoms[start..<start + span].max() ?? 0
      var next = bottoms
      for column in start..<start + span { next[column] = y + heights[index].sixtyFourths }
      ys.append(y)
      deal(next)
      ys.removeLast()
    }
  }
  deal(Array(repeating: 0, count: columns))
  return best
}

private func min(
  _ a: (height: Int, displacement: Int), _ b: (height: Int, displacement: Int),
  by less: ((Int, Int), (Int, Int)) -> Bool
) -> (height: Int, displacement: Int) { less((b.height, b.displacement), (a.height, a.displacement)) ? b : a }
