import CardLayout
import Content
import Diagnostics
import Themes

extension FindingCause {
  /// The limit that cuts a slot: a number of lines in the shelf or the theme, or a greatest height.
  static func clamp(of slot: Slot, card: Int, in shelf: ReviewedShelf) -> FindingCause {
    let (source, key) = clampKey(of: slot, card: card, in: shelf)
    return FindingCause(
      rule: .textCut, source: source, key: key, message: "the \(shelf.name(of: slot)) is cut", unit: .card,
      help: "raise \(key) in \(source.path), or shorten the texts")
  }

  private static func clampKey(
    of slot: Slot, card: Int, in shelf: ReviewedShelf
  ) -> (source: SourceText, key: String) {
    let (settings, theme) = (shelf.settings, shelf.theme)
    if settings.maxLines[slot] != nil { return (settings.source, "maxLines.\(shelf.name(of: slot))") }
    guard slot == .body else { return (theme.source, "textStyles.\(shelf.name(of: slot)).maxLines") }
    if let height = shelf.setHeight(ofCard: shelf.cards[card].composed.card) { return (height, "height") }
    if settings.maxCardHeight != nil { return (settings.source, "maxCardHeight") }
    if theme.textStyles.body.maxLines != nil { return (theme.source, "textStyles.body.maxLines") }
    let anatomy = shelf.cards[card].composed.anatomies.first { $0.maxHeight != nil }
    return anatomy.map { (theme.source, "cards.\($0.name).maxHeight") } ?? (settings.source, "maxCardHeight")
  }

  /// The style that makes words or tags too wide for their cards after they have grown.
  static func style(of loss: GrowthLoss, rule: ReviewRule, in shelf: ReviewedShelf) -> FindingCause {
    let style = shelf.theme.slots.styleName(of: loss.slot)
    let when = rule == .textSpacing ? "with wider spacing (WCAG 1.4.12)" : "with text at 200 % (WCAG 1.4.4)"
    let what = loss.kind == .tagCut ? "tags are cut" : "words of the \(shelf.name(of: loss.slot)) overflow the card"
    var cause = FindingCause(
      rule: .textAt200Percent, source: shelf.theme.source, key: "textStyles.\(style).size", message: what, unit: .card,
      help:
        "make the cards of these shelves wider, use shorter words, or reduce textStyles.\(style).size in \(shelf.theme.source.path)"
    )
    cause.circumstance = when
    return cause
  }

  /// The anatomy around a slot.
  static func anatomy(of card: ComposedCard, in shelf: ReviewedShelf) -> FindingCause {
    let name = card.anatomies[0].name
    return FindingCause(
      rule: .slotWithoutEffect, source: shelf.theme.source, key: "cards.\(name).padding",
      message: "slots of `\(name)` never affect a height, because the content beside them is taller in every card,",
      unit: .shelf,
      help:
        "that is fine if there is room for them; if not, make that content less tall, or place them below it, in cards.\(name) in \(shelf.theme.source.path)"
    )
  }

  /// The limit that hides tags: the number of their rows.
  static func tagRows(in shelf: ReviewedShelf) -> FindingCause {
    let isOfShelf = shelf.settings.tags.maxRows != nil
    let source = isOfShelf ? shelf.settings.source : shelf.theme.source
    return FindingCause(
      rule: .tagNeverShown, source: source, key: "tags.maxRows", message: "tags are never shown", unit: .card,
      help: "raise tags.maxRows in \(source.path), or put the important tags first")
  }

  static func tagWidth(in shelf: ReviewedShelf) -> FindingCause {
    FindingCause(
      rule: .tagNeverShown, source: shelf.settings.source, key: "cardWidth", message: "tags are cut at every width",
      unit: .card, help: "shorten them, or make the cards wider in \(shelf.settings.source.path)")
  }

  /// The setting that makes all cards of a shelf as tall as one.
  static func height(in shelf: ReviewedShelf) -> FindingCause {
    FindingCause(
      rule: .tallCard, source: shelf.settings.source, key: "maxCardHeight",
      message: "single cards make all other cards of their shelf taller", unit: .card,
      help: "write maxCardHeight in \(shelf.settings.source.path), or shorten the cards")
  }
}

extension ReviewedShelf {
  /// The file that sets the height of a card; nil if none does.
  func setHeight(ofCard card: Card) -> SourceText? {
    if let own = card.sizes?.height?.first {
      return settings.cards.firstIndex { $0.id == card.id }.map { settings.source(of: own.owner, ofCard: $0) }
    }
    return settings.height == nil ? nil : settings.source
  }
}
