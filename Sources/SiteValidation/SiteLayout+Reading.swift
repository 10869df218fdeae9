extension SiteLayout {
  /// Reads `layout.json`.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    var cursor = JSONCursor(bytes)
    var pages: [PageLayout]?
    var version: Double?
    try cursor.object { (key, cursor) throws(JSONFault) in
      switch key {
      case "version": version = try cursor.number()
      case "pages": pages = try cursor.values { (cursor) throws(JSONFault) in try PageLayout(&cursor) }
      default: try cursor.skip()
      }
    }
    try cursor.end()
    guard version == 1 else { throw JSONFault(message: "the version is not 1", offset: 0) }
    self.pages = try required(pages, "pages", of: "the site", at: 0)
  }
}

extension PageLayout {
  /// Reads a file that holds one page's object.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    var cursor = JSONCursor(bytes)
    self = try PageLayout(&cursor)
    try cursor.end()
  }

  fileprivate init(_ cursor: inout JSONCursor) throws(JSONFault) {
    let start = cursor.offset
    var path: String?
    var file: String?
    var shelves: [ShelfLayout]?
    try cursor.object { (key, cursor) throws(JSONFault) in
      switch key {
      case "path": path = try cursor.string()
      case "file": file = try cursor.string()
      case "shelves": shelves = try cursor.values { (cursor) throws(JSONFault) in try ShelfLayout(&cursor) }
      default: try cursor.skip()
      }
    }
    self.path = try required(path, "path", of: "a page", at: start)
    content =
      if let file { .file(file) } else { .shelves(try required(shelves, "shelves", of: "a page", at: start)) }
  }
}

extension ShelfLayout {
  fileprivate init(_ cursor: inout JSONCursor) throws(JSONFault) {
    let start = cursor.offset
    var id: String?
    var name: String?
    var layouts: [StepLayout]?
    var choices: [[StepLayout]]?
    try cursor.object { (key, cursor) throws(JSONFault) in
      switch key {
      case "id": id = try cursor.string()
      case "arrangement": name = try cursor.string()
      case "layouts": layouts = try cursor.stepLayouts()
      case "choices":
        choices = try cursor.values { (cursor) throws(JSONFault) in try cursor.choice() }
      default: try cursor.skip()
      }
    }
    if let choices {
      guard choices.count == 2, layouts == nil else {
        throw JSONFault(message: "a shelf has layouts or two choices", offset: start)
      }
      layouts = choices[0]
    }
    otherLayouts = choices?[1]
    self.id = ExactText(try required(id, "id", of: "a shelf", at: start))
    let arrangementName = try required(name, "arrangement", of: "a shelf", at: start)
    arrangement = try required(
      Arrangement(rawValue: arrangementName), "arrangement that can be checked", of: "a shelf", at: start)
    self.layouts = try required(layouts, "layouts", of: "a shelf", at: start)
    for layouts in [self.layouts, otherLayouts ?? self.layouts] {
      let widths = layouts.map(\.minWidth)
      guard !widths.isEmpty, zip(widths, widths.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw JSONFault(message: "the layouts of a shelf do not ascend by minWidth", offset: start)
      }
    }
  }
}

extension StepLayout {
  /// - Parameter previous: the cards of the layout before.
  fileprivate init(_ cursor: inout JSONCursor, after previous: [CardFrame]) throws(JSONFault) {
    let start = cursor.offset
    var minWidth: Double?
    var width: Double?
    var height: Double?
    var cards: [CardFrame]?
    try cursor.object { (key, cursor) throws(JSONFault) in
      switch key {
      case "minWidth": minWidth = try cursor.number()
      case "width": width = try cursor.number()
      case "height": height = try cursor.number()
      case "cards": cards = try cursor.cards(like: previous)
      default: try cursor.skip()
      }
    }
    self.minWidth = try required(minWidth, "minWidth", of: "a layout", at: start)
    self.width = try required(width, "width", of: "a layout", at: start)
    self.height = try required(height, "height", of: "a layout", at: start)
    self.cards = try required(cards, "cards", of: "a layout", at: start)
  }
}

extension CardFrame {
  /// - Parameter likely: the id that it probably has, which then is shared.
  fileprivate init(_ cursor: inout JSONCursor, likely: String?) throws(JSONFault) {
    let start = cursor.offset
    var id: String?
    var numbers: (x: Double?, y: Double?, width: Double?, height: Double?)
    var tags: TagsFrame??
    try cursor.object { (key, cursor) throws(JSONFault) in
      switch key {
      case "id": id = try cursor.string(likely: likely)
      case "slots": tags = .some(try cursor.tags())
      case "x": numbers.x = try cursor.number()
      case "y": numbers.y = try cursor.number()
      case "width": numbers.width = try cursor.number()
      case "height": numbers.height = try cursor.number()
      default: try cursor.skip()
      }
    }
    self.id = ExactText(try required(id, "id", of: "a card", at: start))
    x = try required(numbers.x, "x", of: "a card", at: start)
    y = try required(numbers.y, "y", of: "a card", at: start)
    width = try required(numbers.width, "width", of: "a card", at: start)
    height = try required(numbers.height, "height", of: "a card", at: start)
    self.tags = tags
  }
}

