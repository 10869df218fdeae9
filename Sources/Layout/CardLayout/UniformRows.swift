import Arrangements
import Content
import Geometry
import ShelfArrangements
import Themes

/// The common properties at a step of the cards of a shelf that is one row.
struct UniformRow {
  var cardWidth: Int
  var maximumHeight: Int?
  var clamp: HeightClamp
  var height: Pixels
  /// The levels of each card.
  var levels: [SlotLevels]
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
  let rows = shelves.indices.filter { shelves[$0].shelf.arrangement.isOneRow }
  if rows.isEmpty { return all }
  let metrics = CardMetrics(theme)
  let widths = shelves.indices.map { rowCardWidth(of: shelves[$0].shelf, at: step, theme: theme) }
  var maximum: Int?
  var percentile: Pixels?
  for index in rows {
    switch theme.maximumHeight(of: shelves[index].shelf, at: step) {
    case .length(let length): maximum = min(length, maximum ?? length)
    case .auto where percentile == nil:
      let heights = rows.flatMap { row in
        shelves[row].cards.indices.map {
          let measured = memos[row].measured(
            $0, width: widths[row], maximumHeight: nil, limits: limits[row], metrics: metrics)
          return memos[row].layouts.rows[measured].naturalHeight
        }
      }
      percentile = maximumCardHeight(ofNaturalHeights: heights, percentile: 80)
    case .auto, nil: break
    }
  }
  if let percentile { maximum = min(percentile.roundedUp, maximum ?? percentile.roundedUp) }
  let clamp = rows.contains { shelves[$0].shelf.clamp == .wholeLine } ? HeightClamp.wholeLine : .exact
  var height = Pixels.zero
  for index in rows {
    var levels = shelves[index].withoutLevels
    if shelves[index].hasLevels {
      let cards = shelves[index].cards.indices.map {
        memos[index].measured(
          $0, width: widths[index], maximumHeight: maximum, limits: limits[index], metrics: metrics)
      }
      // The row of a shelf is the whole shelf.
      let groups = SlotLevel.allCases.map { LevelGroup(cards: Array(cards.indices), level: $0) }
      levels = shelves[index].levels(of: cards, in: groups, memos[index].layouts)
    }
    for card in shelves[index].cards.indices {
      let need = memos[index].need(
        card, width: widths[index], maximumHeight: maximum, clamp: clamp, limits: limits[index],
        levels: levels[card], metrics: metrics)
      height = max(height, need.height)
    }
    all[index] = UniformRow(
      cardWidth: widths[index], maximumHeight: maximum, clamp: clamp, height: .zero, levels: levels)
  }
  for index in rows { all[index]?.height = height }
  return all
}

/// The width of cards in a row; cards wider than the page's content are reduced to its width.
private func rowCardWidth(of shelf: Shelf, at step: Step, theme: Theme) -> Int {
  max(1, shelf.room(at: step, theme: theme).leastCardWidth)
}
