import Arrangements
import Geometry

extension ShelfArranger {
  /// Cards below each other, each as wide as the content. The anatomy places the content of a card.
  mutating func arrangeList(_ part: Range<Int>, insets: Insets) -> ArrangedPart {
    var cards: [Int] = []
    cards.reserveCapacity(part.count)
    let arranged = Arrangements.arrangeList(
      part.map { _ in ListRow(labelCount: 1) }, in: contentWidth(in: insets),
      rules: ListRules(padding: .zero, imageGap: .zero, lineSpacing: lineSpacing), insets: insets
    ) { index, _, width in
      let need = need(part.lowerBound + index, width: width)
      cards.append(need.row)
      return need.height
    }
    return ArrangedPart(
      frames: arranged.rows.map(\.frame), cards: cards, lines: cards.indices.map { $0..<$0 + 1 },
      bottom: arranged.size.height)
  }
}
