import CardLayout
import Content
import Diagnostics
import Geometry

extension ShelfRecord {
  init(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) {
    var id: String?
    var source = ""
    var arrangement: String?
    var isRightToLeft = false
    var cards: [CardLists] = []
    var only = ChoiceLists()
    var choices: [ChoiceLists] = []
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "id": id = try json.string()
      case "source": source = try json.string()
      case "arrangement": arrangement = try json.list { (json) throws(JSONFault) in try json.string() }.first
      case "direction": isRightToLeft = try json.string() == "rtl"
      case "cards": cards = try json.list { (json) throws(JSONFault) in try CardLists(&json, format) }
      case "choices": choices = try json.list { (json) throws(JSONFault) in try ChoiceLists(&json, format) }
      default: try only.read(key, &json, format)
      }
    }
    if choices.isEmpty {
      only.positions = try cards.map { (card) throws(JSONFault) in try required(card.position, "geometry", json) }
      choices = [only]
    }
    self.init(
      id: try required(id, "id", json), source: source, arrangement: try required(arrangement, "arrangement", json),
      isRightToLeft: isRightToLeft, views: [])
    for choice in choices {
      guard choice.positions.count == cards.count else {
        throw json.fault("a choice before this places \(choice.positions.count) of \(cards.count) cards")
      }
      var view = ShelfView(choice: choice.choice, layouts: [], cards: [])
      for (step, minWidth) in format.minWidths.enumerated() {
        view.layouts.add(try choice.run(at: step, minWidth: minWidth, cards: cards, json))
      }
      view.cards = try zip(cards, choice.positions).map { (card, position) throws(JSONFault) in
        var record = CardRecord(
          id: card.id, source: card.source, isRightToLeft: card.isRightToLeft ?? isRightToLeft, runs: [])
        for (step, minWidth) in format.minWidths.enumerated() {
          record.runs.add(try card.run(position, at: step, minWidth: minWidth))
        }
        return record
      }
      views.append(view)
    }
  }
}

/// A list along the steps: one value for all of them, or one for each.
private struct StepList<Value> {
  private let values: [Value]
  /// The end of the list in the file.
  let offset: Int

  init(
    _ json: inout JSONReader, _ format: LayoutFileFormat, _ value: (inout JSONReader) throws(JSONFault) -> Value
  ) throws(JSONFault) {
    values = try json.list(value)
    offset = json.offset
    guard values.count == 1 || values.count == format.minWidths.count else {
      throw json.fault("the list before this has \(values.count) values for \(format.minWidths.count) steps")
    }
  }

  subscript(step: Int) -> Value { values[values.count == 1 ? 0 : step] }

  static func lengths(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) -> StepList
  where Value == Pixels {
    try StepList(&json, format) { (json) throws(JSONFault) in try json.pixels() }
  }

  static func numbers(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) -> StepList
  where Value == Int? {
    try StepList(&json, format) { (json) throws(JSONFault) in try json.isNull() ? nil : try json.count() }
  }

  /// Reads only the number of tracks.
  static func tracks(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) -> StepList
  where Value == Int {
    try StepList(&json, format) { (json) throws(JSONFault) in
      try json.list { (json) throws(JSONFault) in try json.skip() }.count
    }
  }
}

// MARK: - Shelves

/// A title along the steps.
private struct HeaderLists {
  var height: StepList<Pixels?>?
  var lines: StepList<Int?>?

  init(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) {
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "height":
        height = try StepList(&json, format) { (json) throws(JSONFault) in
          try json.isNull() ? nil : try json.pixels()
        }
      case "lines": lines = try .numbers(&json, format)
      default: try json.skip()
      }
    }
  }

  func header(at step: Int) -> ShelfRun.HeaderRecord? {
    guard let height = height?[step], let lines = lines?[step] else { return nil }
    return ShelfRun.HeaderRecord(height: height, lines: lines)
  }
}

private struct SectionLists {
  var id: String?
  var cards = 0
  var y: StepList<Pixels>?
  var height: StepList<Pixels>?
  var header: HeaderLists?
  var tracks: StepList<Int>?

