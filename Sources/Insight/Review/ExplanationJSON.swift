import CardLayout
import Diagnostics
import Geometry
import Pages
import ShelfArrangements
import Themes

/// Explanations for programs: each with its sums, keys sorted, numbers in CSS pixels.
public func json(of explanations: [CardExplanation]) -> String {
  jsonDocument(of: explanations, named: "explanations") { $1.write(to: &$0) }
}

extension CardExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let chosenColumns {
        json.number(chosenColumns, for: "chosenColumns")
      }
      json.string(id, for: "id")
      json.number(step.minimumWidth, for: "minWidth")
      json.key("notes")
      json.array(notes) { json, note in json.string(note) }
      json.string(source, for: "source")
      json.number(step.width, for: "step")
      json.key("sums")
      json.object { json in
        for sum in sums.sorted(by: { $0.name < $1.name }) {
          json.key(sum.name)
          sum.write(to: &json)
        }
      }
      json.string(step.className, for: "widthClass")
    }
  }
}

extension Arithmetic {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let reason {
        json.string(reason, for: "reason")
      }
      json.key("terms")
      json.array(terms) { json, term in
        json.object { json in
          if let detail = term.detail {
            json.string(detail, for: "detail")
          }
          json.string(term.name, for: "name")
          json.number(term.value, for: "value")
        }
      }
      json.number(total, for: "total")
    }
  }
}
