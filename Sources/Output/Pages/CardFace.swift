import CardLayout
import Content
import Themes

/// The structure of a card's article. Cards have a separate article for each, because neither the gaps above slots nor
/// the elements around them can depend on the step.
struct CardFace: Hashable {
  let variant: Int
  /// Slots whose space is kept free.
  let rooms: Set<Slot>

  init(_ card: MeasuredCard) {
    variant = card.variant
    rooms = card.rooms
  }
}
