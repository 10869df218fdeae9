import Arrangements
import Geometry
import Testing

struct UniformShelfTests {
  private let insets = Insets(top: Pixels(8), leading: Pixels(8), bottom: Pixels(8), trailing: Pixels(8))

  /// Heights of cards with bodies of so many lines: 69 + 17 a line.
  private func arrange(lines: [Int], maximum: Int? = 272) -> ShelfArrangement {
    arrangeShelf(
      naturalHeights: lines.map { Pixels(69 + 17 * $0) }, cardWidth: Pixels(176), spacing: Pixels(10), insets: insets,
      maximumCardHeight: maximum.map { Pixels($0) })
  }

  @Test(arguments: [
    ([0], 69), ([1, 0], 86), ([0, 3, 1], 120), ([7, 3], 188), ([0, 11], 256), ([12], 272), ([1, 20, 2], 272),
  ])
  func everyCardIsAsTallAsTheTallest(lines: [Int], height: Int) {
    let shelf = arrange(lines: lines)
    #expect(shelf.frames.map(\.height) == lines.map { _ in Pixels(height) })
    #expect(shelf.size.height == Pixels(8 + height + 8))
  }

  @Test func aCardAsTallAsTheMaximumStays() {
    #expect(arrange(lines: [11], maximum: 256).frames.map(\.height) == [Pixels(256)])
    #expect(arrange(lines: [11], maximum: 255).frames.map(\.height) == [Pixels(255)])
    #expect(arrange(lines: [20], maximum: nil).frames.map(\.height) == [Pixels(409)])
  }

  @Test func sixCardsStandInOneRow() {
    let shelf = arrange(lines: [1, 2, 3, 4, 5, 11])
    #expect(shelf.size == Size(width: Pixels(1122), height: Pixels(272)))
    #expect(shelf.frames.map(\.x) == [8, 194, 380, 566, 752, 938].pixels)
    #expect(shelf.frames.allSatisfy { $0.y == Pixels(8) && $0.width == Pixels(176) })
  }

  @Test func noCardsTakeNothing() {
    let shelf = arrange(lines: [])
    #expect(shelf.frames.isEmpty)
    #expect(shelf.size == Size(width: .zero, height: .zero))
  }

  @Test func framesAreDisjointAndInside() {
    forEachCase(seed: 0x5E1F) { each in
      let shelf = arrangeShelf(
        naturalHeights: each.lengths(0...12, of: 0...300), cardWidth: each.length(0...200),
        spacing: each.length(0...20),
        insets: each.insets(), maximumCardHeight: Bool.random(using: &each.generator) ? each.length(0...300) : nil)
      #expect(faults(in: shelf.frames, of: shelf.size).isEmpty, "\(each)")
    }
  }

  @Test func heightKnowsNoOrderAndNeverFalls() {
    forEachCase(seed: 0x0DE7) { each in
      let heights = each.lengths(1...12, of: 0...300)
      let maximum = each.length(0...300)
      func height(_ heights: [Pixels]) -> Pixels {
        arrangeShelf(
          naturalHeights: heights, cardWidth: Pixels(100), spacing: Pixels(10), maximumCardHeight: maximum
        ).size.height
      }
      #expect(height(heights.shuffled(using: &each.generator)) == height(heights), "\(each): \(heights)")
      #expect(height(heights + [each.length(0...300)]) >= height(heights), "\(each): \(heights)")
    }
  }
}
