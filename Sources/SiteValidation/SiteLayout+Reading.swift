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
  fileprivate init(_ cursor: inout JSONCursor) throws(JSONFault) {
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
      case "cards": cards = try cursor.values { (cursor) throws(JSONFault) in try CardFrame(&cursor) }
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
  fileprivate init(_ cursor: inout JSONCursor) throws(JSONFault) {
    let start = cursor.offset
    var id: String?
    var numbers: (x: Double?, y: Double?, width: Double?, height: Double?)
    var tags: TagsFrame??
    try cursor.object { (key, cursor) throws(JSONFault) in
      switch key {
      case "id": id = try cursor.string()
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
    var numbers: [String: Double] = [:]
    var frames: [[Double]] = []
    try cursor.object { (key, cursor) throws(JSONFault) in
      switch key {
      case "width", "height", "rows", "rowsHeight", "shown", "hidden": numbers[key] = try cursor.number()
      case "frames":
        frames = try cursor.values { (cursor) throws(JSONFault) in
          try cursor.values { (cursor) throws(JSONFault) in try cursor.number() }
        }
      default: try cursor.skip()
      }
    }
    guard frames.allSatisfy({ $0.count == 3 }) else {
      throw JSONFault(message: "the frame of a tag is x, y and width", offset: start)
    }
    width = try required(numbers["width"], "width", of: "the tags of a card", at: start)
    height = try required(numbers["height"], "height", of: "the tags of a card", at: start)
    rows = try required(numbers["rows"], "rows", of: "the tags of a card", at: start)
    rowsHeight = numbers["rowsHeight"]
    shown = try required(numbers["shown"], "shown", of: "the tags of a card", at: start)
    hidden = try required(numbers["hidden"], "hidden", of: "the tags of a card", at: start)
    self.frames = frames
  }
}

extension JSONCursor {
  fileprivate mutating func stepLayouts() throws(JSONFault) -> [StepLayout] {
    try values { (cursor) throws(JSONFault) in try StepLayout(&cursor) }
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
