import Testing

@testable import TextLayout

struct BaselineTests {
  /// For a face with an ascent of 1069 and a descent of 293 units, at 1000 units per em.
  @Test(arguments: [
    // Blink on Linux takes a pixel from the ascent if the descent was rounded down.
    (21, 15, 15, 33), (20, 15, 15, 32), (16, 12, 12, 25),
    // The rest of the line height is negative.
    (22, 17, 17, 35), (20, 13, 15, 30), (28, 22, 22, 46),
  ])
  func positionsOfBaselines(lineHeight: Int, size: Int, onLinux: Int, doubled: Int) {
    let baseline = Baseline(lineHeight: lineHeight, ascent: 1069 * size, descent: 293 * size, unitsPerEm: 1000)
    #expect(baseline.onLinux == onLinux)
    #expect(baseline.doubled == doubled)
  }
}
