import Arrangements
import CardLayout
import Content
import Geometry
import TextLayout

/// The distinct geometries of one card, as numbers: equal ones are detected without writing them.
///
/// The starts of the lines of each slot, and the tags, are stored once as well, so that geometries are compared by the
/// numbers of these. A table is used for one card after the other, so that its arrays are allocated once.
struct GeometryTable {
  /// A card at one width, without its position.
  struct CardGeometry {
    let width: Pixels
    let variant: Int
    /// The range in `slots`.
    let slots: Range<Int>
    /// The index in `tags`; none if no tags are visible.
    let tags: OptionalIndex
    /// The range in `markers`.
    let markers: Range<Int>
  }

  struct SlotNumbers {
    let id: Slot
    let isTruncated: Bool
    let frame: Frame
    /// The number of lines of text, or of rows of tags; for an image 0.
    let lines: Int
    /// The index in `starts` of the starts of its lines; none if these follow from the number of lines, and are not
    /// written.
    let starts: OptionalIndex
  }

  /// The starts of the lines of a slot.
  struct SlotLines {
    /// The range in `places`.
    let places: Range<Int>
    /// The first geometry in which the lines of the slot start there.
    let geometry: Int
    /// The previous starts of a slot with the same name.
    let previous: OptionalIndex
  }

  struct TagNumbers {
    let shown: Int
    let hidden: Int
    let rows: Int
    /// The height of all rows, if the slot is taller.
    let rowsHeight: Pixels?
    /// The frames of the visible tags, and of the chip after them, as a range in `tagFrames`. Nil if there is room for
    /// tags, but no tag.
    let frames: Range<Int>?
    /// The first geometry with these tags.
    let geometry: Int
  }

  /// A slot of a layout whose starts are known.
  private struct KnownSlot {
    let lineCount: Int
    /// The number of the lines of its first text: most starts are found without reading lines.
    let lines: OptionalIndex
    /// The start in `otherLines` of the numbers of the lines of its other texts.
    let firstOther: Int
    /// See ``SlotNumbers/starts``.
    let starts: OptionalIndex
    /// The previous slot with the same name.
    let previous: OptionalIndex
  }

  /// The tags of a layout whose number is known.
  private struct KnownTags {
    /// See ``MeasuredCard/tagNumber``.
    let arrangement: OptionalIndex
    let rows: Int
    /// The height of the slot.
    let height: Pixels
    let tags: Int
  }

  private(set) var geometries: [CardGeometry] = []
  private(set) var slots: [SlotNumbers] = []
  private(set) var starts: [SlotLines] = []
  private(set) var places: [Int] = []
  private(set) var tags: [TagNumbers] = []
  private(set) var tagFrames: [Frame] = []
  /// The room for the numbers of items in bodies.
  private(set) var markers: [MarkerFrame] = []
  private var knownSlots: [KnownSlot] = []
  private var otherLines: [OptionalIndex] = []
  private var knownTags: [KnownTags] = []
  /// The last entry of each slot in `knownSlots` and in `starts`, indexed by slot number.
  private var lastKnown: [OptionalIndex]
  private var lastStarts: [OptionalIndex]
  /// The keys of all slots in JSON, one after the other.
  private(set) var keys: [UInt8] = []
  /// The range of each key in `keys`, indexed by slot number.
  private(set) var keyRanges: [Range<Int>] = []

  init(_ slots: SlotTable) {
    lastKnown = Array(repeating: OptionalIndex.none, count: slots.slots.count)
    lastStarts = lastKnown
    for name in slots.names {
      let start = keys.count
      keys += "\"\(name)\":".utf8
      keyRanges.append(start..<keys.count)
    }
  }

  mutating func removeAll() {
    geometries.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    tagFrames.removeAll(keepingCapacity: true)
    if !markers.isEmpty { markers.removeAll(keepingCapacity: true) }
    knownSlots.removeAll(keepingCapacity: true)
    if !otherLines.isEmpty { otherLines.removeAll(keepingCapacity: true) }
    knownTags.removeAll(keepingCapacity: true)
    for name in lastKnown.indices {
      lastKnown[name] = OptionalIndex.none
      lastStarts[name] = OptionalIndex.none
    }
  }

  /// Adds a geometry, unless the table has an equal one.
  ///
  /// - Parameters:
  ///   - layouts: the layouts of a card.
  ///   - place: the index of the layout in these.
  ///   - width: the width of the card.
  ///   - fall: the distance by which pinned slots move down, because the card is taller than needed.
  /// - Returns: the number of the geometry.
  /// - Complexity: O(slots + texts), and O(lines + tags) for new ones; a comparison with each geometry of the same
  ///   width.
  mutating func number(
    of layouts: Span<CardAtSteps>, at place: Int, width: Pixels, fall: Pixels, texts: SlotTexts
  ) -> Int {
    let number = geometries.count
    let firstSlot = slots.count
    var tags: Int?
    let card = layouts[place].card
    for index in 0..<card.slotCount {
      let slot = card.slot(at: index)
      let id = slot.id
      var frame = slot.frame
      if slot.isPinned { frame.y += fall }
      var lineCount = slot.lineCount
      var isTruncated = slot.isTruncated
      var starts = OptionalIndex.none
      switch id.kind {
      case .image: (lineCount, isTruncated) = (0, false)
      case .tags:
        let own = self.number(ofTagsOf: card, rows: lineCount, height: frame.height, geometry: number)
        isTruncated = self.tags[own].hidden > 0
        tags = own
      case .text, .markdown:
        let lines = OptionalIndex(texts.firstLines(of: id.number, card))
        // Usually the same lines as in the previous lookup.
        if let last = lastKnown[id.number].index, knownSlots[last].lines == lines,
          knownSlots[last].lineCount == lineCount, texts.otherCount(of: id.number) == 0
        {
          starts = knownSlots[last].starts
        } else {
          starts.index = self.number(ofStartsOf: id.number, lines, lineCount, card, texts, geometry: number)
        }
      }
      slots.append(
        SlotNumbers(id: id, isTruncated: isTruncated, frame: frame, lines: lineCount, starts: starts))
    }
    let firstMarker = markers.count
    let own = card.markers
    if !own.isEmpty { markers += own }
    let geometry = CardGeometry(
      width: width, variant: card.variant, slots: firstSlot..<slots.count, tags: OptionalIndex(tags),
      markers: firstMarker..<markers.count)
    for known in geometries.indices where geometries[known].width == width && isEqual(geometries[known], geometry) {
      slots.removeLast(slots.count - firstSlot)
      markers.removeLast(markers.count - firstMarker)
      return known
    }
    geometries.append(geometry)
    return number
  }

