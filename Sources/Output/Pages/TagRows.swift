import Arrangements
import CardLayout
import Content
import Geometry

/// The positions of a shelf's tags where browsers would break rows differently by themselves.
///
/// Browsers fill rows as much as possible and can align them to the leading edge, the centre or the trailing edge. For
/// everything else, each tag has margins: one before it, and, at the end of a row with room to spare, one that fills
/// the row. The end of a row is half a pixel short of full, so that rounding never wraps it.
struct TagRows {
  /// A tag or chip of a card, by its index among the children of the list.
  private struct Child: Hashable {
    var card: Int
    var number: Int
  }

  /// A possible declaration for a child.
  private struct TagDeclaration: Hashable {
    var child: Child
    var property: FrameProperty
  }

  private let shelf: LaidOutShelf
  private let settings: TagSettingsAtSteps
  /// The index of the first layout.
  private let firstStep: Int
  private let list: FrameRules.Selector
  private let listItems: FrameRules.Selector
  /// The numbers in the chips of each card, in the order of the markup, keyed by the article with the chips; empty if
  /// no card has margins.
  private let counts: [[CardFace: [Int]]]
  /// Declarations that are needed at some step.
  private let used: Set<TagDeclaration>
  private let selectors: [Child: FrameRules.Selector]

  /// - Parameters:
  ///   - shelf: the shelf with the layouts of one choice.
  ///   - whole: the shelf with all layouts in the markup.
  ///   - settings: the settings of all choices.
  ///   - firstStep: the first of this choice's steps.
  init(
    of shelf: LaidOutShelf, in whole: borrowing LaidOutShelf, settings: TagSettingsAtSteps, firstStep: Int,
    scope: ShelfScope,
    rules: inout FrameRules
  ) {
    self.shelf = shelf
    self.settings = settings
    self.firstStep = firstStep
    let element = scope.element(shelf.prepared.shelf.id)
    list = rules.selector(element + " .tags")
    listItems = rules.selector(element + " .tags>li")
    guard settings.needMargins(shelf.layouts.indices, from: firstStep) else {
      counts = []
      used = []
      selectors = [:]
      return
    }
    let counts = shelf.prepared.cards.indices.map { card in
      Dictionary(grouping: whole.allLayouts.map { $0.cards[card] }, by: CardFace.init).mapValues(\.hiddenTagCounts)
    }
    self.counts = counts
    var used: Set<TagDeclaration> = []
    var selectors: [Child: FrameRules.Selector] = [:]
    for layout in shelf.layouts {
      for (card, measured) in layout.cards.enumerated() {
        for (declaration, value) in Self.values(of: measured, card, counts: counts[card][CardFace(measured)] ?? [])
        where declaration.property == .minInlineSize || value != .zero {
          used.insert(declaration)
          let child = declaration.child
          if selectors[child] != nil { continue }
          let id = scope.element(shelf.prepared.cards[card].composed.card.id)
          selectors[child] = rules.selector(id + " .tags>:nth-child(\(child.number))")
        }
      }
    }
    self.used = used
    self.selectors = selectors
  }

  func add(at step: Int, to rules: inout FrameRules) {
    guard let tags = settings.rules[firstStep + step] else { return }
    if tags.alignment == .fillWidth { rules.add(listItems, .textAlign, .keyword(.center)) }
    if tags.distribution == .greedy, let place = tags.alignment.flexPlace {
      rules.add(list, .justifyContent, .keyword(place))
    }
    if counts.isEmpty { return }
    for (card, measured) in shelf.layouts[step].cards.enumerated() {
      for (declaration, value) in Self.values(of: measured, card, counts: counts[card][CardFace(measured)] ?? [])
      where used.contains(declaration) {
        if let selector = selectors[declaration.child] { rules.add(selector, declaration.property, value) }
      }
    }
  }

  private static func values(
    of card: MeasuredCard, _ index: Int, counts: [Int]
  ) -> [(declaration: TagDeclaration, value: Pixels)] {
    guard let tags = card.tags, tags.rules.needsMargins else { return [] }
    let frames = tags.frames
    let rows = tags.rows
    var values: [(TagDeclaration, Pixels)] = []
    for (number, row) in rows.enumerated() {
      var x = Pixels.zero
      for place in row {
        if place > row.lowerBound { x += tags.rules.spacing }
        let child = Child(card: index, number: tags.child(place, counts: counts))
        func add(_ property: FrameProperty, _ value: Pixels) {
          values.append((TagDeclaration(child: child, property: property), value))
        }
        if tags.rules.alignment == .fillWidth { add(.minInlineSize, frames[place].width) }
        add(.marginInlineStart, frames[place].x - x)
        x = frames[place].maxX
        guard place + 1 == row.upperBound else {
          add(.marginInlineEnd, .zero)
          continue
        }
        let next = number + 1 < rows.count ? frames[row.upperBound].width : nil
        add(.marginInlineEnd, endMargin(after: x, next: next, in: tags))
      }
    }
    return values
  }

  private static func endMargin(after end: Pixels, next: Pixels?, in tags: MeasuredTags) -> Pixels {
    let room = tags.available - end
    let hasRoom = next.map { tags.rules.spacing + $0 <= room + Pixels(1) } ?? false
    return hasRoom || room < .halfPixel ? room - .halfPixel : .zero
  }
}

/// The rules by which the tags of a shelf fill their rows at each step; the steps of a second choice follow those of
/// the first.
struct TagSettingsAtSteps {
  /// The rules of the first card that shows tags.
  private(set) var rules: [TagRules?]
  private var needMargins = StepSet()

  /// - Parameter cards: the different layouts of each card.
  init(_ shelf: borrowing LaidOutShelf, cards: [[CardAtSteps]]) {
    rules = Array(repeating: nil, count: shelf.allLayouts.count)
    for layouts in cards {
      for layout in layouts { add(layout) }
    }
  }

  private mutating func add(_ layout: CardAtSteps) {
    guard let own = layout.card.tagRules else { return }
    if own.needsMargins { needMargins.formUnion(layout.steps) }
    for step in layout.steps.members where rules[step] == nil { rules[step] = own }
  }

  func needMargins(_ steps: Range<Int>, from firstStep: Int) -> Bool {
    steps.contains { needMargins.contains(firstStep + $0) }
  }
}

extension Pixels {
  fileprivate static let halfPixel = Pixels(sixtyFourths: 32)
}

extension LineAlignment {
  /// The keyword for rows that are as full as possible; nil if no declaration is needed, or none would help.
  fileprivate var flexPlace: FrameKeyword? {
    switch self {
    case .center: .center
    case .trailing: .flexEnd
    case .leading, .justified, .fillWidth, .fillSpace: nil
    }
  }
}

extension TagRules {
  fileprivate var needsMargins: Bool { distribution == .even || alignment.isFilling }
}

extension MeasuredTags {
  /// The index of a frame among the children of the list, from 1: the chips come after all tags.
  fileprivate func child(_ place: Int, counts: [Int]) -> Int {
    let shown = arrangement.frames.count
    guard place >= shown else { return place + 1 }
    let chip = counts.firstIndex(of: arrangement.hiddenCount) ?? 0
    return shown + arrangement.hiddenCount + chip + 1
  }
}
