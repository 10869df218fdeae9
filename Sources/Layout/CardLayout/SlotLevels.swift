public import Geometry
import SiteContent
import Themes

/// The least heights of slots, so that they are level with those of other cards.
struct SlotLevels: Sendable, Hashable {
  private static let none = Int32.min

  /// By the number of the slot's name, in 1/64 px.
  private var heights = InlineArray<7, Int32>(repeating: none)
  private(set) var isEmpty = true

  subscript(name: SlotName) -> Pixels? {
    get {
      let height = heights[name.number]
      return height == Self.none ? nil : Pixels(sixtyFourths: Int(height))
    }
    set {
      heights[name.number] = newValue.map { Int32(clamping: $0.sixtyFourths) } ?? Self.none
      isEmpty = heights.indices.allSatisfy { heights[$0] == Self.none }
    }
  }

  static func == (a: Self, b: Self) -> Bool {
    if a.isEmpty && b.isEmpty { return true }
    return a.heights.indices.allSatisfy { a.heights[$0] == b.heights[$0] }
  }

  func hash(into hasher: inout Hasher) { for index in heights.indices { hasher.combine(heights[index]) } }
}

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
  var withoutLevels: [SlotLevels] { Array(repeating: SlotLevels(), count: cards.count) }

  /// The least heights of the slots of each card.
  ///
  /// - Parameter measured: the rows of the cards in the layouts, each by itself.
  /// - Complexity: O(cards x slots).
  func levels(of measured: [Int], in groups: [LevelGroup], _ layouts: CardLayouts) -> [SlotLevels] {
    var levels = withoutLevels
    for group in groups {
      let places = group.cards.map { index in
        cards[index].composed.anatomy(layouts.rows[measured[index]].variant).texts.filter { $0.level == group.level }
          .map { SlotName($0.slot) }
      }
      var tallest = SlotLevels()
      for (index, names) in zip(group.cards, places) {
        for name in names {
          guard let own = layouts.slot(name, ofRow: measured[index])?.ownHeight else { continue }
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
  ///   - alone: the rows of the cards in the layouts, each by itself.
  ///   - level: the same cards with their levels.
  func levelCosts(from alone: [Int], to level: [Int], _ layouts: CardLayouts) -> [LevelCost] {
    SlotName.allCases.compactMap { name in
      let costs = zip(alone, level).compactMap { alone, level in
        layouts.slot(name, ofRow: level).flatMap { slot in
          slot.levelHeight.map { _ in slot.ownHeight - (layouts.slot(name, ofRow: alone)?.ownHeight ?? .zero) }
        }
      }
      guard !costs.isEmpty else { return nil }
      return LevelCost(slot: name, total: costs.reduce(.zero, +), most: costs.max() ?? .zero)
    }
  }
}
