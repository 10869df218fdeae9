import CardLayout
import Themes

/// What a card comes to look like: an article of its own each, since neither the gaps above slots nor the elements around
/// them can depend on the step.
struct CardFace: Hashable {
  let variant: Int
  /// Slots that are kept free.
  let rooms: Set<TextSlot>

  init(_ card: MeasuredCard) {
    variant = card.variant
    rooms = card.rooms
  }
}
