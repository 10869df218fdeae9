import Arrangements
import Geometry
import Testing

struct ShelfScrollingTests {
  private static let insets = Insets(top: Pixels(8), leading: Pixels(8), bottom: Pixels(8), trailing: Pixels(8))

  private func shelf(_ count: Int, width: Int = 176) -> ShelfArrangement {
    arrangeShelf(
      cardWidths: Array(repeating: Pixels(width), count: count), cardHeight: Pixels(100), spacing: Pixels(10),
      insets: Self.insets)
  }

  /// Two cards of 176 px, a gap of 10 and an inset of 8 are 370 px wide.
  @Test(arguments: [
    (375, [0, 2, 4]), (370, [0, 2, 4]), (369, [0, 1, 2, 3, 4, 5]), (100, [0, 1, 2, 3, 4, 5]), (556, [0, 3]),
    (2000, [0]), (0, [0, 1, 2, 3, 4, 5]), (-1, [0, 1, 2, 3, 4, 5]),
  ])
  func pagesHoldWholeCards(container: Int, starts: [Int]) {
    #expect(
      pageStarts(of: shelf(6).frames, containerWidth: Pixels(container), leadingInset: Pixels(8)) == starts)
  }

  @Test(arguments: sweepParts) func matchesSums(part: Int) {
    sweep(seed: 0x5E1A, part: part) { each in
      let widths = each.quick(count: each.draw(7), 90)
      let height = each.quick(60)
      let spacing = each.quick(12)
      let inset = each.quick(12)
      let insets = Insets(top: Pixels(3), leading: inset, bottom: Pixels(7), trailing: each.quick(12))
      let shelf = arrangeShelf(cardWidths: widths, cardHeight: height, spacing: spacing, insets: insets)
      for index in widths.indices {
        let x = inset + widths[..<index].reduce(.zero, +) + spacing * index
        if shelf.frames[index] != Frame(x: x, y: Pixels(3), width: widths[index], height: height) {
          return "\(widths), \(spacing): \(shelf)"
        }
      }
      let sum = widths.reduce(.zero, +) + spacing * (widths.count - 1) + inset + insets.trailing
      let size = widths.isEmpty ? Size(width: .zero, height: .zero) : Size(width: sum, height: height + Pixels(10))
      if shelf.size != size || shelf.frames.count != widths.count { return "\(shelf), not \(size)" }
      if let fault = faults(in: shelf.frames, of: shelf.size).first { return fault }

      let container = each.quick(200)
      let starts = pageStarts(of: shelf.frames, containerWidth: container, leadingInset: inset)
      let pages = zip(starts, starts.dropFirst() + [widths.count])
      for (start, end) in pages {
        let seen = shelf.frames[start].x - inset + container
        let holds = shelf.frames[start..<end].dropFirst().allSatisfy { $0.maxX <= seen }
        let isFull = end == widths.count || shelf.frames[end].maxX > seen
        if !holds || !isFull { return "\(shelf.frames) in \(container): \(starts)" }
      }
      if starts.first != shelf.frames.indices.first { return "\(starts)" }

      return nil
    }
  }
}
