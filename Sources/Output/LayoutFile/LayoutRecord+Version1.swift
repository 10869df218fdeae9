import CardLayout
import Geometry
import JSONText

// Version 1 of `layout.json` has all cards of a shelf at each step. It is still read, so that layouts can be compared
// with those of earlier builds.

extension ShelfRecord {
  init(version1 json: inout JSONReader, keepsLines: Bool) throws(JSONFault) {
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
          run.slots.append(try SlotRecord(RecordedSlot(key), &json, keepsLines: keepsLines))
        }
      default: try json.skip()
      }
    }
    run.slots.sort { $0.slot.name < $1.slot.name }
    if id.isEmpty { throw json.fault("`id` is missing before this") }
  }
}

extension SlotRecord {
  fileprivate init(_ slot: RecordedSlot, _ json: inout JSONReader, keepsLines: Bool) throws(JSONFault) {
    self.init(slot: slot, frame: Frame(x: .zero, y: .zero, width: .zero, height: .zero))
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
