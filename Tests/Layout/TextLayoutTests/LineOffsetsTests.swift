import Testing

@testable import TextLayout

struct LineOffsetsTests {
  @Test(arguments: 0...20) func holdsAnyNumberOfOffsets(count: Int) {
    let offsets = (0..<count).map { $0 * 3 }
    var starts: LineOffsets = []
    for offset in offsets { starts.append(offset) }
    #expect(Array(starts) == offsets)
    for kept in 0...count {
      var shorter = starts
      shorter.truncate(to: kept)
      var same: LineOffsets = []
      for offset in offsets.prefix(kept) { same.append(offset) }
      #expect(shorter == same && Array(shorter) == Array(offsets.prefix(kept)))
      #expect(shorter.hashValue == same.hashValue)
      #expect((shorter == starts) == (kept == count))
      shorter.append(1000)
      #expect(Array(shorter) == offsets.prefix(kept) + [1000])
    }
  }

  @Test func comparesEachOffset() {
    let long: LineOffsets = [0, 1, 2, 3, 4, 5, 6, 7]
    for (index, offset) in long.enumerated() {
      var offsets = Array(long)
      offsets[index] = offset + 1
      var other: LineOffsets = []
      for offset in offsets { other.append(offset) }
      #expect(other != long, "\(index)")
    }
  }
}
