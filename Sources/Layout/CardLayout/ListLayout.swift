import Arrangements
import Geometry

extension ShelfArranger {
  /// One card below the other, each as wide as the content. What is in a card is its anatomy's to place.
  mutating func arrangeList(_ part: ShelfPart, insets: Insets) -> ArrangedPart {
    var cards: [MeasuredCard] = []
    let arranged = Arrangements.arrangeList(
      part.cards.map { _ in ListRow(labelCount: 1) }, in: contentWidth(in: insets),
      rules: ListRules(padding: .zero, imageGap: .zero, lineSpacing: lineSpacing), insets: insets
    ) { index, _, width in
      let need = need(part.cards.lowerBound + index, width: width)
      cards.append(need.card)
      return need.height
    }
    return ArrangedPart(
      frames: arranged.rows.map(\.frame), cards: cards, lines: cards.indices.map { $0..<$0 + 1 },
      bottom: arranged.size.height)
  }
}
