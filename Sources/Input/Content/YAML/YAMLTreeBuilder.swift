import Diagnostics

/// Builds a document from events, with an explicit stack instead of recursion.
struct YAMLTreeBuilder {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var document: YAMLNode?
  /// True if no further event is needed: the stream ended, or an error ended it.
  private(set) var isDone = false

  private let findings: YAMLFindings
  private let limits: YAMLLimits
  private let start: Int
  private var stack: [Collection] = []
  private var keys = 0
  private var hasDocument = false
  private let mostErrors = 64

  init(findings: YAMLFindings, limits: YAMLLimits, start: Int) {
    self.findings = findings
    self.limits = limits
    self.start = start
  }

  /// Adds a value that was not written as YAML.
  mutating func take(_ node: YAMLNode) {
    switch node.value {
    case .scalar(let text, let isPlain): take(YAMLEvent(kind: .scalar(text, isPlain: isPlain), range: node.range))
    case .sequence(let items):
      take(YAMLEvent(kind: .sequenceStart, range: node.range))
      for item in items { take(item) }
      take(YAMLEvent(kind: .sequenceEnd(isFlow: true), range: node.range))
    case .mapping(let entries):
      take(YAMLEvent(kind: .mappingStart, range: node.range))
      for entry in entries {
        take(YAMLEvent(kind: .scalar(entry.key, isPlain: true), range: entry.keyRange))
        take(entry.value)
      }
      take(YAMLEvent(kind: .mappingEnd(isFlow: true), range: node.range))
    }
  }

  mutating func take(_ event: YAMLEvent) {
    if isDone { return }
    switch event.kind {
    case .streamStart, .documentEnd: break
    case .streamEnd: finish()
    case .documentStart: beginDocument(event)
    case .alias:
      report(at: event.range) { $0.alias(at: $1) }
      dropped(event.range)
    case .scalar(let text, let isPlain):
      let range = rangeAfterProperties(of: event)
      if let finding = costlyText(text, at: range, in: findings.source, fault: findings.fault) { return stop(finding) }
      // libyaml allows noncharacters, whose first byte in UTF-8 is at least 0xEF.
      if !isPlain || text.utf8.contains(where: { $0 >= 0xEF }) { checkCharacters(of: text, at: range) }
      completed(YAMLNode(.scalar(text, isPlain: isPlain), range: range))
    case .sequenceStart: open(Collection(isMapping: false, start: rangeAfterProperties(of: event).lower))
    case .mappingStart: open(Collection(isMapping: true, start: rangeAfterProperties(of: event).lower))
    case .sequenceEnd(let isFlow), .mappingEnd(let isFlow): close(isFlow ? event.range.upper : nil)
    }
  }

  /// Ends the reading: a document that libyaml did not understand has no value.
  mutating func fail(_ error: YAMLSyntaxError) { stop(findings.syntax(error)) }
}

// MARK: - Documents

extension YAMLTreeBuilder {
  private mutating func beginDocument(_ event: YAMLEvent) {
    if hasDocument {
      report(at: event.range) { $0.secondDocument(at: $1) }
      isDone = true
    }
    hasDocument = true
  }

  private mutating func finish() {
    isDone = true
    if !hasDocument { document = YAMLNode(.mapping([]), range: SourceRange(start, start)) }
  }

  /// Each finding copies its line, so none is created beyond the limit.
  private mutating func report(at range: SourceRange, _ finding: (YAMLFindings, SourceRange) -> Diagnostic) {
    guard !isDone else { return }
    guard diagnostics.count < mostErrors else { return stop(findings.tooManyErrors(mostErrors, at: range)) }
    diagnostics.append(finding(findings, range))
  }

  private mutating func stop(_ diagnostic: Diagnostic) {
    guard !isDone else { return }
    diagnostics.append(diagnostic)
    document = nil
    isDone = true
  }
}

// MARK: - Nodes

extension YAMLTreeBuilder {
  /// A mapping or a sequence that has not ended yet.
  private struct Collection {
    let isMapping: Bool
    let start: Int
    /// The end of the last value in the collection.
    var end: Int
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    private var keys: [(key: String, range: SourceRange)] = []
    /// The ranges of keys, if there are more than a few: comparing a few is faster than hashing.
    private var placesOfKeys: [String: SourceRange] = [:]
    var pending = Pending.key
    /// True if a key is invalid: the meaning of the whole collection is unknown.
    var isBroken = false

    /// The next part that a mapping expects.
    enum Pending {
      case key
      case value(key: String, range: SourceRange)
      /// The value of a faulty key.
      case ignoredValue
    }

    /// Adds a key, or returns the range of its first occurrence.
    mutating func add(key: String, at range: SourceRange) -> SourceRange? {
      if keys.count < 16 {
        if let first = keys.first(where: { $0.key == key }) { return first.range }
      } else {
        if placesOfKeys.isEmpty { for (key, range) in keys { placesOfKeys[key] = range } }
        if let first = placesOfKeys[key] { return first }
        placesOfKeys[key] = range
      }
      keys.append((key, range))
      return nil
    }

