import Arrangements
import Content
import Diagnostics
import Geometry
import Themes

/// The data for the script of a compare page, as JSON.
struct CompareData {
  let page: Page
  let parts: PageParts
  let shelves: [ComparedShelf]
  let changes: ChangingWidths
  let styleSheets: [String]
  let site: CompareSite
  var before: EarlierPage?

  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      if let before {
        json.key("before")
        write(before, to: &json)
      }
      json.key("body")
      write(parts.body, to: &json)
      if let before {
        json.key("changed")
        json.object { json in
          for (shelf, cards) in before.changedCards.sorted(by: { $0.key < $1.key }) {
            json.key(shelf)
            json.array(cards) { json, card in json.string(card) }
          }
        }
      }
      json.key("changes")
      json.array(changes.widths) { json, width in json.number(width) }
      json.key("classes")
      json.array(site.widthClasses) { json, widthClass in
        json.object { json in
          json.number(widthClass.from, for: "from")
          json.string(widthClass.name, for: "name")
          json.key("steps")
          json.array(widthClass.steps) { json, step in json.number(step) }
        }
      }
      if let before {
        json.key("differences")
        json.array(before.differences) { json, difference in
          json.object { json in
            if let shelf = difference.shelf { json.string(shelf, for: "shelf") }
            json.string(difference.sentence, for: "text")
          }
        }
      }
      json.key("html")
      write(parts.root, to: &json)
      json.string(page.outputPath, for: "page")
      json.string(site.paneSheet, for: "pane")
      if !site.folder.isEmpty { json.string(site.folder, for: "root") }
      json.key("schemes")
      write(site.sheets[page.textSize], to: &json)
      json.key("sheets")
      json.array(styleSheets) { json, path in json.string(path) }
      json.key("shelves")
      json.array(shelves) { json, shelf in write(shelf, to: &json) }
    }
    return json.bytes
  }

  private func write(_ before: EarlierPage, to json: inout JSONWriter) {
    json.object { json in
      json.key("body")
      write(before.parts.body, to: &json)
      json.key("html")
      write(before.parts.root, to: &json)
      json.string(before.folder, for: "root")
      json.key("schemes")
      write(before.sheets, to: &json)
      json.key("sheets")
      json.array(before.styleSheets) { json, path in json.string(path) }
    }
  }

  /// Writes the sheets that replace the first style sheet.
  private func write(_ sheets: CompareSite.Sheets?, to json: inout JSONWriter) {
    json.object { json in
      for (mode, path) in zip(PaneMode.allCases, sheets?.decided ?? []) { json.string(path, for: mode.rawValue) }
    }
  }

  private func write(_ attributes: [(name: String, value: String)], to json: inout JSONWriter) {
    json.object { json in
      for (name, value) in attributes {
        json.string(value, for: name)
      }
    }
  }

  private func write(_ shelf: ComparedShelf, to json: inout JSONWriter) {
    json.object { json in
      json.string(shelf.arrangement, for: "arrangement")
      if let controls = shelf.controlsElsewhere { json.string(controls, for: "controls") }
      json.string(shelf.id, for: "id")
      json.key("layouts")
      write(shelf.layouts, to: &json)
      json.string(shelf.name, for: "name")
      if !shelf.otherViews.isEmpty {
        json.key("others")
        json.array(shelf.otherViews) { json, view in
          json.object { json in
            json.boolean(view.condition.isOtherChoice == true, for: "isOther")
            json.key("layouts")
            write(view.layouts, to: &json)
            json.string(view.condition.mediaQuery, for: "media")
          }
        }
      }
    }
  }

  /// Writes the least page width, the height, and the least and greatest number of columns, if there are any.
  private func write(_ layouts: [ComparedShelf.Layout], to json: inout JSONWriter) {
    json.array(layouts) { json, layout in
      json.array(0..<(layout.columns == nil ? 2 : 4)) { json, index in
        switch index {
        case 0: json.number(layout.minimumWidth)
        case 1: json.number(layout.height)
        case 2: json.number(layout.columns?.lowerBound ?? 0)
        default: json.number(layout.columns?.upperBound ?? 0)
        }
      }
    }
  }
}
