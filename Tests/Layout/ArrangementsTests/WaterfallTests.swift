import Arrangements
import Geometry
import Testing

private let everyRule = [
  ColumnRule.shortest, .roundRobin, .tolerant(.zero), .tolerant(Pixels(16)), .tolerant(.longest),
  .balanced(maximumDisplacement: 3, workLimit: 100),
]

struct WaterfallTests {
  private static let padding = Pixels(6)

  /// Cells with a padding of 6 px on a page of 667 px.
  private func arrange(_ heights: [Int], columns: Int, rule: ColumnRule) -> WaterfallArrangement {
    arrangeWaterfall(
      count: heights.count,
      columns: columnTracks(count: columns, in: Pixels(667), spacing: .zero, cellPadding: Self.padding),
      lineSpacing: .zero, rule: rule, cellPadding: Self.padding
    ) { index, _ in Pixels(heights[index]) }
  }

  @Test(arguments: [
    ([300, 100, 300, 100], 2, ColumnRule.roundRobin, 624, [0, 1, 0, 1]),
    ([300, 100, 300, 100], 2, .shortest, 424, [0, 1, 1, 0]),
    ([200, 120, 180, 90, 150, 110, 240], 3, .roundRobin, 566, [0, 1, 2, 0, 1, 2, 0]),
    ([200, 120, 180, 90, 150, 110, 240], 3, .shortest, 486, [0, 1, 2, 1, 2, 0, 1]),
    ([100, 99, 98, 97], 2, .roundRobin, 222, [0, 1, 0, 1]),
    ([100, 99, 98, 97], 2, .shortest, 221, [0, 1, 1, 0]),
  ])
  func tallestColumn(heights: [Int], columns: Int, rule: ColumnRule, tallest: Int, indexes: [Int]) {
    let waterfall = arrange(heights, columns: columns, rule: rule)
    #expect(waterfall.size == Size(width: Pixels(667), height: Pixels(tallest)))
    #expect(waterfall.columnIndexes == indexes)
  }

