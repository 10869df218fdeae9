import Arrangements
import CardLayout
import Geometry

/// The distinct geometries of one card, as numbers: equal ones are found without writing them.
///
/// A table is used for one card after the other, so that its arrays are allocated once.
struct GeometryTable {
  /// A card at one width, without its position.
  struct CardGeometry {
    let width: Pixels
    let variant: Int
    /// In `slots`.
    let slots: Range<Int>
    /// nil if no tags are visible.
    var tags: TagNumbers?
  }

  struct SlotNumbers {
    let name: SlotName
    let frame: Frame
    /// Lines of text, or rows of tags; for an image 0.
    let lines: Int
    let isTruncated: Bool
    /// Where its lines start, in `starts`.
    let starts: Range<Int>
    /// False if the starts follow from the number of lines, and are not written.
    let statesStarts: Bool
    /// The first geometry in which the lines of this slot start at the same places.
    var startsGeometry: Int
    /// Of a slot that is the first with its starts: the one before it with the same name.
    var previousStarts: Int?
  }

  struct TagNumbers {
    let shown: Int
    let hidden: Int
    let rows: Int
    /// The height of all rows, if the slot is taller.
    let rowsHeight: Pixels?
    /// Of the visible tags, and of the chip after them, in `tagFrames`. nil if there is room for tags, but no tag.
    let frames: Range<Int>?
    /// The first geometry with equal tags.
    var geometry: Int
  }

  private(set) var geometries: [CardGeometry] = []
  private(set) var slots: [SlotNumbers] = []
  private(set) var starts: [Int] = []
  private(set) var tagFrames: [Frame] = []
  /// By the number of a slot's name: the last of `slots` that was the first with its starts.
  private var lastStarts: [Int?] = Array(repeating: nil, count: SlotName.allCases.count)

  mutating func removeAll() {
    geometries.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    tagFrames.removeAll(keepingCapacity: true)
    for index in lastStarts.indices { lastStarts[index] = nil }
  }

  /// Adds a geometry, unless the table has an equal one.
  ///
  /// - Parameters:
  ///   - width: of the card.
  ///   - fall: how far pinned slots move down, because the card is taller than needed.
  /// - Returns: its number.
  /// - Complexity: O(slots + lines + tags), and a comparison with each geometry of the same width.
  mutating func number(of card: MeasuredCard, width: Pixels, fall: Pixels, texts: SlotTexts) -> Int {
    let number = geometries.count
    let (firstSlot, firstStart, firstFrame) = (slots.count, starts.count, tagFrames.count)
    let measured = card.texts
    var tags: TagNumbers?
    for slot in card.slots {
      var frame = slot.frame
      if slot.isPinned { frame.y += fall }
      let firstOfSlot = starts.count
      var isTruncated = slot.isTruncated
      switch slot.name {
      case .image: isTruncated = false
      case .tags:
        let found = self.tags(of: card, in: slot, geometry: number)
        isTruncated = found.hidden > 0
        tags = found
      default: texts.appendStarts(of: slot.name, measured, to: &starts)
      }
      let ownStarts = firstOfSlot..<starts.count
      let isText = slot.name != .image && slot.name != .tags
      slots.append(
        SlotNumbers(
          name: slot.name, frame: frame, lines: slot.name == .image ? 0 : slot.lineCount, isTruncated: isTruncated,
          starts: ownStarts, statesStarts: isText && !isImplied(ownStarts, lines: slot.lineCount),
          startsGeometry: number))
    }
    let geometry = CardGeometry(width: width, variant: card.variant, slots: firstSlot..<slots.count, tags: tags)
    if let known = geometries.firstIndex(where: { isEqual($0, geometry) }) {
      slots.removeSubrange(firstSlot...)
      starts.removeSubrange(firstStart...)
      tagFrames.removeSubrange(firstFrame...)
      return known
    }
    geometries.append(geometry)
    shareWithEarlier(number)
    return number
  }

  /// Returns whether the starts of a slot follow from the number of its lines: a single line starts at 0.
  private func isImplied(_ own: Range<Int>, lines: Int) -> Bool {
    lines == 1 ? own.count == 1 && starts[own.lowerBound] == 0 : own.isEmpty
  }

  private mutating func tags(of card: MeasuredCard, in slot: MeasuredSlot, geometry: Int) -> TagNumbers {
    guard let arrangement = card.tags?.arrangement else {
      return TagNumbers(shown: 0, hidden: 0, rows: slot.lineCount, rowsHeight: nil, frames: nil, geometry: geometry)
    }
    let first = tagFrames.count
    tagFrames.append(contentsOf: arrangement.frames)
    if let chip = arrangement.chip { tagFrames.append(chip) }
    let height = arrangement.size.height
    return TagNumbers(
      shown: arrangement.frames.count, hidden: arrangement.hiddenCount, rows: slot.lineCount,
      rowsHeight: slot.lineCount > 1 && height < slot.frame.height ? height : nil, frames: first..<tagFrames.count,
      geometry: geometry)
  }

  // MARK: Equal values

  private func isEqual(_ a: CardGeometry, _ b: CardGeometry) -> Bool {
    guard a.width == b.width, a.variant == b.variant, a.slots.count == b.slots.count else { return false }
    for (one, other) in zip(a.slots, b.slots) {
      guard slots[one].name == slots[other].name, slots[one].frame == slots[other].frame,
        slots[one].lines == slots[other].lines, slots[one].isTruncated == slots[other].isTruncated,
        areEqual(slots[one].starts, slots[other].starts)
      else { return false }
    }
    guard let first = a.tags, let second = b.tags else { return a.tags == nil && b.tags == nil }
    return areEqual(first, second)
  }

  private func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    // The last lines differ most.
    var (one, other) = (a.upperBound - 1, b.upperBound - 1)
    while one >= a.lowerBound {
      if starts[one] != starts[other] { return false }
      (one, other) = (one - 1, other - 1)
    }
    return true
  }

  private func areEqual(_ a: TagNumbers, _ b: TagNumbers) -> Bool {
    guard a.shown == b.shown, a.hidden == b.hidden, a.rows == b.rows, a.rowsHeight == b.rowsHeight else { return false }
    guard let first = a.frames, let second = b.frames else { return a.frames == nil && b.frames == nil }
    guard first.count == second.count else { return false }
    for (one, other) in zip(first, second) {
      let (one, other) = (tagFrames[one], tagFrames[other])
      if one.x != other.x || one.y != other.y || one.width != other.width { return false }
    }
    return true
  }

  /// Finds the first geometries with the same starts and tags as the last one.
  private mutating func shareWithEarlier(_ number: Int) {
    for index in geometries[number].slots where slots[index].statesStarts {
      let name = slots[index].name.number
      var earlier = lastStarts[name]
      while let other = earlier, !areEqual(slots[other].starts, slots[index].starts) {
        earlier = slots[other].previousStarts
      }
      if let earlier {
        slots[index].startsGeometry = slots[earlier].startsGeometry
      } else {
        slots[index].previousStarts = lastStarts[name]
        lastStarts[name] = index
      }
    }
    guard let tags = geometries[number].tags else { return }
    for index in 0..<number {
      if let other = geometries[index].tags, other.geometry == index, areEqual(other, tags) {
        geometries[number].tags?.geometry = index
        return
      }
    }
  }
}

extension SlotName {
  fileprivate var number: Int {
    switch self {
    case .image: 0
    case .eyebrow: 1
    case .title: 2
    case .subtitle: 3
    case .body: 4
    case .tags: 5
    case .footer: 6
    }
  }
}
