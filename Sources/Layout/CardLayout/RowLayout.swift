import Arrangements
import Geometry

extension ShelfArranger {
  /// One row of cards that are equally tall.
  mutating func arrangeRow(part: Int, _ cards: Range<Int>, insets: Insets) -> ArrangedPart {
    guard let row else { return ArrangedPart(frames: [], cards: [], bottom: insets.top) }
    let measured = cards.map {
      memo.measured(
        $0, width: row.cardWidth, maximumHeight: row.maximumHeight, limits: limits, levels: levels[$0], metrics: metrics
      )
    }
    let arranged = arrangeShelf(
      cardWidths: cards.map { _ in Pixels(row.cardWidth) }, cardHeight: row.height, spacing: spacing,
      insets: insets)
    let scrollbar = scrollbar(ofPart: part, frames: arranged.frames, trailing: insets.trailing)
    return ArrangedPart(
      frames: arranged.frames, cards: measured, bottom: arranged.size.height + (scrollbar?.room ?? .zero),
      scrollbar: scrollbar)
  }
}
