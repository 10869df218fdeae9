import Geometry
import JSONText

extension LayoutDifference {
  /// One object, keys sorted, a change a line:
  ///
  /// ```
  /// {"cards":{"all":42,"changed":3},"changed":true,"changes":[
  /// {"amounts":[{"after":232,"before":212,"minWidth":0}, …],      numbers at each step that shows it, where there are any
  ///  "cards":["planets/saturn"],                                  those that it is about
  ///  "causes":[{"line":3,"path":"Content/planets/saturn.md","text":"subtitle 1 -> 2 lines"}],
  ///  "kind":"height",                                             LayoutChange.Kind
  ///  "moved":{"by":20,"cards":12},                                what only moved because of it
  ///  "page":"index.html","setter":{"after":…,"before":…},"shelf":"planets",
  ///  "text":"212 -> 232 px","unit":"px","widthClasses":["compact"],
  ///  "widths":[{"from":0,"to":599}]}                              page widths; without `to` it has no end
  /// ],"shelves":{"all":6,"changed":2},"version":1}
  /// ```
  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.key("cards")
      write(all: cardCount, changed: changedCardCount, to: &json)
      json.key("changed")
      json.boolean(!isEmpty)
      json.key("changes")
      json.array(changes, onePerLine: true) { json, change in change.write(to: &json) }
      json.key("shelves")
      write(all: shelfCount, changed: changedShelves.count, to: &json)
      json.key("version")
      json.number(1)
    }
    json.endFile()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(all: Int, changed: Int, to json: inout JSONWriter) {
    json.object { json in
      json.key("all")
      json.number(all)
      json.key("changed")
      json.number(changed)
    }
  }
}

extension LayoutChange {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let amounts {
        json.key("amounts")
        json.array(amounts.pairs) { json, pair in
          json.object { json in
            json.key("after")
            json.number(pair.after)
            json.key("before")
            json.number(pair.before)
            json.key("minWidth")
            json.number(pair.minWidth)
          }
        }
      }
      json.key("cards")
      json.array(cards) { json, card in json.string(card) }
      json.key("causes")
      json.array(causes) { json, cause in
        json.object { json in
          if let line = cause.line {
            json.key("line")
            json.number(line)
          }
          if !cause.path.isEmpty {
            json.key("path")
            json.string(cause.path)
          }
          json.key("text")
          json.string(cause.text)
        }
      }
      if let counts {
        json.key("counts")
        json.object { json in
          json.key("cards")
          json.number(counts.cards)
          json.key("shelves")
          json.number(counts.shelves)
        }
      }
      json.key("kind")
      json.string(kind.rawValue)
      if movement.count > 0 {
        json.key("moved")
        json.object { json in
          if let down = movement.down {
            json.key("by")
            json.number(down)
          }
          json.key("cards")
          json.number(movement.count)
        }
      }
      if !page.isEmpty {
        json.key("page")
        json.string(page)
      }
      if let setter {
        json.key("setter")
        json.object { json in
          json.key("after")
          json.string(setter.after)
          json.key("before")
          json.string(setter.before)
        }
      }
      if let shelf {
        json.key("shelf")
        json.string(shelf)
      }
      json.key("text")
      json.string(summary)
      if let amounts {
        json.key("unit")
        json.string(amounts.unit.rawValue)
      }
      json.key("widthClasses")
      json.array(widths.classes) { json, name in json.string(name) }
      json.key("widths")
      json.array(widths.stretches) { json, stretch in
        json.object { json in
          json.key("from")
          json.number(stretch.from)
          if let to = stretch.to {
            json.key("to")
            json.number(to)
          }
        }
      }
    }
  }
}
