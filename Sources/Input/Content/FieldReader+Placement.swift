import Diagnostics
import ShelfArrangements

/// Values that control the placement of cards.
extension FieldReader {
  /// Reads a number, `auto`, or a mapping of these by width class.
  mutating func maximumHeights(_ key: YAMLKey, in range: ClosedRange<Int>, into sink: inout DiagnosticSink)
    -> ByWidthClass<MaximumHeight>?
  {
    let height = ValueShape.either([.integer(range), .word(["auto"])])
    keys.recorder?.note(key, .either([height, .byName(height)]))
    guard let node = keys.node(key) else { return nil }
    return byWidthClass(node, called: key.name, into: &sink) { values, node, name, sink in
      if node.isWord("auto") { return .auto }
      return values.integer(node, called: name, in: range, into: &sink).map { .length($0.value) }
    }
  }

  /// Reads a number, a mapping of numbers by width class, or `min` with a least width.
  mutating func columnCounts(_ key: YAMLKey, into sink: inout DiagnosticSink) -> ByWidthClass<ColumnCount>? {
    let minimum = MappingShape(
      [
        MappingShape.MappingKey(
          YAMLKey("min", "The least width of a column in CSS pixels; there are as many columns as fit."),
          .integer(40...4000))
      ], required: ["min"])
    let count = ValueShape.integer(1...24)
    keys.recorder?.note(key, .either([count, .mapping(minimum), .byName(count, pattern: "^(?!min$)")]))
    guard let node = keys.node(key) else { return nil }
    if case .mapping(let entries) = node.value, entries.contains(where: { $0.key == "min" }) {
      guard var minimum = keys.mapping(key, into: &sink) else { return nil }
      minimum.require("min", help: "write the least width of a column, such as 240", into: &sink)
      let width = minimum.integer("min", in: 40...4000, into: &sink)
      minimum.finish(into: &sink)
      return width.map { ByWidthClass(base: .minimumWidth($0.value)) }
    }
    return byWidthClass(node, called: key.name, into: &sink) { values, node, name, sink in
      values.integer(node, called: name, in: 1...24, into: &sink).map { .count($0.value) }
    }
  }

  /// Reads `true`, or the labels for one column and for two.
  mutating func columnToggle(columns: ByWidthClass<ColumnCount>?, into sink: inout DiagnosticSink) -> ColumnToggle? {
    let key = YAMLKey("columnToggle", "Lets readers switch between one column and two: true, or the two labels.")
    keys.recorder?.note(key, .either([.boolean, .list(.line(), count: 2...2, isUnique: true)]))
    guard let node = keys.node(key) else { return nil }
    var toggle = ColumnToggle()
    if case .sequence = node.value {
      guard let words = texts(key, into: &sink) else { return nil }
      guard words.count == 2 else {
        sink.report(findings.columnToggleWords(at: node.range))
        return nil
      }
      toggle.oneColumn = words[0].text
      toggle.twoColumns = words[1].text
    } else if boolean(key, into: &sink) != true {
      return nil
    }
    switch columns {
    case nil: break
    case ByWidthClass(base: 1): toggle.first = 1
    case ByWidthClass(base: 2): toggle.first = 2
    default: sink.report(findings.columnsToggled(at: keys.keyRange("columns") ?? node.range))
    }
    return toggle
  }

  /// Reads one distance for all four edges, a mapping of them, or a mapping of such mappings by width class.
  mutating func edges(
    _ key: YAMLKey, in range: ClosedRange<Int>, into sink: inout DiagnosticSink
  ) -> ByWidthClass<EdgeLengths>? {
    let sides = MappingShape(
      ["top", "leading", "bottom", "trailing"].map {
        MappingShape.MappingKey(YAMLKey($0, "CSS pixels, 0 to 1000. Default: 0."), .integer(range))
      })
    let single = ValueShape.either([.integer(range), .mapping(sides)])
    keys.recorder?.note(key, .either([single, .byName(single, holdsMapping: true)]))
    guard let node = keys.node(key) else { return nil }
    guard case .mapping(let entries) = node.value, entries.contains(where: \.value.isMapping) else {
      return Self.edges(keys.values, node, key.name, in: range, &sink).map { ByWidthClass(base: $0) }
    }
    return byWidthClass(node, called: key.name, into: &sink) { values, node, name, sink in
      Self.edges(values, node, name, in: range, &sink)
    }
  }

