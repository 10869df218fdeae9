import Geometry
import Testing

@Suite struct PixelsTests {
  struct Spelling: Sendable {
    var sixtyFourths: Int
    var decimal: String
    var rem: String
  }

  static let spellings = [
    Spelling(sixtyFourths: 0, decimal: "0", rem: "0rem"),
    Spelling(sixtyFourths: 1, decimal: "0.015625", rem: "0.0009765625rem"),
    Spelling(sixtyFourths: -1, decimal: "-0.015625", rem: "-0.0009765625rem"),
    Spelling(sixtyFourths: 32, decimal: "0.5", rem: "0.03125rem"),
    Spelling(sixtyFourths: 64, decimal: "1", rem: "0.0625rem"),
    Spelling(sixtyFourths: 16 * 64, decimal: "16", rem: "1rem"),
    Spelling(sixtyFourths: -24 * 64, decimal: "-24", rem: "-1.5rem"),
    Spelling(sixtyFourths: 280 * 64, decimal: "280", rem: "17.5rem"),
    Spelling(sixtyFourths: 280 * 64 + 63, decimal: "280.984375", rem: "17.5615234375rem"),
    Spelling(sixtyFourths: 100_000 * 64 + 1, decimal: "100000.015625", rem: "6250.0009765625rem"),
  ]

  @Test(arguments: spellings) func describesLengthsExactly(_ spelling: Spelling) {
    let pixels = Pixels(sixtyFourths: spelling.sixtyFourths)
    #expect(pixels.description == spelling.decimal)
    #expect(pixels.rem == spelling.rem)
  }

  @Test(arguments: [
    (0.0, 0), (1, 64), (-1.5, -96), (0.01, 1), (0.007, 0), (-0.01, -1), (.nan, 0), (.infinity, 1 << 56),
    (-1e300, -1 << 56),
  ])
  func convertsFromNumbers(number: Double, sixtyFourths: Int) {
    #expect(Pixels(nearestTo: number).sixtyFourths == sixtyFourths)
  }

  @Test(arguments: spellings) func convertsToNumbers(_ spelling: Spelling) {
    let pixels = Pixels(sixtyFourths: spelling.sixtyFourths)
    #expect(Double(pixels) == Double(spelling.decimal))
    #expect(Pixels(nearestTo: Double(pixels)) == pixels)
  }

  /// Every fraction is finite in decimal, so the text is exact and Double reads it back without rounding.
  @Test func readsBackTheSameLength() {
    for sixtyFourths in -5000...5000 {
      let pixels = Pixels(sixtyFourths: sixtyFourths)
      #expect(Double(pixels.description) == Double(sixtyFourths) / 64)
      #expect(Double(pixels.rem.dropLast(3)) == Double(sixtyFourths) / 1024)
      let isShortest = !pixels.description.contains(".") || pixels.description.last != "0"
      #expect(isShortest, "\(pixels)")
    }
  }

  @Test func roundsToWholePixels() {
    for sixtyFourths in -500...500 {
      let pixels = Pixels(sixtyFourths: sixtyFourths)
      let exact = Double(sixtyFourths) / 64
      #expect(pixels.roundedDown == Int(exact.rounded(.down)), "\(pixels)")
      #expect(pixels.roundedUp == Int(exact.rounded(.up)), "\(pixels)")
    }
  }

  @Test(arguments: [Int.min, Int.min + 1, Int.max - 1, Int.max]) func roundsTheLargest(_ sixtyFourths: Int) {
    let pixels = Pixels(sixtyFourths: sixtyFourths)
    #expect(pixels.roundedDown == sixtyFourths >> 6)
    #expect(pixels.roundedUp - pixels.roundedDown == (sixtyFourths % 64 == 0 ? 0 : 1))
  }

  /// Thirds cannot be stored exactly, but stored lengths add up to the same sum in any order.
  @Test func addsUpInAnyOrder() {
    let lengths = (1...200).map { Pixels(sixtyFourths: $0 * 37 % 640 - 100) }
    let forwards = lengths.reduce(.zero, +)
    let backwards = lengths.reversed().reduce(.zero, +)
    #expect(forwards == backwards)
    #expect(forwards.sixtyFourths == lengths.map(\.sixtyFourths).reduce(0, +))
  }

  @Test func addsMultipliesAndCompares() {
    var pixels = Pixels(3)
    pixels += Pixels(sixtyFourths: 32)
    #expect(pixels.description == "3.5")
    pixels -= Pixels(4)
    #expect(pixels.description == "-0.5")
    #expect((pixels * 3).description == "-1.5")
    #expect(Pixels(2) < Pixels(sixtyFourths: 129))
    #expect(Pixels(2) == Pixels(sixtyFourths: 128))
  }
}

@Suite struct FrameTests {
  @Test func farEdges() {
    let frame = Frame(x: Pixels(10), y: Pixels(20), width: Pixels(sixtyFourths: 33), height: Pixels(7))
    #expect(frame.maxX == Pixels(sixtyFourths: 10 * 64 + 33))
    #expect(frame.maxY == Pixels(27))
  }

  @Test func insetsDefaultToZero() {
    #expect(Insets(leading: Pixels(4)) == Insets(top: .zero, leading: Pixels(4), bottom: .zero, trailing: .zero))
    #expect(Insets() == .zero)
  }
}
