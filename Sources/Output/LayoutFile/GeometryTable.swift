import Arrangements
import CardLayout
import Geometry
import TextLayout

/// The distinct geometries of one card, as numbers: equal ones are found without writing them.
///
/// The starts of the lines of each slot, and the tags, are stored once as well, so that geometries are compared by the
/// numbers of these. A table is used for one card after the other, so that its arrays are allocated once.
struct GeometryTable {
  /// A card at one width, without its position.
  struct CardGeometry {
    let width: Pixels
    let variant: Int
    /// In `slots`.
    let slots: Range<Int>
    /// In `tags`; nil if no tags are visible.
    let tags: Int?
  }

  struct SlotNumbers {
    let name: SlotName
    let frame: Frame
    /// Lines of text, or rows of tags; for an image 0.
    let lines: Int
    let isTruncated: Bool
    /// Where its lines start, in `starts`; nil if that follows from the number of lines, and is not written.
    let starts: Int?
  }

  /// Where the lines of a slot start.
  struct SlotLines {
    /// In `places`.
    let places: Range<Int>
    /// The first geometry in which the lines of the slot start there.
    let geometry: Int
    /// The starts before these of a slot with the same name.
    let previous: Int?
  }

  struct TagNumbers {
    let shown: Int
    let hidden: Int
    let rows: Int
    /// The height of all rows, if the slot is taller.
    let rowsHeight: Pixels?
    /// Of the visible tags, and of the chip after them, in `tagFrames`. nil if there is room for tags, but no tag.
    let frames: Range<Int>?
    /// The first geometry with these tags.
    let geometry: Int
  }

  private struct LastSlot {
    /// In which its starts were found.
    var round = -1
    var lineCount = 0
    var starts: Int?
  }

  private(set) var geometries: [CardGeometry] = []
  private(set) var slots: [SlotNumbers] = []
  private(set) var starts: [SlotLines] = []
  private(set) var places: [Int] = []
  private(set) var tags: [TagNumbers] = []
  private(set) var tagFrames: [Frame] = []
  /// The slots of the last geometry, by the number of their names, and its texts.
  private var lastSlots = [LastSlot](repeating: LastSlot(), count: SlotName.allCases.count)
  private var lastTexts: [MeasuredText?] = []
  /// The number of the call that asks for a geometry.
  private var round = 1
  /// By the number of a slot's name: the last of `starts`.
  private var lastStarts: [Int?] = Array(repeating: nil, count: SlotName.allCases.count)

  mutating func removeAll() {
    geometries.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    tagFrames.removeAll(keepingCapacity: true)
    lastTexts = []
    for index in lastStarts.indices { (lastStarts[index], lastSlots[index].round) = (nil, -1) }
  }

  /// Adds a geometry, unless the table has an equal one.
  ///
  /// - Parameters:
  ///   - width: of the card.
  ///   - fall: how far pinned slots move down, because the card is taller than needed.
  /// - Returns: its number.
  /// - Complexity: O(slots + lines + tags), and a comparison with each geometry of the same width.
  mutating func number(of layout: CardAtSteps, width: Pixels, fall: Pixels, texts: SlotTexts) -> Int {
    let number = geometries.count
    let firstSlot = slots.count
    var tags: Int?
    let shown = layout.slots.span
    for index in shown.indices {
      let slot = shown[index]
      var frame = slot.frame
      if slot.isPinned { frame.y += fall }
      var isTruncated = slot.isTruncated
      var starts: Int?
      switch slot.name {
      case .image: isTruncated = false
      case .tags:
        let found = self.number(ofTagsOf: layout, in: slot, geometry: number)
        isTruncated = self.tags[found].hidden > 0
        tags = found
      default: starts = self.number(ofStartsOf: slot, layout.texts, texts, geometry: number)
      }
      slots.append(
        SlotNumbers(
          name: slot.name, frame: frame, lines: slot.name == .image ? 0 : slot.lineCount, isTruncated: isTruncated,
          starts: starts))
    }
    lastTexts = layout.texts
    round += 1
    let geometry = CardGeometry(width: width, variant: layout.card.variant, slots: firstSlot..<slots.count, tags: tags)
    for known in geometries.indices where isEqual(geometries[known], geometry) {
      slots.removeLast(slots.count - firstSlot)
      return known
    }
    geometries.append(geometry)
    return number
  }

