public import Geometry
import SiteContent
import Themes

/// The least heights of slots, so that they are level with those of other cards.
typealias SlotLevels = [SlotName: Pixels]

/// The cost of making a slot level among the cards of a shelf.
public struct LevelCost: Sendable, Hashable {
  public var slot: SlotName
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
  /// No level for any card.
  var withoutLevels: [SlotLevels] { Array(repeating: [:], count: cards.count) }

  /// The least heights of the slots of each card.
  ///
  /// - Parameter measured: the cards, each by itself.
  /// - Complexity: O(cards x slots).
  func levels(of measured: [MeasuredCard], in groups: [LevelGroup]) -> [SlotLevels] {
    var levels: [SlotLevels] = measured.map { _ in [:] }
    for group in groups {
      let places = group.cards.map { index in
        cards[index].composed.anatomy(measured[index].variant).texts.filter { $0.level == group.level }
          .map { SlotName($0.slot) }
      }
      var tallest: SlotLevels = [:]
      for (index, names) in zip(group.cards, places) {
        for name in names {
          guard let own = measured[index].slot(name)?.ownHeight else { continue }
          tallest[name] = max(own, tallest[name] ?? .zero)
        }
      }
      for (index, names) in zip(group.cards, places) {
        for name in names { levels[index][name] = tallest[name] }
      }
    }
    return levels
  }

  /// - Parameters:
  ///   - alone: the cards, each by itself.
  ///   - level: the same cards with their levels.
  func levelCosts(from alone: [MeasuredCard], to level: [MeasuredCard]) -> [LevelCost] {
    SlotName.allCases.compactMap { name in
      let costs = zip(alone, level).compactMap { alone, level in
        level.slot(name).flatMap { slot in
          slot.levelHeight.map { _ in slot.ownHeight - (alone.slot(name)?.ownHeight ?? .zero) }
        }
      }
      guard !costs.isEmpty else { return nil }
      return LevelCost(slot: name, total: costs.reduce(.zero, +), most: costs.max() ?? .zero)
    }
  }
}