  init(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) {
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "id": id = try json.string()
      case "cards": cards = try json.count()
      case "y": y = try .lengths(&json, format)
      case "height": height = try .lengths(&json, format)
      case "header": header = try HeaderLists(&json, format)
      case "tracks": tracks = try .tracks(&json, format)
      default: try json.skip()
      }
    }
  }

  func section(at step: Int) -> ShelfRun.Section {
    ShelfRun.Section(
      id: id, cards: cards, columns: tracks?[step] ?? 0, y: y?[step] ?? .zero, height: height?[step] ?? .zero,
      header: header?.header(at: step))
  }
}

/// A shelf as it is for one choice of the reader, in windows of one shape.
private struct ChoiceLists {
  var choice = LayoutChoice()
  var positions: [CardPosition] = []
  private var width: StepList<Pixels>?
  private var height: StepList<Pixels>?
  private var header: HeaderLists?
  private var sections: [SectionLists] = []
  private var tracks: StepList<Int>?
  private var tallest: StepList<Int?>?

  init() {}

  init(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) {
    var positions: [CardPosition] = []
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "columns": choice.columns = try json.count()
      case "window": choice.window = try WindowShape(&json)
      case "cards":
        positions = try json.list { (json) throws(JSONFault) in
          let card = try CardLists(&json, format)
          return try required(card.position, "geometry", json)
        }
      default: try read(key, &json, format)
      }
    }
    self.positions = positions
  }

  /// Reads the value of a key that a shelf without choices has itself.
  mutating func read(_ key: String, _ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) {
    switch key {
    case "width": width = try .lengths(&json, format)
    case "height": height = try .lengths(&json, format)
    case "header": header = try HeaderLists(&json, format)
    case "sections": sections = try json.list { (json) throws(JSONFault) in try SectionLists(&json, format) }
    case "tracks": tracks = try .tracks(&json, format)
    case "tallest": tallest = try .numbers(&json, format)
    default: try json.skip()
    }
  }

  func run(
    at step: Int, minWidth: Int, cards: [CardLists], _ json: JSONReader
  ) throws(JSONFault) -> ShelfRun {
    var run = ShelfRun(
      minWidth: minWidth, width: try required(width, "width", json)[step],
      height: try required(height, "height", json)[step], columns: tracks?[step] ?? 0,
      header: header?.header(at: step), sections: sections.map { $0.section(at: step) })
    if let tallest, let index = tallest[step] {
      guard cards.indices.contains(index) else {
        throw JSONFault(offset: tallest.offset, message: "there is no card \(index)")
      }
      run.tallest = cards[index].id
    }
    return run
  }
}

// MARK: - Cards

/// The positions of a card at all steps.
private struct CardPosition {
  let x: StepList<Pixels>
  let y: StepList<Pixels>
  let height: StepList<Pixels>
  let geometry: StepList<Int>
}

private struct CardLists {
  var id = ""
  var source = ""
  var isRightToLeft: Bool?
  var position: CardPosition?
  private var geometries: [ReadGeometry] = []

  init(_ json: inout JSONReader, _ format: LayoutFileFormat) throws(JSONFault) {
    var x: StepList<Pixels>?
    var y: StepList<Pixels>?
    var height: StepList<Pixels>?
    var geometry: StepList<Int>?
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "id": id = try json.string()
      case "source": source = try json.string()
      case "direction": isRightToLeft = try json.string() == "rtl"
      case "x": x = try .lengths(&json, format)
      case "y": y = try .lengths(&json, format)
      case "height": height = try .lengths(&json, format)
      case "geometry": geometry = try StepList(&json, format) { (json) throws(JSONFault) in try json.count() }
      case "geometries":
        try json.array { (json) throws(JSONFault) in
          geometries.append(try ReadGeometry(&json, after: geometries, keepsLines: format.keepsLines))
        }
      default: try json.skip()
      }
    }
    guard let geometry else { return }
    position = CardPosition(
      x: try required(x, "x", json), y: try required(y, "y", json), height: try required(height, "height", json),
      geometry: geometry)
  }

  func run(_ position: CardPosition, at step: Int, minWidth: Int) throws(JSONFault) -> CardRun {
    let number = position.geometry[step]
    guard geometries.indices.contains(number) else {
      throw JSONFault(offset: position.geometry.offset, message: "there is no geometry \(number)")
    }
    let geometry = geometries[number]
    let frame = Frame(
      x: position.x[step], y: position.y[step], width: geometry.width, height: position.height[step])
    return CardRun(minWidth: minWidth, frame: frame, variant: geometry.variant, slots: geometry.slots)
  }
}

