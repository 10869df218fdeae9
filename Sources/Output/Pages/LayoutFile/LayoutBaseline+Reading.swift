import CardLayout
import Content
public import Diagnostics
import Geometry

extension LayoutRecord {
  /// Returns whether a file is a baseline, and not a `layout.json`.
  public static func isBaseline(_ bytes: [UInt8]) -> Bool {
    bytes.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "[")
  }

  /// Reads a baseline. Its lines may be in any order, and a line may occur twice, as after a merge.
  public init(baseline source: SourceText) throws(Diagnostic) {
    if let conflict = conflictMark(in: source.bytes) { throw .baselineConflict(at: conflict, in: source) }
    var reader = BaselineReader()
    try reading(source) { (json) throws(JSONFault) in
      try json.array { (json) throws(JSONFault) in try reader.line(&json) }
      if reader.version != 1 {
        throw JSONFault(offset: 0, message: "the version is not 1, so the baseline cannot be read")
      }
    }
    self = reader.record()
  }
}

private func conflictMark(in bytes: [UInt8]) -> Int? {
  let mark = Array("<<<<<<< ".utf8)
  var start = 0
  while start < bytes.count {
    if bytes[start...].starts(with: mark) { return start }
    guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
    start = end + 1
  }
  return nil
}

/// Collects independent lines into a record.
private struct BaselineReader {
  var version: Int?
  private var classes: [ClassRecord] = []
  private var inputs = LayoutInputs()
  private var pages: [String: PageRecord] = [:]
  /// The shelves with their pages.
  private var shelves: [String: (page: String, shelf: ShelfRecord)] = [:]
  private var cards: [String: (shelf: String, card: CardRecord)] = [:]
  private var texts: [String: CardTexts] = [:]
  /// The shelves of pages, and the cards of shelves.
  private var shelfOrders: [String: [String]] = [:]
  private var cardOrders: [String: [String]] = [:]
  /// By choice, in the order in which they come up.
  private var shelfRuns: [String: [(choice: LayoutChoice, run: ShelfRun)]] = [:]
  private var cardRuns: [String: [(choice: LayoutChoice, run: CardRun)]] = [:]

  // MARK: Lines

  private struct BaselineLine {
    var texts: [String: String] = [:]
    /// The content of a card, keyed by key.
    var values: [String: String]?
    var numbers: [String: Int] = [:]
    var height = Pixels.zero
    var width = Pixels.zero
    var isRightToLeft = false
    var header: ShelfRun.HeaderRecord?
    var sections: [ShelfRun.Section] = []
    var frame: Frame?
    var slots: [SlotRecord] = []
    var steps: [ClassRecord.StepRecord] = []
    var font: FontInput?
    var head: [PageHeadRun] = []
    var choice = LayoutChoice()
  }

