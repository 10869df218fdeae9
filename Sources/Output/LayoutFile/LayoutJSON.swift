import Arrangements
public import CardLayout
import Diagnostics
public import Geometry
public import JSONText
public import SiteContent
import TextLayout
public import Themes

/// The content of `layout.json` for one page, as a JSON object and a line feed: a separate file. It is long, so it has
/// parts.
///
/// - Parameter shelves: for each of its shelves, ``RenderedShelf/layout``, in any container.
/// - Returns: the parts to be concatenated.
public func layoutParts<Part>(of page: Page, shelves: [Part], part: ([UInt8]) -> Part) -> [Part] {
  var head = JSONWriter()
  head.object { json in
    if page.direction == .rtl {
      json.string(page.direction.rawValue, for: "direction")
    }
    json.string(page.outputPath, for: "path")
  }
  var tail = JSONWriter()
  tail.object { json in
    json.string(page.source.path, for: "source")
    if page.textSize != .large {
      json.string(page.textSize.rawValue, for: "textSize")
    }
  }
  tail.endFile()
  var parts = [part(head.bytes.dropLast() + Array(",\"shelves\":[".utf8))]
  for (index, shelf) in shelves.enumerated() {
    if index > 0 { parts.append(part([UInt8(ascii: ",")])) }
    parts.append(shelf)
  }
  parts.append(part(Array("],".utf8) + tail.bytes.dropFirst()))
  return parts
}

/// The content of `layout.json` for one shelf, as a JSON object: every frame at every step, in CSS pixels; keys sorted,
/// equal neighbouring layouts merged.
///
/// - Parameters:
///   - cards: all of the shelf's.
///   - theme: scaled to the page's text size.
public func layoutJSON(of shelf: LaidOutShelf, cards: CardEntries, theme: Theme, steps: [Step]) -> [UInt8] {
  var json = JSONWriter(capacity: cards.byteCount + 1024 * (steps.count + 1))
  write(shelf, cards: cards, theme: theme, steps: steps, to: &json)
  return json.bytes
}

/// `layout.json`, and for a large site the paths of the files of its pages, which `layout.json` then refers to.
///
/// - Parameters:
///   - layouts: for each page, the number of bytes of its ``layoutParts(of:shelves:part:)``.
///   - inputs: the inputs of the layout besides the cards: `inputs`.
///   - mostBytes: a site whose pages need more is large.
///   - content: returns the layout of a page, by its number. Not called for a large site.
public func layoutIndex(
  _ layouts: [(page: Page, byteCount: Int)], theme: Theme, inputs: LayoutInputs = LayoutInputs(),
  mostBytes: Int = 8 << 20, content: (Int) -> [UInt8]
) -> (bytes: [UInt8], pagePaths: [String]?) {
  let isLarge = layouts.reduce(0) { $0 + $1.byteCount } > mostBytes
  var paths: [String] = []
  var json = JSONWriter()
  json.object { json in
    json.key("inputs")
    inputs.write(to: &json)
    json.key("pages")
    json.array(layouts.indices) { json, index in
      guard isLarge else { return json.value(content(index).dropLast()) }
      let page = layouts[index].page
      let path = "layout/" + page.outputPath.dropLast("html".utf8.count) + "json"
      paths.append(path)
      json.object { json in
        json.string(path, for: "file")
        json.string(page.outputPath, for: "path")
      }
    }
    json.number(1, for: "version")
    json.key("widthClasses")
    let steps = Step.all(of: theme.widthClasses)
    json.array(theme.widthClasses) { json, widthClass in write(widthClass, steps: steps, to: &json) }
  }
  json.endFile()
  return (json.bytes, isLarge ? paths : nil)
}

private func write(_ widthClass: WidthClass, steps: [Step], to json: inout JSONWriter) {
  json.object { json in
    json.number(widthClass.from, for: "minWidth")
    json.string(widthClass.name, for: "name")
    json.key("steps")
    json.array(steps.filter { $0.className == widthClass.name }) { json, step in
      json.object { json in
        json.number(step.contentWidth, for: "contentWidth")
        json.number(step.minimumWidth, for: "minWidth")
      }
    }
  }
}

