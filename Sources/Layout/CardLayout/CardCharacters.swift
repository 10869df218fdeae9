public import Content
import TextLayout
import Themes

extension CardComposer {
  /// Adds the characters that the composed card will have, without composing it: they are needed before any card can be
  /// laid out, and keeping all composed cards until then would take too much memory.
  ///
  /// - Complexity: O(text of the card).
  public func insertCharacters(of card: borrowing Card, into usage: inout FontUsage) {
    let choice = composition.choice(of: card)
    let (slots, showsTags, hidesTags) = (shown[choice].slots, shown[choice].showsTags, shown[choice].hidesTags)
    for slot in slots where slot.kind == .text {
      guard let text = card[slot] else { continue }
      usage.insert(text.text.utf8Span, font: FontRequest(slotStyles[slot.number]))
    }
    if showsTags {
      let font = FontRequest(styles.tag)
      for tag in card.tags { usage.insert(tag.text.utf8Span, font: font) }
      if hidesTags { for number in card.tags.indices { usage.insert("+\(number + 1)".utf8Span, font: font) } }
    }
    guard slots.contains(.body) else { return }
    card.body.forEachText { role, text in
      if role.block == .listMarker {
        usage.insertMarkers(FontRequest(styles.body))
      } else {
        usage.insert(text, font: font(of: role))
      }
    }
  }

  private func font(of role: TextRole) -> FontRequest {
    var font: FontRequest
    switch role.block {
    case .paragraph, .listMarker: font = FontRequest(styles.body)
    case .heading: font = FontRequest(styles.heading)
    case .code: return FontRequest(styles.code)
    }
    if role.isCode { font.stack = styles.code.font }
    if role.isBold { font.weight = 700 }
    if role.isItalic { font.isItalic = true }
    return font
  }
}
