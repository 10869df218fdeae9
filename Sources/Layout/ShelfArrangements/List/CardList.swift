import Arrangements
import Geometry

extension AnyArrangement {
  public static let list = AnyArrangement(CardList())
}

/// Cards below each other, each as wide as the content.
struct CardList: Arrangement {
  let name = "list"
  let otherNames = ["vertical", "column", "stack", "rows", "feed"]
  let cardWidths = CardWidths.content
  let boxes = CardBoxes.tracks
  let mostCards = mostCardsOfFullRows

  func arrange(_ cards: inout some ArrangedCards, in room: PartRoom) -> ArrangedPart {
    let list = arrangeList(
      (0..<cards.count).map { _ in ListRow(labelCount: 1) }, in: room.width,
      rules: ListRules(padding: .zero, imageGap: .zero, lineSpacing: room.settings.lineSpacing), insets: room.insets
    ) { index, _, width in cards.height(of: index, width: width) }
    return ArrangedPart(
      frames: list.rows.map(\.frame), lines: (0..<cards.count).map { $0..<$0 + 1 }, bottom: list.size.height)
  }
}
