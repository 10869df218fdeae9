import Content

/// Writes the keys that a reader requested as JSON Schema (draft 2020-12).
struct SchemaWriter {
  /// Paths of keys without a description.
  private(set) var undescribed: [String] = []

  mutating func schema(_ shape: ValueShape, at path: String) -> JSONValue {
    switch shape {
    case .any: return .object([])
    case .nothing: return .object([("type", .string("null"))])
    // Readers accept numbers and words in quotes, too.
    case .boolean:
      return .object([("enum", .array([.boolean(true), .boolean(false), .string("true"), .string("false")]))])
    case .reference(let name): return .object([("$ref", .string("#/$defs/" + name))])
    case .word(let words): return .object([("enum", .strings(words))])
    case .text(let pattern, let length, let orNumber):
      let types = orNumber ? ["string", "number", "boolean"] : ["string"]
      return .object([("type", types.count == 1 ? .string(types[0]) : .strings(types))])
        .with("pattern", pattern.map(JSONValue.string)).with("maxLength", length.map(JSONValue.number))
    case .integer(let range, let step):
      // A minimum applies only to numbers, a pattern only to strings.
      return .object([("type", .strings(["integer", "string"])), ("minimum", .number(range.lowerBound))])
        .with("maximum", range.upperBound == .max ? nil : .number(range.upperBound))
        .with("multipleOf", step == 1 ? nil : .number(step))
        .with("pattern", .string("^-?(0|[1-9][0-9]*)$"))
    case .number(let range):
      return .object([("type", .strings(["number", "string"])), ("minimum", .number(range.lowerBound))])
        .with("maximum", .number(range.upperBound)).with("pattern", .string("^-?(0|[1-9][0-9]*)([.][0-9]+)?$"))
    case .list(let item, let count, let isUnique):
      return .object([("type", .string("array")), ("items", schema(item, at: path))])
        .with("minItems", count.lowerBound == 0 ? nil : .number(count.lowerBound))
        .with("maxItems", count.upperBound == .max ? nil : .number(count.upperBound))
        .with("uniqueItems", isUnique ? .boolean(true) : nil)
    case .either(let shapes): return .object([("anyOf", .array(alternatives(shapes).map { schema($0, at: path) }))])
    case .mapping(let mapping): return schema(mapping, at: path)
    case .byName(let value, let pattern, let required, let holdsMapping, let isFilled):
      var schema = JSONValue.object([("type", .string("object"))])
      if let pattern { schema = schema.with("propertyNames", .object([("pattern", .string(pattern))])) }
      let filled = JSONValue.object([("not", .object([("type", .string("null"))]))])
      if !required.isEmpty {
        schema = schema.with("required", .strings(required))
          .with("allOf", .array([.object([("properties", .object(required.map { ($0, filled) }))])]))
      }
      schema = schema.with("additionalProperties", self.schema(value, at: path + ".*"))
      if isFilled { schema = schema.with("minProperties", .number(1)) }
      guard holdsMapping else { return schema }
      let noMapping = JSONValue.object([
        ("additionalProperties", .object([("not", .object([("type", .string("object"))]))]))
      ])
      return schema.with("not", noMapping)
    }
  }

  /// Flattens nested alternatives.
  private func alternatives(_ shapes: [ValueShape]) -> [ValueShape] {
    shapes.flatMap { shape -> [ValueShape] in
      if case .either(let inner) = shape { return alternatives(inner) }
      return [shape]
    }
  }

  mutating func schema(_ mapping: MappingShape, at path: String) -> JSONValue {
    var properties: [(key: String, value: JSONValue)] = []
    for key in mapping.keys {
      let place = path.isEmpty ? key.name : path + "." + key.name
      var value = schema(key.shape, at: place)
      let isNeeded = mapping.required.contains(key.name) || !key.mayBeNothing
      if !isNeeded, key.shape != .nothing, key.shape != .any {
        value = .object([("anyOf", .array(alternatives(of: value) + [.object([("type", .string("null"))])]))])
      }
      if key.shape != .nothing {
        // Code that reads a value by its node must state its shape.
        if key.shape != .any, let text = key.description {
          value = .object([("description", .string(text))] + entries(of: value))
        } else {
          undescribed.append(place)
        }
      }
      properties.append((key.name, value))
    }
    return .object([("type", .string("object")), ("properties", .object(properties))])
      .with("required", mapping.required.isEmpty ? nil : .strings(mapping.required))
      .with("minProperties", mapping.isSingle ? .number(1) : nil)
      .with("maxProperties", mapping.isSingle ? .number(1) : nil)
      .with("additionalProperties", .boolean(false))
  }

  private func alternatives(of schema: JSONValue) -> [JSONValue] {
    if case .object(let entries) = schema, entries.count == 1, entries[0].key == "anyOf",
      case .array(let items) = entries[0].value
    {
      return items
    }
    return [schema]
  }

  private func entries(of schema: JSONValue) -> [(key: String, value: JSONValue)] {
    if case .object(let entries) = schema { entries } else { [] }
  }
}