private func write(
  _ shelf: LaidOutShelf, cards: CardEntries, theme: Theme, steps: [Step], to json: inout JSONWriter
) {
  json.object { json in
    json.string(shelf.prepared.shelf.arrangement.rawValue, for: "arrangement")
    if let choices = shelf.prepared.columnChoices(theme: theme) {
      json.key("choices")
      json.array([(choices.first, 0), (choices.other, shelf.layouts.count)]) { json, choice in
        json.object { json in
          json.number(choice.0, for: "columns")
          write(layoutsOf: shelf, cards: cards, from: choice.1, steps: steps, to: &json)
        }
      }
    }
    if shelf.prepared.shelf.direction == .rtl {
      json.string(WritingDirection.rtl.rawValue, for: "direction")
    }
    json.string(shelf.prepared.shelf.id, for: "id")
    if shelf.otherLayouts.isEmpty { write(layoutsOf: shelf, cards: cards, from: 0, steps: steps, to: &json) }
    json.string(shelf.prepared.shelf.source.path, for: "source")
  }
}

/// - Parameter first: the first of the choice among all layouts.
private func write(
  layoutsOf shelf: LaidOutShelf, cards entries: CardEntries, from first: Int, steps: [Step],
  to json: inout JSONWriter
) {
  let layouts = first == 0 ? shelf.layouts : shelf.otherLayouts
  json.key("layouts")
  var previous: (layout: ShelfLayout, cards: Range<Int>, box: [UInt8])?
  json.array(steps) { json, step in
    let layout = layouts[step.index]
    // Two layouts are the same if everything in them is, apart from their first widths.
    if layout == previous?.layout { return }
    let mark = json.mark
    var cards = 0..<0
    var box = JSONWriter()
    write(boxOf: layout, shelf: shelf, minimumWidth: 0, to: &box)
    json.object { json in
      let start = json.bytes.count
      json.key("cards")
      json.value { bytes in entries.write(at: first + step.index, to: &bytes) }
      cards = start..<json.bytes.count
      write(boxOf: layout, shelf: shelf, minimumWidth: step.minimumWidth, to: &json)
    }
    if let previous, previous.box == box.bytes, json.bytes[previous.cards] == json.bytes[cards] {
      json.takeBack(to: mark)
      return
    }
    previous = (layout, cards, box.bytes)
  }
}

/// Writes the slots of a card of the given height, as in `layout.json`.
public func write(
  slotsOf measured: MeasuredCard, in card: PreparedCard, height: Pixels, to json: inout JSONWriter
) {
  json.value { bytes in SlotWriter(card).write(measured, height: height, to: &bytes) }
}

private func write(
  boxOf layout: ShelfLayout, shelf: LaidOutShelf, minimumWidth: Int, to json: inout JSONWriter
) {
  if shelf.prepared.shelf.sections.isEmpty, !layout.columns.isEmpty {
    json.key("columns")
    write(layout.columns, to: &json)
  }
  if let title = layout.titleFrame, let lines = layout.title {
    json.key("header")
    json.object { json in
      json.number(title.height, for: "height")
      json.number(lines.lineCount, for: "lines")
      json.number(layout.size.width, for: "width")
    }
  }
  json.number(layout.size.height, for: "height")
  json.number(minimumWidth, for: "minWidth")
  write(partsOf: layout, shelf: shelf, to: &json)
  if let tallest = shelf.tallestCard(in: layout) {
    json.string(tallest, for: "tallest")
  }
  json.number(layout.size.width, for: "width")
}

private func write(_ columns: [ShelfLayout.ColumnFrame], to json: inout JSONWriter) {
  json.array(columns) { json, column in
    json.object { json in
      json.number(column.width, for: "width")
      json.number(column.x, for: "x")
    }
  }
}

/// If the shelf has sections, writes each of its parts: the cards that are in none, and those of each section.
private func write(partsOf layout: ShelfLayout, shelf: LaidOutShelf, to json: inout JSONWriter) {
  if shelf.prepared.shelf.sections.isEmpty { return }
  json.key("sections")
  json.array(layout.parts.indices) { json, index in
    let part = layout.parts[index]
    json.object { json in
      json.number(part.cards.count, for: "cards")
      json.key("columns")
      write(part.columns, to: &json)
      if let header = part.headerFrame, let lines = part.header {
        json.key("header")
        json.object { json in
          json.number(header.height, for: "height")
          json.number(lines.lineCount, for: "lines")
          json.number(header.y, for: "y")
        }
      }
      json.number(part.bottom - part.top, for: "height")
      if let id = shelf.prepared.parts[index].id {
        json.string(id, for: "id")
      }
      json.number(part.top, for: "y")
    }
  }
}
