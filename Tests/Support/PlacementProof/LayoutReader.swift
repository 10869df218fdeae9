import JSONText

/// Reads `layout.json`, and the files that it names for pages, strictly according to their format.
struct LayoutReader {
  private let bytes: [UInt8]
  private var json: JSONReader

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    json = JSONReader(bytes)
  }

  /// The pages that `layout.json` lists.
  mutating func site() throws(JSONFault) -> [StatedPage] {
    var pages: [StatedPage]?
    var version: Double?
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "version": version = try reader.number()
      case "pages": pages = try reader.list { (reader) throws(JSONFault) in try reader.page() }
      default: try reader.json.skip()
      }
    }
    try json.end()
    guard version == 1 else { throw json.fault("the version is not 1") }
    return try required(pages, "pages")
  }

  /// The only page in a file.
  mutating func wholePage() throws(JSONFault) -> StatedPage {
    let page = try page()
    try json.end()
    return page
  }

  private mutating func page() throws(JSONFault) -> StatedPage {
    var path: String?
    var file: String?
    var shelves: [StatedShelf]?
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "path": path = try reader.json.string()
      case "file": file = try reader.json.string()
      case "shelves": shelves = try reader.list { (reader) throws(JSONFault) in try reader.shelf() }
      default: try reader.json.skip()
      }
    }
    let content: StatedPage.Content =
      if let file { .file(file) } else { .shelves(try required(shelves, "shelves")) }
    return StatedPage(path: try required(path, "path"), content: content)
  }

  private mutating func shelf() throws(JSONFault) -> StatedShelf {
    var id: String?
    var arrangement: String?
    var layouts: [StatedStep]?
    var choices: [[StatedStep]]?
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "id": id = try reader.json.string()
      case "arrangement": arrangement = try reader.json.string()
      case "layouts": layouts = try reader.steps()
      case "choices": choices = try reader.list { (reader) throws(JSONFault) in try reader.choice() }
      default: try reader.json.skip()
      }
    }
    if let choices, choices.count != 2 || layouts != nil { throw json.fault("a shelf has layouts or two choices") }
    let name = try required(arrangement, "arrangement")
    let shelf = StatedShelf(
      id: ExactID(try required(id, "id")),
      arrangement: try required(StatedShelf.Arrangement(rawValue: name), "arrangement that can be checked"),
      choices: try required(choices ?? layouts.map { [$0] }, "layouts"))
    for widths in shelf.choices.map({ $0.map(\.minWidth) })
    where widths.isEmpty || !zip(widths, widths.dropFirst()).allSatisfy({ $0 < $1 }) {
      throw json.fault("the layouts of a shelf do not ascend by minWidth")
    }
    return shelf
  }

  private mutating func choice() throws(JSONFault) -> [StatedStep] {
    var layouts: [StatedStep]?
    try object { (reader, key) throws(JSONFault) in
      if key == "layouts" { layouts = try reader.steps() } else { try reader.json.skip() }
    }
    return try required(layouts, "layouts")
  }

  private mutating func steps() throws(JSONFault) -> [StatedStep] {
    try list { (reader) throws(JSONFault) in
      var cards: [StatedCard]?
      let numbers = try reader.numbers { (reader, key) throws(JSONFault) in
        guard key == "cards" else { return false }
        cards = try reader.list { (reader) throws(JSONFault) in try reader.card() }
        return true
      }
      return StatedStep(
        minWidth: try reader.required(numbers["minWidth"], "minWidth"),
        width: try reader.required(numbers["width"], "width"),
        height: try reader.required(numbers["height"], "height"), cards: try reader.required(cards, "cards"))
    }
  }

  private mutating func card() throws(JSONFault) -> StatedCard {
    var id: String?
    var tags = StatedCard.Tags.unknown
    let numbers = try numbers { (reader, key) throws(JSONFault) in
      switch key {
      case "id": id = try reader.json.string()
      case "slots":
        tags = .noneShow
        try reader.object { (reader, key) throws(JSONFault) in
          if key == "tags" { tags = .shown(try reader.tags()) } else { try reader.json.skip() }
        }
      default: return false
      }
      return true
    }
    return StatedCard(
      id: ExactID(try required(id, "id")), x: try required(numbers["x"], "x"), y: try required(numbers["y"], "y"),
      width: try required(numbers["width"], "width"), height: try required(numbers["height"], "height"), tags: tags)
  }

  private mutating func tags() throws(JSONFault) -> StatedTags {
    var frames: [StatedTags.Frame] = []
    let numbers = try numbers { (reader, key) throws(JSONFault) in
      guard key == "frames" else { return false }
      frames = try reader.list { (reader) throws(JSONFault) in
        let numbers = try reader.list { (reader) throws(JSONFault) in try reader.number() }
        guard numbers.count == 3 else { throw reader.json.fault("the frame of a tag is x, y and width") }
        return StatedTags.Frame(x: numbers[0], y: numbers[1], width: numbers[2])
      }
      return true
    }
    return StatedTags(
      width: try required(numbers["width"], "width"), height: try required(numbers["height"], "height"),
      rows: try required(numbers["rows"], "rows"), rowsHeight: numbers["rowsHeight"],
      shown: try required(numbers["shown"], "shown"), hidden: try required(numbers["hidden"], "hidden"), frames: frames)
  }

  // MARK: - Values

  private mutating func object(
    _ entry: (inout LayoutReader, String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    var reader = self
    try json.object { (json, key) throws(JSONFault) in
      reader.json = json
      try entry(&reader, key)
      json = reader.json
    }
  }

  private mutating func list<Element>(
    _ element: (inout LayoutReader) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element] {
    var reader = self
    return try json.list { (json) throws(JSONFault) in
      reader.json = json
      let value = try element(&reader)
      json = reader.json
      return value
    }
  }

  /// The numbers of an object by their keys.
  ///
  /// - Parameter entry: reads the value of a key that is not a number; returns false if it is a number or can be
  ///   ignored.
  private mutating func numbers(
    _ entry: (inout LayoutReader, String) throws(JSONFault) -> Bool
  ) throws(JSONFault) -> [String: Double] {
    var numbers: [String: Double] = [:]
    try object { (reader, key) throws(JSONFault) in
      if try entry(&reader, key) { return }
      let isNumber = reader.json.peek().map { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } == true
      if isNumber { numbers[key] = try reader.number() } else { try reader.json.skip() }
    }
    return numbers
  }

  /// Reads a number without rounding it.
  private mutating func number() throws(JSONFault) -> Double {
    _ = json.peek()
    let start = json.offset
    try json.skip()
    guard let number = Double(String(decoding: bytes[start..<json.offset], as: UTF8.self)), number.isFinite else {
      throw JSONFault(offset: start, message: "expected a number")
    }
    return number
  }

  private func required<Value>(_ value: Value?, _ name: String) throws(JSONFault) -> Value {
    guard let value else { throw json.fault("an object has no \(name)") }
    return value
  }
}
