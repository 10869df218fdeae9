import CardLayout
import Content
import Diagnostics
import Geometry
import ShelfArrangements
import TextLayout
import Themes

/// Text of one slot that is hidden, or outside its card, after it has grown.
struct GrowthLoss {
  enum LossKind {
    /// A tag that is cut and ends in an ellipsis.
    case tagCut
    /// A stretch that no line break divides, and that extends beyond the edge of the card.
    case pastEdge
  }

  var kind: LossKind
  var slot: Slot
  /// The lost text, or its widest part.
  var text: String
  var range: SourceRange?
  /// The amount by which it is too wide, in whole CSS pixels, at the worst step.
  var excess: Int
  var steps: Set<Int>
}

/// A slot that is completely visible at a page width and is cut when the page is enlarged to twice its size.
struct ZoomLoss {
  var slot: Slot
  var characters: Int
  /// The width of the page before it is enlarged; `zoomed` is the step that shows it afterwards.
  var width: Int
  var zoomed: Step
}

extension ReviewedShelf {
  /// The findings of `text-200-percent`: enlarged text in unchanged boxes, and the whole page enlarged, which is then
  /// half as wide.
  func textLostAt200Percent() -> [ReviewFinding] {
    cards.indices.flatMap { index in
      growthLosses(ofCard: index, growth: TextGrowth(percent: 200)).map { finding($0, .textAt200Percent, card: index) }
        + zoomLosses(ofCard: index).map { loss in
          ReviewFinding(
            .lostToZoom(loss, cards[index].composed, shelf: self), cause: .clamp(of: loss.slot, card: index, in: self),
            subject: cards[index].composed.card.id,
            measure: "by \(loss.characters == 1 ? "1 character" : "\(loss.characters) characters") at 200 %",
            weight: loss.characters)
        }
    }
  }

  /// The findings of `text-spacing`: letters .12 em apart, words .16 em. Lines and paragraphs have all the room that
  /// they need.
  func textLostToSpacing() -> [ReviewFinding] {
    cards.indices.flatMap { index in
      growthLosses(ofCard: index, growth: TextGrowth(letterSpacing: 12, wordSpacing: 16))
        .map { finding($0, .textSpacing, card: index) }
    }
  }

  private func finding(_ loss: GrowthLoss, _ rule: ReviewRule, card index: Int) -> ReviewFinding {
    ReviewFinding(
      .lostToGrowth(loss, rule: rule, cards[index].composed, shelf: self),
      cause: .style(of: loss, rule: rule, in: self), subject: cards[index].composed.card.id,
      measure: "by \(loss.excess) px (\(Diagnostic.shortened(loss.text)))", weight: loss.excess)
  }

  /// The side that breaks the lines, as in the style sheet.
  private var breaking: StretchBreaking {
    if theme.lineBreaks == .explicit { return .markup }
    return settings.arrangement.cardWidths == .texts ? .anywhere : .natural
  }

  private func growthLosses(ofCard index: Int, growth: TextGrowth) -> [GrowthLoss] {
    var losses: [GrowthLoss] = []
    var seen: [MeasuredCard: [GrowthLoss]] = [:]
    for (step, layout) in variants {
      let measured = layout.cards[index]
      let known = seen[measured] ?? growthLosses(in: measured, of: cards[index], growth: growth)
      seen[measured] = known
      for loss in known {
        // There is one finding for each slot, and for each tag.
        let place = losses.firstIndex { $0.slot == loss.slot && ($0.slot != .tags || $0.range == loss.range) }
        if let place {
          losses[place].steps.insert(step.index)
          if loss.excess > losses[place].excess {
            (losses[place].excess, losses[place].text) = (loss.excess, loss.text)
          }
        } else {
          var new = loss
          new.steps = [step.index]
          losses.append(new)
        }
      }
    }
    return losses
  }

  private func growthLosses(in measured: MeasuredCard, of card: PreparedCard, growth: TextGrowth) -> [GrowthLoss] {
    var losses: [GrowthLoss] = []
    for placed in card.placedTexts(in: measured, indent: theme.body.indent) {
      guard let lines = measured.texts[placed.text] else { continue }
      let stretch = card.texts[placed.text].widestStretch(
        of: lines, breaking: breaking, growth: growth, sizes: card.composed.texts[placed.text].leafSizes)
      guard let stretch, !card.texts[placed.text].isJoined(stretch) else { continue }
      let excess = (stretch.width + 0xFFFF) >> 16 - (measured.width - placed.x)
      guard excess > 0 else { continue }
      let text = card.texts[placed.text].readable(stretch.bytes)
      losses.append(
        GrowthLoss(
          kind: .pastEdge, slot: placed.slot, text: text, range: card.composed.card.place(of: placed.slot),
          excess: excess, steps: []))
    }
    guard let row = measured.slots.first(where: { $0.id == .tags }) else { return losses }
    for (place, text) in card.composed.tags.enumerated() {
      let prepared = card.texts[text]
      let stretch = prepared.widestStretch(
        of: prepared.lines(width: 1 << 20), breaking: .markup, growth: growth,
        sizes: card.composed.texts[text].leafSizes)
      guard let stretch, card.composed.card.tags.indices.contains(place) else { continue }
      let needed = (stretch.width + 0xFFFF) >> 16 + 2 * theme.tags.paddingInline
      let excess = needed - row.frame.width.roundedDown
      // A text that is cut without growth has a separate finding.
      guard excess > 0, card.tagWidth(ofText: text, theme: theme) <= row.frame.width.roundedDown else { continue }
      let tag = card.composed.card.tags[place]
      losses.append(
        GrowthLoss(kind: .tagCut, slot: .tags, text: tag.text, range: tag.range, excess: excess, steps: []))
    }
    return losses
  }

  /// A page that is enlarged to twice its size is laid out like one that is half as wide: text that is completely
  /// visible before and is cut then is lost. Pages narrower than the first step scroll sideways.
  private func zoomLosses(ofCard index: Int) -> [ZoomLoss] {
    theme.slots.readable.compactMap { slot in
      let losses = losses(of: slot, card: index)
      if losses.isEmpty || losses.count == reviewedSteps.count { return nil }
      let least = 2 * (reviewedSteps.first?.width ?? 0)
      for step in reviewedSteps where losses[step.index] == nil && step.width >= least {
        guard let zoomed = steps.last(where: { $0.minimumWidth <= step.width / 2 }),
          let characters = losses[zoomed.index]
        else { continue }
        return ZoomLoss(slot: slot, characters: characters, width: step.width, zoomed: zoomed)
      }
      return nil
    }
  }
}

extension ComposedText {
  /// The sizes in whole CSS pixels.
  fileprivate var leafSizes: [Int] { styled.leaves.map(\.style.size) }
}
