import Arrangements
import Geometry
import Testing

struct GridTests {
  private let insets = Insets(top: Pixels(10), leading: Pixels(10), bottom: Pixels(10), trailing: Pixels(10))

  private func arrange(
    _ heights: [Int], spans: [ColumnSpan] = [], columns: Int = 2, mode: GridHeight = .row, width: Int = 375
  ) -> GridArrangement {
    arrangeGrid(
      count: heights.count, columns: columnTracks(count: columns, in: Pixels(width - 20), spacing: Pixels(10)),
      spans: spans, lineSpacing: Pixels(20), insets: insets, heights: mode
    ) { index, _ in Pixels(heights[index]) }
  }

  @Test(arguments: [
    (320, 1, [300]), (320, 2, [145, 145]), (375, 1, [355]), (375, 2, [172, 173]), (402, 1, [382]),
    (402, 2, [186, 186]), (440, 1, [420]), (440, 2, [205, 205]), (768, 1, [748]), (768, 2, [369, 369]),
    (1024, 1, [1004]), (1024, 2, [497, 497]), (375, 3, [111, 112, 112]),
  ])
  func oneAndTwoColumnsFillThePage(width: Int, columns: Int, widths: [Int]) {
    let grid = arrange(widths, columns: columns, width: width)
    #expect(grid.frames.map(\.width) == widths.pixels)
    #expect(grid.frames.last?.maxX == Pixels(width - 10))
    #expect(grid.size.width == Pixels(width))
  }

  @Test(arguments: [
    (GridHeight.natural, [64, 40, 30, 50]), (.row, [64, 64, 50, 50]), (.uniform, [64, 64, 64, 64]),
  ])
  func heightModes(mode: GridHeight, heights: [Int]) {
    let grid = arrange([64, 40, 30, 50], mode: mode)
    #expect(grid.frames.map(\.height) == heights.pixels)
    #expect(grid.frames.map(\.y) == [10, 10, 94, 94].pixels)
    #expect(grid.size == Size(width: Pixels(375), height: Pixels(mode == .uniform ? 168 : 154)))
  }

  @Test func aRowEndsWhereASpanDoesNotFit() {
    let grid = arrange(
      [10, 20, 30, 40, 50, 60], spans: [.columns(1), .columns(2), .columns(2), .full, .columns(0), .columns(9)],
      columns: 3)
    #expect(grid.rows == [0..<2, 2..<3, 3..<4, 4..<5, 5..<6])
    #expect(grid.columnIndexes == [0, 1, 0, 0, 0, 0])
    #expect(grid.frames.map(\.width) == [111, 234, 233, 355, 111, 355].pixels)
    #expect(grid.frames.map(\.y) == [10, 10, 50, 100, 160, 230].pixels)
  }

  @Test func aCardIsMeasuredOnceAtItsWidth() {
    var asked: [Pixels] = []
    let grid = arrangeGrid(
      count: 3, columns: columnTracks(count: 2, in: Pixels(355), spacing: Pixels(10)), spans: [.full],
      lineSpacing: .zero
    ) { index, width in
      #expect(index == asked.count)
      asked.append(width)
      return width
    }
    #expect(asked == [355, 172, 173].pixels)
    #expect(grid.frames.map(\.height) == [355, 173, 173].pixels)
  }

  @Test(arguments: GridHeight.allCases) func noCardsNeedNoSpace(mode: GridHeight) {
    let grid = arrange([], mode: mode)
    #expect(grid.frames.isEmpty && grid.rows.isEmpty)
    #expect(grid.size == Size(width: .zero, height: .zero))
  }

  @Test func withoutColumnsCardsAreStacked() {
    let grid = arrangeGrid(count: 2, columns: [], spans: [.full], lineSpacing: Pixels(10)) { _, _ in Pixels(30) }
    #expect(grid.rows == [0..<1, 1..<2])
    #expect(grid.size == Size(width: .zero, height: Pixels(70)))
  }

  @Test func tenThousandCards() {
    let grid = arrange((0..<10_000).map { $0 % 100 }, columns: 4)
    #expect(grid.rows.count == 2500 && grid.frames.count == 10_000)
  }

  /// Plain version: each card takes the first free cells after the previous card.
  @Test(arguments: sweepParts) func matchesCellByCellPlacement(part: Int) {
    sweep(seed: 0x961D, part: part) { each in
      let columnCount = each.draw(4) + 1
      let spacing = each.quick(12)
      let tracks = columnTracks(count: columnCount, in: Pixels(each.draw(300)), spacing: spacing)
      let heights = each.quick(count: each.draw(7), 60)
      let spans = heights.map { _ in each.draw(6) == 0 ? ColumnSpan.full : .columns(each.draw(3)) }
      let lineSpacing = each.quick(12)
      let mode = each.one(of: GridHeight.allCases)
      let grid = arrangeGrid(
        count: heights.count, columns: tracks, spans: spans, lineSpacing: lineSpacing, insets: insets, heights: mode
      ) { index, _ in heights[index] }
      var cell = 0
      var places: [(row: Int, column: Int, span: Int)] = []
      for span in spans {
        var taken = columnCount
        if case .columns(let count) = span { taken = min(max(count, 1), columnCount) }
        while cell % columnCount + taken > columnCount { cell += 1 }
        places.append((cell / columnCount, cell % columnCount, taken))
        cell += taken
      }
      var frames: [Frame] = []
      for (index, place) in places.enumerated() {
        var y = insets.top
        func tallest(_ row: Int?) -> Pixels {
          places.indices.filter { row == nil || places[$0].row == row }.map { heights[$0] }.max() ?? .zero
        }
        let rowHeight = { mode == .uniform ? tallest(nil) : tallest($0) }
        for row in 0..<place.row { y += rowHeight(row) + lineSpacing }
        let first = tracks[place.column]
        let last = tracks[place.column + place.span - 1]
        frames.append(
          Frame(
            x: insets.leading + first.x, y: y, width: last.x + last.width - first.x,
            height: mode == .natural ? heights[index] : rowHeight(place.row)))
      }
      if grid.frames != frames || grid.columnIndexes != places.map(\.column) {
        return "\(heights) \(spans) in \(tracks), \(mode): \(grid), not \(frames)"
      }
      if grid.rows.flatMap(Array.init) != Array(heights.indices) { return "\(grid.rows)" }
      return faults(in: grid.frames, of: grid.size).first
    }
  }
}
