import Arrangements
import CardLayout
import Diagnostics
import Geometry
import SiteContent
import Themes

/// How far eyes travel with one column rule, and with another that is better.
struct ReadingOrderCost {
  var steps: Set<Int> = []
  /// At the step where most is won.
  var step: Step
  var now: ReadingOrder
  var better: ReadingOrder
  /// The card that the worst jump leads to.
  var worstCard: Int
  /// By how much the part would grow.
  var growth: Pixels
}

extension ReviewedShelf {
  /// `reading-order-jump`: one finding a waterfall where another rule makes jumps a fifth shorter.
  func readingOrderJumps() -> [Diagnostic] {
    guard settings.arrangement == .waterfall else { return [] }
    var best: (rule: ColumnRuleName, total: Int, cost: ReadingOrderCost)?
    for rule in alternatives {
      var cost: ReadingOrderCost?
      var total = 0
      var current = 0
      for (step, layout) in variants {
        for part in layout.parts where part.columns.count > 1 && part.cards.count > 2 {
          let frames = Array(layout.frames[part.cards])
          let other = arranged(part, of: layout, at: step, by: rule)
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
      best = (rule, total, cost)
    }
    guard let best else { return [] }
    return [.readingOrderJump(best.cost, rule: best.rule, shelf: self)]
  }

  private var alternatives: [ColumnRuleName] {
    [.shortest, .roundRobin, .tolerant(64), .tolerant(256), .balanced].filter { $0 != settings.columnRule }
  }

  /// The cards of a part in its columns by another rule, as high as they are or would be in a column of another width.
  private func arranged(
    _ part: PartLayout, of layout: ShelfLayout, at step: Step, by rule: ColumnRuleName
  ) -> [Frame] {
    let limits = limits(at: step)
    let first = part.cards.lowerBound
    let padding = settings.cellPadding.map { Pixels($0) }
    return arrangeWaterfall(
      count: part.cards.count, columns: part.columns.map { ColumnTrack(x: $0.x, width: $0.width) },
      spans: part.cards.map { .columns(layout.columnSpans.indices.contains($0) ? layout.columnSpans[$0] : 1) },
      lineSpacing: padding == nil || settings.lineSpacing != nil ? layout.lineSpacing : .zero,
      rule: ColumnRule(rule, columnCount: part.columns.count), cellPadding: padding ?? .zero
    ) { index, width in
      layout.frames[first + index].width == width
        ? layout.frames[first + index].height
        : cards[first + index].fitted(width: width.roundedDown, maximumHeight: nil, limits: limits, theme: theme)
          .naturalHeight
    }.frames
  }
}

extension ColumnRuleName {
  /// As `_index.md` has it.
  var setting: String {
    switch self {
    case .shortest: "shortest"
    case .roundRobin: "round-robin"
    case .tolerant(let length): "tolerant(\(length))"
    case .balanced: "balanced"
    }
  }
}

extension [Frame] {
  fileprivate var bottom: Pixels { map(\.maxY).max() ?? .zero }
}
