import CardLayout
import Content
import Diagnostics
import Themes

extension LayoutChoice {
  /// Writes what differs from other layouts of a shelf: `"columns":2,"window":{"orientation":"landscape","low":false}`.
  func write(to json: inout JSONWriter) {
    if let columns { json.number(columns, for: "columns") }
    window.write(to: &json)
  }
}

extension WindowShape {
  /// Writes `"window":{"orientation":"landscape","low":false}`; nothing for the shape of all windows.
  func write(to json: inout JSONWriter) {
    if self == WindowShape() { return }
    json.key("window")
    json.object { json in
      if let isLow { json.boolean(isLow, for: "low") }
      if let orientation { json.string(orientation.rawValue, for: "orientation") }
    }
  }

  init(_ json: inout JSONReader) throws(JSONFault) {
    self.init()
    try json.object { (json, key) throws(JSONFault) in
      switch key {
      case "low": isLow = try json.boolean()
      case "orientation":
        let name = try json.string()
        guard let orientation = Orientation(rawValue: name) else { throw json.fault("there is no orientation \(name)") }
        self.orientation = orientation
      default: try json.skip()
      }
    }
  }
}
