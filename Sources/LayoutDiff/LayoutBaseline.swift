import CardLayout
import Geometry
import JSONText
import PageRendering

/// The layout that was approved, to be committed: an array of JSON in which every line stands for itself.
///
/// A line a font, a value of theme, settings or shelf, a place in an order, a shelf and layout, what a card says, a card and
/// layout; sorted, so that the same layout gives the same bytes. Every line but the first and the last two ends in a comma, and a card's
/// own line parts its layouts from those of others: what git merges line by line can be read again.
///
/// Frames are `[x, y, width, height]`; behind those of a text follow its lines, and 1 where it is cut; of tags the rows,
/// how many show, and how many do not.
extension LayoutRecord {
  public static let baselineName = "layout.baseline.json"

  public var baseline: [UInt8] {
    var lines = BaselineWriter()
    lines.line { json in
      json.key("version")
      json.number(1)
    }
    for widthClass in widthClasses {
      lines.line { json in
        json.key("class")
        json.string(widthClass.name)
        json.key("minWidth")
        json.number(widthClass.minWidth)
        json.key("steps")
        json.array(widthClass.steps) { json, step in
          json.array([step.minWidth, step.contentWidth]) { json, number in json.number(number) }
        }
      }
    }
    for font in inputs.fonts {
      lines.line { json in
        json.key("font")
        font.write(to: &json)
      }
    }
    for (path, values) in inputs.files.sorted(by: { $0.key < $1.key }) {
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        lines.line { json in
          json.key("file")
          json.string(path)
          json.key("key")
          json.string(key)
          json.key("value")
          json.string(value)
        }
      }
    }
    for page in pages { lines.add(page, texts: texts) }
    return lines.finished()
  }
}

private struct BaselineWriter {
  private var bytes = Array("[\n".utf8)

  mutating func line(_ content: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object(content)
    bytes += json.bytes
    bytes += Array(",\n".utf8)
  }

  consuming func finished() -> [UInt8] { bytes + Array("{\"end\":true}\n]\n".utf8) }

  mutating func add(_ page: PageRecord, texts: [String: CardTexts]) {
    line { json in
      json.key("page")
      json.string(page.path)
      if page.isRightToLeft {
        json.key("rtl")
        json.boolean(true)
      }
      json.key("source")
      json.string(page.source)
      json.key("textSize")
      json.string(page.textSize)
    }
    for shelf in page.shelves {
      line { json in
        json.key("orderOf")
        json.string(page.path)
        json.key("shelf")
        json.string(shelf.id)
      }
    }
    for shelf in page.shelves.sorted(by: { $0.id < $1.id }) { add(shelf, page: page.path, texts: texts) }
  }

  private mutating func add(_ shelf: ShelfRecord, page: String, texts: [String: CardTexts]) {
    line { json in
      json.key("arrangement")
      json.string(shelf.arrangement)
      json.key("on")
      json.string(page)
      if shelf.isRightToLeft {
        json.key("rtl")
        json.boolean(true)
      }
      json.key("shelf")
      json.string(shelf.id)
      json.key("source")
      json.string(shelf.source)
    }
    for card in shelf.cards {
      line { json in
        json.key("card")
        json.string(card.id)
        json.key("orderOf")
        json.string(shelf.id)
      }
    }
    for view in shelf.views {
      for run in view.layouts { line { json in write(run, of: shelf.id, choice: view.choice, to: &json) } }
    }
    let order = shelf.cards.indices.sorted { shelf.cards[$0].id < shelf.cards[$1].id }
    for index in order {
      let card = shelf.cards[index]
      line { json in
        json.key("card")
        json.string(card.id)
        json.key("in")
        json.string(shelf.id)
        if card.isRightToLeft {
          json.key("rtl")
          json.boolean(true)
        }
        json.key("source")
        json.string(card.source)
      }
      // Behind the card's own line, which does not change when its texts do.
      if let texts = texts[card.id] { line { json in write(texts, of: card.id, to: &json) } }
      for view in shelf.views where view.cards.indices.contains(index) {
        for run in view.cards[index].runs {
          line { json in write(run, of: card.id, choice: view.choice, to: &json) }
        }
      }
    }
  }
}

private func write(_ texts: CardTexts, of card: String, to json: inout JSONWriter) {
  json.key("card")
  json.string(card)
  json.key("hash")
  json.string(texts.whole)
  json.key("texts")
  json.object { json in
    for (key, value) in texts.values.sorted(by: { $0.key < $1.key }) {
      json.key(key)
      json.string(value)
    }
  }
}

private func write(_ run: ShelfRun, of shelf: String, choice: Int?, to json: inout JSONWriter) {
  json.key("at")
  json.number(run.minWidth)
  if let choice {
    json.key("choice")
    json.number(choice)
  }
  if run.columns > 0 {
    json.key("columns")
    json.number(run.columns)
  }
  if let header = run.header { write(header, to: &json) }
  json.key("height")
  json.number(run.height)
  if !run.sections.isEmpty {
    json.key("sections")
    json.array(run.sections) { json, section in
      json.object { json in
        json.key("cards")
        json.number(section.cards)
        json.key("columns")
        json.number(section.columns)
        if let header = section.header { write(header, to: &json) }
        json.key("height")
        json.number(section.height)
        if let id = section.id {
          json.key("id")
          json.string(id)
        }
        json.key("y")
        json.number(section.y)
      }
    }
  }
  json.key("shelf")
  json.string(shelf)
  if let tallest = run.tallest {
    json.key("tallest")
    json.string(tallest)
  }
  json.key("width")
  json.number(run.width)
}

private func write(_ header: ShelfRun.Header, to json: inout JSONWriter) {
  json.key("header")
  json.object { json in
    json.key("height")
    json.number(header.height)
    json.key("lines")
    json.number(header.lines)
  }
}

private func write(_ run: CardRun, of card: String, choice: Int?, to json: inout JSONWriter) {
  json.key("at")
  json.number(run.minWidth)
  json.key("card")
  json.string(card)
  if let choice {
    json.key("choice")
    json.number(choice)
  }
  json.key("frame")
  json.array(numbers(of: run.frame)) { json, number in json.number(number) }
  json.key("slots")
  json.object { json in
    for slot in run.slots {
      json.key(slot.name.rawValue)
      var counts: [Int] = []
      if slot.name == .tags {
        counts = [slot.lines, slot.shown, slot.hidden]
      } else if slot.name != .image {
        counts = slot.isTruncated ? [slot.lines, 1] : [slot.lines]
      }
      json.array(numbers(of: slot.frame) + counts.map { Pixels($0) }) { json, number in json.number(number) }
    }
  }
  if let variant = run.variant {
    json.key("variant")
    json.string(variant)
  }
}

private func numbers(of frame: Frame) -> [Pixels] { [frame.x, frame.y, frame.width, frame.height] }

extension JSONWriter {
  mutating func number(_ length: Pixels) { number(length.sixtyFourths, dividedBy: 64) }
}
