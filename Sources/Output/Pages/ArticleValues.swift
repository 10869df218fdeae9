import CardLayout
import Content
import Geometry
import Themes

/// The values that rules may set inside the articles of a shelf at each step: heights of images by ratio, which are
/// whole pixels, widths that no style sheet could compute, and heights of level slots.
struct ArticleValues {
  /// A property of an element of one anatomy.
  struct ArticleKey: Hashable {
    var selector: String
    var property: FrameProperty
  }

  /// A value that rules may set for an element of one anatomy.
  struct ValueUse {
    /// The index in ``keys``.
    let key: Int
    /// The width in the style sheet of the theme: a rule is needed only if the actual width is less.
    let width: Pixels?
  }

  struct ArticleValue {
    /// The index in ``uses``.
    let use: Int
    let value: Pixels
  }

  private struct Uses {
    var image: Int?
    var levels: [Slot: Int] = [:]
    var widths: [(path: ElementPath, use: Int)] = []

    /// True if only cards with an image have values.
    var areOfImage: Bool { levels.isEmpty && widths.isEmpty }
  }

  private let shelf: LaidOutShelf
  private let stepCount: Int
  private let slots: SlotTable
  private(set) var keys: [ArticleKey] = []
  private(set) var uses: [ValueUse] = []
  /// True if the greatest height of some card leaves its body less than the least number of lines.
  private let hasLoweredBodies: Bool
  /// Keyed by anatomy name.
  private var usesOfAnatomy: [String: Uses] = [:]
  private var only: Uses?
  private var values: [ArticleValue] = []
  /// Ranges in `values`, ordered by card, and then by step.
  private var places: [Range<Int>]

  /// - Parameter cards: the different layouts of each card.
  init(_ shelf: LaidOutShelf, cards: [[CardAtSteps]]) {
    let anatomies = shelf.prepared.anatomies
    let isNamed = shelf.prepared.hasSeveralAnatomies
    // A rule for a body on some pages must be undone on the others.
    hasLoweredBodies =
      anatomies.contains { $0.texts.contains { $0.slot == .body && $0.minLines > 0 } }
      && cards.contains { $0.lowerBody }
    self.shelf = shelf
    slots = shelf.prepared.cards.first?.composed.slots ?? .standard
    stepCount = shelf.views.count * shelf.layouts.count
    places = Array(repeating: 0..<0, count: shelf.prepared.cards.count * stepCount)
    for anatomy in anatomies where usesOfAnatomy[anatomy.name] == nil {
      usesOfAnatomy[anatomy.name] = uses(of: anatomy, isNamed: isNamed)
    }
    if usesOfAnatomy.count == 1 { only = usesOfAnatomy.first?.value }
    for index in cards.indices { add(index, cards[index]) }
  }

  func of(_ card: Int, at step: Int) -> ArraySlice<ArticleValue> { values[places[card * stepCount + step]] }

  private mutating func add(_ index: Int, _ layouts: [CardAtSteps]) {
    let all = shelf.prepared.cards
    let (cards, layouts) = (all.span, layouts.span)
    if let only, only.areOfImage, cards[index].composed.card.image == nil { return }
    for place in layouts.indices {
      let start = values.count
      if let only {
        add(valuesOf: layouts[place].card, only)
      } else if let uses = usesOfAnatomy[cards[index].composed.anatomies[layouts[place].card.variant].name] {
        add(valuesOf: layouts[place].card, uses)
      }
      if values.count == start { continue }
      for step in layouts[place].steps.members { places[index * stepCount + step] = start..<values.count }
    }
  }

  private mutating func add(valuesOf card: MeasuredCard, _ uses: Uses) {
    if let use = uses.image, let image = card.slot(.image) {
      values.append(ArticleValue(use: use, value: image.frame.height))
    }
    for index in 0..<card.slotCount {
      let slot = card.slot(at: index)
      let lowered = hasLoweredBodies && slot.id == .body ? slot.loweredHeight ?? slot.ownHeight : nil
      guard let height = slot.levelHeight ?? lowered, let use = uses.levels[slot.id] else { continue }
      values.append(ArticleValue(use: use, value: height))
    }
    if uses.widths.isEmpty { return }
    let widths = card.itemWidths
    for (path, use) in uses.widths {
      if let width = widths[path] { values.append(ArticleValue(use: use, value: Pixels(width))) }
    }
  }

  /// - Parameter isNamed: whether other cards may have other anatomies.
  private mutating func uses(of anatomy: CardAnatomy, isNamed: Bool) -> Uses {
    let article = isNamed ? ".\(anatomy.name)" : "article"
    // The article itself is the empty selector: the selectors continue from there.
    let places = AnatomyPlaces(anatomy, slots: slots, article: "")
    var result = Uses()
    if let image = anatomy.image, image.height == nil {
      result.image = use(of: ArticleKey(selector: article + " .image", property: .blockSize))
    }
    if hasLoweredBodies || anatomy.texts.contains(where: { $0.level != nil }) {
      for slot in slots.slots {
        let selector = article + " .\(slots.className(of: slot))"
        result.levels[slot] = use(of: ArticleKey(selector: selector, property: .minBlockSize))
      }
    }
    for (path, width) in sizedPaths(of: anatomy) {
      let key = ArticleKey(selector: article + places.any(path), property: .inlineSize)
      result.widths.append((path, use(of: key, below: width)))
    }
    return result
  }

  private mutating func use(of key: ArticleKey, below width: Int? = nil) -> Int {
    let place = keys.firstIndex(of: key) ?? keys.count
    if place == keys.count { keys.append(key) }
    uses.append(ValueUse(key: place, width: width.map { Pixels($0) }))
    return uses.count - 1
  }

  /// The elements whose widths are not in the style sheet of the theme, or are, but may be squeezed.
  private func sizedPaths(of anatomy: CardAnatomy) -> [(path: ElementPath, width: Int?)] {
    var found: [(path: ElementPath, width: Int?)] = []
    var waiting = anatomy.elements.indices.map { (anatomy.elements[$0], [$0]) }
    while let (element, path) = waiting.popLast() {
      if case .hug = element.width { found.append((path, nil)) }
      var isRow = false
      if case .row(let row) = element, !row.isStacked { isRow = true }
      let hasShares = isRow && element.children.count { $0.width == .fill } > 1
      for (index, child) in element.children.enumerated() {
        let childPath = path + [index]
        switch child.width {
        case .fill where hasShares: found.append((childPath, nil))
        case .fixed(let width) where isRow: found.append((childPath, width))
        default: break
        }
        waiting.append((child, childPath))
      }
    }
    return found.sorted { $0.path.lexicographicallyPrecedes($1.path) }
  }
}

extension [CardAtSteps] {
  /// True if the greatest height of the card leaves its body less than the least number of lines.
  fileprivate var lowerBody: Bool {
    contains { $0.card.slot(.body)?.loweredHeight != nil }
  }
}
