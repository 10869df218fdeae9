import Diagnostics

/// The keys of front matter that give keys of cards, where the content was written for another program:
/// `fields: { image: cover.image, tags: [categories, keywords] }` in `cardshelf.yml`.
public struct FieldNames: Sendable, Hashable {
  struct Field: Sendable, Hashable {
    /// The key of cards.
    let key: String
    /// The keys of the front matter, with dots between those of nested mappings. The first that has a value counts;
    /// all count for tags.
    let sources: [FieldText]
  }

  private(set) var fields: [Field] = []

  public init() {}

  init(_ fields: [Field]) { self.fields = fields }

  public var isEmpty: Bool { fields.isEmpty }

  /// The document with the values under the keys of cards. A key that a card sets itself has only its own value.
  ///
  /// - Complexity: O(keys × fields)
  func applied(to document: YAMLNode, slots: SlotTable) -> YAMLNode {
    guard case .mapping(let written) = document.value, !fields.isEmpty else { return document }
    var entries = written
    for field in fields where field.key != Self.body {
      let isOwn = field.sources.contains { $0.text == field.key }
      if !isOwn, written.contains(where: { $0.key == field.key && !$0.value.isNothing }) { continue }
      let found = field.sources.compactMap { Self.value(at: $0.text, in: written) }
      guard let first = found.first else { continue }
      let value = field.key == "tags" ? Self.joined(found.map(\.value)) : Self.line(first.value, of: field.key, slots)
      entries.removeAll { $0.key == field.key }
      entries.append(YAMLEntry(key: field.key, keyRange: first.keyRange, value: value))
    }
    let used = Set(fields.flatMap { field in field.sources.map(\.text).filter { $0 != field.key } })
    // A key that keeps the file back still does.
    entries.removeAll {
      used.contains($0.key) && !fields.map(\.key).contains($0.key) && !Visibility.isChanged(by: $0)
    }
    return YAMLNode(.mapping(entries), range: document.range)
  }

  /// The text that a card shows instead of the beginning of its Markdown.
  func excerpt(in document: YAMLNode) -> Placed<String>? {
    guard case .mapping(let entries) = document.value, let body = fields.first(where: { $0.key == Self.body }) else {
      return nil
    }
    for source in body.sources {
      if let found = Self.value(at: source.text, in: entries)?.value, case .scalar(let text, _) = found.value {
        return Placed(text, range: found.range)
      }
    }
    return nil
  }

  /// Stands for the text of a card, which has no key.
  private static let body = "body"

  /// The entry at a path of keys that has a value.
  private static func value(at path: String, in entries: [YAMLEntry]) -> YAMLEntry? {
    if let entry = entries.first(where: { $0.key == path }) { return entry.value.isNothing ? nil : entry }
    guard let dot = path.firstIndex(of: "."),
      let entry = entries.first(where: { $0.key == path[..<dot] }), case .mapping(let inner) = entry.value.value
    else { return nil }
    return value(at: String(path[path.index(after: dot)...]), in: inner)
  }

  private static func joined(_ values: [YAMLNode]) -> YAMLNode {
    if values.count == 1 { return values[0] }
    let items = values.flatMap { value in
      if case .sequence(let items) = value.value { items } else { [value] }
    }
    return YAMLNode(.sequence(items), range: values[0].range)
  }

  /// Several texts for a text of one line, such as the names of authors, with commas between them.
  private static func line(_ value: YAMLNode, of key: String, _ slots: SlotTable) -> YAMLNode {
    guard slots.text(named: key) != nil, case .sequence(let items) = value.value else { return value }
    let texts = items.compactMap { item -> String? in
      switch item.value {
      case .scalar(let text, _): text
      case .mapping(let entries):
        entries.first { ["name", "title", "label"].contains($0.key) }.flatMap {
          if case .scalar(let text, _) = $0.value.value { text } else { nil }
        }
      case .sequence: nil
      }
    }
    return YAMLNode(.scalar(texts.joined(separator: ", "), isPlain: false), range: value.range)
  }
}

extension FieldReader {
  /// Reads which keys of front matter give which keys of cards.
  mutating func fieldNames(into sink: inout DiagnosticSink) -> FieldNames {
    let key = YAMLKey("fields", "Which keys of front matter give which keys of cards, if they have other names.")
    let source = ValueShape.line()
    keys.recorder?.note(key, .byName(.either([source, .list(source, count: 1...Int.max)])))
    guard keys.recorder == nil, let mapping = keys.mapping(key, into: &sink) else { return FieldNames() }
    var names = self
    names.keys = mapping
    return FieldNames(
      mapping.entries.compactMap { entry in
        names.texts(YAMLKey(entry.key), into: &sink).map { FieldNames.Field(key: entry.key, sources: $0) }
      })
  }
}
