import Arrangements
import Geometry
import SiteContent
import Themes

/// What cards need at the steps at which their widths do not depend on their places.
struct NeedsAhead {
  private let stepCount: Int
  /// By card, and then by step.
  private var needs: [CardNeed?]

  /// Nothing is known.
  init(cardCount: Int = 0, stepCount: Int = 0) {
    self.stepCount = stepCount
    needs = Array(repeating: nil, count: cardCount * stepCount)
  }

  /// - Parameter step: its index among all steps.
  subscript(card: Int, step: Int) -> CardNeed? {
    get { needs.isEmpty ? nil : needs[card * stepCount + step] }
    set { needs[card * stepCount + step] = newValue }
  }
}

extension ShelfArranger {
  /// A step at which all columns of a part are equally wide.
  private struct EvenStep {
    /// Among all steps.
    let index: Int
    let columns: [ColumnTrack]
    let maximumHeight: Int?
    let limits: CardMemo.NumberedLimits
  }

  /// Measures cards at the steps at which all columns are equally wide, each at all of them before the next card: the
  /// texts of many cards do not fit in a processor's cache.
  ///
  /// - Parameter limits: one for each step.
  mutating func measureAhead(at steps: [Step], limits: [CardMemo.NumberedLimits]) {
    // Where slots are level, cards are not measured by themselves alone.
    if inputs.shelf.hasLevels || ![.grid, .waterfall, .list].contains(inputs.settings.arrangement) { return }
    ahead = NeedsAhead(cardCount: inputs.shelf.cards.count, stepCount: (steps.map(\.index).max() ?? -1) + 1)
    for part in inputs.shelf.parts.indices {
      let all = evenSteps(ofPart: part, steps, limits)
      // Elements of spans are looked at without being copied.
      let even = all.span
      let cards = inputs.shelf.parts[part].cards
      for (card, span) in zip(cards, spans(of: cards)) {
        for place in even.indices {
          let columnCount = even[place].columns.count
          let width = even[place].columns.width(from: 0, count: span.count(of: columnCount))
          ahead[card, even[place].index] = memo.need(
            card, width: width.roundedDown, maximumHeight: even[place].maximumHeight, clamp: inputs.settings.clamp,
            limits: even[place].limits, metrics: metrics)
        }
      }
    }
  }

  private mutating func evenSteps(
    ofPart part: Int, _ steps: [Step], _ limits: [CardMemo.NumberedLimits]
  ) -> [EvenStep] {
    var even: [EvenStep] = []
    even.reserveCapacity(steps.count)
    for (step, limits) in zip(steps, limits) {
      go(to: step, limits: limits, row: nil)
      let insets = insets(ofPart: part, below: .zero)
      let columns =
        inputs.settings.arrangement == .list
        ? [ColumnTrack(x: .zero, width: contentWidth(in: insets))] : columns(ofPart: part, insets: insets)
      guard let first = columns.first, columns.allSatisfy({ $0.width == first.width }) else { continue }
      even.append(EvenStep(index: step.index, columns: columns, maximumHeight: maximumHeight, limits: limits))
    }
    return even
  }
}
