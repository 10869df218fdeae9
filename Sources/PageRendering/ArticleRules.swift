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
    var property: String
  }

  private let shelf: LaidOutShelf
  private let scope: ShelfScope
  private var differing: Set<Key> = []
  /// By the name of the anatomy, for shelves with variants; else there is one.
  private var places: [String: AnatomyPlaces] = [:]
  private var sizedPaths: [String: [ElementPath]] = [:]

  /// - Complexity: O(cards x steps).
  init(of shelf: LaidOutShelf, scope: ShelfScope) {
    self.shelf = shelf
    self.scope = scope
    for card in shelf.prepared.cards {
      for anatomy in card.composed.anatomies where places[anatomy.name] == nil {
        // An element that stands for the article: the selectors go on from there.
        places[anatomy.name] = AnatomyPlaces(anatomy, article: "")
        sizedPaths[anatomy.name] = sizedPaths(of: anatomy)
      }
    }
    for layout in shelf.layouts {
      var values: [Key: String] = [:]
      for index in layout.cards.indices {
        for (key, value) in self.values(ofCard: index, in: layout)
        where values.updateValue(value, forKey: key) ?? value != value {
          differing.insert(key)
        }
      }
    }
  }

  func add(_ layout: ShelfLayout, of part: PartLayout, list: String, to rules: inout FrameRules) {
    var said: Set<Key> = []
    for index in part.cards {
      for (key, value) in values(ofCard: index, in: layout) {
        if differing.contains(key) {
          let id = scope.element(shelf.prepared.cards[index].composed.card.id)
          rules.add(id + ">" + key.selector, [(key.property, value)])
        } else if said.insert(key).inserted {
          rules.add(list + ">.card>" + key.selector, [(key.property, value)])
        }
      }
    }
  }

  private func values(ofCard index: Int, in layout: ShelfLayout) -> [(Key, String)] {
    let card = layout.cards[index]
    let composed = shelf.prepared.cards[index].composed
    let anatomy = composed.anatomy(card.variant)
    let article = composed.hasVariants ? ".\(anatomy.name)" : "article"
    var values: [(Key, String)] = []
    if let image = anatomy.image, image.height == nil, let slot = card.slot(.image) {
      values.append((Key(selector: article + " .image", property: "block-size"), slot.frame.height.rem))
    }
    for slot in card.slots {
      guard let height = slot.levelHeight else { continue }
      values.append((Key(selector: article + " .\(slot.name.rawValue)", property: "min-block-size"), height.rem))
    }
    for path in sizedPaths[anatomy.name] ?? [] {
      guard let width = card.itemWidths[path], let place = places[anatomy.name]?.any(path) else { continue }
      values.append((Key(selector: article + place, property: "inline-size"), Pixels(width).rem))
    }
    return values
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
