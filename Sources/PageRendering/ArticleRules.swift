import CardLayout
import Geometry
import SiteContent
import Themes

/// What is said inside the articles of a shelf at each step: heights of images by ratio, which are whole pixels, widths
/// that no style sheet could find out, and heights of level slots.
///
/// Either one rule for all cards or one for each, at all steps alike: the one would be more specific than those.
struct ArticleRules {
  /// A property of an element of one anatomy.
  private struct Key: Hashable {
    var selector: String
    var property: FrameProperty
  }

  /// What may be said about an anatomy: places of keys.
  private struct Keys {
    var image: Int?
    var levels: [SlotName: Int] = [:]
    var widths: [(path: ElementPath, key: Int)] = []
  }

  private let shelf: LaidOutShelf
  private let lists: [String]
  private let scope: ShelfScope
  private var keys: [Key] = []
  /// By the name of the anatomy, for shelves with variants; else there is one.
  private var keysOfAnatomy: [String: Keys] = [:]
  /// By place of the key: whether its value differs among the cards of some step.
  private var differs: [Bool] = []
  /// Of a key for all cards of a list, and of one for a card, as they come up.
  private var listSelectors: [[FrameRules.Selector?]]
  private var cardSelectors: [[FrameRules.Selector?]]

  /// - Parameter lists: selectors of the lists of the shelf's parts.
  /// - Complexity: O(cards x steps).
  init(of shelf: LaidOutShelf, lists: [String], scope: ShelfScope) {
    self.shelf = shelf
    self.lists = lists
    self.scope = scope
    listSelectors = Array(repeating: [], count: lists.count)
    cardSelectors = Array(repeating: [], count: shelf.prepared.cards.count)
    for card in shelf.prepared.cards {
      for anatomy in card.composed.anatomies where keysOfAnatomy[anatomy.name] == nil {
        keysOfAnatomy[anatomy.name] = keys(of: anatomy, hasVariants: card.composed.hasVariants)
      }
    }
    differs = Array(repeating: false, count: keys.count)
    for layout in shelf.layouts {
      var first = [Pixels?](repeating: nil, count: keys.count)
      for index in layout.cards.indices {
        for (key, value) in values(ofCard: index, in: layout) {
          if let other = first[key], other != value { differs[key] = true }
          first[key] = value
        }
      }
    }
  }

  mutating func add(_ layout: ShelfLayout, of part: PartLayout, at place: Int, to rules: inout FrameRules) {
    var isSaid = [Bool](repeating: false, count: keys.count)
    for index in part.cards {
      for (key, value) in values(ofCard: index, in: layout) {
        if differs[key] {
          rules.add(selector(of: key, forCard: index, in: &rules), keys[key].property, value)
        } else if !isSaid[key] {
          isSaid[key] = true
          rules.add(selector(of: key, forList: place, in: &rules), keys[key].property, value)
        }
      }
    }
  }

  private mutating func selector(of key: Int, forCard card: Int, in rules: inout FrameRules) -> FrameRules.Selector {
    if let known = cardSelectors[card].element(key) { return known }
    let id = scope.element(shelf.prepared.cards[card].composed.card.id)
    let new = rules.selector(id + ">" + keys[key].selector)
    cardSelectors[card].set(new, at: key)
    return new
  }

  private mutating func selector(of key: Int, forList list: Int, in rules: inout FrameRules) -> FrameRules.Selector {
    if let known = listSelectors[list].element(key) { return known }
    let new = rules.selector(lists[list] + ">.card>" + keys[key].selector)
    listSelectors[list].set(new, at: key)
    return new
  }

  private func values(ofCard index: Int, in layout: ShelfLayout) -> [(key: Int, value: Pixels)] {
    let card = layout.cards[index]
    let own = { keysOfAnatomy[shelf.prepared.cards[index].composed.anatomies[card.variant].name] }
    guard let keys = keysOfAnatomy.count == 1 ? keysOfAnatomy.first?.value : own() else { return [] }
    var values: [(key: Int, value: Pixels)] = []
    if let key = keys.image, let slot = card.slot(.image) { values.append((key, slot.frame.height)) }
    for slot in card.slots {
      guard let height = slot.levelHeight, let key = keys.levels[slot.name] else { continue }
      values.append((key, height))
    }
    for (path, key) in keys.widths {
      if let width = card.itemWidths[path] { values.append((key, Pixels(width))) }
    }
    return values
  }

  private mutating func keys(of anatomy: CardAnatomy, hasVariants: Bool) -> Keys {
    let article = hasVariants ? ".\(anatomy.name)" : "article"
    // An element that stands for the article: the selectors go on from there.
    let places = AnatomyPlaces(anatomy, article: "")
    var result = Keys()
    if let image = anatomy.image, image.height == nil {
      result.image = number(of: Key(selector: article + " .image", property: .blockSize))
    }
    for slot in SlotName.allCases {
      result.levels[slot] = number(of: Key(selector: article + " .\(slot.rawValue)", property: .minBlockSize))
    }
    for path in sizedPaths(of: anatomy) {
      result.widths.append((path, number(of: Key(selector: article + places.any(path), property: .inlineSize))))
    }
    return result
  }

  private mutating func number(of key: Key) -> Int {
    if let known = keys.firstIndex(of: key) { return known }
    keys.append(key)
    return keys.count - 1
  }

  /// The elements whose widths the style sheet of the theme does not say.
  private func sizedPaths(of anatomy: CardAnatomy) -> [ElementPath] {
    var found: [ElementPath] = []
    var waiting = anatomy.elements.indices.map { (anatomy.elements[$0], [$0]) }
    while let (element, path) = waiting.popLast() {
      if case .hug = element.width { found.append(path) }
      var isRow = false
      if case .row(let row) = element, !row.isStacked { isRow = true }
      let hasShares = isRow && element.children.count { $0.width == .fill } > 1
      for (index, child) in element.children.enumerated() {
        let childPath = path + [index]
        switch child.width {
        case .fill where hasShares: found.append(childPath)
        case .fixed(let width) where isRow && isSqueezed(childPath, below: width, in: anatomy): found.append(childPath)
        default: break
        }
        waiting.append((child, childPath))
      }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func isSqueezed(_ path: ElementPath, below width: Int, in anatomy: CardAnatomy) -> Bool {
    shelf.layouts.contains { layout in
      layout.cards.indices.contains { index in
        let card = layout.cards[index]
        guard shelf.prepared.cards[index].composed.anatomy(card.variant).name == anatomy.name else { return false }
        return card.itemWidths[path].map { $0 < width } ?? false
      }
    }
  }
}

extension [FrameRules.Selector?] {
  fileprivate func element(_ index: Int) -> FrameRules.Selector? { indices.contains(index) ? self[index] : nil }

  fileprivate mutating func set(_ selector: FrameRules.Selector, at index: Int) {
    while count <= index { append(nil) }
    self[index] = selector
  }
}
