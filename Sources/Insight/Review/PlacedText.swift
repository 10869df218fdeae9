import CardLayout
import Content
import Geometry

/// A text of a card and its slot.
struct PlacedText {
  var text: Int
  var slot: Slot
  /// The distance from the card's leading edge, in whole CSS pixels.
  var x: Int
  /// The width for which it was broken into lines.
  var width: Int
}

extension PreparedCard {
  /// The texts of a card, except for tags, with the room that each has.
  ///
  /// - Parameter indent: the indent of quotes, and the least one of lists.
  func placedTexts(in measured: MeasuredCard, indent: Int) -> [PlacedText] {
    measured.slots.flatMap { slot -> [PlacedText] in
      let x = slot.frame.x.roundedDown
      let width = slot.frame.width.roundedDown
      switch slot.id.kind {
      case .image, .tags: return []
      case .text:
        return composed.texts(of: slot.id).map { PlacedText(text: $0, slot: slot.id, x: x, width: width) }
      case .markdown:
        return composed.body.flatMap { $0.indentedTexts(texts, indent: indent) }.map {
          PlacedText(text: $0.text, slot: .body, x: x + $0.x, width: max(0, width - $0.x))
        }
      }
    }
  }
}
