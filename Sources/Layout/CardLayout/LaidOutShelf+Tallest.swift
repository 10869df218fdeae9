import Content
import Geometry
import ShelfArrangements

extension LaidOutShelf {
  /// The index of the card that sets the height of a row, the first if there are several. Nil if the cards are not a
  /// row, if another shelf of their height group sets it, or if they have reached their greatest height.
  public func tallestCardIndex(in layout: ShelfLayout) -> Int? {
    guard prepared.shelf.arrangement.isOneRow else { return nil }
    return layout.cards.indices.first { layout.neededHeight(ofCard: $0) == layout.frames[$0].height }
  }

  /// The id of the card that sets the height of a row: see ``tallestCardIndex(in:)``.
  public func tallestCard(in layout: ShelfLayout) -> String? {
    tallestCardIndex(in: layout).map { prepared.cards[$0].composed.card.id }
  }
}