  private static func edges(
    _ values: YAMLValueReader, _ node: YAMLNode, _ name: String, in range: ClosedRange<Int>,
    _ sink: inout DiagnosticSink
  ) -> EdgeLengths? {
    guard node.isMapping else {
      return values.integer(node, called: name, in: range, into: &sink)
        .map { EdgeLengths(top: $0.value, leading: $0.value, bottom: $0.value, trailing: $0.value) }
    }
    guard var edges = values.mapping(node, called: name, into: &sink) else { return nil }
    var lengths = EdgeLengths()
    lengths.top = edges.integer("top", in: range, into: &sink)?.value ?? 0
    lengths.leading = edges.integer("leading", in: range, into: &sink)?.value ?? 0
    lengths.bottom = edges.integer("bottom", in: range, into: &sink)?.value ?? 0
    lengths.trailing = edges.integer("trailing", in: range, into: &sink)?.value ?? 0
    edges.finish(into: &sink)
    return lengths
  }

  /// Reads a word, or `tolerant(N)`.
  mutating func columnRule(_ key: YAMLKey, into sink: inout DiagnosticSink) -> ColumnRuleName? {
    keys.recorder?.note(key, .columnRule)
    guard let rule = keys.string(key, into: &sink) else { return nil }
    if let name = ColumnRuleName(rule.value) { return name }
    let guess =
      rule.value.utf8.count > 200
      ? nil : nearest(to: rule.value, among: ColumnRuleName.examples.map(\.description))
    sink.report(findings.columnRule(rule.value, guess, at: rule.range))
    return nil
  }

  /// Reads a number of columns, or `full`.
  mutating func span(_ key: YAMLKey, into sink: inout DiagnosticSink) -> SpanSetting? {
    keys.recorder?.note(key, .either([.integer(1...24), .word(["full"])]))
    guard let node = keys.node(key) else { return nil }
    if node.isWord("full") { return .full }
    return keys.values.integer(node, called: key.name, in: 1...24, into: &sink).map { .columns($0.value) }
  }

  /// Reads the name of one of the arrangements.
  mutating func arrangement(
    says description: String = "How cards are placed. Default: the site's.", into sink: inout DiagnosticSink
  ) -> AnyArrangement? {
    let key = YAMLKey("arrangement", description)
    let word = keys.word(key, among: arrangements.map(\.name), meant: arrangements.name(otherwiseCalled:), into: &sink)
    return word.flatMap { arrangements.named($0.value) }
  }

  /// Reports the keys that have no meaning in an arrangement.
  func refuseKeys(unsuitableFor arrangement: AnyArrangement, into sink: inout DiagnosticSink) {
    for entry in keys.entries where !entry.value.isNothing {
      guard let suiting = arrangements.names(suitingShelfKey: entry.key), !suiting.contains(arrangement.name) else {
        continue
      }
      sink.report(findings.keyUnsuitable(entry.key, for: arrangement.name, suits: suiting, at: entry.keyRange))
    }
    if arrangement.isOneRow { return }
    for entry in keys.entries where entry.key == "maxCardHeight" {
      var values = [entry.value]
      if case .mapping(let entries) = entry.value.value { values = entries.map(\.value) }
      for value in values where value.isWord("auto") {
        sink.report(findings.automaticHeight(for: arrangement.name, at: value.range))
      }
    }
  }
}

extension YAMLNode {
  fileprivate var isMapping: Bool { if case .mapping = value { true } else { false } }
}
