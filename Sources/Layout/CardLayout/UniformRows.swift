import Arrangements
import Content
import Geometry
import ShelfArrangements
import Themes

/// The common properties at a step of the cards of a shelf that is one row.
struct UniformRow {
  var cardWidth: Int
  /// The widths that cards set themselves; empty if none does.
  var ownWidths: [Int?]
  var heights: CardHeights
  var clamp = HeightClamp.exact
  var height = Pixels.zero
  /// The levels of each card.
  var levels: [SlotLevels]

  /// Cards wider than the page's content are reduced to its width.
  ///
  /// - Parameter areLifted: see `CardHeights`.
  @inline(__always)
  fileprivate static func row(of shelf: PreparedShelf, at step: Step, areLifted: Bool, theme: Theme) -> UniformRow {
    UniformRow(
      cardWidth: max(1, shelf.shelf.room(at: step, theme: theme).leastCardWidth),
      ownWidths: shelf.hasOwnWidths ? shelf.ownWidths(at: step, theme: theme) : [],
      heights: CardHeights(of: shelf, at: step, maximum: nil, areLifted: areLifted), levels: shelf.withoutLevels)
  }

  func width(of card: Int) -> Int { ownWidths.isEmpty ? cardWidth : ownWidths[card] ?? cardWidth }
}

/// The height of the cards of each shelf: that of the tallest card after cutting, over all shelves of a group.
///
/// The least maximum in a group applies to all of it, and so does a clamp to whole lines: no card is taller than any of
/// the shelves allows.
///
/// - Returns: one row per shelf; nil for a shelf that is not a row.
func uniformRows(
  of shelves: [PreparedShelf], at step: Step, limits: [CardMemo.NumberedLimits], theme: Theme, memos: inout [CardMemo]
) -> [UniformRow?] {
  var all = [UniformRow?](repeating: nil, count: shelves.count)
  var rows: [(index: Int, row: UniformRow)] = []
  for index in shelves.indices where shelves[index].shelf.arrangement.isOneRow {
    rows.append((index, .row(of: shelves[index], at: step, areLifted: theme.liftsHeights(at: step), theme: theme)))
  }
  if rows.isEmpty { return all }
  let metrics = CardMetrics(theme)
  var maximum: Int?
  var percentile: Pixels?
  for (index, _) in rows {
    switch theme.maximumHeight(of: shelves[index].shelf, at: step) {
    case .length(let length): maximum = min(length, maximum ?? length)
    case .auto where percentile == nil:
      let heights = rows.flatMap { index, row in
        shelves[index].cards.indices.map {
          memos[index].need(
            $0, width: row.width(of: $0), height: row.heights.limit(of: $0), clamp: .wholeLine, limits: limits[index],
            metrics: metrics
          ).height
        }
      }
      percentile = maximumCardHeight(ofNaturalHeights: heights, percentile: 80)
    case .auto, nil: break
    }
  }
  if let percentile { maximum = min(percentile.roundedUp, maximum ?? percentile.roundedUp) }
  let clamp = rows.contains { shelves[$0.index].shelf.clamp == .wholeLine } ? HeightClamp.wholeLine : .exact
  var height = Pixels.zero
  for (index, row) in rows {
    var row = row
    (row.heights.maximum, row.clamp) = (maximum, clamp)
    if shelves[index].hasLevels {
      let cards = shelves[index].cards.indices.map {
        memos[index].measured(
          $0, width: row.width(of: $0), height: row.heights.limit(of: $0), limits: limits[index], metrics: metrics)
      }
      // The row of a shelf is the whole shelf.
      let groups = SlotLevel.allCases.map { LevelGroup(cards: Array(cards.indices), level: $0) }
      row.levels = shelves[index].levels(of: cards, in: groups, memos[index].layouts)
    }
    for card in shelves[index].cards.indices {
      let need = memos[index].need(
        card, width: row.width(of: card), height: row.heights.limit(of: card), clamp: clamp, limits: limits[index],
        levels: row.levels[card], metrics: metrics)
      height = max(height, need.height)
    }
    all[index] = row
  }
  for (index, _) in rows { all[index]?.height = height }
  return all
}
