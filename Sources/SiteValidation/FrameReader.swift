/// Reads the layouts of a shelf.
///
/// A card in one layout is mostly what it was in the layout before, often to the byte. So it is first held against the
/// bytes of the same card there; what is the same there is not read again.
struct FrameReader {
  private(set) var frames = LayoutFrames()

  /// Where a card was read.
  private struct CardText {
    /// Of its object.
    var range: Range<Int>
    /// Of the object of its slots; empty if there is none.
    var slots: Range<Int>
    /// In the frames.
    var frame: Int
  }

  /// Of the layout before, and of this one.
  private var before: [CardText] = []
  private var now: [CardText] = []

  mutating func layouts(_ cursor: inout JSONCursor) throws(JSONFault) -> [StepLayout] {
    var layouts: [StepLayout] = []
    try cursor.beginArray()
    var isFirst = true
    while try cursor.hasElement(isFirst: &isFirst) { layouts.append(try layout(&cursor)) }
    return layouts
  }

  /// The layouts of one choice.
  mutating func choice(_ cursor: inout JSONCursor) throws(JSONFault) -> [StepLayout] {
    let start = cursor.offset
    var layouts: [StepLayout]?
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: &isFirst) {
      switch key {
      case .layouts: layouts = try self.layouts(&cursor)
      default: try cursor.skip()
      }
    }
    return try required(layouts, "layouts", of: "a choice", at: start)
  }

  private mutating func layout(_ cursor: inout JSONCursor) throws(JSONFault) -> StepLayout {
    let start = cursor.offset
    var minWidth: Double?
    var width: Double?
    var height: Double?
    var cards: Range<Int>?
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: &isFirst) {
      switch key {
      case .minWidth: minWidth = try cursor.number()
      case .width: width = try cursor.number()
      case .height: height = try cursor.number()
      case .cards: cards = try self.cards(&cursor)
      default: try cursor.skip()
      }
    }
    return StepLayout(
      minWidth: try required(minWidth, "minWidth", of: "a layout", at: start),
      width: try required(width, "width", of: "a layout", at: start),
      height: try required(height, "height", of: "a layout", at: start),
      cards: try required(cards, "cards", of: "a layout", at: start))
  }

  private mutating func cards(_ cursor: inout JSONCursor) throws(JSONFault) -> Range<Int> {
    let first = frames.cards.count
    swap(&before, &now)
    now.removeAll(keepingCapacity: true)
    try cursor.beginArray()
    var isFirst = true
    while try cursor.hasElement(isFirst: &isFirst) {
      let likely = now.count < before.count ? before[now.count] : nil
      if var again = likely, cursor.takeAgain(again.range) {
        let moved = cursor.offset - again.range.upperBound
        frames.cards.append(frames.cards[again.frame])
        again.range = again.range.moved(by: moved)
        again.slots = again.slots.moved(by: moved)
        again.frame = frames.cards.count - 1
        now.append(again)
      } else {
        try card(&cursor, like: likely)
      }
    }
    return first..<frames.cards.count
  }

  private mutating func card(_ cursor: inout JSONCursor, like likely: CardText?) throws(JSONFault) {
    cursor.skipSpace()
    let start = cursor.offset
    var id: Int?
    var numbers: (x: Double?, y: Double?, width: Double?, height: Double?)
    var tags = CardFrame.Tags.nothing
    var slots = start..<start
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: &isFirst) {
      switch key {
      case .id:
        if let likely, cursor.takeString(frames.cards[likely.frame].id, of: frames.ids) {
          id = frames.cards[likely.frame].id
        } else {
          id = frames.ids.insert(try cursor.string())
        }
      case .slots:
        cursor.skipSpace()
        let start = cursor.offset
        if let likely, !likely.slots.isEmpty, cursor.takeAgain(likely.slots) {
          tags = frames.cards[likely.frame].tags
        } else {
          tags = try self.slots(&cursor)
        }
        slots = start..<cursor.offset
      case .x: numbers.x = try cursor.number()
      case .y: numbers.y = try cursor.number()
      case .width: numbers.width = try cursor.number()
      case .height: numbers.height = try cursor.number()
      default: try cursor.skip()
      }
    }
    now.append(CardText(range: start..<cursor.offset, slots: slots, frame: frames.cards.count))
    frames.cards.append(
      CardFrame(
        id: try required(id, "id", of: "a card", at: start), x: try required(numbers.x, "x", of: "a card", at: start),
        y: try required(numbers.y, "y", of: "a card", at: start),
        width: try required(numbers.width, "width", of: "a card", at: start),
        height: try required(numbers.height, "height", of: "a card", at: start), tags: tags))
  }

  /// The tags among the slots of a card.
  private mutating func slots(_ cursor: inout JSONCursor) throws(JSONFault) -> CardFrame.Tags {
    var tags = CardFrame.Tags.noneShow
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: &isFirst) {
      switch key {
      case .tags:
        frames.tags.append(try self.tags(&cursor))
        tags = .shown(frames.tags.count - 1)
      default: try cursor.skip()
      }
    }
    return tags
  }

  private mutating func tags(_ cursor: inout JSONCursor) throws(JSONFault) -> TagsFrame {
    let start = cursor.offset
    var size: (width: Double?, height: Double?)
    var rows: (count: Double?, height: Double?)
    var counts: (shown: Double?, hidden: Double?)
    var tagFrames = 0..<0
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: &isFirst) {
      switch key {
      case .width: size.width = try cursor.number()
      case .height: size.height = try cursor.number()
      case .rows: rows.count = try cursor.number()
      case .rowsHeight: rows.height = try cursor.number()
      case .shown: counts.shown = try cursor.number()
      case .hidden: counts.hidden = try cursor.number()
      case .frames:
        let first = frames.tagFrames.count
        try cursor.beginArray()
        var isFirst = true
        while try cursor.hasElement(isFirst: &isFirst) { try tagFrame(&cursor, ofTagsAt: start) }
        tagFrames = first..<frames.tagFrames.count
      default: try cursor.skip()
      }
    }
    return TagsFrame(
      width: try required(size.width, "width", of: "the tags of a card", at: start),
      height: try required(size.height, "height", of: "the tags of a card", at: start),
      rows: try required(rows.count, "rows", of: "the tags of a card", at: start), rowsHeight: rows.height,
      shown: try required(counts.shown, "shown", of: "the tags of a card", at: start),
      hidden: try required(counts.hidden, "hidden", of: "the tags of a card", at: start), frames: tagFrames)
  }

  private mutating func tagFrame(_ cursor: inout JSONCursor, ofTagsAt start: Int) throws(JSONFault) {
    if let (x, y, width) = cursor.takeThreeNumbers() {
      frames.tagFrames.append(TagFrame(x: x, y: y, width: width))
      return
    }
    var numbers: (x: Double, y: Double, width: Double) = (0, 0, 0)
    var count = 0
    try cursor.beginArray()
    var isFirst = true
    while try cursor.hasElement(isFirst: &isFirst) {
      let number = try cursor.number()
      switch count {
      case 0: numbers.x = number
      case 1: numbers.y = number
      default: numbers.width = number
      }
      count += 1
    }
    guard count == 3 else { throw JSONFault(message: "the frame of a tag is x, y and width", offset: start) }
    frames.tagFrames.append(TagFrame(x: numbers.x, y: numbers.y, width: numbers.width))
  }
}

extension Range<Int> {
  fileprivate func moved(by offset: Int) -> Range<Int> { (lowerBound + offset)..<(upperBound + offset) }
}
