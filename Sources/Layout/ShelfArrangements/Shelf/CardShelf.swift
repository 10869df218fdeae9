import Arrangements
import Geometry

extension AnyArrangement {
  public static let shelf = AnyArrangement(CardShelf())
}

/// One row of equally tall cards that scrolls.
struct CardShelf: Arrangement {
  let name = "shelf"
  let otherNames = ["carousel", "slider", "slideshow", "scroller", "scroll", "swiper", "horizontal", "row"]
  let shelfKeys: Set = ["cardWidth", "heightGroup", "snap"]
  let cardKeys: Set = ["cardWidth"]
  let cardWidths = CardWidths.fixed
  let boxes = CardBoxes.row

  func arrange(_ cards: inout some ArrangedCards, in room: PartRoom) -> ArrangedPart {
    guard let size = cards.sizeInRow else { return ArrangedPart(frames: [], bottom: room.insets.top) }
    var widths = Array(repeating: size.width, count: cards.count)
    // In a loop, because a closure would copy the cards.
    for index in widths.indices { if let own = cards.ownWidth(of: index) { widths[index] = own } }
    let row = arrangeShelf(
      cardWidths: widths, cardHeight: size.height, spacing: room.settings.spacing, insets: room.insets)
    return ArrangedPart(frames: row.frames, bottom: row.size.height)
  }

  func equallyTall(with card: CardPlacement) -> EquallyTall { EquallyTall("shelf", card.frames.indices) }
}
