import Arrangements
import Geometry
import TextLayout
import Themes

extension PreparedCard {
  /// The least width at which none of the card's texts wraps or is cut and all its tags stand in one row, paddings
  /// included. Whole CSS pixels.
  ///
  /// - Returns: no more than ``widestCard``; a card that needs more is that wide.
  /// - Complexity: that of some dozen measurements.
  func naturalWidth(limits: CardLimits, theme: Theme) -> Int {
    let unwrapped = shape(width: widestCard, limits: limits, theme: theme)
    var tooNarrow = 0
    var wide = widestCard
    while wide - tooNarrow > 1 {
      let middle = (wide + tooNarrow) / 2
      if shape(width: middle, limits: limits, theme: theme) == unwrapped { wide = middle } else { tooNarrow = middle }
    }
    return wide
  }

  private func shape(width: Int, limits: CardLimits, theme: Theme) -> CardShape {
    let card = laidOut(width: width, maximumHeight: nil, limits: limits, theme: theme)
    let room = Dictionary(card.slots.map { ($0.name, $0.frame.width.roundedDown) }) { first, _ in first }
    var slots: [Int: SlotName] = [:]
    if let eyebrow = composed.eyebrow { slots[eyebrow] = .eyebrow }
    if let title = composed.title { slots[title] = .title }
    if let subtitle = composed.subtitle { slots[subtitle] = .subtitle }
    if let footer = composed.footer { slots[footer] = .footer }
    for tag in composed.tags { slots[tag] = .tags }
    // A single word in less room than one of its letters stays on its line and is too wide for it.
    var overflowing = composed.tags.count { tagWidth(ofText: $0, theme: theme) > room[.tags] ?? Int.max }
    for (index, text) in texts.enumerated() where slots[index] != .tags && card.texts[index]?.lineCount == 1 {
      if text.leastWidthOnOneLine > room[slots[index] ?? .body] ?? Int.max { overflowing += 1 }
    }
    return CardShape(
      lineCounts: card.texts.map { $0?.lineCount ?? 0 }, cuts: card.texts.map { $0?.cut },
      tagRows: card.slots.first { $0.name == .tags }?.lineCount ?? 0,
      hiddenTags: card.tags?.arrangement.hiddenCount ?? 0, overflowing: overflowing)
  }
}

/// Wide enough for one line of most texts. Whole CSS pixels.
private let widestCard = 8192

/// What becomes of a card's texts at a width.
private struct CardShape: Equatable {
  var lineCounts: [Int]
  var cuts: [Int?]
  var tagRows: Int
  var hiddenTags: Int
  /// Texts and tags on one line that are wider than their slot.
  var overflowing: Int
}
