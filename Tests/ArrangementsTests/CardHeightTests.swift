import Arrangements
import Geometry
import Testing

struct CardHeightTests {
  /// A title line of 21, a body of lines of 17, paddings and gap of 16.
  private func card(lines: Int) -> CardNeed {
    CardNeed(fixedHeight: Pixels(69), lineHeight: Pixels(17), lineCount: lines)
  }

  @Test(arguments: [(0, 69), (1, 86), (3, 120), (7, 188), (11, 256), (12, 273), (20, 409)])
  func aCardIsTheSumOfItsSlots(lines: Int, height: Int) {
    let slots = [
      StackedSlot(height: Pixels(21)), StackedSlot(height: Pixels(17 * lines), gapAbove: Pixels(16)),
    ]
    #expect(stackedHeight(of: slots, paddingTop: Pixels(16), paddingBottom: Pixels(16)) == Pixels(height))
    #expect(card(lines: lines).naturalHeight == Pixels(height))
  }

  @Test func anEmptySlotMayTakeItsGapWithIt() {
    let slots = [StackedSlot(height: Pixels(21)), StackedSlot(height: .zero, gapAbove: Pixels(16))]
    for (collapses, height) in [(false, 69), (true, 53)] {
      let stacked = stackedHeight(
        of: slots, paddingTop: Pixels(16), paddingBottom: Pixels(16), collapsesGaps: collapses)
      #expect(stacked == Pixels(height))
    }
  }

  @Test(arguments: [
    (11, 272, HeightClamp.exact, 256, 11, false), (12, 272, .exact, 272, 11, true), (20, 272, .exact, 272, 11, true),
    (11, 272, .wholeLine, 256, 11, false), (12, 272, .wholeLine, 256, 11, true), (20, 272, .wholeLine, 256, 11, true),
    (11, 256, .exact, 256, 11, false), (11, 255, .exact, 255, 10, true), (11, 255, .wholeLine, 239, 10, true),
    (3, 60, .exact, 60, 0, true), (3, 60, .wholeLine, 60, 0, true), (3, -1, .exact, 0, 0, true),
  ])
  func clamps(lines: Int, maximum: Int, clamp: HeightClamp, height: Int, visible: Int, isClamped: Bool) {
    let clamped = card(lines: lines).clamped(to: Pixels(maximum), clamp)
    #expect(clamped.height == Pixels(height))
    #expect(clamped.visibleLines == visible)
    #expect(clamped.isClamped == isClamped)
  }

  @Test func nothingIsClampedWithoutAMaximum() {
    #expect(card(lines: 20).clamped(to: nil, .wholeLine).height == Pixels(409))
  }

  /// A long word wraps where the card is, not where the shelf is: bodies of 4 and 3 lines, and two lines of a title.
  @Test func theTallestWholeCardDecides() {
    let shelf = ShelfNeed(cards: [card(lines: 4), card(lines: 3)])
    #expect(uniformCardHeights(of: [shelf]) == [Pixels(137)])
    let titled = ShelfNeed(cards: [
      card(lines: 4), CardNeed(fixedHeight: Pixels(69 + 21), lineHeight: Pixels(17), lineCount: 3),
    ])
    #expect(uniformCardHeights(of: [titled]) == [Pixels(141)])
  }

  @Test func shelvesOfAGroupAreEquallyTall() {
    let shelves = [
      ShelfNeed(cards: [card(lines: 1)], group: "a"), ShelfNeed(cards: [card(lines: 3)], group: "b"),
      ShelfNeed(cards: [card(lines: 7), card(lines: 0)], group: "a"), ShelfNeed(cards: [card(lines: 2)]),
      ShelfNeed(cards: [], group: "a"), ShelfNeed(cards: []),
    ]
    #expect(uniformCardHeights(of: shelves) == [188, 120, 188, 103, 0, 0].pixels)
  }

  @Test func theLeastMaximumHoldsForTheGroup() {
    let shelves = [
      ShelfNeed(cards: [card(lines: 20)], maximumCardHeight: Pixels(300), clamp: .wholeLine, group: "a"),
      ShelfNeed(cards: [card(lines: 1)], maximumCardHeight: Pixels(272), group: "a"),
      ShelfNeed(cards: [card(lines: 20)], maximumCardHeight: Pixels(272)),
    ]
    #expect(uniformCardHeights(of: shelves) == [256, 256, 272].pixels)
  }

  @Test(arguments: sweepParts) func heightsOfGroups(part: Int) {
    sweep(seed: 0x9204, part: part) { each in
      var shelves = (0..<each.draw(4)).map { _ in
        ShelfNeed(
          cards: (0..<each.draw(4)).map { _ in
            CardNeed(fixedHeight: each.quick(60), lineHeight: each.quick(20), lineCount: each.draw(6))
          }, maximumCardHeight: each.isHeads() ? each.quick(150) : nil, clamp: each.isHeads() ? .exact : .wholeLine,
          group: each.one(of: ["a", "b", nil]))
      }
      let heights = uniformCardHeights(of: shelves)
      for (number, shelf) in shelves.enumerated() {
        let peers = shelf.group == nil ? [shelf] : shelves.filter { $0.group == shelf.group }
        let maximum = peers.compactMap(\.maximumCardHeight).min()
        let isWhole = peers.contains { $0.clamp == .wholeLine }
        var tallest = 0
        for card in peers.flatMap(\.cards) {
          var height = (card.fixedHeight + card.lineHeight * card.lineCount).sixtyFourths
          if let maximum = maximum?.sixtyFourths, height > maximum {
            var lines = card.lineCount
            while lines > 0, card.fixedHeight.sixtyFourths + lines * card.lineHeight.sixtyFourths > maximum {
              lines -= 1
            }
            let whole = min(maximum, card.fixedHeight.sixtyFourths + lines * card.lineHeight.sixtyFourths)
            height = isWhole ? whole : maximum
          }
          tallest = max(tallest, height)
        }
        let wanted = shelf.cards.isEmpty ? 0 : tallest
        if heights[number].sixtyFourths != wanted { return "\(shelves): \(heights), not \(wanted) at \(number)" }
      }
      if shelves.isEmpty { return nil }
      let backwards = uniformCardHeights(of: shelves.reversed())
      if backwards.reversed() != heights { return "\(shelves): order counts" }
      shelves[0].cards.append(CardNeed(fixedHeight: each.quick(200)))
      let grown = uniformCardHeights(of: shelves)
      return zip(heights, grown).allSatisfy { $0 <= $1 } ? nil : "\(shelves): fell from \(heights) to \(grown)"
    }
  }
}
