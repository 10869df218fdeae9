import Arrangements
public import CardLayout
public import Content
public import Diagnostics
public import Geometry

/// Writes the slots of a card of the given height: an object for each, with everything that `layout.json` states.
public func write(
  slotsOf measured: MeasuredCard, in card: PreparedCard, height: Pixels, to json: inout JSONWriter
) {
  var table = GeometryTable(card.composed.slots)
  let layouts = [CardAtSteps(measured)]
  let number = table.number(
    of: layouts.span, at: 0, width: Pixels(measured.width), fall: height - measured.naturalHeight,
    texts: SlotTexts(card))
  let geometry = table.geometries[number]
  let names = card.composed.slots.names
  let slots = geometry.slots.map { table.slots[$0] }.sorted { names[$0.id.number] < names[$1.id.number] }
  json.object { json in
    for slot in slots {
      json.key(names[slot.id.number])
      json.object { json in
        if slot.id == .tags, let tags = geometry.tags.index { write(table.tags[tags], framesOf: table, to: &json) }
        json.number(slot.frame.height, for: "height")
        if slot.id != .image && slot.id != .tags {
          json.number(slot.lines, for: "lines")
          json.key("starts")
          let implied = Array(repeating: 0, count: slot.lines == 1 ? 1 : 0)
          let starts: ArraySlice<Int> =
            if let number = slot.starts.index { table.places[table.starts[number].places] } else { implied[...] }
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
public func write(
  fieldsOfSlotsOf measured: MeasuredCard, in slots: SlotTable, height: Pixels, to json: inout JSONWriter
) {
  json.object { json in
    for slot in measured.slots(inHeight: height) {
      json.key(slots.name(of: slot.id))
      json.object { json in
        json.number(slot.frame.x, for: "x")
        json.number(slot.frame.y, for: "y")
        json.number(slot.frame.width, for: "width")
        json.number(slot.frame.height, for: "height")
        json.number(slot.id == .image ? 0 : slot.lineCount, for: "lines")
        let isCut = slot.id == .tags ? (measured.tags?.arrangement.hiddenCount ?? 0) > 0 : slot.isTruncated
        json.boolean(slot.id != .image && isCut, for: "truncated")
      }
    }
  }
}
