public import Content
public import Geometry
import Themes

/// The least heights of slots, so that they are level with slots of other cards.
struct SlotLevels: Sendable, Hashable {
  /// The heights; nil if there are none, as in nearly all shelves.
  private var heights: [Slot: Pixels]?

  var isEmpty: Bool { heights == nil }

  subscript(slot: Slot) -> Pixels? {
    @inline(__always)
    get { heights == nil ? nil : heights?[slot] }
    set {
      var all = heights ?? [:]
      all[slot] = newValue
      heights = all.isEmpty ? nil : all
    }
  }
}

/// The cost of making a slot level among the cards of a shelf.
public struct LevelCost: Sendable, Hashable {
  public var slot: Slot
  /// The extra height of the slot, summed over all cards of the shelf, without the gaps that are kept for it.
  public var total: Pixels
  /// The greatest extra height in a card.
  public var most: Pixels
}

/// Cards in which some slots have the same height.
struct LevelGroup {
  var cards: [Int]
  var level: SlotLevel
}

extension PreparedShelf {
  /// Empty levels for each card.
  var withoutLevels: [SlotLevels] { Array(repeating: SlotLevels(), count: cards.count) }

  /// The least heights of the slots of each card.
  ///
  /// - Parameter measured: the row of each card in the layouts, measured by itself.
  /// - Complexity: O(cards x slots).
  func levels(of measured: [Int], in groups: [LevelGroup], _ layouts: CardLayouts) -> [SlotLevels] {
    var levels = withoutLevels
    for group in groups {
      let places = group.cards.map { index in
        cards[index].composed.anatomy(layouts.rows[measured[index]].variant).texts.filter { $0.level == group.level }
          .map(\.slot)
      }
      var tallest = SlotLevels()
      for (index, slots) in zip(group.cards, places) {
        for slot in slots {
          guard let own = layouts.slot(slot, ofRow: measured[index])?.ownHeight else { continue }
          tallest[slot] = max(own, tallest[slot] ?? .zero)
        }
      }
      for (index, slots) in zip(group.cards, places) {
        for slot in slots { levels[index][slot] = tallest[slot] }
      }
    }
    return levels
  }

  /// - Parameters:
  ///   - alone: the row of each card in the layouts, measured by itself.
  ///   - level: the rows of the same cards with their levels.
  func levelCosts(from alone: [Int], to level: [Int], _ layouts: CardLayouts) -> [LevelCost] {
    (cards.first?.composed.slots.slots ?? []).compactMap { id in
      let costs = zip(alone, level).compactMap { alone, level in
        layouts.slot(id, ofRow: level).flatMap { slot in
          slot.levelHeight.map { _ in slot.ownHeight - (layouts.slot(id, ofRow: alone)?.ownHeight ?? .zero) }
        }
      }
      guard !costs.isEmpty else { return nil }
      return LevelCost(slot: id, total: costs.reduce(.zero, +), most: costs.max() ?? .zero)
    }
  }
}
