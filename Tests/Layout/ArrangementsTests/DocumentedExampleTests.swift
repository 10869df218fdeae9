import Arrangements
import Geometry
import Testing

struct DocumentedExampleTests {
  /// The example in the target's documentation.
  @Test func fourCardsInAWaterfall() {
    let heights = [120, 80, 60, 40]
    let waterfall = arrangeWaterfall(
      count: heights.count,
      columns: columnTracks(count: 2, in: Pixels(408), spacing: Pixels(8)),
      lineSpacing: Pixels(8), rule: .shortest
    ) { index, _ in Pixels(heights[index]) }
    #expect(waterfall.columnIndexes == [0, 1, 1, 0])
    #expect(waterfall.frames[3].y == Pixels(128))
    #expect(waterfall.size.height == Pixels(168))
  }
}
