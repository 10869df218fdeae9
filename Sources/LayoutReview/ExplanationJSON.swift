import CardLayout
import Geometry
import JSONText

/// Explanations for machines: each with its sums, keys sorted, numbers in CSS pixels.
public func json(of explanations: [CardExplanation]) -> String {
  var json = JSONWriter()
  json.object { json in
    json.key("explanations")
    json.array(explanations, onePerLine: true) { json, explanation in explanation.write(to: &json) }
    json.key("version")
    json.number(1)
  }
  return String(decoding: json.bytes, as: UTF8.self) + "\n"
}

extension CardExplanation {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let chosenColumns {
        json.key("chosenColumns")
        json.number(chosenColumns)
      }
      json.key("id")
      json.string(id)
      json.key("minWidth")
      json.number(step.minimumWidth)
      json.key("notes")
      json.array(notes) { json, note in json.string(note) }
      json.key("source")
      json.string(source)
      json.key("step")
      json.number(step.width)
      json.key("sums")
      json.object { json in
        for sum in sums.sorted(by: { $0.name < $1.name }) {
          json.key(sum.name)
          sum.write(to: &json)
        }
      }
      json.key("widthClass")
      json.string(step.className)
    }
  }
}

extension Arithmetic {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let reason {
        json.key("reason")
        json.string(reason)
      }
      json.key("terms")
      json.array(terms) { json, term in
        json.object { json in
          if let detail = term.detail {
            json.key("detail")
            json.string(detail)
          }
          json.key("name")
          json.string(term.name)
          json.key("value")
          json.number(term.value)
        }
      }
      json.key("total")
      json.number(total)
    }
  }
}
