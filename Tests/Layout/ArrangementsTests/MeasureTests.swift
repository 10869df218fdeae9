import Arrangements
import Geometry
import Testing

/// Mirroring, reading order, and the cost of one tall card.
struct MeasureTests {
  private func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Frame {
    Frame(x: Pixels(x), y: Pixels(y), width: Pixels(width), height: Pixels(height))
  }

  @Test func mirroringIsItsOwnInverse() {
    #expect(
      mirrored([frame(10, 5, 30, 7), frame(60, 5, 40, 7)], in: Pixels(100)) == [
        frame(60, 5, 30, 7), frame(0, 5, 40, 7),
      ])
    for extreme in [Int.min, -1, 0, Int.max] {
      let frame = Frame(extreme, extreme, extreme, extreme)
      #expect(frame.mirrored(in: Pixels(300)).mirrored(in: Pixels(300)) == frame)
    }
  }

  @Test func mirroredLeadingIsTrailing() {
    let items = [50, 60, 70].map { FlowItem(naturalWidth: Pixels($0)) }
    func frames(_ items: [FlowItem], _ alignment: LineAlignment) -> [Frame] {
      arrangeFlow(
        items, in: Pixels(300), rules: FlowRules(alignment: alignment, spacing: Pixels(10), lineSpacing: .zero)
      ) {
        _, _ in FlowBox(height: Pixels(20))
      }.frames
    }
    #expect(mirrored(frames(items, .leading), in: Pixels(300)) == frames(items.reversed(), .trailing).reversed())
  }

  @Test func measuresJumpsInReadingOrder() throws {
    let order = try #require(
      readingOrder(of: [frame(0, 0, 9, 9), frame(100, 0, 9, 9), frame(0, 50, 9, 9), frame(0, 20, 9, 9)]))
    #expect(order.total == Pixels(100 + 150 + 30))
    #expect(order.mean == Pixels(sixtyFourths: 280 * 64 / 3))
    #expect(order.worst == Pixels(150) && order.worstIndex == 2 && order.upwardCount == 1)
    #expect(readingOrder(of: []) == nil && readingOrder(of: [frame(0, 0, 9, 9)]) == nil)
    let far = [Frame(Int.min, Int.min, 0, 0), Frame(Int.max, Int.max, 0, 0), Frame(Int.min, 0, 0, 0)]
    #expect(try #require(readingOrder(of: far)).worst > .longest)
  }

  @Test func oneTallCardWastesSpace() throws {
    let waste = try #require(shelfWaste(naturalHeights: [100, 90, 300, 110].pixels))
    #expect(waste.tallest == 2 && waste.total == Pixels(1200) && waste.blank == Pixels(600))
    #expect(waste.blankBecauseOfTallest == Pixels(570) && waste.mendingMaximum == Pixels(110))
    #expect(waste.outlierPermille == 475)
    let even = try #require(shelfWaste(naturalHeights: [50, 50, 20].pixels))
    #expect(even.tallest == 0)
    #expect(even.mendingMaximum == nil && even.blankBecauseOfTallest == .zero && even.blank == Pixels(30))
    #expect(shelfWaste(naturalHeights: []) == nil && shelfWaste(naturalHeights: [50].pixels) == nil)
    #expect(try #require(shelfWaste(naturalHeights: [.zero, .zero])).outlierPermille == 0)
  }

  @Test(arguments: sweepParts) func maximumHeightReducesWaste(part: Int) {
    sweep(seed: 0x3A57, part: part) { each in
      let heights = each.quick(count: each.draw(6) + 2, 100)
      guard let waste = shelfWaste(naturalHeights: heights) else { return "no waste for \(heights)" }
      func blank(_ maximum: Pixels) -> Pixels {
        let height = min(maximum, heights.max() ?? .zero)
        return heights.reduce(.zero) { $0 + max(.zero, height - $1) }
      }
      let isRight =
        waste.blank == blank(.longest)
        && waste.blankBecauseOfTallest == blank(.longest) - blank(waste.mendingMaximum ?? .longest)
        && (waste.mendingMaximum.map(heights.contains) ?? true)
      return isRight ? nil : "\(heights): \(waste)"
    }
  }

  @Test(arguments: [(50, 20), (90, 40), (75, 30), (76, 40), (1, 10), (0, 10), (100, 40), (Int.max, 40), (Int.min, 10)])
  func percentiles(percentile: Int, height: Int) {
    #expect(maximumCardHeight(ofNaturalHeights: [30, 10, 40, 20].pixels, percentile: percentile) == Pixels(height))
    #expect(maximumCardHeight(ofNaturalHeights: [], percentile: percentile) == nil)
  }
}
