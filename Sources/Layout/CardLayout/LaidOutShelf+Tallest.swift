import Geometry
import SiteContent

extension LaidOutShelf {
  /// The id of the card that makes those of a row as tall as they are, the first where there are several. nil where the
  /// cards are no row, where another shelf of their height group does, or where they are as tall as they may be.
  public func tallestCard(in layout: ShelfLayout) -> String? {
    guard prepared.shelf.arrangement == .shelf else { return nil }
    let tallest = layout.cards.indices.first { layout.cards[$0].naturalHeight == layout.frames[$0].height }
    return tallest.map { prepared.cards[$0].composed.card.id }
  }
}
