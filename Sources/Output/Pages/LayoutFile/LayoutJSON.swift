import Arrangements
public import CardLayout
public import Content
import Diagnostics
import Geometry
import ShelfArrangements
import TextLayout
public import Themes

/// The version of `layout.json`.
let layoutFileVersion = 2

/// The fields of each slot, in order.
let slotFields = ["x", "y", "width", "height", "lines", "truncated"]

/// The content of `layout.json` for one page, as a JSON object and a line feed: a separate file. It is long, so it has
/// parts.
///
/// - Parameters:
///   - theme: the theme, scaled to the page's text size.
///   - shelves: ``RenderedShelf/layout`` of each of its shelves, in any container.
/// - Returns: the parts to be concatenated.
public func layoutParts<Part>(
  of laidOut: LaidOutPage, theme: Theme, shelves: [Part], part: ([UInt8]) -> Part
) -> [Part] {
  let page = laidOut.page
  var head = JSONWriter()
  head.object { json in
    json.string(page.outputPath, for: "path")
    json.string(page.source.path, for: "source")
    if page.direction == .rtl {
      json.string(page.direction.rawValue, for: "direction")
    }
    if page.textSize != .large {
      json.string(page.textSize.rawValue, for: "textSize")
    }
    write(pageHeadRuns(of: laidOut, theme: theme), to: &json)
  }
  var parts = [part(openList("shelves", in: head.bytes))]
  for (index, shelf) in shelves.enumerated() {
    if index > 0 { parts.append(part([UInt8(ascii: ",")])) }
    parts.append(shelf)
  }
  parts.append(part(Array("]}\n".utf8)))
  return parts
}

/// Writes `"head":[[minWidth, lines of the title, lines of the introduction], …]`.
func write(_ head: [PageHeadRun], to json: inout JSONWriter) {
  json.key("head")
  json.array(head) { json, run in
    json.array([run.minWidth, run.titleLines, run.introductionLines]) { json, number in json.number(number) }
  }
}

/// The limit on the bytes of all layouts; if a site has more, each of its pages has a separate file.
public let mostBytesOfOneLayoutFile = 8 << 20

/// The path of the file of a page of a large site.
public func layoutPath(of page: Page) -> String {
  "layout/" + page.outputPath.dropLast("html".utf8.count) + "json"
}

/// `layout.json`, and for a large site the paths of the files of its pages, which `layout.json` then refers to.
///
/// - Parameters:
///   - layouts: the number of bytes of each page's ``layoutParts(of:shelves:part:)``.
///   - inputs: the inputs of the layout in addition to the cards.
///   - mostBytes: the limit above which a site is large.
///   - content: returns the layout of a page, by its index, without the line feed. It is not called for a large site.
/// - Returns: the file as parts to be concatenated.
public func layoutIndex<Part>(
  _ layouts: [(page: Page, byteCount: Int)], theme: Theme, inputs: LayoutInputs = LayoutInputs(),
  mostBytes: Int = mostBytesOfOneLayoutFile, content: (Int) -> Part, part: ([UInt8]) -> Part
) -> (parts: [Part], pagePaths: [String]?) {
  let isLarge = layouts.reduce(0) { $0 + $1.byteCount } > mostBytes
  let steps = theme.steps
  var paths: [String] = []
  // The indices of the parts at which the pages are inserted.
  var gaps: [Int] = []
  var json = JSONWriter()
  json.object { json in
    json.number(layoutFileVersion, for: "version")
    json.key("widthClasses")
    json.array(theme.widthClasses) { json, widthClass in write(widthClass, steps: steps, to: &json) }
    json.key("steps")
    json.array(steps) { json, step in json.number(step.width) }
    json.key("slotFields")
    json.array(slotFields) { json, field in json.string(field) }
    json.key("inputs")
    inputs.write(to: &json)
    json.key("pages")
    json.array(layouts.indices) { json, index in
      guard isLarge else {
        json.value { bytes in gaps.append(bytes.count) }
        return
      }
      let page = layouts[index].page
      let path = layoutPath(of: page)
      paths.append(path)
      json.object { json in
        json.string(page.outputPath, for: "path")
        json.string(path, for: "file")
      }
    }
  }
  json.endFile()
  var parts: [Part] = []
  var start = 0
  for (page, gap) in gaps.enumerated() {
    parts.append(part(Array(json.bytes[start..<gap])))
    parts.append(content(page))
    start = gap
  }
  parts.append(part(Array(json.bytes[start...])))
  return (parts, isLarge ? paths : nil)
}

private func write(_ widthClass: WidthClass, steps: [Step], to json: inout JSONWriter) {
  json.object { json in
    json.string(widthClass.name, for: "name")
    json.number(widthClass.from, for: "minWidth")
    json.key("steps")
    json.array(steps.filter { $0.className == widthClass.name }) { json, step in
      json.object { json in
        json.number(step.minimumWidth, for: "minWidth")
        json.number(step.contentWidth, for: "contentWidth")
      }
    }
  }
}

// MARK: - Shelves

/// The content of `layout.json` for a shelf, as a JSON object: every frame at every step, in CSS pixels.
///
/// - Parameter cards: the different layouts of each card.
/// - Complexity: O(cards x steps).
public func layoutObject(of shelf: LaidOutShelf, cards: [[CardAtSteps]]) -> [UInt8] {
  var entries = CardEntries(shelf)
  for index in cards.indices { entries.add(index, cards[index]) }
  return entries.takeShelf(shelf)
}

extension CardEntries {
  /// Creates entries without cards.
  fileprivate init(_ shelf: LaidOutShelf) {
    if shelf.views.count == 1 {
      self.init(
        shelf, after: openList("cards", in: object { json in writeHead(of: shelf, boxes: shelf.layouts, to: &json) }))
    } else {
      self.init(shelf, after: [])
    }
  }