  /// The number of the starts of a slot's lines; nil if they follow from the number of lines: a single line starts at 0.
  private mutating func number(
    ofStartsOf slot: MeasuredSlot, _ measured: [MeasuredText?], _ texts: SlotTexts, geometry: Int
  ) -> Int? {
    let name = slot.name.number
    // Often the lines are those at the width before.
    if lastSlots[name].round == round - 1, lastSlots[name].lineCount == slot.lineCount,
      texts.areEqual(of: slot.name, lastTexts, measured)
    {
      lastSlots[name].round = round
      return lastSlots[name].starts
    }
    let first = places.count
    texts.appendStarts(of: slot.name, measured, to: &places)
    let own = first..<places.count
    let isImplied = slot.lineCount == 1 ? own.count == 1 && places[first] == 0 : own.isEmpty
    var known = isImplied ? nil : lastStarts[name]
    while let other = known, !areEqual(starts[other].places, own) { known = starts[other].previous }
    if isImplied || known != nil {
      places.removeLast(own.count)
    } else {
      known = starts.count
      starts.append(SlotLines(places: own, geometry: geometry, previous: lastStarts[name]))
      lastStarts[name] = known
    }
    lastSlots[name] = LastSlot(round: round, lineCount: slot.lineCount, starts: known)
    return known
  }

  private mutating func number(ofTagsOf layout: CardAtSteps, in slot: MeasuredSlot, geometry: Int) -> Int {
    var own = TagNumbers(shown: 0, hidden: 0, rows: slot.lineCount, rowsHeight: nil, frames: nil, geometry: geometry)
    let first = tagFrames.count
    if let arrangement = layout.tags?.arrangement {
      tagFrames.append(contentsOf: arrangement.frames)
      if let chip = arrangement.chip { tagFrames.append(chip) }
      let height = arrangement.size.height
      own = TagNumbers(
        shown: arrangement.frames.count, hidden: arrangement.hiddenCount, rows: slot.lineCount,
        rowsHeight: slot.lineCount > 1 && height < slot.frame.height ? height : nil, frames: first..<tagFrames.count,
        geometry: geometry)
    }
    for known in tags.indices where areEqual(tags[known], own) {
      tagFrames.removeLast(tagFrames.count - first)
      return known
    }
    tags.append(own)
    return tags.count - 1
  }

  // MARK: Equal values

  private func isEqual(_ a: CardGeometry, _ b: CardGeometry) -> Bool {
    guard a.width == b.width, a.variant == b.variant, a.tags == b.tags, a.slots.count == b.slots.count else {
      return false
    }
    let distance = b.slots.lowerBound - a.slots.lowerBound
    for index in a.slots {
      let other = index + distance
      guard slots[index].name == slots[other].name, slots[index].frame == slots[other].frame,
        slots[index].lines == slots[other].lines, slots[index].isTruncated == slots[other].isTruncated,
        slots[index].starts == slots[other].starts
      else { return false }
    }
    return true
  }

  private func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    // The last lines differ most.
    let distance = b.lowerBound - a.lowerBound
    for index in a.reversed() where places[index] != places[index + distance] { return false }
    return true
  }

  private func areEqual(_ a: TagNumbers, _ b: TagNumbers) -> Bool {
    guard a.shown == b.shown, a.hidden == b.hidden, a.rows == b.rows, a.rowsHeight == b.rowsHeight else { return false }
    guard let first = a.frames, let second = b.frames else { return a.frames == nil && b.frames == nil }
    guard first.count == second.count else { return false }
    let distance = second.lowerBound - first.lowerBound
    for index in first {
      let (one, other) = (tagFrames[index], tagFrames[index + distance])
      if one.x != other.x || one.y != other.y || one.width != other.width { return false }
    }
    return true
  }
}

extension SlotName {
  var number: Int {
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
