import Fonts
import MarkdownTree
public import SiteContent
import Themes

extension CardComposer {
  /// Adds the characters that the composed card will have, without composing it: they are needed before any card can be
  /// laid out, and all composed cards would take too much memory to be kept until then.
  ///
  /// - Parameter cards: with the card at the index; as an argument, it would be copied.
  /// - Complexity: O(text of the card).
  public func insertCharacters(ofCardAt index: Int, in cards: Span<Card>, into usage: inout FontUsage) {
    func insert(_ text: FieldText?, in slot: TextSlot, style: TextStyle) {
      if let text, slots.contains(slot) { usage.insert(text.text.utf8Span, font: FontRequest(style)) }
    }
    insert(cards[index].eyebrow, in: .eyebrow, style: styles.eyebrow)
    if let title = cards[index].title { usage.insert(title.text.utf8Span, font: FontRequest(styles.title)) }
    insert(cards[index].subtitle, in: .subtitle, style: styles.subtitle)
    insert(cards[index].footer, in: .footer, style: styles.footer)
    if showsTags {
      let font = FontRequest(styles.tag)
      for tag in cards[index].tags { usage.insert(tag.text.utf8Span, font: font) }
      if hidesTags { for number in cards[index].tags.indices { usage.insert("+\(number + 1)".utf8Span, font: font) } }
    }
    guard slots.contains(.body) else { return }
    cards[index].body.forEachText { role, text in
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
