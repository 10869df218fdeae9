import Arrangements
public import CardLayout
public import Geometry
public import JSONText

/// Writes the slots of a card of the given height: an object for each, with all that `layout.json` states.
public func write(
  slotsOf measured: MeasuredCard, in card: PreparedCard, height: Pixels, to json: inout JSONWriter
) {
  var table = GeometryTable()
  let layouts = [CardAtSteps(measured)]
  let number = table.number(
    of: layouts.span, at: 0, width: Pixels(measured.width), fall: height - measured.naturalHeight,
    texts: SlotTexts(card))
  let geometry = table.geometries[number]
  let slots = geometry.slots.map { table.slots[$0] }.sorted { $0.name.rawValue < $1.name.rawValue }
  json.object { json in
    for slot in slots {
      json.key(slot.name.rawValue)
      json.object { json in
        if slot.name == .tags, geometry.tags >= 0 { write(table.tags[geometry.tags], framesOf: table, to: &json) }
        json.number(slot.frame.height, for: "height")
        if slot.name != .image && slot.name != .tags {
          json.number(slot.lines, for: "lines")
          json.key("starts")
          let implied = Array(repeating: 0, count: slot.lines == 1 ? 1 : 0)
          let starts = slot.starts < 0 ? implied[...] : table.places[table.starts[slot.starts].places]
          json.array(starts) { json, start in json.number(start) }
          json.boolean(slot.isTruncated, for: "truncated")
        }
        json.number(slot.frame.width, for: "width")
        json.number(slot.frame.x, for: "x")
        json.number(slot.frame.y, for: "y")
      }
    }
  }
}

private func write(_ tags: GeometryTable.TagNumbers, framesOf table: GeometryTable, to json: inout JSONWriter) {
  if let frames = tags.frames {
    json.key("frames")
    json.array(table.tagFrames[frames]) { json, frame in
      json.array([frame.x, frame.y, frame.width]) { json, length in json.number(length) }
    }
  }
  json.number(tags.hidden, for: "hidden")
  json.number(tags.rows, for: "rows")
  if let height = tags.rowsHeight { json.number(height, for: "rowsHeight") }
  json.number(tags.shown, for: "shown")
}

/// Writes the slots of a card of the given height by name: an object for each, with the fields of `layout.json`.
public func write(fieldsOfSlotsOf measured: MeasuredCard, height: Pixels, to json: inout JSONWriter) {
  json.object { json in
    for slot in measured.slots(inHeight: height) {
      json.key(slot.name.rawValue)
      json.object { json in
        json.number(slot.frame.x, for: "x")
        json.number(slot.frame.y, for: "y")
        json.number(slot.frame.width, for: "width")
        json.number(slot.frame.height, for: "height")
        json.number(slot.name == .image ? 0 : slot.lineCount, for: "lines")
        let isCut = slot.name == .tags ? (measured.tags?.arrangement.hiddenCount ?? 0) > 0 : slot.isTruncated
        json.boolean(slot.name != .image && isCut, for: "truncated")
      }
    }
  }
}