    init(isMapping: Bool, start: Int) {
      self.isMapping = isMapping
      self.start = start
      end = start
    }
  }

  private mutating func open(_ collection: Collection) {
    guard stack.count < limits.depth else { return stop(findings.tooDeep(limits.depth, at: collection.start)) }
    stack.append(collection)
  }

  private mutating func close(_ flowEnd: Int?) {
    guard let collection = stack.popLast() else { return }
    let range = SourceRange(collection.start, flowEnd ?? collection.end)
    // The other keys of the document are still valid.
    if collection.isBroken, !stack.isEmpty { return dropped(range) }
    completed(YAMLNode(collection.isMapping ? .mapping(collection.entries) : .sequence(collection.items), range: range))
  }

  /// Adds a node to the surrounding collection.
  private mutating func completed(_ node: YAMLNode) {
    guard let top = stack.indices.last else { return complete(document: node) }
    stack[top].end = max(stack[top].end, node.range.upper)
    guard stack[top].isMapping else { return stack[top].items.append(node) }
    switch stack[top].pending {
    case .key: takeKey(node, at: top)
    case .value(let key, let range):
      if node.value == .scalar("", isPlain: true), isKeyAndValue(key, at: range) {
        stack[top].pending = .key
        return report(at: range) { $0.noSpaceBehindColon(key, at: $1) }
      }
      stack[top].entries.append(YAMLEntry(key: key, keyRange: range, value: node))
      stack[top].pending = .key
    case .ignoredValue: stack[top].pending = .key
    }
  }

  /// `{wide:200}` is a key `wide:200` without a value.
  private func isKeyAndValue(_ key: String, at range: SourceRange) -> Bool {
    let bytes = findings.source.bytes
    guard key.utf8.contains(UInt8(ascii: ":")), range.lower < bytes.count else { return false }
    let isQuoted = bytes[range.lower] == UInt8(ascii: "\"") || bytes[range.lower] == UInt8(ascii: "'")
    return !isQuoted && withSpaceBehindColon(key) != nil
  }

  private mutating func complete(document node: YAMLNode) {
    let isEmpty = node.value == .scalar("", isPlain: true)
    document = isEmpty ? YAMLNode(.mapping([]), range: node.range) : node
  }

  /// Drops a faulty node.
  private mutating func dropped(_ range: SourceRange) {
    guard let top = stack.indices.last else { return }
    stack[top].end = max(stack[top].end, range.upper)
    guard stack[top].isMapping else { return }
    if case .key = stack[top].pending {
      stack[top].pending = .ignoredValue
    } else {
      stack[top].pending = .key
    }
  }

  private mutating func takeKey(_ node: YAMLNode, at top: Int) {
    stack[top].pending = .ignoredValue
    keys += 1
    guard keys <= limits.keys else { return stop(findings.tooManyKeys(limits.keys, at: node.range)) }
    guard case .scalar(let key, let isPlain) = node.value else {
      stack[top].isBroken = true
      return report(at: node.range) { $0.keyNotScalar(at: $1) }
    }
    if key == "<<", isPlain { return report(at: node.range) { $0.mergeKey(at: $1) } }
    if let first = stack[top].add(key: key, at: node.range) {
      return report(at: node.range) { $0.duplicateKey(key, at: $1, first: first) }
    }
    stack[top].pending = .value(key: key, range: node.range)
  }
}

// MARK: - Checks

extension YAMLTreeBuilder {
  /// Reports anchor and tag, which can precede a node in either order, and returns the range of the node without them.
  private mutating func rangeAfterProperties(of event: YAMLEvent) -> SourceRange {
    guard event.hasAnchor || event.hasTag else { return event.range }
    let bytes = findings.source.bytes
    var index = event.range.lower
    for _ in 0..<2 {
      guard index < bytes.count, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") else { break }
      let begin = index
      while index < bytes.count, !isEndOfProperty(bytes[index]) { index += 1 }
      let range = SourceRange(begin, index)
      let isAnchor = bytes[begin] == UInt8(ascii: "&")
      report(at: range) { isAnchor ? $0.anchor(at: $1) : $0.tag(at: $1) }
      while index < event.range.upper, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }
    return SourceRange(min(index, event.range.upper), event.range.upper)
  }

  private func isEndOfProperty(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }

  /// An escape can contain characters that XML does not allow (XML 1.0, section 2.2) and that libyaml refuses in the
  /// file itself.
  private mutating func checkCharacters(of text: String, at range: SourceRange) {
    let bad = text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0..<0x20, 0x7F..<0xA0: true
      default: scalar.isNoncharacter
      }
    }
    if let bad { report(at: range) { $0.controlCharacter(bad.value, at: $1) } }
  }
}
