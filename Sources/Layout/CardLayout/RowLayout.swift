import Arrangements
import Geometry

extension ShelfArranger {
  /// One row of cards that are equally tall.
  mutating func arrangeRow(_ part: ShelfPart, insets: Insets) -> ArrangedPart {
    guard let row else { return ArrangedPart(frames: [], cards: [], bottom: insets.top) }
    let cards = part.cards.map {
      memo.measured(
        $0, width: row.cardWidth, maximumHeight: row.maximumHeight, limits: limits, levels: levels[$0], metrics: metrics
      )
    }
    let arranged = arrangeShelf(
      cardWidths: part.cards.map { _ in Pixels(row.cardWidth) }, cardHeight: row.height, spacing: spacing,
      insets: insets)
    let room = scrollbarRoom(of: part, frames: arranged.frames, trailing: insets.trailing)
    return ArrangedPart(
      frames: arranged.frames, cards: cards, bottom: arranged.size.height + room, scrollbarRoom: room)
  }
}
