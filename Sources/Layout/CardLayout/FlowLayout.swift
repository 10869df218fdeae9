import Arrangements
import Geometry
import SiteContent
import Slots
import Themes

extension ShelfArranger {
  /// Lines of cards that are as wide as their texts need, up to a maximum.
  mutating func arrangeFlow(_ part: Range<Int>, insets: Insets) -> ArrangedPart {
    let maximum = inputs.settings.cardWidth?.value(upTo: step.classNames) ?? inputs.theme.shelf.cardWidth
    let minimum = inputs.settings.flow.minCardWidth?.value(upTo: step.classNames) ?? 1
    // Without `self`, of which each call would make a copy.
    let (limits, metrics, styles) = (limits, metrics, inputs.theme.textStyles)
    let items = part.map { index in
      FlowItem(
        naturalWidth: Pixels(max(minimum, memo.naturalWidth(index, limits: limits, metrics: metrics))),
        maximumWidth: Pixels(maximum),
        breaksBefore: inputs.settings.cards[index].breakBefore)
    }
    var cards: [Int] = []
    cards.reserveCapacity(part.count)
    let arranged = Arrangements.arrangeFlow(
      items, in: contentWidth(in: insets), rules: flowRules, insets: insets
    ) { index, width in
      let need = need(part.lowerBound + index, width: width)
      cards.append(need.row)
      let slots = memo.layouts.slots[memo.layouts.rows[need.row].slots]
      return FlowBox(height: need.height, baseline: slots.firstBaseline(metrics, styles))
    }
    return ArrangedPart(
      frames: arranged.frames, cards: cards, lines: arranged.lines, bottom: arranged.size.height)
  }

  private var flowRules: FlowRules {
    FlowRules(
      alignment: inputs.settings.flow.align, lastLine: inputs.settings.flow.lastLine,
      itemAlignment: inputs.settings.flow.lineAlign,
      distribution: inputs.settings.flow.distribute, spacing: spacing, lineSpacing: lineSpacing)
  }
}

extension ArraySlice<MeasuredSlot> {
  /// The bottom of the first line of text: in cards of one anatomy that begin with the same slot, the baseline is at
  /// the same distance above it.
  fileprivate func firstBaseline(_ metrics: CardMetrics, _ styles: TextStyles) -> Pixels? {
    let texts = lazy.filter { $0.id.kind != .image && $0.lineCount > 0 }
    guard let first = texts.min(by: { $0.frame.y < $1.frame.y }) else { return nil }
    let line = first.id.kind == .tags ? metrics.tagHeight : styles[first.id].lineHeight
    return first.frame.y + Swift.min(Pixels(line), first.frame.height)
  }
}