  /// The number of the starts of a slot's lines; nil if they follow from the number of lines: a single line starts at 0.
  ///
  /// - Parameters:
  ///   - name: the number of the slot's name.
  ///   - lines: the number of the lines of its first text.
  private mutating func number(
    ofStartsOf name: Int, _ lines: OptionalIndex, _ lineCount: Int, _ card: MeasuredCard, _ texts: SlotTexts,
    geometry: Int
  ) -> Int? {
    let otherCount = texts.otherCount(of: name)
    if let entry = knownSlot(name, lines, lineCount, otherCount, card, texts) { return knownSlots[entry].starts.index }
    let found = number(ofNewStartsOf: name, lineCount, card, texts, geometry: geometry)
    knownSlots.append(
      KnownSlot(
        lineCount: lineCount, lines: lines, firstOther: otherLines.count, starts: OptionalIndex(found),
        previous: lastKnown[name]))
    lastKnown[name] = OptionalIndex(knownSlots.count - 1)
    if otherCount > 0 { texts.appendOtherLines(of: name, card, to: &otherLines) }
    return found
  }

  /// The last slot with a name whose texts are identical, as an index in `knownSlots`; nil if there is none.
  private func knownSlot(
    _ name: Int, _ lines: OptionalIndex, _ lineCount: Int, _ otherCount: Int, _ card: MeasuredCard, _ texts: SlotTexts
  ) -> Int? {
    let known = knownSlots.span
    var last = lastKnown[name]
    while let entry = last.index {
      if known[entry].lines == lines, known[entry].lineCount == lineCount {
        if otherCount == 0 { return entry }
        let first = known[entry].firstOther
        let others = otherLines.span.extracting(first..<first + otherCount)
        if texts.areOtherLines(of: name, card, others) { return entry }
      }
      last = known[entry].previous
    }
    return nil
  }

  private mutating func number(
    ofNewStartsOf name: Int, _ lineCount: Int, _ card: MeasuredCard, _ texts: SlotTexts, geometry: Int
  ) -> Int? {
    let first = places.count
    texts.appendStarts(of: name, card, to: &places)
    let own = first..<places.count
    if lineCount == 1 ? own.count == 1 && places[first] == 0 : own.isEmpty {
      places.removeLast(own.count)
      return nil
    }
    var last = lastStarts[name]
    while let known = last.index {
      if areEqual(starts[known].places, own) {
        places.removeLast(own.count)
        return known
      }
      last = starts[known].previous
    }
    starts.append(SlotLines(places: own, geometry: geometry, previous: lastStarts[name]))
    lastStarts[name] = OptionalIndex(starts.count - 1)
    return starts.count - 1
  }

  private mutating func number(
    ofTagsOf card: MeasuredCard, rows: Int, height: Pixels, geometry: Int
  ) -> Int {
    let arrangement = OptionalIndex(card.tagNumber)
    var entry = knownTags.count - 1
    while entry >= 0 {
      let known = knownTags[entry]
      if known.arrangement == arrangement, known.rows == rows, known.height == height { return known.tags }
      entry -= 1
    }
    let found = number(ofNewTags: card.tags, rows: rows, height: height, geometry: geometry)
    knownTags.append(KnownTags(arrangement: arrangement, rows: rows, height: height, tags: found))
    return found
  }

  private mutating func number(ofNewTags measured: MeasuredTags?, rows: Int, height: Pixels, geometry: Int) -> Int {
    var own = TagNumbers(shown: 0, hidden: 0, rows: rows, rowsHeight: nil, frames: nil, geometry: geometry)
    let first = tagFrames.count
    if let arrangement = measured?.arrangement {
      tagFrames.append(contentsOf: arrangement.frames)
      if let chip = arrangement.chip { tagFrames.append(chip) }
      let ownHeight = arrangement.size.height
      own = TagNumbers(
        shown: arrangement.frames.count, hidden: arrangement.hiddenCount, rows: rows,
        rowsHeight: rows > 1 && ownHeight < height ? ownHeight : nil, frames: first..<tagFrames.count,
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
      guard slots[index].id == slots[other].id, slots[index].frame == slots[other].frame,
        slots[index].lines == slots[other].lines, slots[index].isTruncated == slots[other].isTruncated,
        slots[index].starts == slots[other].starts
      else { return false }
    }
    return markers[a.markers] == markers[b.markers]
  }

  private func areEqual(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
    guard a.count == b.count else { return false }
    // The last lines differ most often.
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
