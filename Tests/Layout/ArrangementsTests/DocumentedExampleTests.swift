import Arrangements
import Geometry
import TestSupport
import Testing

struct DocumentedExampleTests {
  @Test func documentsShowWhatIsCompiledHere() throws {
    var printed = ""
    func print(_ items: Any...) { printed += items.map { "\($0)" }.joined(separator: " ") + "\n" }
    // Example
    let heights = (1...20).map { Pixels(40 + $0 * 17 % 90) }
    let columns = columnTracks(count: 4, in: Pixels(800), spacing: Pixels(16))
    let waterfall = arrangeWaterfall(
      count: heights.count, columns: columns, lineSpacing: Pixels(16), rule: .shortest
    ) { index, _ in heights[index] }
    print(waterfall.frames[19])
    print(waterfall.size.height)
    // End
    #expect(try DocumentedExample.faults(of: "Arrangements", printing: printed) == [])
  }
}
