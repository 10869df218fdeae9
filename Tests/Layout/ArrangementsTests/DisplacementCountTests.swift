import Geometry
import Testing

@testable import Arrangements

struct DisplacementCountTests {
  /// As a search does that takes its steps back: 200 walks of 60 steps.
  @Test func countsOnlyTheCardsThatAreThere() {
    forEachCase(seed: 0xD15, count: 200) { each in
      let columnCount = each.count(1...5)
      var count = DisplacementCount(columnCount: columnCount, cardCount: 60)
      var bottoms = Array(repeating: Pixels.zero, count: columnCount)
      var placed: [(start: Int, frame: Frame)] = []
      for step in 0..<60 {
        if each.count(0...2) > 0 || placed.isEmpty {
          // Few heights, so that cards often begin at the same one.
          let height = Pixels(each.count(1...4))
          let start = each.count(0...columnCount - 1)
          let frame = Frame(x: .zero, y: bottoms[start], width: Pixels(1), height: height)
          count.append(start: start, y: frame.y)
          bottoms[start] += height
          placed.append((start, frame))
        } else {
          let last = placed.removeLast()
          bottoms[last.start] = last.frame.y
          count.removeLast()
        }
        let expected = sourceOrderDisplacement(of: placed.map(\.frame))
        if count.displacement != expected || count.starts != placed.map(\.start) {
          Issue.record("\(each), step \(step): \(count.displacement) and not \(expected)")
          return
        }
      }
    }
  }

  @Test func takesNothingFromNothing() {
    var count = DisplacementCount(columnCount: 2, cardCount: 0)
    count.removeLast()
    #expect(count.displacement == 0 && count.starts.isEmpty)
  }
}
