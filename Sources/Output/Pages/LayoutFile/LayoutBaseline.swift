import CardLayout
import Content
import Diagnostics
import Geometry

/// The approved layout, to be committed: a JSON array in which every line is independent.
///
/// It has one line for each font, value of theme, settings or shelf, position in an order, shelf and layout, content of
/// a card, and card and layout. Lines are sorted, so that the same layout gives the same bytes. Every line except the
/// first and the last two ends in a comma, and a card's own line separates its layouts from those of others: after git
/// has merged it line by line, the file can still be read.
///
/// Frames are `[x, y, width, height]`. For a text, its lines follow, and 1 if it is cut; for tags, the rows, the number
/// of visible tags, and the number of hidden ones.
extension LayoutRecord {
  public static let layoutName = "layout.json"
  public static let baselineName = "layout.baseline.json"

  public var baseline: [UInt8] {
    var lines = BaselineWriter()
    lines.line { json in
      json.number(1, for: "version")
    }
    for widthClass in widthClasses {
      lines.line { json in
        json.string(widthClass.name, for: "class")
        json.number(widthClass.minWidth, for: "minWidth")
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
          json.string(path, for: "file")
          json.string(key, for: "key")
          json.string(value, for: "value")
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
      write(page.head, to: &json)
      json.string(page.path, for: "page")
      if page.isRightToLeft {
        json.boolean(true, for: "rtl")
      }
      json.string(page.source, for: "source")
      json.string(page.textSize, for: "textSize")
    }
    for shelf in page.shelves {
      line { json in
        json.string(page.path, for: "orderOf")
        json.string(shelf.id, for: "shelf")
      }
    }
    for shelf in page.shelves.sorted(by: { $0.id < $1.id }) { add(shelf, page: page.path, texts: texts) }
  }

  private mutating func add(_ shelf: ShelfRecord, page: String, texts: [String: CardTexts]) {
    line { json in
      json.string(shelf.arrangement, for: "arrangement")
      json.string(page, for: "on")
      if shelf.isRightToLeft {
        json.boolean(true, for: "rtl")
      }
      json.string(shelf.id, for: "shelf")
      json.string(shelf.source, for: "source")
    }
    for card in shelf.cards {
      line { json in
        json.string(card.id, for: "card")
        json.string(shelf.id, for: "orderOf")
      }
    }
    for view in shelf.views {
      for run in view.layouts { line { json in write(run, of: shelf.id, choice: view.choice, to: &json) } }
    }
    let order = shelf.cards.indices.sorted { shelf.cards[$0].id < shelf.cards[$1].id }
    for index in order {
      let card = shelf.cards[index]
      line { json in
        json.string(card.id, for: "card")
        json.string(shelf.id, for: "in")
        if card.isRightToLeft {
          json.boolean(true, for: "rtl")
        }
        json.string(card.source, for: "source")
      }
      // The texts follow the card's own line, which does not change when they do.
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
  json.string(card, for: "card")
  json.string(texts.whole, for: "hash")
  json.key("texts")
  json.object { json in
    for (key, value) in texts.values.sorted(by: { $0.key < $1.key }) {
      json.string(value, for: key)
    }
  }
}

private func write(_ run: ShelfRun, of shelf: String, choice: LayoutChoice, to json: inout JSONWriter) {
  json.number(run.minWidth, for: "at")
  if let columns = choice.columns {
    json.number(columns, for: "choice")
  }
  if run.columns > 0 {
    json.number(run.columns, for: "columns")
  }
  if let header = run.header { write(header, to: &json) }
  json.number(run.height, for: "height")
  if !run.sections.isEmpty {
    json.key("sections")
    json.array(run.sections) { json, section in
      json.object { json in
        json.number(section.cards, for: "cards")
        json.number(section.columns, for: "columns")
        if let header = section.header { write(header, to: &json) }
        json.number(section.height, for: "height")
        if let id = section.id {
          json.string(id, for: "id")
        }
        json.number(section.y, for: "y")
      }
    }
  }
  json.string(shelf, for: "shelf")
  if let tallest = run.tallest {
    json.string(tallest, for: "tallest")
  }
  json.number(run.width, for: "width")
  choice.window.write(to: &json)
}

private func write(_ header: ShelfRun.HeaderRecord, to json: inout JSONWriter) {
  json.key("header")
  json.object { json in
    json.number(header.height, for: "height")
    json.number(header.lines, for: "lines")
  }
}

private func write(_ run: CardRun, of card: String, choice: LayoutChoice, to json: inout JSONWriter) {
  json.number(run.minWidth, for: "at")
  json.string(card, for: "card")
  if let columns = choice.columns {
    json.number(columns, for: "choice")
  }
  json.key("frame")
  json.array(numbers(of: run.frame)) { json, number in json.number(number) }
  json.key("slots")
  json.object { json in
    for record in run.slots {
      json.key(record.slot.name)
      var counts: [Int] = []
      if record.slot == .tags {
        counts = [record.lines, record.shown, record.hidden]
      } else if record.slot != .image {
        counts = record.isTruncated ? [record.lines, 1] : [record.lines]
      }
      json.array(numbers(of: record.frame) + counts.map { Pixels($0) }) { json, number in json.number(number) }
    }
  }
  if let variant = run.variant {
    json.string(variant, for: "variant")
  }
  choice.window.write(to: &json)
}

private func numbers(of frame: Frame) -> [Pixels] { [frame.x, frame.y, frame.width, frame.height] }
