import CardLayout
public import Diagnostics
import Geometry
import JSONText

extension LayoutRecord {
  /// Reads a `layout.json`.
  ///
  /// - Parameters:
  ///   - keepsLines: true to keep lines and tags too, for callers that use them, and the order of pages.
  ///   - page: the file of a page of a large site, whose layout is apart, by its path next to `layout.json`.
  public init(
    layoutJSON source: SourceText, keepsLines: Bool = false, page: (String) throws(Diagnostic) -> SourceText
  ) throws(Diagnostic) {
    self.init()
    var files: [String] = []
    try reading(source) { (json) throws(JSONFault) in
      var version: Int?
      try json.object { (json, key) throws(JSONFault) in
        switch key {
        case "version": version = try json.count()
        case "inputs": inputs = try LayoutInputs(&json)
        case "widthClasses": widthClasses = try json.list { (json) throws(JSONFault) in try ClassRecord(&json) }
        case "pages":
          try json.array { (json) throws(JSONFault) in
            switch try PageEntry(&json, keepsLines: keepsLines) {
            case .page(let page): pages.append(page)
            case .file(let file): files.append(file)
            }
          }
        default: try json.skip()
        }
      }
      if version != 1 { throw JSONFault(offset: 0, message: "the version is not 1, so the layout cannot be read") }
    }
    for file in files {
      try reading(try page(file)) { (json) throws(JSONFault) in
        guard case .page(let page) = try PageEntry(&json, keepsLines: keepsLines) else {
          throw json.fault("expected the layout of a page")
        }
        pages.append(page)
      }
    }
    if !keepsLines { sortPages() }
  }
}

/// Reads a whole file; if it is not valid, the finding is at its place.
func reading(
  _ source: SourceText, _ body: (inout JSONReader) throws(JSONFault) -> Void
) throws(Diagnostic) {
  var json = JSONReader(source.bytes)
  do {
    try body(&json)
    try json.end()
  } catch {
    throw .layoutUnreadable(error, in: source)
  }
}

/// A required value.
func required<Value>(_ value: Value?, _ name: String, _ json: JSONReader) throws(JSONFault) -> Value {
  guard let value else { throw json.fault("`\(name)` is missing before this") }
  return value
}

private enum PageEntry {
  case page(PageRecord)
  case file(String)

  init(_ json: inout JSONReader, keepsLines: Bool) throws(JSONFault) {
    var path: String?
    var file: String?
    var source = ""
    var textSize = "large"
    var isRightToLeft = false
    var shelves: [ShelfRecord]?
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "path": path = try json.string()
      case "file": file = try json.string()
      case "source": source = try json.string()
      case "textSize": textSize = try json.string()
      case "direction": isRightToLeft = try json.string() == "rtl"
      case "shelves":
        shelves = try json.list { (json) throws(JSONFault) in try ShelfRecord(&json, keepsLines: keepsLines) }
      default: try json.skip()
      }
    }
    if let file {
      self = .file(file)
    } else {
      self = .page(
        PageRecord(
          path: try required(path, "path", json), source: source, textSize: textSize, isRightToLeft: isRightToLeft,
          shelves: try required(shelves, "shelves", json)))
    }
  }
}

extension LayoutInputs {
  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init()
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "files":
        try json.object { (json, path) throws(JSONFault) in
          var values: [String: String] = [:]
          try json.object { (json, key) throws(JSONFault) in values[key] = try json.string() }
          files[path] = values
        }
      case "fonts": fonts = try json.list { (json) throws(JSONFault) in try FontInput(&json) }
      default: try json.skip()
      }
    }
    fonts.sort()
  }
}

extension FontInput {
  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init(family: "", weight: 400, isItalic: false, hash: "")
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "family": family = try json.string()
      case "hash": hash = try json.string()
      case "italic": isItalic = try json.boolean()
      case "weight": weight = try json.count()
      default: try json.skip()
      }
    }
  }
}

extension ClassRecord {
  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init(name: "", minWidth: 0, steps: [])
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "name": name = try json.string()
      case "minWidth": minWidth = try json.count()
      case "steps":
        steps = try json.list { (json) throws(JSONFault) in
          var step = StepRecord(minWidth: 0, contentWidth: 0)
          try json.object { (json, key) throws(JSONFault) in
            switch key {
            case "minWidth": step.minWidth = try json.count()
            case "contentWidth": step.contentWidth = try json.count()
            default: try json.skip()
            }
          }
          return step
        }
      default: try json.skip()
      }
    }
  }
}

extension ShelfRecord {
  init(_ json: inout JSONReader, keepsLines: Bool) throws(JSONFault) {
    var id: String?
    var source = ""
    var arrangement = ""
    var isRightToLeft = false
    var views: [ShelfView] = []
    var others: [Bool?] = []
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "id": id = try json.string()
      case "source": source = try json.string()
      case "arrangement": arrangement = try json.string()
      case "direction": isRightToLeft = try json.string() == "rtl"
      case "layouts":
        var reader = ViewReader(keepsLines: keepsLines)
        try reader.layouts(&json)
        views.append(reader.view)
        others = reader.rightToLeft
      case "choices":
        try json.array { (json) throws(JSONFault) in
          var reader = ViewReader(keepsLines: keepsLines)
          try json.object { (json, key) throws(JSONFault) in
            switch key {
            case "columns": reader.view.choice = try json.count()
            case "layouts": try reader.layouts(&json)
            default: try json.skip()
            }
          }
          views.append(reader.view)
          others = reader.rightToLeft
        }
      default: try json.skip()
      }
    }
    // Cards go as their shelf does where they say nothing else, which may have been read later.
    for view in views.indices {
      for index in views[view].cards.indices {
        let own = others.indices.contains(index) ? others[index] : nil
        views[view].cards[index].isRightToLeft = own ?? isRightToLeft
      }
    }
    self.init(
      id: try required(id, "id", json), source: source, arrangement: arrangement, isRightToLeft: isRightToLeft,
      views: views)
  }
}