  fileprivate mutating func takeShelf(_ shelf: LaidOutShelf) -> [UInt8] {
    if positions.isEmpty { return takeObject() }
    // The positions for each choice precede the cards.
    let head = object { json in
      writeHead(of: shelf, boxes: nil, to: &json)
      json.key("choices")
      json.array(zip(shelf.views, positions)) { json, choice in
        let (view, cards) = choice
        json.object { json in
          view.choice.write(to: &json)
          write(boxesOf: view.layouts, shelf: shelf, to: &json)
          json.key("cards")
          json.value { $0.append(contentsOf: [UInt8(ascii: "[")] + cards + [UInt8(ascii: "]")]) }
        }
      }
    }
    return openList("cards", in: head) + takeObject()
  }
}

private func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
  var json = JSONWriter()
  json.object(write)
  return json.bytes
}

/// An object without its end, followed by the start of a list in it.
private func openList(_ name: String, in object: [UInt8]) -> [UInt8] {
  var bytes = object
  bytes.removeLast()
  bytes.append(",")
  bytes.append(quoted: name)
  bytes.append(":[")
  return bytes
}

/// - Parameter layouts: the layouts whose boxes are written.
private func writeHead(of shelf: LaidOutShelf, boxes layouts: [ShelfLayout]?, to json: inout JSONWriter) {
  json.string(shelf.prepared.shelf.id, for: "id")
  json.string(shelf.prepared.shelf.source.path, for: "source")
  if shelf.prepared.shelf.direction == .rtl {
    json.string(WritingDirection.rtl.rawValue, for: "direction")
  }
  json.key("arrangement")
  json.array([shelf.prepared.shelf.arrangement]) { json, arrangement in json.string(arrangement.name) }
  if let layouts { write(boxesOf: layouts, shelf: shelf, to: &json) }
}

private func write(boxesOf layouts: [ShelfLayout], shelf: LaidOutShelf, to json: inout JSONWriter) {
  json.lengths(layouts.count, for: "width") { layouts[$0].size.width }
  json.lengths(layouts.count, for: "height") { layouts[$0].size.height }
  if layouts.indices.contains(where: { layouts[$0].title != nil }) {
    json.key("header")
    json.object { json in
      json.lengths(layouts.count, for: "height") { layouts[$0].titleFrame?.height }
      json.numbers(layouts.count, for: "lines") { layouts[$0].title?.lineCount }
    }
  }
  if shelf.prepared.shelf.sections.isEmpty {
    json.tracks(layouts.count) { layouts[$0].parts.first?.columns ?? [] }
  } else {
    write(sectionsOf: layouts, shelf: shelf, to: &json)
  }
  // Layouts are large: elements of spans are accessed without being copied.
  let all = layouts.span
  var tallest: [Int?] = []
  tallest.reserveCapacity(all.count)
  for step in all.indices { tallest.append(shelf.tallestCardIndex(in: all[step])) }
  if tallest.contains(where: { $0 != nil }) {
    json.numbers(tallest.count, for: "tallest") { tallest[$0] }
  }
}

/// Writes each part of a shelf with sections: the cards outside sections, and those of each section.
private func write(sectionsOf layouts: [ShelfLayout], shelf: LaidOutShelf, to json: inout JSONWriter) {
  json.key("sections")
  json.array(shelf.prepared.parts.indices) { json, index in
    let parts = layouts.compactMap { $0.parts.indices.contains(index) ? $0.parts[index] : nil }
    json.object { json in
      if let id = shelf.prepared.parts[index].id {
        json.string(id, for: "id")
      }
      json.number(shelf.prepared.parts[index].cards.count, for: "cards")
      json.lengths(parts.count, for: "y") { parts[$0].top }
      json.lengths(parts.count, for: "height") { parts[$0].bottom - parts[$0].top }
      if parts.contains(where: { $0.header != nil }) {
        json.key("header")
        json.object { json in
          json.lengths(parts.count, for: "y") { parts[$0].headerFrame?.y }
          json.lengths(parts.count, for: "height") { parts[$0].headerFrame?.height }
          json.numbers(parts.count, for: "lines") { parts[$0].header?.lineCount }
        }
      }
      json.tracks(parts.count) { parts[$0].columns }
    }
  }
}

extension JSONWriter {
  /// Writes a list along the steps: one value if it applies at all of them, else one for each; null where there is
  /// none.
  private mutating func alongSteps<Value: Equatable>(
    _ count: Int, for name: String, value: (Int) -> Value?, write: (inout JSONWriter, Value) -> Void
  ) {
    key(name)
    let first = count == 0 ? nil : value(0)
    let isConstant = (0..<count).allSatisfy { value($0) == first }
    array(0..<(isConstant ? min(1, count) : count)) { json, step in
      if let value = value(step) { write(&json, value) } else { json.null() }
    }
  }

  fileprivate mutating func lengths(_ count: Int, for name: String, length: (Int) -> Pixels?) {
    alongSteps(count, for: name, value: length) { json, length in json.number(length) }
  }

  fileprivate mutating func numbers(_ count: Int, for name: String, number: (Int) -> Int?) {
    alongSteps(count, for: name, value: number) { json, number in json.number(number) }
  }

  /// Writes the leading edges and widths of the tracks of a grid or waterfall; nothing if there are none.
  fileprivate mutating func tracks(_ count: Int, tracks: (Int) -> [ColumnTrack]) {
    if (0..<count).allSatisfy({ tracks($0).isEmpty }) { return }
    alongSteps(count, for: "tracks", value: tracks) { json, tracks in
      json.array(tracks) { json, track in
        json.array([track.x, track.width]) { json, length in json.number(length) }
      }
    }
  }
}
