import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import ShelfArrangements
import Themes

/// The distances between consecutive cards with the current setting, and with a better one.
struct ReadingOrderCost {
  var steps: Set<Int> = []
  /// The step with the greatest improvement.
  var step: Step
  var now: ReadingOrder
  var better: ReadingOrder
  /// The card after the longest jump.
  var worstCard: Int
  /// The amount by which the part would grow.
  var growth: Pixels
}

extension ReviewedShelf {
  /// The findings of `reading-order-jump`: one for each shelf in which another setting of its arrangement makes jumps a
  /// fifth shorter.
  func readingOrderJumps() -> [Diagnostic] {
    guard let first = steps.first else { return [] }
    var best: (alternative: PlacementAlternative, total: Int, cost: ReadingOrderCost)?
    let placement = settings.placement(at: first, theme: theme)
    for alternative in settings.arrangement.rules.alternatives(to: placement) {
      var cost: ReadingOrderCost?
      var total = 0
      var current = 0
      for (step, layout) in variants {
        for part in layout.parts where part.columns.count > 1 && part.cards.count > 2 {
          let frames = Array(layout.frames[part.cards])
          let other = arranged(part, of: layout, at: step, by: alternative)
          guard let now = readingOrder(of: frames), let then = readingOrder(of: other) else { continue }
          total += then.mean.sixtyFourths
          current += now.mean.sixtyFourths
          guard then.mean * 5 <= now.mean * 4 else { continue }
          let growth = other.bottom - frames.bottom
          var new =
            cost
            ?? ReadingOrderCost(
              step: step, now: now, better: then, worstCard: part.cards.lowerBound + now.worstIndex, growth: growth)
          if now.mean - then.mean > new.now.mean - new.better.mean {
            (new.step, new.now, new.better, new.growth) = (step, now, then, growth)
            new.worstCard = part.cards.lowerBound + now.worstIndex
          }
          new.steps.insert(step.index)
          cost = new
        }
      }
      guard let cost, total < current, total < best?.total ?? Int.max else { continue }
      best = (alternative, total, cost)
    }
    guard let best else { return [] }
    return [.readingOrderJump(best.cost, with: best.alternative, shelf: self)]
  }

  /// The cards of a part with another setting, with their heights or those that they would have at another width.
  private func arranged(
    _ part: PartLayout, of layout: ShelfLayout, at step: Step, by alternative: PlacementAlternative
  ) -> [Frame] {
    var cards = RearrangedCards(shelf: self, layout: layout, cards: part.cards, limits: limits(at: step))
    var room = PartRoom(
      insets: .zero, width: Pixels(step.width) - part.leading - part.trailing, columns: part.columns,
      settings: alternative.settings)
    room.settings.spacing = layout.spacing
    room.settings.lineSpacing = layout.lineSpacing
    return settings.arrangement.rules.arrange(&cards, in: room).frames
  }
}

/// The cards of a part, to be arranged differently.
private struct RearrangedCards: ArrangedCards {
  let shelf: ReviewedShelf
  let layout: ShelfLayout
  let cards: Range<Int>
  let limits: CardLimits

  var count: Int { cards.count }
  var sizeInRow: Size? { layout.frames[cards].first.map { Size(width: $0.width, height: $0.height) } }

  var spans: [ColumnSpan] {
    cards.map { .columns(layout.columnSpans.indices.contains($0) ? layout.columnSpans[$0] : 1) }
  }

  func breaksBefore(_ index: Int) -> Bool { shelf.settings.cards[cards.lowerBound + index].breakBefore }

  func ownWidth(of index: Int) -> Pixels? { nil }

  func naturalWidth(of index: Int) -> Pixels { layout.frames[cards.lowerBound + index].width }

  func height(of index: Int, width: Pixels) -> Pixels {
    let card = cards.lowerBound + index
    if layout.frames[card].width == width { return layout.frames[card].height }
    return shelf.cards[card].fitted(width: width.roundedDown, maximumHeight: nil, limits: limits, theme: shelf.theme)
      .naturalHeight
  }

  func baseline(of index: Int) -> Pixels? { nil }
}

extension [Frame] {
  fileprivate var bottom: Pixels { map(\.maxY).max() ?? .zero }
}
