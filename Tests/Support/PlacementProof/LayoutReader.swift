import Diagnostics

/// Reads `layout.json`, and the files that it names for pages, strictly according to their format.
struct LayoutReader {
  private let bytes: [UInt8]
  private var json: JSONReader
  /// The least page width that shows each step.
  private var widths: [Double] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    json = JSONReader(bytes)
  }

  /// The least page widths that show each step, and the pages that `layout.json` lists.
  mutating func site() throws(JSONFault) -> (widths: [Double], pages: [StatedPage]) {
    // Keys may come in any order, and pages cannot be read without the steps.
    var head = self
    widths = try head.head()
    var pages: [StatedPage]?
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "pages": pages = try reader.list { (reader) throws(JSONFault) in try reader.page() }
      default: try reader.json.skip()
      }
    }
    try json.end()
    return (widths, try required(pages, "pages"))
  }

  private mutating func head() throws(JSONFault) -> [Double] {
    var version: Double?
    var fields: [String] = []
    var widths: [Double] = []
    var steps: [Double] = []
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "version": version = try reader.number()
      case "slotFields": fields = try reader.list { (reader) throws(JSONFault) in try reader.json.string() }
      case "steps": steps = try reader.list { (reader) throws(JSONFault) in try reader.number() }
      case "widthClasses":
        widths = try reader.list { (reader) throws(JSONFault) in try reader.widthClass() }.flatMap { $0 }
      default: try reader.json.skip()
      }
    }
    guard version == 2 else { throw json.fault("the version is not 2") }
    guard fields == ["x", "y", "width", "height", "lines", "truncated"] else {
      throw json.fault("other fields of slots")
    }
    guard !steps.isEmpty, steps.count == widths.count, zip(steps, widths).allSatisfy({ $0 >= $1 }),
      zip(widths, widths.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw json.fault("the steps do not ascend, or are not those of the width classes") }
    return widths
  }

  private mutating func widthClass() throws(JSONFault) -> [Double] {
    var widths: [Double] = []
    try object { (reader, key) throws(JSONFault) in
      guard key == "steps" else { return try reader.json.skip() }
      widths = try reader.list { (reader) throws(JSONFault) in
        let numbers = try reader.numbers { (_, _) throws(JSONFault) in false }
        return try reader.required(numbers["minWidth"], "minWidth")
      }
    }
    return widths
  }

  /// The only page in a file.
  mutating func wholePage(widths: [Double]) throws(JSONFault) -> StatedPage {
    self.widths = widths
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

  // MARK: - Shelves

  /// What a shelf states, or one of its choices.
  private struct Box {
    var columns: Double?
    var window = StatedWindow()
    var width: [Double]?
    var height: [Double]?
    var cards: [Card]?
  }

  private struct Card {
    var id: ExactID?
    var x: [Double]?
    var y: [Double]?
    var height: [Double]?
    var geometry: [Double]?
    var geometries: [Geometry] = []
  }

  private struct Geometry {
    var width: Double
    var tags: StatedCard.Tags
  }

  private mutating func shelf() throws(JSONFault) -> StatedShelf {
    var id: String?
    var arrangement: [String]?
    var box = Box()
    var choices: [Box]?
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "id": id = try reader.json.string()
      case "arrangement": arrangement = try reader.list { (reader) throws(JSONFault) in try reader.json.string() }
      case "choices": choices = try reader.list { (reader) throws(JSONFault) in try reader.choice() }
      default: try reader.read(key, of: &box)
      }
    }
    if let choices, choices.count < 2 || box.width != nil { throw json.fault("a shelf has a width or several choices") }
    let name = try required(arrangement?.count == 1 ? arrangement?.first : nil, "arrangement")
    let cards = try required(box.cards, "cards")
    return StatedShelf(
      id: ExactID(try required(id, "id")),
      arrangement: name,
      choices: try (choices ?? [box]).map { (box) throws(JSONFault) in
        StatedChoice(columns: box.columns, window: box.window, steps: try steps(of: box, cards: cards))
      })
  }

  private mutating func choice() throws(JSONFault) -> Box {
    var box = Box()
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "columns": box.columns = try reader.number()
      case "window": box.window = try reader.window()
      default: try reader.read(key, of: &box)
      }
    }
    return box
  }

  private mutating func window() throws(JSONFault) -> StatedWindow {
    var window = StatedWindow()
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "orientation": window.orientation = try reader.json.string()
      case "low": window.isLow = try reader.json.boolean()
      default: try reader.json.skip()
      }
    }
    return window
  }

  private mutating func read(_ key: String, of box: inout Box) throws(JSONFault) {
    switch key {
    case "width": box.width = try alongSteps()
    case "height": box.height = try alongSteps()
    case "cards": box.cards = try list { (reader) throws(JSONFault) in try reader.card() }
    default: try json.skip()
    }
  }

  /// - Parameter cards: the cards of the shelf with their geometries.
  private func steps(of box: Box, cards: [Card]) throws(JSONFault) -> [StatedStep] {
    let placed = try required(box.cards, "cards")
    let (width, height) = (try required(box.width, "width"), try required(box.height, "height"))
    guard placed.count == cards.count else { throw json.fault("a choice does not place every card") }
    return try widths.indices.map { (step) throws(JSONFault) in
      let stated = try zip(cards, placed).map { (card, place) throws(JSONFault) in
        let number = Int(exactly: try required(place.geometry, "geometry")[step]) ?? -1
        guard card.geometries.indices.contains(number) else { throw json.fault("there is no geometry \(number)") }
        return StatedCard(
          id: try required(card.id, "id"), x: try required(place.x, "x")[step], y: try required(place.y, "y")[step],
          width: card.geometries[number].width, height: try required(place.height, "height")[step],
          tags: card.geometries[number].tags)
      }
      return StatedStep(minWidth: widths[step], width: width[step], height: height[step], cards: stated)
    }
  }

  // MARK: - Cards

  private mutating func card() throws(JSONFault) -> Card {
    var card = Card()
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "id": card.id = ExactID(try reader.json.string())
      case "x": card.x = try reader.alongSteps()
      case "y": card.y = try reader.alongSteps()
      case "height": card.height = try reader.alongSteps()
      case "geometry": card.geometry = try reader.alongSteps()
      case "geometries":
        var geometries: [Geometry] = []
        _ = try reader.list { (reader) throws(JSONFault) in geometries.append(try reader.geometry(after: geometries)) }
        card.geometries = geometries
      default: try reader.json.skip()
      }
    }
    return card
  }

  private mutating func geometry(after earlier: [Geometry]) throws(JSONFault) -> Geometry {
    var width: Double?
    var slots: [String: [Double]]?
    var tags: StatedTags?
    try object { (reader, key) throws(JSONFault) in
      switch key {
      case "width": width = try reader.number()
      case "slots":
        var read: [String: [Double]] = [:]
        try reader.object { (reader, name) throws(JSONFault) in
          let fields = try reader.list { (reader) throws(JSONFault) in try reader.number() }
          guard fields.count == 6 else { throw reader.json.fault("a slot has six fields") }
          read[name] = fields
        }
        slots = read
      case "tags":
        if reader.json.peek() == UInt8(ascii: "{") {
          tags = try reader.tags()
        } else {
          let number = Int(exactly: try reader.number()) ?? -1
          guard earlier.indices.contains(number), case .shown(let others) = earlier[number].tags else {
            throw reader.json.fault("no earlier geometry has these tags")
          }
          tags = others
        }
      default: try reader.json.skip()
      }
    }
    let stated: StatedCard.Tags
    if let tags {
      let slot = try required(slots?["tags"], "slot for its tags")
      guard slot[4] == tags.rows, (slot[5] != 0) == (tags.hidden > 0) else {
        throw json.fault("the slot and the tags differ")
      }
      stated = .shown(tags.inSlot(width: slot[2], height: slot[3]))
    } else if slots?["tags"] != nil {
      throw json.fault("a geometry has no tags for its slot")
    } else {
      stated = slots == nil ? .unknown : .noneShow
    }
    return Geometry(width: try required(width, "width"), tags: stated)
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
      width: 0, height: 0, rows: try required(numbers["rows"], "rows"), rowsHeight: numbers["rowsHeight"],
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

  /// A number for each step, of a list that may have only one.
  private mutating func alongSteps() throws(JSONFault) -> [Double] {
    let numbers = try list { (reader) throws(JSONFault) in try reader.number() }
    guard numbers.count == 1 || numbers.count == widths.count else {
      throw json.fault("a list has \(numbers.count) numbers for \(widths.count) steps")
    }
    return numbers.count == 1 ? Array(repeating: numbers[0], count: widths.count) : numbers
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
