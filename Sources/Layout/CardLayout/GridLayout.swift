import Arrangements
import Geometry
import SiteContent

extension ShelfArranger {
  /// Rows of equal columns.
  mutating func arrangeGrid(
    _ part: Range<Int>, in columns: [ColumnTrack], insets: Insets
  ) -> ArrangedPart {
    var cards: [Int] = []
    cards.reserveCapacity(part.count)
    let arranged = Arrangements.arrangeGrid(
      count: part.count, columns: columns, spans: spans(of: part), lineSpacing: lineSpacing, insets: insets,
      heights: inputs.settings.heightMode
    ) { index, width in
      let need = need(part.lowerBound + index, width: width)
      cards.append(need.row)
      return need.height
    }
    return ArrangedPart(
      frames: arranged.frames, cards: cards, columns: columns, columnIndexes: arranged.columnIndexes,
      lines: arranged.rows, bottom: arranged.size.height)
  }
}
