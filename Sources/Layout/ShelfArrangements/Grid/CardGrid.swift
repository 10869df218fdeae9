import Arrangements
import Geometry

extension AnyArrangement {
  public static let grid = AnyArrangement(CardGrid())
}

/// Rows of equal columns.
struct CardGrid: Arrangement {
  let name = "grid"
  let otherNames = ["tiles", "table"]
  let shelfKeys: Set = ["lineSpacing", "columns", "columnToggle", "heightMode"]
  let cardKeys: Set = ["span"]
  let cardWidths = CardWidths.columns
  let boxes = CardBoxes.tracks
  let lineName: String? = "row"
  let mostCards = mostCardsOfFullRows

  func arrange(_ cards: inout some ArrangedCards, in room: PartRoom) -> ArrangedPart {
    let grid = arrangeGrid(
      count: cards.count, columns: room.columns, spans: cards.spans,
      lineSpacing: room.settings.lineSpacing, insets: room.insets, heights: room.settings.heightMode
    ) { cards.height(of: $0, width: $1) }
    return ArrangedPart(
      frames: grid.frames, columns: room.columns, columnIndexes: grid.columnIndexes, lines: grid.rows,
      bottom: grid.size.height)
  }

  func equallyTall(with card: CardPlacement) -> EquallyTall {
    card.settings.heightMode == .uniform
      ? EquallyTall("grid", card.part.cards) : EquallyTall("row", card.line ?? card.alone)
  }

  func x(of card: CardPlacement) -> Arithmetic {
    var x = card.xInColumns
    x.reason = "column \(card.columns(of: card.index).lowerBound + 1) of \(card.part.columns.count)"
    return x
  }
}

/// Firefox has no grid lines beyond the 10,000th, and a card needs one at most. A list of this length ends with a full
/// row for most numbers of columns.
let mostCardsOfFullRows = 2 * 2 * 2 * 3 * 5 * 7 * 11
