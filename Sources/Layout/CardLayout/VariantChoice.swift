import Content
import Geometry
import TextLayout
import Themes

extension CardMemo {
  /// The first of a card's anatomies that fits, or the last.
  ///
  /// An anatomy fits if the card is wide enough for it, no limit on lines cuts anything, no word or tag is wider than
  /// its slot, and nothing would have to be cut for the greatest height.
  ///
  /// - Complexity: one measurement for each anatomy.
  mutating func fittingVariant(
    of index: Int, width: Int, height: HeightLimit, limits: CardLimits, metrics: CardMetrics
  ) -> Int {
    let last = cards[index].composed.anatomies.count - 1
    for variant in 0..<last
    where fits(index, variant, width: width, height: height, limits: limits, metrics: metrics) {
      return variant
    }
    return last
  }

  private mutating func fits(
    _ index: Int, _ variant: Int, width: Int, height: HeightLimit, limits: CardLimits, metrics: CardMetrics
  ) -> Bool {
    let card = cards[index]
    let anatomy = card.composed.anatomy(variant)
    guard width >= anatomy.leastWidth, width - 2 * anatomy.padding >= anatomy.minWidth else { return false }
    let row = laidOut(index, width: width, maximumHeight: nil, limits: limits, variant: variant, metrics: metrics)
    defer { layouts.removeLast() }
    if let maximum = height.maximum(inAnatomyWith: anatomy.maxHeight, limits),
      layouts.rows[row].naturalHeight > Pixels(maximum)
    {
      return false
    }
    if layouts.slots[layouts.rows[row].slots].contains(where: \.isTruncated) { return false }
    // Breaks other than close calls are due to words that are wider than a line.
    let hasBrokenWord = card.texts.indices.contains { text in
      layouts.lineDetails(ofText: text, inRow: row).map { $0.forcedBreaks.count > $0.settledCount } ?? false
    }
    return !hasBrokenWord && !overflows(row, card, metrics: metrics)
  }

  /// Returns whether a letter or a tag is wider than its slot.
  private func overflows(_ row: Int, _ card: PreparedCard, metrics: CardMetrics) -> Bool {
    if let room = layouts.slot(.tags, ofRow: row)?.frame.width.roundedDown,
      card.composed.tags.contains(where: { card.tagWidth(ofText: $0, metrics: metrics) > room })
    {
      return true
    }
    return card.composed.slots.slots.contains { slot in
      guard let text = card.composed.text(of: slot), layouts.lineCount(ofText: text, inRow: row) == 1,
        let room = layouts.slot(slot, ofRow: row)?.frame.width.roundedDown
      else { return false }
      return card.texts[text].leastWidthOnOneLine > room
    }
  }
}
