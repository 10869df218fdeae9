import CardLayout
import Content
import Geometry

/// The rules for the content of a shelf's articles at each step.
///
/// There is either one rule for all cards or one for each, the same at all steps, because a rule for all is more
/// specific.
struct ArticleRules {
  private let shelf: LaidOutShelf
  private let values: ArticleValues
  /// The index of the first layout.
  private let firstStep: Int
  private let lists: [String]
  private let scope: ShelfScope
  /// Indexed by use.
  private var isSaid: [Bool]
  /// Indexed by key: true if its value differs among the cards of some step.
  private var differs: [Bool]
  /// The selectors of each key, for all cards of a list and for single cards, created as needed.
  private var listSelectors: [[FrameRules.Selector?]]
  private var cardSelectors: [[FrameRules.Selector?]]

  /// - Parameters:
  ///   - shelf: the shelf with the layouts of one choice.
  ///   - values: the values of all choices.
  ///   - firstStep: the first of this choice's steps.
  ///   - lists: the selectors of the lists of the shelf's parts.
  /// - Complexity: O(cards x steps).
  init(of shelf: LaidOutShelf, values: ArticleValues, firstStep: Int, lists: [String], scope: ShelfScope) {
    self.shelf = shelf
    self.values = values
    self.firstStep = firstStep
    self.lists = lists
    self.scope = scope
    listSelectors = Array(repeating: [], count: lists.count)
    cardSelectors = Array(repeating: [], count: shelf.prepared.cards.count)
    isSaid = values.uses.map { $0.width == nil }
    differs = Array(repeating: false, count: values.keys.count)
    findSqueezed()
    findDiffering()
  }

  private mutating func findSqueezed() {
    if isSaid.allSatisfy(\.self) { return }
    for step in shelf.layouts.indices {
      for card in shelf.prepared.cards.indices {
        for value in values.of(card, at: firstStep + step) {
          if let width = values.uses[value.use].width, value.value < width { isSaid[value.use] = true }
        }
      }
    }
  }

  private mutating func findDiffering() {
    var first = [Pixels?](repeating: nil, count: values.keys.count)
    for step in shelf.layouts.indices {
      for key in first.indices { first[key] = nil }
      for card in shelf.prepared.cards.indices {
        for value in values.of(card, at: firstStep + step) where isSaid[value.use] {
          let key = values.uses[value.use].key
          if let other = first[key], other != value.value { differs[key] = true }
          first[key] = value.value
        }
      }
    }
  }

  mutating func add(at step: Int, of part: PartLayout, at place: Int, to rules: inout FrameRules) {
    // Indexed by key; empty until there is a value.
    var isListed: [Bool] = []
    for card in part.cards {
      for value in values.of(card, at: firstStep + step) where isSaid[value.use] {
        let key = values.uses[value.use].key
        if differs[key] {
          rules.add(selector(of: key, forCard: card, in: &rules), values.keys[key].property, value.value)
        } else if isListed.isEmpty || !isListed[key] {
          if isListed.isEmpty { isListed = Array(repeating: false, count: values.keys.count) }
          isListed[key] = true
          rules.add(selector(of: key, forList: place, in: &rules), values.keys[key].property, value.value)
        }
      }
    }
  }

  private mutating func selector(of key: Int, forCard card: Int, in rules: inout FrameRules) -> FrameRules.Selector {
    if let known = cardSelectors[card].element(key) { return known }
    let id = scope.element(shelf.prepared.cards[card].composed.card.id)
    let new = rules.selector(id + ">" + values.keys[key].selector)
    cardSelectors[card].set(new, at: key)
    return new
  }

  private mutating func selector(of key: Int, forList list: Int, in rules: inout FrameRules) -> FrameRules.Selector {
    if let known = listSelectors[list].element(key) { return known }
    let new = rules.selector(lists[list] + ">.card>" + values.keys[key].selector)
    listSelectors[list].set(new, at: key)
    return new
  }
}

extension [FrameRules.Selector?] {
  fileprivate func element(_ index: Int) -> FrameRules.Selector? { indices.contains(index) ? self[index] : nil }

  fileprivate mutating func set(_ selector: FrameRules.Selector, at index: Int) {
    while count <= index { append(nil) }
    self[index] = selector
  }
}
