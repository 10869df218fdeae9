import Geometry
import TextLayout
import Themes

extension PreparedCard {
  /// The least width at which none of the card's texts wraps or is cut and all its tags stand in one row, paddings
  /// included. Whole CSS pixels.
  ///
  /// - Returns: no more than ``widestCard``; a card that needs more is that wide.
  /// - Complexity: that of some dozen measurements.
  func naturalWidth(theme: Theme) -> Int {
    let unwrapped = shape(width: widestCard, theme: theme)
    var tooNarrow = 0
    var wide = widestCard
    while wide - tooNarrow > 1 {
      let middle = (wide + tooNarrow) / 2
      if shape(width: middle, theme: theme) == unwrapped { wide = middle } else { tooNarrow = middle }
    }
    return wide
  }

  private func shape(width: Int, theme: Theme) -> CardShape {
    let card = measured(width: width, theme: theme)
    let tags = card.slots.first { $0.name == .tags }
    let room = tags?.frame.width.roundedDown ?? 0
    return CardShape(
      lineCounts: card.texts.map { $0?.lineCount ?? 0 }, cuts: card.texts.map { $0?.cut },
      tagRows: tags?.lineCount ?? 0,
      cutTags: composed.tags.count { tags != nil && tagWidth(ofText: $0, theme: theme) > room })
  }
}

/// Wide enough for one line of most texts. Whole CSS pixels.
private let widestCard = 8192

/// What becomes of a card's texts at a width.
private struct CardShape: Equatable {
  var lineCounts: [Int]
  var cuts: [Int?]
  var tagRows: Int
  /// Tags that are wider than the card.
  var cutTags: Int
}
