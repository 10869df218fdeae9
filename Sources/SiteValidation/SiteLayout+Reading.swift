extension SiteLayout {
  /// Reads `layout.json`.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    var cursor = JSONCursor(bytes)
    var pages: [PageLayout]?
    var version: Double?
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: &isFirst) {
      switch key {
      case .version: version = try cursor.number()
      case .pages: pages = try cursor.values { (cursor) throws(JSONFault) in try PageLayout(&cursor) }
      default: try cursor.skip()
      }
    }
    try cursor.end()
    guard version == 1 else { throw JSONFault(message: "the version is not 1", offset: 0) }
    self.pages = try required(pages, "pages", of: "the site", at: 0)
  }
}

extension PageLayout {
  /// Reads a file that holds one page's object, of which one shelf is held at a time.
  init(_ file: SiteFile) throws(JSONFault) {
    var next = 0
    var cursor = JSONCursor(fetching: {
      defer { next += 1 }
      return next < file.pieceCount ? file.piece(next) : nil
    })
    cursor.fetchStart()
    do throws(JSONFault) {
      self = try PageLayout(&cursor)
      try cursor.end()
    } catch {
      throw JSONFault(message: error.message, offset: cursor.releasedCount + error.offset)
    }
  }

  fileprivate init(_ cursor: inout JSONCursor) throws(JSONFault) {
    let start = cursor.offset
    var path: String?
    var file: String?
    var shelves: [ShelfLayout]?
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: &isFirst) {
      if key != .shelves { cursor.fetch() }
      switch key {
      case .path: path = try cursor.string()
      case .file: file = try cursor.string()
      case .shelves: shelves = try cursor.values { (cursor) throws(JSONFault) in try ShelfLayout(&cursor) }
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
    var reader = FrameReader()
    try cursor.beginObject()
    var isFirst = true
    while let key = try cursor.key(isFirst: &isFirst) {
      switch key {
      case .id: id = try cursor.string()
      case .arrangement: name = try cursor.string()
      case .layouts: layouts = try reader.layouts(&cursor)
      case .choices:
        var read: [[StepLayout]] = []
        try cursor.beginArray()
        var isFirst = true
        while try cursor.hasElement(isFirst: &isFirst) { read.append(try reader.choice(&cursor)) }
        choices = read
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
    frames = reader.frames
    for layouts in [self.layouts, otherLayouts ?? self.layouts] {
      let widths = layouts.map(\.minWidth)
      guard !widths.isEmpty, zip(widths, widths.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw JSONFault(message: "the layouts of a shelf do not ascend by minWidth", offset: start)
      }
    }
  }
}

extension JSONCursor {
  /// Reads an array of values of one kind.
  fileprivate mutating func values<Value>(
    _ read: (inout JSONCursor) throws(JSONFault) -> Value
  ) throws(JSONFault) -> [Value] {
    var values: [Value] = []
    try beginArray()
    var isFirst = true
    fetch()
    while try hasElement(isFirst: &isFirst) {
      values.append(try read(&self))
      fetch()
    }
    return values
  }
}

func required<Value>(
  _ value: Value?, _ name: StaticString, of owner: StaticString, at offset: Int
) throws(JSONFault) -> Value {
  guard let value else { throw JSONFault(message: "\(owner) has no \(name)", offset: offset) }
  return value
}