/// A card at one width, without its position.
private struct ReadGeometry {
  var width = Pixels.zero
  var variant: String?
  /// The slots, sorted by name.
  var slots: [SlotRecord] = []
  /// The starts of lines that the geometry states itself, and not by the number of another geometry.
  private var ownStarts: [String: [Int]] = [:]
  private var ownTags: TagLists?

  /// - Parameter earlier: the preceding geometries, whose numbers it may state instead of equal values.
  init(_ json: inout JSONReader, after earlier: [ReadGeometry], keepsLines: Bool) throws(JSONFault) {
    var hasSlots = false
    var starts: [String: [Int]] = [:]
    var tags: TagLists?
    var markers: [[Pixels]] = []
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "width": width = try json.pixels()
      case "variant": variant = try json.string()
      case "slots":
        hasSlots = true
        try json.object { (json, key) throws(JSONFault) in
          slots.append(try SlotRecord(RecordedSlot(key), &json))
        }
      case "starts" where keepsLines:
        try json.object { (json, key) throws(JSONFault) in
          if json.peek() == UInt8(ascii: "[") {
            ownStarts[key] = try json.list { (json) throws(JSONFault) in try json.count() }
            starts[key] = ownStarts[key]
          } else {
            starts[key] = try stated(&json, in: earlier, "lines of \(key)") { $0.ownStarts[key] }
          }
        }
      case "markers" where keepsLines: markers = try json.lists()
      case "tags":
        if json.peek() == UInt8(ascii: "{") {
          ownTags = try TagLists(&json, keepsFrames: keepsLines)
          tags = ownTags
        } else {
          tags = try stated(&json, in: earlier, "tags") { $0.ownTags }
        }
      default: try json.skip()
      }
    }
    if !hasSlots { throw json.fault("`slots` is missing before this") }
    slots.sort { $0.slot.name < $1.slot.name }
    for index in slots.indices {
      let record = slots[index]
      if record.slot == .tags {
        let tags = try required(tags, "tags", json)
        (slots[index].shown, slots[index].hidden) = (tags.shown, tags.hidden)
        slots[index].tagFrames = tags.frames
      } else if record.slot != .image, keepsLines {
        slots[index].starts = starts[record.slot.name] ?? (record.lines == 1 ? [0] : [])
        if record.slot == .body { slots[index].markers = markers }
      }
    }
  }
}

/// The value that another geometry states.
private func stated<Value>(
  _ json: inout JSONReader, in earlier: [ReadGeometry], _ name: String, _ value: (ReadGeometry) -> Value?
) throws(JSONFault) -> Value {
  let number = try json.count()
  guard earlier.indices.contains(number), let found = value(earlier[number]) else {
    throw json.fault("no earlier geometry \(number) states the \(name)")
  }
  return found
}

private struct TagLists {
  var shown = 0
  var hidden = 0
  var frames: [[Pixels]]?

  init(_ json: inout JSONReader, keepsFrames: Bool) throws(JSONFault) {
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "shown": shown = try json.count()
      case "hidden": hidden = try json.count()
      case "frames" where keepsFrames: frames = try json.lists()
      default: try json.skip()
      }
    }
  }
}

extension JSONReader {
  /// Reads lists of lengths.
  fileprivate mutating func lists() throws(JSONFault) -> [[Pixels]] {
    try list { (json) throws(JSONFault) in try json.list { (json) throws(JSONFault) in try json.pixels() } }
  }
}

extension SlotRecord {
  /// Reads the fields of a slot, in the order of ``slotFields``.
  fileprivate init(_ slot: RecordedSlot, _ json: inout JSONReader) throws(JSONFault) {
    let fields = try json.list { (json) throws(JSONFault) in try json.pixels() }
    guard fields.count == slotFields.count else { throw json.fault("a slot has \(slotFields.count) fields") }
    self.init(
      slot: slot, frame: Frame(x: fields[0], y: fields[1], width: fields[2], height: fields[3]),
      lines: fields[4].roundedDown)
    isTruncated = slot != .tags && fields[5] > .zero
  }
}
