import Arrangements
import Content
import Geometry
import TextLayout
import Themes

extension CardMemo {
  /// The least width at which none of a card's texts wraps or is cut and all its tags are in one row, including
  /// paddings. Whole CSS pixels.
  ///
  /// - Returns: at most ``widestCard``, even if a card needs more.
  /// - Complexity: some measurements, usually three.
  mutating func leastUnwrappedWidth(_ index: Int, limits: CardLimits, metrics: CardMetrics) -> Int {
    let slots = cards[index].slotsOfTexts
    let widest = laidOut(index, width: widestCard, maximumHeight: nil, limits: limits, metrics: metrics)
    let unwrapped = shape(ofRow: widest, of: cards[index], slots: slots, metrics: metrics)
    var tooNarrow = 0
    var wide = widestCard
    let likely = likelyWidth(of: index, row: widest, slots: slots, metrics: metrics)
    layouts.removeLast()
    func tryWidth(_ width: Int) {
      let row = laidOut(index, width: width, maximumHeight: nil, limits: limits, metrics: metrics)
      if shape(ofRow: row, of: cards[index], slots: slots, metrics: metrics) == unwrapped {
        wide = width
      } else {
        tooNarrow = width
      }
      layouts.removeLast()
    }
    for width in [likely, likely - 1] where tooNarrow < width && width < wide { tryWidth(width) }
    while wide - tooNarrow > 1 { tryWidth((wide + tooNarrow) / 2) }
    return wide
  }

  /// The likely width of the card, assuming that its lines are narrower than it by as much as in a wide card, and that
  /// slots with a separate width are as near to its edges as the others.
  ///
  /// - Parameter row: the row of the wide card, which was measured last.
  private mutating func likelyWidth(of index: Int, row: Int, slots: [Slot], metrics: CardMetrics) -> Int {
    let (card, place, widest) = (cards[index], place(index), layouts.rows[row])
    let texts = card.texts.span
    let shownSlots = layouts.slots[widest.slots]
    let leastAround = shownSlots.map { widest.width - $0.frame.width.roundedDown }.min() ?? 0
    var least = 0
    var wrapped: [(text: Int, lineCount: Int, outside: Int)] = []
    for slot in shownSlots {
      let slotWidth = slot.frame.width.roundedDown
      let around = slotWidth < widest.width / 2 ? leastAround : widest.width - slotWidth
      if slot.id == .tags {
        let widths = card.composed.tags.map { card.tagWidth(ofText: $0, metrics: metrics) }
        least = max(least, around + widths.reduce(0, +) + metrics.tagSpacing * max(0, widths.count - 1))
        continue
      }
      for index in texts.indices where slots[index] == slot.id {
        guard let shown = layouts.lines(ofText: index, inRow: row) else { continue }
        let lineCount = layouts.lines.lines.counts[shown].lineCount
        let outside = around + slotWidth - layouts.lines.latestWidth(ofText: place.text(index))
        if lineCount == 1 {
          least = max(least, outside + texts[index].leastWidthOnOneLine)
        } else {
          wrapped.append((index, lineCount, outside))
        }
      }
    }
    for (text, lineCount, outside) in wrapped {
      let width = layouts.lines.leastWidth(
        ofText: place.text(text), of: card, inLines: lineCount, from: least - outside)
      least = max(least, outside + width)
    }
    return least
  }

  private func shape(ofRow row: Int, of card: PreparedCard, slots: [Slot], metrics: CardMetrics) -> CardShape {
    func room(_ slot: Slot) -> Int { layouts.slot(slot, ofRow: row)?.frame.width.roundedDown ?? Int.max }
    // A single word in less room than one of its letters stays on its line and overflows it.
    let roomOfTags = room(.tags)
    var overflowing = card.composed.tags.count { card.tagWidth(ofText: $0, metrics: metrics) > roomOfTags }
    var shape = CardShape()
    shape.lineCounts.reserveCapacity(card.texts.count)
    shape.cuts.reserveCapacity(card.texts.count)
    let texts = card.texts.span
    for index in texts.indices {
      let lineCount = layouts.lineCount(ofText: index, inRow: row)
      shape.lineCounts.append(lineCount)
      shape.cuts.append(layouts.lineDetails(ofText: index, inRow: row)?.cut)
      if lineCount == 1, slots[index] != .tags, texts[index].leastWidthOnOneLine > room(slots[index]) {
        overflowing += 1
      }
    }
    let tags = layouts.rows[row].tags
    shape.tagRows = layouts.slot(.tags, ofRow: row)?.lineCount ?? 0
    shape.hiddenTags = tags.map { layouts.lines.tags[$0].arrangement.hiddenCount } ?? 0
    shape.overflowing = overflowing
    return shape
  }
}

extension PreparedCard {
  /// The slot of each text, indexed like the texts.
  fileprivate var slotsOfTexts: [Slot] {
    var slots = [Slot](repeating: .body, count: texts.count)
    for slot in composed.slots.slots where slot != .body { for text in composed.texts(of: slot) { slots[text] = slot } }
    return slots
  }
}

/// A width with room for one line of most texts, in whole CSS pixels.
private let widestCard = 8192

/// The state of a card's texts at a width.
private struct CardShape: Equatable {
  var lineCounts: [Int] = []
  var cuts: [Int?] = []
  var tagRows = 0
  var hiddenTags = 0
  /// The number of texts and tags on one line that are wider than their slot.
  var overflowing = 0
}
