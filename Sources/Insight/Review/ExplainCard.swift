import CardLayout
import Content
import Diagnostics
import Geometry
import ShelfArrangements
import TextLayout
import Themes

/// The steps at which a card is explained.
public enum StepChoice: Sendable, Hashable {
  /// The first step of each width class.
  case firstOfEachClass
  /// The first step of one width class.
  case firstOfClass(String)
  /// The step that a page of a width shows.
  case pageWidth(Int)

  func steps(of all: [Step]) -> [Step] {
    switch self {
    case .firstOfEachClass:
      all.indices.filter { $0 == 0 || all[$0 - 1].className != all[$0].className }.map { all[$0] }
    case .firstOfClass(let name): all.first { $0.className == name }.map { [$0] } ?? []
    case .pageWidth(let width): (all.last { $0.minimumWidth <= width } ?? all.first).map { [$0] } ?? []
    }
  }
}

extension ReviewedSite {
  /// The ids of all cards, in order.
  public var cardIDs: [String] { shelves.flatMap { $0.cards.map(\.composed.card.id) } }

  /// Explains the frame of a card.
  ///
  /// - Parameter name: the card's id, or the path of its file from the site's root.
  /// - Returns: one explanation for each step; nil if there is no such card.
  /// - Complexity: O(cards + slots).
  public func explain(_ name: String, at choice: StepChoice) -> [CardExplanation]? {
    for shelf in shelves {
      for (index, card) in shelf.cards.enumerated()
      where card.composed.card.id == name || card.composed.card.isWholeFile(name) {
        return choice.steps(of: steps).flatMap { step in
          shelf.shelf.views.compactMap { view in
            ExplainedCard(
              shelf: shelf, step: step.shaped(view.choice.window), layout: view.layouts[step.index], index: index)?
              .explanation(choice: view.choice.columns)
          }
        }
      }
    }
    return nil
  }
}

/// A card of a shelf at a step, as it is laid out: this code does not depend on how cards are stacked.
struct ExplainedCard {
  let shelf: ReviewedShelf
  let step: Step
  let layout: ShelfLayout
  let index: Int
  let part: PartLayout

  /// - Returns: nil if the card is in no part of the shelf.
  init?(shelf: ReviewedShelf, step: Step, layout: ShelfLayout, index: Int) {
    guard let part = layout.parts.first(where: { $0.cards.contains(index) }) else { return nil }
    self.shelf = shelf
    self.step = step
    self.layout = layout
    self.index = index
    self.part = part
  }

  var card: PreparedCard { shelf.cards[index] }
  var measured: MeasuredCard { layout.cards[index] }
  var frame: Frame { layout.frames[index] }

  func id(_ index: Int) -> String { shelf.cards[index].composed.card.id }

  func explanation(choice: Int?) -> CardExplanation {
    CardExplanation(
      id: card.composed.card.id, source: card.composed.card.source.path, step: step,
      pageWidths: StepNames(steps: shelf.steps).range(of: step), chosenColumns: choice,
      sums: sums, notes: cuts + settled)
  }

  private var sums: [Arithmetic] {
    let (arrangement, placed) = (shelf.settings.arrangement.rules, placed)
    let common = commonHeight(arrangement.equallyTall(with: placed))
    return [
      arrangement.width(of: placed), height, common, arrangement.x(of: placed), arrangement.y(of: placed),
    ].compactMap(\.self)
  }

  // MARK: Cuts and forced breaks

  private var cuts: [String] {
    measured.slots.filter { $0.id != .image && $0.id != .tags }.compactMap { slot in
      let loss = textLoss(of: slot.id, in: measured, card: card)
      guard loss > 0 else { return nil }
      let lines = slot.lineCount == 1 ? "1 line" : "\(slot.lineCount) lines"
      return "\(card.composed.slots.name(of: slot.id)) cut after \(lines): \(loss) characters are hidden"
    } + (measured.exceedsMaximum ? ["taller than allowed, and nothing can be cut"] : [])
  }

  private var settled: [String] {
    measured.slots.compactMap { slot in
      let numbers = card.composed.texts(of: slot.id)
      let texts = numbers.compactMap { measured.texts[$0] }
      let settled = texts.reduce(0) { $0 + $1.settledCount }
      let divided = texts.reduce(0) { $0 + $1.forcedBreaks.count - $1.settledCount }
      if settled + divided == 0 { return nil }
      var parts: [String] = []
      if settled > 0 {
        let extra = numbers.reduce(0) { $0 + (measured.texts[$1]?.extraLineCount(of: card.texts[$1]) ?? 0) }
        let cost = extra == 0 ? "" : extra == 1 ? ", which adds 1 line" : ", which adds \(extra) lines"
        parts.append("\(settled) of \(slot.lineCount) line breaks fixed in the markup\(cost)")
      }
      if divided > 0 { parts.append("\(divided) in or before words that are wider than a line") }
      return "\(card.composed.slots.name(of: slot.id)): \(parts.joined(separator: ", "))"
    }
  }
}

extension Card {
  /// Returns whether the card is written in a file of its own.
  fileprivate func isWholeFile(_ path: String) -> Bool { source.path == path && row == nil }
}
