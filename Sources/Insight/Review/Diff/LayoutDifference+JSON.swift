import Diagnostics
import Geometry
import Pages

extension LayoutDifference {
  /// One object with sorted keys, and each change on a separate line:
  ///
  /// ```
  /// {"cards":{"all":42,"changed":3},"changed":true,"changes":[
  /// {"amounts":[{"after":232,"before":212,"minWidth":0}, …],      numbers at each step that shows it, where there are any
  ///  "cards":["planets/saturn"],                                  those that it is about
  ///  "causes":[{"line":3,"path":"Content/planets/saturn.md","text":"subtitle 1 -> 2 lines"}],
  ///  "content":"link","enlarged":true,                            what moves nothing; also on pages narrower than devices
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
      json.boolean(!isEmpty, for: "changed")
      json.key("changes")
      json.array(changes, onePerLine: true) { json, change in change.write(to: &json) }
      json.key("shelves")
      write(all: shelfCount, changed: changedShelves.count, to: &json)
      json.number(1, for: "version")
    }
    json.endFile()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func write(all: Int, changed: Int, to json: inout JSONWriter) {
    json.object { json in
      json.number(all, for: "all")
      json.number(changed, for: "changed")
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
            json.number(pair.after, for: "after")
            json.number(pair.before, for: "before")
            json.number(pair.minWidth, for: "minWidth")
          }
        }
      }
      json.key("cards")
      json.array(cards) { json, card in json.string(card) }
      json.key("causes")
      json.array(causes) { json, cause in
        json.object { json in
          if let line = cause.line {
            json.number(line, for: "line")
          }
          if !cause.path.isEmpty {
            json.string(cause.path, for: "path")
          }
          json.string(cause.text, for: "text")
        }
      }
      if let content {
        json.string(content.rawValue, for: "content")
      }
      if let counts {
        json.key("counts")
        json.object { json in
          json.number(counts.cards, for: "cards")
          json.number(counts.shelves, for: "shelves")
        }
      }
      if isAlsoEnlarged {
        json.boolean(true, for: "enlarged")
      }
      json.string(kind.rawValue, for: "kind")
      if movement.count > 0 {
        json.key("moved")
        json.object { json in
          if let down = movement.down {
            json.number(down, for: "by")
          }
          json.number(movement.count, for: "cards")
        }
      }
      if !page.isEmpty {
        json.string(page, for: "page")
      }
      if let setter {
        json.key("setter")
        json.object { json in
          json.string(setter.after, for: "after")
          json.string(setter.before, for: "before")
        }
      }
      if let shelf {
        json.string(shelf, for: "shelf")
      }
      json.string(summary, for: "text")
      if let amounts {
        json.string(amounts.unit.rawValue, for: "unit")
      }
      json.key("widthClasses")
      json.array(widths.classes) { json, name in json.string(name) }
      json.key("widths")
      json.array(widths.stretches) { json, stretch in
        json.object { json in
          json.number(stretch.from, for: "from")
          if let to = stretch.to {
            json.number(to, for: "to")
          }
        }
      }
    }
  }
}