  @Test func framesAreInsideTheirCells() {
    let waterfall = arrange([300, 100, 300, 100], columns: 2, rule: .roundRobin)
    #expect(
      waterfall.frames
        == [(6, 6, 321, 300), (339, 6, 322, 100), (6, 318, 321, 300), (339, 118, 322, 100)].map {
          Frame(x: Pixels($0), y: Pixels($1), width: Pixels($2), height: Pixels($3))
        })
  }

  @Test func gapsAreOnlyBetweenCards() {
    let insets = Insets(top: Pixels(5), leading: Pixels(10), bottom: Pixels(7), trailing: Pixels(10))
    let waterfall = arrangeWaterfall(
      count: 3, columns: columnTracks(count: 2, in: Pixels(355), spacing: Pixels(10)), lineSpacing: Pixels(20),
      insets: insets, rule: .shortest
    ) { index, _ in Pixels([50, 80, 60][index]) }
    #expect(waterfall.columnIndexes == [0, 1, 0])
    #expect(waterfall.frames.map(\.x) == [10, 192, 10].pixels)
    #expect(waterfall.frames.map(\.y) == [5, 5, 75].pixels)
    #expect(waterfall.size == Size(width: Pixels(375), height: Pixels(5 + 130 + 7)))
  }

  @Test func aCardIsMeasuredOnceAtTheWidthOfItsColumn() {
    var asked: [(Int, Pixels)] = []
    let tracks = columnTracks(count: 2, in: Pixels(355), spacing: Pixels(10))
    let waterfall = arrangeWaterfall(count: 3, columns: tracks, lineSpacing: Pixels(10), rule: .roundRobin) {
      asked.append(($0, $1))
      return $1
    }
    #expect(asked.map(\.0) == [0, 1, 2])
    #expect(asked.map(\.1) == [172, 173, 172].pixels)
    #expect(waterfall.frames.map(\.width) == waterfall.frames.map(\.height))
  }

  @Test(arguments: everyRule)
  func equalCardsFillColumnsInTurn(rule: ColumnRule) {
    #expect(arrange(Array(repeating: 80, count: 7), columns: 3, rule: rule).columnIndexes == [0, 1, 2, 0, 1, 2, 0])
  }

  @Test(arguments: everyRule)
  func noCardsNeedNoSpace(rule: ColumnRule) {
    let insets = Insets(top: Pixels(8), leading: Pixels(8), bottom: Pixels(8), trailing: Pixels(8))
    for count in [0, -1] {
      let waterfall = arrangeWaterfall(
        count: count, columns: columnTracks(count: 2, in: Pixels(300), spacing: .zero), lineSpacing: Pixels(10),
        insets: insets, rule: rule
      ) { _, _ in Pixels(10) }
      #expect(waterfall.frames.isEmpty)
      #expect(waterfall.size == Size(width: .zero, height: .zero))
    }
  }

  @Test func withoutColumnsCardsAreStacked() {
    let waterfall = arrangeWaterfall(count: 2, columns: [], lineSpacing: Pixels(10), rule: .shortest) { _, _ in
      Pixels(30)
    }
    #expect(waterfall.columnIndexes == [0, 0])
    #expect(waterfall.size == Size(width: .zero, height: Pixels(70)))
  }

  @Test(arguments: everyRule)
  func invariants(rule: ColumnRule) {
    forEachCase(seed: 0xFA11) { each in
      let padding = Bool.random(using: &each.generator) ? each.length(0...8) : nil
      let lineSpacing = each.length(0...20)
      let insets = each.insets()
      let content = each.length(0...900)
      let tracks = columnTracks(
        count: each.count(1...5), in: content, spacing: each.length(0...20), cellPadding: padding)
      let heights = each.lengths(1...20, of: 0...300)
      let waterfall = arrangeWaterfall(
        count: heights.count, columns: tracks, lineSpacing: lineSpacing, insets: insets, rule: rule,
        cellPadding: padding ?? .zero
      ) { index, _ in heights[index] }
      #expect(faults(in: waterfall.frames, of: waterfall.size).isEmpty, "\(each)")
      let bottoms = waterfall.frames.map(\.maxY).max() ?? .zero
      #expect(waterfall.size.height == bottoms + (padding ?? .zero) + insets.bottom, "\(each)")
      for column in tracks.indices {
        let cards = waterfall.frames.indices.filter { waterfall.columnIndexes[$0] == column }
        for (above, below) in zip(cards, cards.dropFirst()) {
          let gap = (padding ?? .zero) * 2 + lineSpacing
          #expect(waterfall.frames[below].y == waterfall.frames[above].maxY + gap, "\(each): column \(column)")
        }
      }
    }
  }

  /// Graham, "Bounds on Multiprocessing Timing Anomalies" (1969): at most (2 - 1/n) times the optimum.
  @Test func shortestStaysWithinGrahamsBound() {
    forEachCase(seed: 0x6AA4, count: 200) { each in
      let columns = each.count(1...4)
      let heights = each.lengths(1...8, of: 1...300)
      let tracks = columnTracks(count: columns, in: Pixels(800), spacing: Pixels(10))
      let tallest = arrangeWaterfall(count: heights.count, columns: tracks, lineSpacing: .zero, rule: .shortest) {
        index, _ in heights[index]
      }.size.height
      let optimum = leastTallestColumn(heights, columns: columns)
      #expect(tallest >= optimum, "\(each): \(heights) in \(columns)")
      #expect(tallest * columns <= optimum * (2 * columns - 1), "\(each): \(heights) in \(columns)")
    }
  }

  @Test func grahamsBoundIsReached() {
    let tracks = columnTracks(count: 2, in: Pixels(300), spacing: .zero)
    let waterfall = arrangeWaterfall(count: 3, columns: tracks, lineSpacing: .zero, rule: .shortest) { index, _ in
      Pixels([100, 100, 200][index])
    }
    #expect(waterfall.size.height == Pixels(300))
    #expect(leastTallestColumn([100, 100, 200].pixels, columns: 2) == Pixels(200))
  }
}

/// Finds the optimum by trying all columns^cards ways to distribute the cards.
private func leastTallestColumn(_ heights: [Pixels], columns: Int) -> Pixels {
  var least = heights.reduce(.zero, +)
  let ways = heights.reduce(1) { product, _ in product * columns }
  for way in 0..<ways {
    var sums = Array(repeating: Pixels.zero, count: columns)
    var digits = way
    for height in heights {
      sums[digits % columns] += height
      digits /= columns
    }
    least = min(least, sums.max() ?? .zero)
  }
  return least
}
