import Diagnostics

/// Reads a grammar in RELAX NG's XML syntax, as far as the grammar of pages uses it.
struct GrammarReader {
  /// Of elements and attributes.
  private(set) var names: ByteTable

  private let schema: PageTree
  /// The children of each of the schema's elements.
  private let children: [[Int]]
  /// The elements whose content is still to be read.
  private var pending: [(element: Int, content: [Int])] = []
  private var definitions: [String: Int] = [:]
  private var known: [String: Int32] = [:]

  /// nil if the schema is not well-formed.
  init?(_ schema: String, names: ByteTable) {
    self.names = names
    let source = SourceText(path: "", text: schema)
    let tree = PageTree(source, names: ByteTable())
    guard var tree = XMLParser()?.elements(of: tree, collecting: XMLFaultCollector()) else { return nil }
    tree.startTags = HTMLSyntax(source.bytes).startTags
    var children: [[Int]] = Array(repeating: [], count: tree.elements.count)
    for element in tree.elements.indices {
      if let parent = tree.parent(of: element) { children[parent].append(element) }
    }
    self.schema = tree
    self.children = children
  }

  /// The number of the start's pattern; nil if there is anything unknown in the schema.
  mutating func read(into patterns: inout GrammarPatterns) -> Int32? {
    var start: Int?
    for child in children.first ?? [] {
      switch schema.nameText(of: child) {
      case "start": start = child
      case "define": definitions[name(of: child) ?? ""] = child
      default: return nil
      }
    }
    guard let start, let pattern = group(children[start], &patterns) else { return nil }
    while let next = pending.popLast() {
      guard let content = group(next.content, &patterns) else { return nil }
      patterns.setContent(content, of: next.element)
    }
    return pattern
  }

  private mutating func group(_ parts: [Int], _ patterns: inout GrammarPatterns) -> Int32? {
    var result = GrammarPatterns.empty
    for part in parts.reversed() {
      guard let pattern = pattern(part, &patterns) else { return nil }
      result = patterns.group(pattern, result)
    }
    return result
  }

  private mutating func choice(_ parts: [Int], _ patterns: inout GrammarPatterns) -> Int32? {
    var result = GrammarPatterns.notAllowed
    for part in parts {
      guard let pattern = pattern(part, &patterns) else { return nil }
      result = patterns.choice(result, pattern)
    }
    return result
  }

  private mutating func pattern(_ node: Int, _ patterns: inout GrammarPatterns) -> Int32? {
    let parts = children[node]
    switch schema.nameText(of: node) {
    case "empty": return GrammarPatterns.empty
    case "text": return GrammarPatterns.text
    case "ref":
      guard let name = name(of: node), let definition = definitions[name] else { return nil }
      if let pattern = known[name] { return pattern }
      let pattern = group(children[definition], &patterns)
      known[name] = pattern
      return pattern
    case "choice": return choice(parts, &patterns)
    case "optional": return group(parts, &patterns).map { patterns.choice($0, GrammarPatterns.empty) }
    case "oneOrMore": return group(parts, &patterns).map { patterns.oneOrMore($0) }
    case "zeroOrMore":
      guard let part = group(parts, &patterns) else { return nil }
      let more = patterns.oneOrMore(part)
      return patterns.choice(more, GrammarPatterns.empty)
    case "attribute":
      guard let name = name(of: node), parts.count <= 1 else { return nil }
      let number = Int32(clamping: names.insert(name))
      guard let part = parts.first else { return patterns.attribute(number, nil) }
      return values(part, inList: false, &patterns).map { patterns.attribute(number, $0) }
    case "element":
      guard let name = name(of: node) else { return nil }
      let (pattern, element) = patterns.element(Int32(clamping: names.insert(name)))
      pending.append((element, parts))
      return pattern
    default: return nil
    }
  }

  /// The words of all values that a pattern allows for an attribute.
  private func values(
    _ node: Int, inList: Bool, _ patterns: inout GrammarPatterns
  ) -> [[GrammarPatterns.Word]]? {
    switch schema.nameText(of: node) {
    case "value": return [schema.leadingText(in: node).split { $0.isSpace }.map { patterns.word($0) }]
    case "data" where inList: return [[.any]]
    case "choice":
      var all: [[GrammarPatterns.Word]] = []
      for part in children[node] {
        guard let values = values(part, inList: inList, &patterns) else { return nil }
        all += values
      }
      return all
    case "list" where !inList:
      var all: [[GrammarPatterns.Word]] = [[]]
      for part in children[node] {
        guard let values = values(part, inList: true, &patterns) else { return nil }
        all = all.flatMap { head in values.map { head + $0 } }
      }
      return all
    default: return nil
    }
  }

  private func name(of node: Int) -> String? {
    let range = schema.elements[node].attributes
    let attributes = schema.attributes[Int(range.lowerBound)..<Int(range.upperBound)]
    return attributes.first { schema.names.text(Int($0.name)) == "name" }.map { schema.value($0).text }
  }
}

extension PageTree {
  /// The text right behind the start tag of an element, or of the `bdi` that it begins with.
  func leadingText(in element: Int) -> ArraySlice<UInt8> {
    var inner = element
    if elements.indices.contains(element + 1), parent(of: element + 1) == element, name(.bdi, is: element + 1) {
      inner += 1
    }
    let start = min(range(of: inner).upper, source.bytes.count)
    return source.bytes[start...].prefix { $0 != UInt8(ascii: "<") }
  }
}