  mutating func line(_ json: inout JSONReader) throws(JSONFault) {
    var line = BaselineLine()
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "header": line.header = try ShelfRun.HeaderRecord(&json)
      case "sections": line.sections = try json.list { (json) throws(JSONFault) in try ShelfRun.Section(&json) }
      case "frame": line.frame = frame(try numbers(&json))
      case "texts":
        var values: [String: String] = [:]
        try json.object { (json, key) throws(JSONFault) in values[key] = try json.string() }
        line.values = values
      case "slots":
        try json.object { (json, key) throws(JSONFault) in
          let numbers = try numbers(&json)
          line.slots.append(slot(RecordedSlot(key), numbers))
        }
      case "steps":
        line.steps = try json.list { (json) throws(JSONFault) in
          let pair = try json.list { (json) throws(JSONFault) in try json.count() }
          return ClassRecord.StepRecord(minWidth: pair.first ?? 0, contentWidth: pair.count > 1 ? pair[1] : 0)
        }
      case "font": line.font = try FontInput(&json)
      case "head": line.head = try json.list { (json) throws(JSONFault) in try PageHeadRun(&json) }
      case "rtl": line.isRightToLeft = try json.boolean()
      case "height": line.height = try json.pixels()
      case "width": line.width = try json.pixels()
      case "choice": line.choice.columns = try json.count()
      case "window": line.choice.window = try WindowShape(&json)
      case "at", "columns", "minWidth", "version": line.numbers[key] = try json.count()
      case "arrangement", "card", "class", "file", "hash", "in", "key", "on", "orderOf", "page", "shelf", "source",
        "tallest",
        "textSize", "value", "variant":
        line.texts[key] = try json.string()
      default: try json.skip()
      }
    }
    take(line)
  }

  private func numbers(_ json: inout JSONReader) throws(JSONFault) -> [Pixels] {
    try json.list { (json) throws(JSONFault) in try json.pixels() }
  }

  private func frame(_ numbers: [Pixels]) -> Frame {
    let number = { (index: Int) in numbers.indices.contains(index) ? numbers[index] : .zero }
    return Frame(x: number(0), y: number(1), width: number(2), height: number(3))
  }

  private func slot(_ id: RecordedSlot, _ numbers: [Pixels]) -> SlotRecord {
    let count = { (index: Int) in numbers.indices.contains(index) ? numbers[index].roundedDown : 0 }
    var slot = SlotRecord(slot: id, frame: frame(numbers), lines: count(4))
    if id == .tags {
      slot.shown = count(5)
      slot.hidden = count(6)
    } else {
      slot.isTruncated = count(5) == 1
    }
    return slot
  }

  private mutating func take(_ line: BaselineLine) {
    if let version = line.numbers["version"] { self.version = version }
    if let font = line.font { inputs.fonts.append(font) }
    if let name = line.texts["class"] {
      classes.removeAll { $0.name == name }
      classes.append(ClassRecord(name: name, minWidth: line.numbers["minWidth"] ?? 0, steps: line.steps))
    }
    if let file = line.texts["file"], let key = line.texts["key"] {
      inputs.files[file, default: [:]][key] = line.texts["value"] ?? ""
    }
    let source = line.texts["source"] ?? ""
    if let order = line.texts["orderOf"] {
      if let card = line.texts["card"] { cardOrders[order, default: []].append(card) }
      if let shelf = line.texts["shelf"] { shelfOrders[order, default: []].append(shelf) }
    } else if let page = line.texts["page"] {
      pages[page] = PageRecord(
        path: page, source: source, textSize: line.texts["textSize"] ?? "large", isRightToLeft: line.isRightToLeft,
        head: line.head, shelves: [])
    } else if let card = line.texts["card"] {
      if let shelf = line.texts["in"] {
        cards[card] = (
          shelf, CardRecord(id: card, source: source, isRightToLeft: line.isRightToLeft, runs: [])
        )
      } else if let values = line.values, let hash = line.texts["hash"] {
        texts[card] = CardTexts(whole: hash, values: values)
      } else if let frame = line.frame, let at = line.numbers["at"] {
        let run = CardRun(minWidth: at, frame: frame, variant: line.texts["variant"], slots: line.slots)
        cardRuns[card, default: []].append((line.choice, run))
      }
    } else if let shelf = line.texts["shelf"] {
      if let page = line.texts["on"] {
        let record = ShelfRecord(
          id: shelf, source: source, arrangement: line.texts["arrangement"] ?? "", isRightToLeft: line.isRightToLeft,
          views: [])
        shelves[shelf] = (page, record)
      } else if let at = line.numbers["at"] {
        let run = ShelfRun(
          minWidth: at, width: line.width, height: line.height, columns: line.numbers["columns"] ?? 0,
          header: line.header, sections: line.sections, tallest: line.texts["tallest"])
        shelfRuns[shelf, default: []].append((line.choice, run))
      }
    }
  }

  // MARK: The record

  func record() -> LayoutRecord {
    var inputs = inputs
    inputs.fonts = Set(inputs.fonts).sorted()
    var record = LayoutRecord(inputs: inputs, widthClasses: classes.sorted { $0.minWidth < $1.minWidth })
    let cardsByShelf = Dictionary(grouping: cards.values) { $0.shelf }
    let shelvesByPage = Dictionary(grouping: shelves.values) { $0.page }
    for var page in pages.values {
      let all = (shelvesByPage[page.path] ?? []).map(\.shelf)
      for var shelf in ordered(all, by: shelfOrders[page.path] ?? [], id: \.id) {
        let own = ordered((cardsByShelf[shelf.id] ?? []).map(\.card), by: cardOrders[shelf.id] ?? [], id: \.id)
        shelf.views = views(of: shelf.id, cards: own)
        page.shelves.append(shelf)
      }
      record.pages.append(page)
    }
    record.sortPages()
    record.texts = texts
    return record
  }

  /// Items without a line for their position come last, by id.
  private func ordered<Item>(_ items: [Item], by order: [String], id: KeyPath<Item, String>) -> [Item] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    return items.sorted { a, b in
      (places[a[keyPath: id]] ?? Int.max, a[keyPath: id]) < (places[b[keyPath: id]] ?? Int.max, b[keyPath: id])
    }
  }

  private func views(of shelf: String, cards: [CardRecord]) -> [ShelfView] {
    let all = shelfRuns[shelf] ?? []
    var choices: [LayoutChoice] = []
    for run in all where !choices.contains(run.choice) { choices.append(run.choice) }
    return choices.map { choice in
      ShelfView(
        choice: choice, layouts: runs(all, of: choice),
        cards: cards.map { card in
          var card = card
          card.runs = runs(cardRuns[card.id] ?? [], of: choice)
          return card
        })
    }
  }

  /// Ascending; of two for one width the last holds.
  private func runs<Item: WidthRun>(_ all: [(choice: LayoutChoice, run: Item)], of choice: LayoutChoice) -> [Item] {
    var byWidth: [Int: Item] = [:]
    for item in all where item.choice == choice { byWidth[item.run.minWidth] = item.run }
    var runs: [Item] = []
    for width in byWidth.keys.sorted() { if let run = byWidth[width] { runs.add(run) } }
    return runs
  }
}

// MARK: - Boxes

extension ShelfRun.HeaderRecord {
  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init(height: .zero, lines: 0)
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "height": height = try json.pixels()
      case "lines": lines = try json.count()
      default: try json.skip()
      }
    }
  }
}

extension ShelfRun.Section {
  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init(cards: 0, columns: 0, y: .zero, height: .zero)
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "cards": cards = try json.count()
      case "columns": columns = try json.count()
      case "header": header = try ShelfRun.HeaderRecord(&json)
      case "height": height = try json.pixels()
      case "id": id = try json.string()
      case "y": y = try json.pixels()
      default: try json.skip()
      }
    }
  }
}
