import Testing

@testable import TextLayout

struct VisualOrderTests {
  /// UAX #9, L2: from the highest level to the lowest odd level, runs at that level or above are reversed.
  @Test(
    arguments: [
      ([], []), ([0, 0, 0], [0, 1, 2]), ([1, 1, 1], [2, 1, 0]), ([0, 1, 1, 0], [0, 2, 1, 3]),
      // A number between words from right to left keeps its own order.
      ([1, 2, 2, 1], [3, 1, 2, 0]), ([0, 1, 2, 1, 0], [0, 3, 2, 1, 4]), ([2, 2, 1, 1], [3, 2, 0, 1]),
      ([0, 2, 2, 0], [0, 1, 2, 3]),
    ] as [([UInt8], [Int])])
  func reversesRightToLeftRuns(levels: [UInt8], order: [Int]) {
    #expect(visualOrder(levels) == order)
  }

  @Test func findsEachCharacterThatMayRunFromRightToLeft() {
    for value in (0 as UInt32)...0x1_FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // At any place of the eight bytes that are examined together.
      let place = String(repeating: "a", count: Int(value % 8))
      for text in ["a☃\(scalar)é", "\(place)\(scalar)漢字かな、", "ßかな。漢字\(place)\(scalar)"] {
        if mayRunRightToLeft(Array(text.utf8)) == CharacterProperties.mayRunRightToLeft(value) { continue }
        Issue.record("U+\(String(value, radix: 16)) in \(text)")
      }
    }
  }
}
