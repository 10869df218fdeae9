import Arrangements
import CardLayout
import Content
import Geometry

/// The cards of a flow in lines. Their list is a wrapping flex container, so that a line grows with its cards and pushes
/// down the content below it.
///
/// Widths are exact, and the container is half a pixel wider than they need, so that rounding never wraps a line. A
/// line with room to spare is filled up by its last card's margin.
struct LineRules {
  private let list: FrameRules.Selector
  private let part: Int
  private let alignItems: FrameKeyword
  private let cards: CardRules
  /// The properties that a card may need; each has a value for each card at each step.
  private let properties: [FrameProperty]
  /// Indexed by property: false for margins that are zero for all cards at all steps.
  private let isUsed: [Bool]
  /// The values of all cards, for each step and each property.
  private let values: [Pixels]
  private let cardCount: Int

  init(of shelf: borrowing LaidOutShelf, part: Int, list: String, scope: ShelfScope, rules: inout FrameRules) {
    self.list = rules.selector(list)
    self.part = part
    let alignment = LineRules.alignItems(of: shelf.prepared.shelf)
    alignItems = alignment ?? .flexStart
    var properties: [FrameProperty] = [.inlineSize, .minBlockSize, .marginInlineStart, .marginInlineEnd]
    if alignment == nil { properties.append(.marginBlockStart) }
    let shown = shelf.prepared.parts[part].cards
    let own = LineValues(of: shelf.layouts, part: part, properties: properties, cardCount: shown.count)
    let differing = properties.indices.filter { own.differ($0) }.map { properties[$0] }
    let ids = differing.isEmpty ? [] : shelf.prepared.cards[shown].map(\.composed.card.id)
    cards = CardRules(list: list, ids: ids, scope: scope, differing: differing, rules: &rules)
    isUsed = properties.indices.map { !properties[$0].isMargin || !own.areZero($0) }
    values = own.values
    self.properties = properties
    cardCount = shown.count
  }

  func add(_ layout: ShelfLayout, at step: Int, to rules: inout FrameRules) {
    let box = layout.parts[part]
    rules.add(list, .paddingInlineStart, box.leading)
    rules.add(list, .paddingInlineEnd, max(.zero, box.trailing - Pixels(sixtyFourths: 32)))
    rules.add(list, .columnGap, layout.spacing)
    rules.add(list, .rowGap, layout.lineSpacing)
    rules.add(list, .alignItems, .keyword(alignItems))
    for (index, property) in properties.enumerated() where isUsed[index] {
      let start = (step * properties.count + index) * cardCount
      cards.add(property, values[start..<start + cardCount], to: &rules)
    }
  }

  /// The CSS value for the vertical alignment of cards in their line; nil if each card sets it.
  private static func alignItems(of shelf: Shelf) -> FrameKeyword? {
    switch shelf.flow.lineAlign {
    case .top: .flexStart
    case .center: .center
    case .bottom: .flexEnd
    case .stretch: .stretch
    case .baseline: nil
    }
  }
}

/// The values that position the cards of a part at each step.
private struct LineValues {
  private(set) var values: [Pixels]
  private let propertyCount: Int
  private let cardCount: Int
  private let stepCount: Int

  /// - Parameter properties: inline size, block size, margins at the inline start and end, and optionally at the top.
  /// - Complexity: O(steps x cards).
  init(of layouts: [ShelfLayout], part: Int, properties: [FrameProperty], cardCount: Int) {
    propertyCount = properties.count
    self.cardCount = cardCount
    stepCount = layouts.count
    values = Array(repeating: .zero, count: layouts.count * properties.count * cardCount)
    for (step, layout) in layouts.enumerated() { add(layout, at: step, part: part) }
  }

  private mutating func add(_ layout: ShelfLayout, at step: Int, part: Int) {
    let box = layout.parts[part]
    let frames = layout.frames
    let first = box.cards.lowerBound
    let start = step * propertyCount * cardCount
    for index in box.cards {
      values[start + index - first] = frames[index].width
      values[start + cardCount + index - first] = frames[index].height
    }
    let (starts, ends, tops) = (
      start + 2 * cardCount - first, start + 3 * cardCount - first, start + 4 * cardCount - first
    )
    let end = layout.size.width - box.trailing
    for (number, cards) in box.lines.enumerated() {
      var x = box.leading
      for index in cards {
        if index > cards.lowerBound { x += layout.spacing }
        values[starts + index] = frames[index].x - x
        x = frames[index].maxX
      }
      if propertyCount > 4 {
        let lineTop = frames[cards].lazy.map(\.y).min() ?? .zero
        for index in cards { values[tops + index] = frames[index].y - lineTop }
      }
      guard number + 1 < box.lines.count, !cards.isEmpty else { continue }
      let next = layout.spacing + frames[box.lines[number + 1].lowerBound].width
      if next <= end - x + Pixels(1) { values[ends + cards.upperBound - 1] = end - x }
    }
  }

  private func range(_ property: Int, at step: Int) -> Range<Int> {
    let start = (step * propertyCount + property) * cardCount
    return start..<start + cardCount
  }

  /// Returns whether a property differs among cards at some step.
  func differ(_ property: Int) -> Bool {
    for step in 0..<stepCount {
      let range = range(property, at: step)
      for index in range where values[index] != values[range.lowerBound] { return true }
    }
    return false
  }

  func areZero(_ property: Int) -> Bool {
    for step in 0..<stepCount {
      for index in range(property, at: step) where values[index] != .zero { return false }
    }
    return true
  }
}

extension FrameProperty {
  fileprivate var isMargin: Bool {
    switch self {
    case .marginBlockStart, .marginInlineEnd, .marginInlineStart: true
    default: false
    }
  }
}
