import Arrangements
import Geometry
import Testing

struct TagFlowTests {
  private func arrange(_ widths: [Int], available: Int = 300) -> TagArrangement {
    arrangeTags(
      widths: widths.pixels, height: Pixels(30), available: Pixels(available), spacing: Pixels(10),
      lineSpacing: Pixels(10))
  }

  @Test(arguments: [
    ([100, 80, 90, 60, 70, 110, 50, 85, 95, 40, 75, 65], [0..<3, 3..<6, 6..<10, 10..<12]),
    ([90, 90, 90, 90, 90, 90], [0..<3, 3..<6]),
    ([142, 142, 50], [0..<2, 2..<3]),
    ([145, 145], [0..<2]),
    ([90, 90, 100], [0..<3]),
    ([145, 146], [0..<1, 1..<2]),
    ([300, 1], [0..<1, 1..<2]),
  ])
  func rows(widths: [Int], expected: [Range<Int>]) {
    #expect(arrange(widths).rows == expected)
  }

  @Test(arguments: [([200], 30), ([200, 200], 70), ([200, 200, 200], 110)])
  func heightCountsGapsBetweenRowsOnly(widths: [Int], height: Int) {
    #expect(arrange(widths).size.height == Pixels(height))
  }

  @Test func framesFollowTheRows() {
    let flow = arrange([142, 142, 50, 60])
    #expect(
      flow.frames
        == [(0, 0, 142), (152, 0, 142), (0, 40, 50), (60, 40, 60)].map { x, y, width in
          Frame(x: Pixels(x), y: Pixels(y), width: Pixels(width), height: Pixels(30))
        })
    #expect(flow.size == Size(width: Pixels(294), height: Pixels(70)))
  }

  @Test func oneSixtyFourthTooWideStartsARow() {
    let exact = [Pixels(145), Pixels(145)]
    let more = [Pixels(145), Pixels(sixtyFourths: 145 * 64 + 1)]
    for (widths, rows) in [(exact, 1), (more, 2)] {
      let flow = arrangeTags(
        widths: widths, height: Pixels(30), available: Pixels(300), spacing: Pixels(10), lineSpacing: .zero)
      #expect(flow.rows.count == rows)
    }
  }

  @Test func cutsWideTagsToTheRow() {
    let flow = arrange([50, 900, 60])
    #expect(flow.rows == [0..<1, 1..<2, 2..<3])
    #expect(flow.frames[1] == Frame(x: .zero, y: Pixels(40), width: Pixels(300), height: Pixels(30)))
    #expect(flow.size.width == Pixels(300))
  }

  @Test(arguments: [0, -5])
  func cutsAllTagsToZeroWithoutRoom(available: Int) {
    let flow = arrange([50, 60], available: available)
    #expect(flow.frames.map(\.width) == [.zero, .zero])
    #expect(flow.rows == [0..<1, 1..<2])
  }

  @Test func noTagsNeedNoSpace() {
    let flow = arrange([])
    #expect(flow.frames.isEmpty && flow.rows.isEmpty)
    #expect(flow.size == Size(width: .zero, height: .zero))
  }

  @Test func invariants() {
    forEachCase(seed: 0x7A65) { each in
      let widths = each.lengths(0...25, of: 0...180)
      let available = each.length(0...400)
      let spacing = each.length(0...12)
      let flow = arrangeTags(
        widths: widths, height: each.length(1...40), available: available, spacing: spacing,
        lineSpacing: each.length(0...12))
      #expect(flow.rows.flatMap(Array.init) == Array(widths.indices), "\(each)")
      #expect(flow.size.width <= available, "\(each)")
      #expect(faults(in: flow.frames, of: flow.size).isEmpty, "\(each)")
      for row in flow.rows {
        let frames = flow.frames[row]
        #expect(frames.first?.x == .zero, "\(each)")
        #expect(frames.allSatisfy { $0.y == frames.first?.y }, "\(each)")
        for (left, right) in zip(frames, frames.dropFirst()) {
          #expect(right.x == left.maxX + spacing, "\(each): gaps are exact and in source order")
        }
      }
      for (row, next) in zip(flow.rows, flow.rows.dropFirst()) {
        let end = flow.frames[row.upperBound - 1].maxX
        let first = flow.frames[next.lowerBound].width
        #expect(end + spacing + first > available, "\(each): a row ends only where the next tag does not fit")
      }
    }
  }

  @Test func aWiderLineNeverNeedsMoreRows() {
    forEachCase(seed: 0x3010) { each in
      let widths = each.lengths(0...25, of: 0...180)
      let spacing = each.length(0...12)
      let narrow = each.length(0...300)
      let wide = narrow + each.length(0...120)
      let rows = [narrow, wide].map { available in
        arrangeTags(widths: widths, height: Pixels(30), available: available, spacing: spacing, lineSpacing: .zero)
          .rows.count
      }
      #expect(rows[1] <= rows[0], "\(each): \(widths) in \(narrow) and \(wide)")
    }
  }
}
