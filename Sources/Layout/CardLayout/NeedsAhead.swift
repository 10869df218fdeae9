import Arrangements
import Content
import Geometry
import ShelfArrangements
import Themes

/// The needs of cards at the steps at which their widths do not depend on the heights of others.
struct NeedsAhead {
  private let stepCount: Int
  /// The needs, ordered by card and then by step.
  private var needs: [CardNeed?]

  /// Creates a value without any needs.
  init(cardCount: Int = 0, stepCount: Int = 0) {
    self.stepCount = stepCount
    needs = Array(repeating: nil, count: cardCount * stepCount)
  }

  /// - Parameter step: the index among all steps.
  subscript(card: Int, step: Int) -> CardNeed? {
    get { needs.isEmpty ? nil : needs[card * stepCount + step] }
    set { needs[card * stepCount + step] = newValue }
  }
}

extension ShelfArranger {
  /// A step at which the widths of a part's cards are known.
  private struct KnownStep {
    /// The index among all steps.
    let index: Int
    let columns: [ColumnTrack]
    let heights: CardHeights
    let limits: CardMemo.NumberedLimits
    /// The columns of the cards in a grid. In other arrangements, all columns are equally wide.
    var places: GridColumns
  }

  /// Measures cards at the steps at which their widths are known. Each card is measured at all of these steps before
  /// the next one: the texts of many cards do not fit in a processor's cache.
  ///
  /// - Parameter limits: the limits at each step.
  mutating func measureAhead(at steps: [Step], limits: [CardMemo.NumberedLimits]) {
    // Where slots are level, the measurement of a card depends on others.
    if inputs.shelf.hasLevels || ![.content, .columns].contains(inputs.settings.arrangement.cardWidths) { return }
    ahead = NeedsAhead(cardCount: inputs.shelf.cards.count, stepCount: steps.map { $0.index + 1 }.max() ?? 0)
    for part in inputs.shelf.parts.indices {
      var all = knownSteps(ofPart: part, steps, limits)
      if all.isEmpty { continue }
      // Elements of spans are accessed without being copied.
      var known = all.mutableSpan
      let cards = inputs.shelf.parts[part].cards
      for (card, span) in zip(cards, inputs.spans[cards]) {
        for place in known.indices {
          let own = known[place].places.place(span)
          let width = known[place].columns.width(from: own.first, count: own.count)
          ahead[card, known[place].index] = memo.need(
            card, width: width.roundedDown, height: known[place].heights.limit(of: card), clamp: inputs.settings.clamp,
            limits: known[place].limits, metrics: metrics)
        }
      }
    }
  }

  private mutating func knownSteps(
    ofPart part: Int, _ steps: [Step], _ limits: [CardMemo.NumberedLimits]
  ) -> [KnownStep] {
    let arrangement = inputs.settings.arrangement
    var known: [KnownStep] = []
    known.reserveCapacity(steps.count)
    for (step, limits) in zip(steps, limits) {
      go(to: step, limits: limits, row: nil)
      let insets = insets(ofPart: part, below: .zero)
      let columns =
        arrangement.hasColumns
        ? columns(ofPart: part, insets: insets) : [ColumnTrack(x: .zero, width: contentWidth(in: insets))]
      guard !columns.isEmpty, arrangement.rules.knowsWidths(in: columns) else { continue }
      known.append(
        KnownStep(
          index: step.index, columns: columns, heights: heights, limits: limits,
          places: GridColumns(count: columns.count)))
    }
    return known
  }
}
