import Geometry
import Testing

@Suite struct OptionalIndexTests {
  @Test(arguments: [0, 1, 255, 1 << 31, 1 << 32 - 2])
  func keepsAnIndex(index: Int) {
    #expect(OptionalIndex(index).index == index)
    #expect(OptionalIndex(Optional(index)).index == index)
    #expect(OptionalIndex(index) == OptionalIndex(Optional(index)))
    #expect(OptionalIndex(index) != OptionalIndex.none)
  }

  @Test func keepsThatThereIsNone() {
    #expect(OptionalIndex.none.index == nil)
    #expect(OptionalIndex(nil) == OptionalIndex.none)
    var entry = OptionalIndex(3)
    entry.index = nil
    #expect(entry == OptionalIndex.none)
    entry.index = 4
    #expect(entry.index == 4)
  }

  /// Columns have as many entries as cards have layouts and lines.
  @Test func takesFourBytes() { #expect(MemoryLayout<OptionalIndex>.stride == 4) }
}
