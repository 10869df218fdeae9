import Arrangements
import Geometry
import Testing

struct UniformShelfTests {
  private let insets = Insets(top: Pixels(8), leading: Pixels(8), bottom: Pixels(8), trailing: Pixels(8))

  private func arrange(cards count: Int) -> ShelfArrangement {
    arrangeShelf(
      cardWidths: Array(repeating: Pixels(176), count: count), cardHeight: Pixels(256), spacing: Pixels(10),
      insets: insets)
  }

  @Test func sixCardsAreInOneRow() {
    let shelf = arrange(cards: 6)
    #expect(shelf.size == Size(width: Pixels(1122), height: Pixels(272)))
    #expect(shelf.frames.map(\.x) == [8, 194, 380, 566, 752, 938].pixels)
    #expect(shelf.frames.allSatisfy { $0.y == Pixels(8) && $0.width == Pixels(176) && $0.height == Pixels(256) })
  }

  @Test func noCardsNeedNoSpace() {
    let shelf = arrange(cards: 0)
    #expect(shelf.frames.isEmpty)
    #expect(shelf.size == Size(width: .zero, height: .zero))
  }

  @Test func framesAreDisjointAndInside() {
    forEachCase(seed: 0x5E1F) { each in
      let shelf = arrangeShelf(
        cardWidths: each.lengths(0...12, of: 0...300), cardHeight: each.length(0...200),
        spacing: each.length(0...20), insets: each.insets())
      #expect(faults(in: shelf.frames, of: shelf.size).isEmpty, "\(each)")
    }
  }
}
