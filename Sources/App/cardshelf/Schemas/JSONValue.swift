import Diagnostics

/// A JSON value that is assembled before it is written.
indirect enum JSONValue: Sendable {
  case object([(key: String, value: JSONValue)])
  case array([JSONValue])
  case string(String)
  case number(Int)
  case boolean(Bool)
  case null

  static func strings(_ strings: [String]) -> JSONValue { .array(strings.map(JSONValue.string)) }

  /// The object with another member.
  func with(_ key: String, _ value: JSONValue?) -> JSONValue {
    guard case .object(let entries) = self, let value else { return self }
    return .object(entries + [(key, value)])
  }

  /// The JSON for people: a line for each key, and short lists on one line.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .object(let entries):
      if entries.isEmpty { return "{}" }
      let lines = entries.map { inner + Self.quoted($0.key) + ": " + $0.value.text(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
    case .array(let items):
      let short = "[" + items.map { $0.text(indent: inner) }.joined(separator: ", ") + "]"
      if !short.contains("\n"), indent.count + short.count <= 100 { return short }
      return "[\n" + items.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n" + indent + "]"
    case .string(let text): return Self.quoted(text)
    case .number(let number): return String(number)
    case .boolean(let value): return value ? "true" : "false"
    case .null: return "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
