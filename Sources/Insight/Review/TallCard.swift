import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import ShelfArrangements
import Themes

/// The cost of one card for the others of its shelf at some steps.
struct TallCardCost {
  var steps: Set<Int> = []
  /// The greatest amount by which it is taller than all others.
  var excess = Pixels.zero
  /// The largest part of the shelf that is blank because of it, in thousandths.
  var permille = 0
  /// The maximum that would fix it for each width class, in whole pixels.
  var maxima: [(className: String, height: Int)] = []
}

extension ReviewedShelf {
  /// The findings of `tall-card`: one for each card that makes a tenth of its shelf blank.
  func tallCards() -> [ReviewFinding] {
    guard settings.arrangement.isOneRow else { return [] }
    let group =
      settings.heightGroup == nil
      ? [shelf] : page.shelves.filter { $0.prepared.shelf.heightGroup == settings.heightGroup }
    var costs: [Int: TallCardCost] = [:]
    for step in reviewedSteps {
      let own = shelf.layouts[step.index].neededHeights
      let others = group.filter { $0.prepared.shelf.id != settings.id && $0.prepared.shelf.arrangement.isOneRow }
        .flatMap { $0.layouts[step.index].neededHeights }
      guard own.count + others.count >= 3, let waste = shelfWaste(naturalHeights: own + others),
        waste.outlierPermille >= 100, waste.tallest < own.count, let maximum = waste.mendingMaximum,
        // A height that somebody set is meant.
        shelf.layouts[step.index].cards[waste.tallest].naturalHeight == own[waste.tallest]
      else { continue }
      var cost = costs[waste.tallest] ?? TallCardCost()
      cost.steps.insert(step.index)
      cost.excess = max(cost.excess, own[waste.tallest] - maximum)
      cost.permille = max(cost.permille, waste.outlierPermille)
      if let last = cost.maxima.last, last.className == step.className {
        cost.maxima[cost.maxima.count - 1].height = max(last.height, maximum.roundedUp)
      } else {
        cost.maxima.append((step.className, maximum.roundedUp))
      }
      costs[waste.tallest] = cost
    }
    return costs.sorted { $0.key < $1.key }.map { index, cost in
      ReviewFinding(
        .tallCard(cards[index].composed, cost, shelf: self), cause: .height(in: self),
        subject: cards[index].composed.card.id, measure: "by \(cost.excess) px", weight: cost.excess.roundedUp)
    }
  }
}

extension ShelfLayout {
  fileprivate var neededHeights: [Pixels] { cards.indices.map { neededHeight(ofCard: $0) } }
}
