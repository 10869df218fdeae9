import Arrangements
import Geometry
import TextLayout
import Themes

extension PreparedCard {
  /// The least width at which none of the card's texts wraps or is cut and all its tags are in one row, including
  /// paddings. Whole CSS pixels.
  ///
  /// - Returns: at most ``widestCard``, even if a card needs more.
  /// - Complexity: that of some measurements, usually three.
  func naturalWidth(limits: CardLimits, metrics: CardMetrics, lines: inout KnownLines) -> Int {
    let slots = slotsOfTexts
    let widest = laidOut(width: widestCard, maximumHeight: nil, limits: limits, metrics: metrics, lines: &lines)
    let unwrapped = shape(widest, slots: slots, metrics: metrics)
    var tooNarrow = 0
    var wide = widestCard
    func tryWidth(_ width: Int) {
      let card = laidOut(width: width, maximumHeight: nil, limits: limits, metrics: metrics, lines: &lines)
      if shape(card, slots: slots, metrics: metrics) == unwrapped { wide = width } else { tooNarrow = width }
    }
    let likely = likelyWidth(of: widest, slots: slots, metrics: metrics, lines: &lines)
    for width in [likely, likely - 1] where tooNarrow < width && width < wide { tryWidth(width) }
    while wide - tooNarrow > 1 { tryWidth((wide + tooNarrow) / 2) }
    return wide
  }

  /// The card's width if its lines are narrower than it by as much as in a wide card, and slots with a width of their own
  /// are as near to its edges as the others.
  ///
  /// - Parameter lines: those of the wide card, which was measured last.
  private func likelyWidth(
    of widest: MeasuredCard, slots: [SlotName], metrics: CardMetrics, lines: inout KnownLines
  ) -> Int {
    let leastAround = widest.slots.map { widest.width - $0.frame.width.roundedDown }.min() ?? 0
    var least = 0
    var wrapped: [(text: Int, lineCount: Int, outside: Int)] = []
    for slot in widest.slots {
      let slotWidth = slot.frame.width.roundedDown
      let around = slotWidth < widest.width / 2 ? leastAround : widest.width - slotWidth
      if slot.name == .tags {
        let widths = composed.tags.map { tagWidth(ofText: $0, metrics: metrics) }
        least = max(least, around + widths.reduce(0, +) + metrics.tagSpacing * max(0, widths.count - 1))
        continue
      }
      for (index, text) in texts.enumerated() where slots[index] == slot.name {
        guard let shown = widest.texts[index] else { continue }
        let outside = around + slotWidth - lines.latestWidth(ofText: index)
        if shown.lineCount == 1 {
          least = max(least, outside + text.leastWidthOnOneLine)
        } else {
          wrapped.append((index, shown.lineCount, outside))
        }
      }
    }
    for (text, lineCount, outside) in wrapped {
      least = max(least, outside + lines.leastWidth(ofText: text, inLines: lineCount, from: least - outside))
    }
    return least
  }

  /// The slot of each text.
  private var slotsOfTexts: [SlotName] {
    var slots = [SlotName](repeating: .body, count: texts.count)
    if let eyebrow = composed.eyebrow { slots[eyebrow] = .eyebrow }
    if let title = composed.title { slots[title] = .title }
    if let subtitle = composed.subtitle { slots[subtitle] = .subtitle }
    if let footer = composed.footer { slots[footer] = .footer }
    for tag in composed.tags { slots[tag] = .tags }
    return slots
  }

  private func shape(_ card: MeasuredCard, slots: [SlotName], metrics: CardMetrics) -> CardShape {
    func room(_ name: SlotName) -> Int { card.slot(name)?.frame.width.roundedDown ?? Int.max }
    // A single word in less room than one of its letters stays on its line and overflows it.
    let roomOfTags = room(.tags)
    var overflowing = composed.tags.count { tagWidth(ofText: $0, metrics: metrics) > roomOfTags }
    for (index, text) in texts.enumerated() where slots[index] != .tags && card.texts[index]?.lineCount == 1 {
      if text.leastWidthOnOneLine > room(slots[index]) { overflowing += 1 }
    }
    return CardShape(
      lineCounts: card.texts.map { $0?.lineCount ?? 0 }, cuts: card.texts.map { $0?.cut },
      tagRows: card.slot(.tags)?.lineCount ?? 0, hiddenTags: card.tags?.arrangement.hiddenCount ?? 0,
      overflowing: overflowing)
  }
}

/// Wide enough for one line of most texts. Whole CSS pixels.
private let widestCard = 8192

/// The state of a card's texts at a width.
private struct CardShape: Equatable {
  var lineCounts: [Int]
  var cuts: [Int?]
  var tagRows: Int
  var hiddenTags: Int
  /// The number of texts and tags on one line that are wider than their slot.
  var overflowing: Int
}
