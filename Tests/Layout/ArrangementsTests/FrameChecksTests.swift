import Geometry
import Testing

/// Proves that `faults(in:of:)` finds violations, because the property tests depend on it.
struct FrameChecksTests {
  private let size = Size(width: Pixels(100), height: Pixels(100))

  private func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Frame {
    Frame(x: Pixels(x), y: Pixels(y), width: Pixels(width), height: Pixels(height))
  }

  @Test func touchingFramesAreFine() {
    #expect(faults(in: [frame(0, 0, 50, 100), frame(50, 0, 50, 100)], of: size).isEmpty)
  }

  @Test func breachesAreFound() {
    #expect(faults(in: [frame(0, 0, 51, 100), frame(50, 0, 50, 100)], of: size).count == 1)
    #expect(faults(in: [frame(0, 0, 101, 100)], of: size).count == 1)
    #expect(faults(in: [frame(0, -1, 10, 10)], of: size).count == 1)
    #expect(faults(in: [frame(20, 20, -10, 10)], of: size).count == 1)
  }
}
