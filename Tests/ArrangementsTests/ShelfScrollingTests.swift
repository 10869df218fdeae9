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

  private func offsets(_ snap: ShelfSnap, count: Int = 6, container: Int = 375, width: Int = 176) -> [Pixels] {
    snapOffsets(
      of: shelf(count, width: width), containerWidth: Pixels(container), leadingInset: Pixels(8), snap: snap)
  }

  /// Two cards of 176, a gap of 10 and an inset of 8 are 370.
  @Test(arguments: [
    (375, [0, 2, 4]), (370, [0, 2, 4]), (369, [0, 1, 2, 3, 4, 5]), (100, [0, 1, 2, 3, 4, 5]), (556, [0, 3]),
    (2000, [0]), (0, [0, 1, 2, 3, 4, 5]), (-1, [0, 1, 2, 3, 4, 5]),
  ])
  func pagesHoldWholeCards(container: Int, starts: [Int]) {
    #expect(
      pageStarts(of: shelf(6).frames, containerWidth: Pixels(container), leadingInset: Pixels(8)) == starts)
  }

  /// The shelf is 1122 wide: its end is reached at 747.
  @Test func offsets() {
    #expect(offsets(.none).isEmpty)
    #expect(offsets(.item) == [0, 186, 372, 558, 744, 747].pixels)
    #expect(offsets(.page) == [0, 372, 744].pixels)
    let half = Pixels(sixtyFourths: 32)
    #expect(
      offsets(.center) == [
        .zero, Pixels(94) + half, Pixels(280) + half, Pixels(466) + half, Pixels(652) + half, Pixels(747),
      ])
    #expect(offsets(.item, count: 2) == [0, 3].pixels)
    #expect(offsets(.item, count: 2, container: 378) == [.zero])
  }

  @Test(arguments: ShelfSnap.allCases) func fewAndManyCards(snap: ShelfSnap) {
    #expect(offsets(snap, count: 0).isEmpty)
    #expect(offsets(snap, count: 1) == (snap == .none ? [] : [.zero]))
    #expect(offsets(snap, count: 2, width: 900).count == (snap == .none ? 0 : 2))
    #expect(offsets(snap, count: 10_000).count >= (snap == .none ? 0 : 4999))
  }

  @Test(arguments: sweepParts) func shelvesAgreeWithSums(part: Int) {
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

      let furthest = max(.zero, shelf.size.width - container)
      for snap in ShelfSnap.allCases {
        let offsets = snapOffsets(of: shelf, containerWidth: container, leadingInset: inset, snap: snap)
        let isRising = zip(offsets, offsets.dropFirst()).allSatisfy { $0 < $1 }
        let isInside = offsets.allSatisfy { $0 >= .zero && $0 <= furthest }
        if !isRising || !isInside || offsets.isEmpty != (snap == .none || widths.isEmpty) {
          return "\(shelf) in \(container), \(snap): \(offsets)"
        }
      }
      return nil
    }
  }

  @Test func linesFillInEitherOrder() {
    func frames(_ order: ShelfOrder) -> [[Int]] {
      arrangeShelfLines(
        count: 5, cardSize: Size(width: Pixels(50), height: Pixels(20)), lineCount: 2, order: order,
        spacing: Pixels(10), lineSpacing: Pixels(4), insets: Self.insets
      ).frames.map { [$0.x.roundedDown, $0.y.roundedDown] }
    }
    #expect(frames(.lineByLine) == [[8, 8], [68, 8], [128, 8], [8, 32], [68, 32]])
    #expect(frames(.columnByColumn) == [[8, 8], [8, 32], [68, 8], [68, 32], [128, 8]])
  }

  /// Turned on its side, a shelf filled column by column is one filled line by line.
  @Test(arguments: sweepParts) func linesTranspose(part: Int) {
    sweep(seed: 0x5E1B, part: part, count: 2500) { each in
      let count = each.draw(12)
      let lines = each.draw(4) + 1
      let card = Size(width: each.quick(60), height: each.quick(60))
      let (spacing, lineSpacing) = (each.quick(12), each.quick(12))
      let shelf = arrangeShelfLines(
        count: count, cardSize: card, lineCount: lines, order: .columnByColumn, spacing: spacing,
        lineSpacing: lineSpacing)
      let columns = count == 0 ? 0 : (count - 1) / lines + 1
      if let fault = faults(in: shelf.frames, of: shelf.size).first { return fault }
      guard count > 0, (count - 1) / columns + 1 == min(lines, count), min(lines, count) == lines else { return nil }
      let turned = arrangeShelfLines(
        count: count, cardSize: Size(width: card.height, height: card.width), lineCount: columns, order: .lineByLine,
        spacing: lineSpacing, lineSpacing: spacing)
      let frames = turned.frames.map { Frame(x: $0.y, y: $0.x, width: $0.height, height: $0.width) }
      return frames == shelf.frames ? nil : "\(count) in \(lines): \(shelf.frames), not \(frames)"
    }
  }
}
