import Content
import Geometry
import Themes

/// The elements of the anatomies that cards show, one after the other, each with everything that stacking it needs. A
/// plan serves all layouts of all cards that have content for the same slots.
struct StackPlans: Sendable {
  /// The plan for cards with one of their anatomies.
  struct Plan: Sendable {
    let contents: SlotSet
    let variant: Int
    /// The number of the anatomy.
    let anatomy: Int
    /// The index in `rooms`.
    let rooms: Int
    let padding: Int
    let minHeight: Int
    let ratio: Ratio?
    /// The range in `elements`.
    let elements: Range<Int>
  }

  struct PlannedElement: Sendable {
    enum Kind: UInt8, Sendable { case image, text, body, tags, room, row, stack }
    /// The pages on which the items of a row are stacked.
    enum Stacking: UInt8, Sendable { case nowhere, whereTextIsEnlarged, everywhere }

    let kind: Kind
    var slot = Slot.image
    let isPinned: Bool
    let width: ItemWidth
    let gap: Int
    /// The least height of a text, in lines.
    var minLines = 0
    /// The index in `images`.
    var image = 0
    /// The alignment of the items of a row, or of the elements of a stack.
    var alignment = CrossAlignment.stretch
    /// The space between the items of a row.
    var spacing = 0
    var stacking = Stacking.nowhere
    /// The width of the widest of a stack's elements that the card lacks.
    var widthOfAbsent = 0
    /// The index in `paths`, if the width depends on the content or on other elements.
    var path = OptionalIndex.none
    /// The index after its last descendant.
    fileprivate(set) var end = 0
  }

  private(set) var plans: [Plan] = []
  private(set) var elements: [PlannedElement] = []
  private(set) var images: [CardAnatomy.ImagePlacement] = []
  private(set) var paths: [ElementPath] = []
  /// The sets of slots that are kept free; the first set is empty.
  private(set) var rooms: [Set<Slot>] = [[]]

  /// The plan of a card, as an index in `plans`.
  ///
  /// - Parameters:
  ///   - contents: ``PreparedCard/contents``.
  ///   - variant: the index of the anatomy among those of the card.
  ///   - number: the number of the anatomy; see ``AnatomyNumbers``.
  /// - Complexity: O(plans), of which there are a few.
  mutating func number(
    of card: PreparedCard, _ contents: SlotSet, variant: Int, anatomy number: Int, rooms: Set<Slot>
  ) -> Int {
    for index in plans.indices where plans[index].contents == contents && plans[index].anatomy == number {
      if rooms.isEmpty ? plans[index].rooms == 0 : self.rooms[plans[index].rooms] == rooms { return index }
    }
    let anatomy = card.composed.anatomy(variant)
    let start = elements.count
    let firstPinned = anatomy.firstPinned ?? anatomy.elements.count
    for (index, element) in anatomy.elements.enumerated() {
      add(element, at: index, in: [], of: card, rooms, isPinned: index >= firstPinned)
    }
    if !rooms.isEmpty { self.rooms.append(rooms) }
    plans.append(
      Plan(
        contents: contents, variant: variant, anatomy: number, rooms: rooms.isEmpty ? 0 : self.rooms.count - 1,
        padding: anatomy.padding, minHeight: anatomy.minHeight, ratio: anatomy.ratio,
        elements: start..<elements.count))
    return plans.count - 1
  }

  /// - Parameters:
  ///   - index: the index of the element in its parent.
  ///   - parent: the path of the parent; empty for the anatomy.
  // The reader of themes limits the depth, so the recursion is bounded.
  private mutating func add(
    _ element: CardAnatomy.AnatomyElement, at index: Int, in parent: ElementPath, of card: PreparedCard,
    _ rooms: Set<Slot>, isPinned: Bool, isInRow: Bool = false
  ) {
    guard card.shows(element, keepingFree: rooms) else { return }
    var planned = planned(element, of: card, rooms, isPinned: isPinned)
    let isHugged = if case .hug = element.width { true } else { false }
    if isInRow || isHugged {
      planned.path = OptionalIndex(paths.count)
      paths.append(parent + [index])
    }
    let place = elements.count
    elements.append(planned)
    if !planned.isSlot {
      let path = parent + [index]
      let isRow = planned.kind == .row
      for (index, child) in element.children.enumerated() {
        add(child, at: index, in: path, of: card, rooms, isPinned: isPinned, isInRow: isRow)
      }
    }
    elements[place].end = elements.count
  }

  private mutating func planned(
    _ element: CardAnatomy.AnatomyElement, of card: PreparedCard, _ rooms: Set<Slot>, isPinned: Bool
  ) -> PlannedElement {
    func planned(_ kind: PlannedElement.Kind) -> PlannedElement {
      PlannedElement(kind: kind, isPinned: isPinned, width: element.width, gap: element.gap)
    }
    switch element {
    case .image(let image):
      if images.last != image { images.append(image) }
      var own = planned(.image)
      own.image = images.count - 1
      return own
    case .text(let text):
      let kind: PlannedElement.Kind =
        if rooms.contains(text.slot) {
          .room
        } else {
          switch text.slot.kind {
          case .markdown: .body
          case .tags: .tags
          case .text, .image: .text
          }
        }
      var own = planned(kind)
      own.slot = text.slot
      own.minLines = text.minLines
      return own
    case .row(let row):
      var own = planned(.row)
      (own.alignment, own.spacing) = (row.alignment, row.spacing)
      let isEnlargedStacked = row.isStacked(whereTextIsEnlarged: true)
      own.stacking =
        row.isStacked(whereTextIsEnlarged: false)
        ? .everywhere : isEnlargedStacked ? .whereTextIsEnlarged : .nowhere
      return own
    case .stack(let stack):
      var own = planned(.stack)
      own.alignment = stack.alignment
      for absent in stack.elements where !card.shows(absent, keepingFree: rooms) {
        if case .fixed(let width) = absent.width { own.widthOfAbsent = max(own.widthOfAbsent, width) }
      }
      return own
    }
  }
}

/// A set of slots of a card, one bit each.
struct SlotSet: OptionSet, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ slot: Slot) { rawValue = 1 << slot.number }
}

extension PreparedCard {
  /// The slots that the card has content for.
  var contents: SlotSet {
    var contents: SlotSet = []
    for slot in composed.slots.slots where has(slot) { contents.insert(SlotSet(slot)) }
    return contents
  }
}

extension StackPlans {
  /// The items of a row, or the elements of a stack, as indices in the elements.
  func children(of element: Int) -> [Int] {
    var children: [Int] = []
    var index = element + 1
    while index < elements[element].end {
      children.append(index)
      index = elements[index].end
    }
    return children
  }
}

extension StackPlans.PlannedElement {
  var isSlot: Bool { kind != .row && kind != .stack }

  func isStacked(whereTextIsEnlarged isEnlarged: Bool) -> Bool {
    switch stacking {
    case .nowhere: false
    case .whereTextIsEnlarged: isEnlarged
    case .everywhere: true
    }
  }
}
