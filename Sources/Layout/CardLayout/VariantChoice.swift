import Geometry
import SiteContent
import TextLayout
import Themes

extension PreparedCard {
  /// The first of the card's anatomies that fits, or the last.
  ///
  /// An anatomy fits if the card is wide enough for it, nothing is cut by a number of lines, no word or tag is wider
  /// than its place, and nothing would have to be cut for the greatest height.
  ///
  /// - Complexity: that of one measurement for each anatomy.
  func variant(
    atWidth width: Int, maximumHeight: Int?, limits: CardLimits, metrics: CardMetrics, lines: inout KnownLines
  ) -> Int {
    let last = composed.anatomies.count - 1
    let first = composed.anatomies[..<last].indices.first {
      fits($0, width: width, maximumHeight: maximumHeight, limits: limits, metrics: metrics, lines: &lines)
    }
    return first ?? last
  }

  private func fits(
    _ variant: Int, width: Int, maximumHeight: Int?, limits: CardLimits, metrics: CardMetrics, lines: inout KnownLines
  ) -> Bool {
    let anatomy = composed.anatomy(variant)
    guard width >= anatomy.leastWidth, width - 2 * anatomy.padding >= anatomy.minWidth else { return false }
    let card = laidOut(
      width: width, maximumHeight: nil, limits: limits, variant: variant, metrics: metrics, lines: &lines)
    if let maximum = self.maximumHeight(maximumHeight, variant: variant, limits: limits),
      card.naturalHeight > Pixels(maximum)
    {
      return false
    }
    if card.slots.contains(where: \.isTruncated) { return false }
    // Breaks other than close calls are due to words that are wider than a line.
    let hasBrokenWord = card.texts.contains { text in
      text.map { $0.forcedBreaks.count > $0.settledCount } ?? false
    }
    return !hasBrokenWord && !overflows(card, metrics: metrics)
  }

  /// Returns whether a letter or a tag is wider than its slot.
  private func overflows(_ card: MeasuredCard, metrics: CardMetrics) -> Bool {
    if let room = card.slot(.tags)?.frame.width.roundedDown,
      composed.tags.contains(where: { tagWidth(ofText: $0, metrics: metrics) > room })
    {
      return true
    }
    return TextSlot.allCases.contains { slot in
      guard let text = composed.text(of: slot), card.texts[text]?.lineCount == 1,
        let room = card.slot(SlotName(slot))?.frame.width.roundedDown
      else { return false }
      return texts[text].leastWidthOnOneLine > room
    }
  }
}