/// Reads the layouts of a shelf, which hold all cards each, and gathers what there is of each card.
private struct ViewReader {
  let keepsLines: Bool
  var view = ShelfView(choice: nil, layouts: [], cards: [])
  /// For each card, if it is stated.
  var rightToLeft: [Bool?] = []
  private var indexes: [String: Int] = [:]

  init(keepsLines: Bool) { self.keepsLines = keepsLines }

  mutating func layouts(_ json: inout JSONReader) throws(JSONFault) {
    try json.array { (json) throws(JSONFault) in try layout(&json) }
  }

  private mutating func layout(_ json: inout JSONReader) throws(JSONFault) {
    var run = ShelfRun(minWidth: 0, width: .zero, height: .zero, columns: 0, sections: [])
    var cards: [ReadCard] = []
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "cards":
        try json.array { (json) throws(JSONFault) in
          // Mostly the same cards in the same order.
          cards.append(try ReadCard(&json, keepsLines: keepsLines))
        }
      case "columns":
        var count = 0
        try json.array { (json) throws(JSONFault) in
          try json.skip()
          count += 1
        }
        run.columns = count
      case "header": run.header = try ShelfRun.HeaderRecord(&json)
      case "height": run.height = try json.pixels()
      case "minWidth": run.minWidth = try json.count()
      case "sections": run.sections = try json.list { (json) throws(JSONFault) in try ShelfRun.Section(&json) }
      case "tallest": run.tallest = try json.string()
      case "width": run.width = try json.pixels()
      default: try json.skip()
      }
    }
    view.layouts.add(run)
    for (place, card) in cards.enumerated() {
      let isInPlace = view.cards.indices.contains(place) && view.cards[place].id == card.id
      let index = isInPlace ? place : indexes[card.id] ?? view.cards.count
      if index == view.cards.count {
        indexes[card.id] = index
        view.cards.append(CardRecord(id: card.id, source: card.source, isRightToLeft: false, runs: []))
        rightToLeft.append(card.isRightToLeft)
      }
      var cardRun = card.run
      cardRun.minWidth = run.minWidth
      view.cards[index].runs.add(cardRun)
    }
  }
}

private struct ReadCard {
  var id = ""
  var source = ""
  var isRightToLeft: Bool?
  var run = CardRun(minWidth: 0, frame: Frame(x: .zero, y: .zero, width: .zero, height: .zero), slots: [])

  init(_ json: inout JSONReader, keepsLines: Bool) throws(JSONFault) {
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "id": id = try json.string()
      case "source": source = try json.string()
      case "direction": isRightToLeft = try json.string() == "rtl"
      case "x": run.frame.x = try json.pixels()
      case "y": run.frame.y = try json.pixels()
      case "width": run.frame.width = try json.pixels()
      case "height": run.frame.height = try json.pixels()
      case "variant": run.variant = try json.string()
      case "slots":
        try json.object { (json, key) throws(JSONFault) in
          guard let name = SlotName(rawValue: key) else { return try json.skip() }
          run.slots.append(try SlotRecord(name, &json, keepsLines: keepsLines))
        }
      default: try json.skip()
      }
    }
    run.slots.sort { $0.name.rawValue < $1.name.rawValue }
    if id.isEmpty { throw json.fault("`id` is missing before this") }
  }
}

extension SlotRecord {
  fileprivate init(_ name: SlotName, _ json: inout JSONReader, keepsLines: Bool) throws(JSONFault) {
    self.init(name: name, frame: Frame(x: .zero, y: .zero, width: .zero, height: .zero))
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "x": frame.x = try json.pixels()
      case "y": frame.y = try json.pixels()
      case "width": frame.width = try json.pixels()
      case "height": frame.height = try json.pixels()
      case "lines", "rows": lines = try json.count()
      case "truncated": isTruncated = try json.boolean()
      case "shown": shown = try json.count()
      case "hidden": hidden = try json.count()
      case "starts" where keepsLines: starts = try json.list { (json) throws(JSONFault) in try json.count() }
      case "frames" where keepsLines:
        tagFrames = try json.list { (json) throws(JSONFault) in
          try json.list { (json) throws(JSONFault) in try json.pixels() }
        }
      default: try json.skip()
      }
    }
  }
}

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
      case "columns":
        // In `layout.json` each column, in the baseline how many there are.
        if json.peek() == UInt8(ascii: "[") {
          try json.array { (json) throws(JSONFault) in
            try json.skip()
            columns += 1
          }
        } else {
          columns = try json.count()
        }
      case "header": header = try ShelfRun.HeaderRecord(&json)
      case "height": height = try json.pixels()
      case "id": id = try json.string()
      case "y": y = try json.pixels()
      default: try json.skip()
      }
    }
  }
}

extension JSONReader {
  mutating func pixels() throws(JSONFault) -> Pixels { Pixels(sixtyFourths: try sixtyFourths()) }

  /// A whole number that is safe to calculate with, from any author.
  mutating func count() throws(JSONFault) -> Int {
    let number = try integer()
    if number.magnitude > 1_000_000_000 { throw fault("the number before this is too large") }
    return number
  }
}
