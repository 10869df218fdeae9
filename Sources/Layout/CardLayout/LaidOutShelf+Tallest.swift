import Geometry
import SiteContent

extension LaidOutShelf {
  /// The id of the card that sets the height of a row, the first if there are several. nil if the cards are not a row,
  /// if another shelf of their height group sets it, or if they have reached their greatest height.
  public func tallestCard(in layout: ShelfLayout) -> String? {
    guard prepared.shelf.arrangement == .shelf else { return nil }
    let tallest = layout.cards.indices.first { layout.cards[$0].naturalHeight == layout.frames[$0].height }
    return tallest.map { prepared.cards[$0].composed.card.id }
  }
}