extension TagsFrame {
  fileprivate init(_ cursor: inout JSONCursor) throws(JSONFault) {
    let start = cursor.offset
    var size: (width: Double?, height: Double?)
    var rows: (count: Double?, height: Double?)
    var counts: (shown: Double?, hidden: Double?)
    var frames: [TagFrame] = []
    try cursor.object { (key, cursor) throws(JSONFault) in
      switch key {
      case "width": size.width = try cursor.number()
      case "height": size.height = try cursor.number()
      case "rows": rows.count = try cursor.number()
      case "rowsHeight": rows.height = try cursor.number()
      case "shown": counts.shown = try cursor.number()
      case "hidden": counts.hidden = try cursor.number()
      case "frames": frames = try cursor.values { (cursor) throws(JSONFault) in try TagFrame(&cursor, ofTagsAt: start) }
      default: try cursor.skip()
      }
    }
    width = try required(size.width, "width", of: "the tags of a card", at: start)
    height = try required(size.height, "height", of: "the tags of a card", at: start)
    self.rows = try required(rows.count, "rows", of: "the tags of a card", at: start)
    rowsHeight = rows.height
    shown = try required(counts.shown, "shown", of: "the tags of a card", at: start)
    hidden = try required(counts.hidden, "hidden", of: "the tags of a card", at: start)
    self.frames = frames
  }
}

extension TagFrame {
  fileprivate init(_ cursor: inout JSONCursor, ofTagsAt start: Int) throws(JSONFault) {
    var numbers: (x: Double, y: Double, width: Double) = (0, 0, 0)
    var count = 0
    try cursor.array { (cursor) throws(JSONFault) in
      let number = try cursor.number()
      switch count {
      case 0: numbers.x = number
      case 1: numbers.y = number
      default: numbers.width = number
      }
      count += 1
    }
    guard count == 3 else { throw JSONFault(message: "the frame of a tag is x, y and width", offset: start) }
    (x, y, width) = numbers
  }
}

extension JSONCursor {
  fileprivate mutating func stepLayouts() throws(JSONFault) -> [StepLayout] {
    var layouts: [StepLayout] = []
    try array { (cursor) throws(JSONFault) in
      layouts.append(try StepLayout(&cursor, after: layouts.last?.cards ?? []))
    }
    return layouts
  }

  /// Cards that are mostly those of the layout before.
  fileprivate mutating func cards(like previous: [CardFrame]) throws(JSONFault) -> [CardFrame] {
    var cards: [CardFrame] = []
    cards.reserveCapacity(previous.count)
    try array { (cursor) throws(JSONFault) in
      let likely = previous.indices.contains(cards.count) ? previous[cards.count].id.text : nil
      cards.append(try CardFrame(&cursor, likely: likely))
    }
    return cards
  }

  /// The tags among the slots of a card.
  fileprivate mutating func tags() throws(JSONFault) -> TagsFrame? {
    var tags: TagsFrame?
    try object { (key, cursor) throws(JSONFault) in
      switch key {
      case "tags": tags = try TagsFrame(&cursor)
      default: try cursor.skip()
      }
    }
    return tags
  }

  /// The layouts of one choice.
  fileprivate mutating func choice() throws(JSONFault) -> [StepLayout] {
    let start = offset
    var layouts: [StepLayout]?
    try object { (key, cursor) throws(JSONFault) in
      switch key {
      case "layouts": layouts = try cursor.stepLayouts()
      default: try cursor.skip()
      }
    }
    return try required(layouts, "layouts", of: "a choice", at: start)
  }

  /// Reads an array of values of one kind.
  fileprivate mutating func values<Value>(
    _ read: (inout JSONCursor) throws(JSONFault) -> Value
  ) throws(JSONFault) -> [Value] {
    var values: [Value] = []
    try array { (cursor) throws(JSONFault) in values.append(try read(&cursor)) }
    return values
  }
}

private func required<Value>(
  _ value: Value?, _ name: String, of owner: String, at offset: Int
) throws(JSONFault) -> Value {
  guard let value else { throw JSONFault(message: "\(owner) has no \(name)", offset: offset) }
  return value
}
