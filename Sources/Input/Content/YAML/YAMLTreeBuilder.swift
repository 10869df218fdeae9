import Diagnostics

/// Builds a document from events, with an explicit stack instead of recursion.
struct YAMLTreeBuilder {
  private(set) var reading = YAMLReading()
  /// True if no further event is needed: the stream ended, or an error ended it.
  private(set) var isDone = false

  private let findings: YAMLFindings
  private let limits: YAMLLimits
  private let start: Int
  private var stack: [Collection] = []
  private var keys = 0
  /// The key of the document that is being read.
  private var documentKey: String?
  /// Values with an anchor, and the number of values in each.
  private var anchors: [String: (node: YAMLNode, count: Int)] = [:]
  private var copiedCount = 0
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
    case .alias(let anchor): takeAlias(of: anchor, at: event.range)
    case .scalar(let text, let isPlain):
      let range = rangeAfterProperties(of: event)
      if let finding = costlyText(text, at: range, in: findings.source, fault: findings.fault) { return stop(finding) }
      // libyaml allows noncharacters, whose first byte in UTF-8 is at least 0xEF.
      if !isPlain || text.utf8.contains(where: { $0 >= 0xEF }) { checkCharacters(of: text, at: range) }
      completed(YAMLNode(.scalar(text, isPlain: isPlain), range: range), anchor: event.anchor)
    case .sequenceStart: open(isMapping: false, event)
    case .mappingStart: open(isMapping: true, event)
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
    if !hasDocument { reading.document = YAMLNode(.mapping([]), range: SourceRange(start, start)) }
  }

  /// Each finding copies its line, so none is created beyond the limit.
  private mutating func report(at range: SourceRange, _ finding: (YAMLFindings, SourceRange) -> Diagnostic) {
    guard !isDone else { return }
    guard reading.findings.count < mostErrors else { return stop(findings.tooManyErrors(mostErrors, at: range)) }
    reading.findings.append(YAMLReading.Finding(key: documentKey, diagnostic: finding(findings, range)))
  }

  private mutating func stop(_ diagnostic: Diagnostic) {
    guard !isDone else { return }
    reading.findings.append(YAMLReading.Finding(key: nil, diagnostic: diagnostic))
    reading.document = nil
    isDone = true
  }
}

// MARK: - Nodes

extension YAMLTreeBuilder {
  /// A mapping or a sequence that has not ended yet.
  private struct Collection {
    let isMapping: Bool
    let anchor: String?
    let start: Int
    /// The end of the last value in the collection.
    var end: Int
    var items: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    /// The entries that merge keys add.
    var merged: [YAMLEntry] = []
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
      /// The value of `<<`.
      case merge
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

    /// Adds the keys that the mapping does not set itself.
    mutating func merge() {
      for entry in merged where add(key: entry.key, at: entry.keyRange) == nil { entries.append(entry) }
    }

    init(isMapping: Bool, anchor: String?, start: Int) {
      self.isMapping = isMapping
      self.anchor = anchor
      self.start = start
      end = start
    }
  }

  private mutating func open(isMapping: Bool, _ event: YAMLEvent) {
    let start = rangeAfterProperties(of: event).lower
    guard stack.count < limits.depth else { return stop(findings.tooDeep(limits.depth, at: start)) }
    stack.append(Collection(isMapping: isMapping, anchor: event.anchor, start: start))
  }

  private mutating func close(_ flowEnd: Int?) {
    guard var collection = stack.popLast() else { return }
    collection.merge()
    let range = SourceRange(collection.start, flowEnd ?? collection.end)
    // The other keys of the document are still valid.
    if collection.isBroken, !stack.isEmpty { return dropped(range) }
    let value: YAMLNode.YAMLValue =
      collection.isMapping ? .mapping(collection.entries) : .sequence(collection.items)
    completed(YAMLNode(value, range: range), anchor: collection.anchor)
  }

  /// Adds the value of an anchor once more.
  ///
  /// Copies share memory, so an alias costs none; but readers of the document visit every copy.
  private mutating func takeAlias(of anchor: String, at range: SourceRange) {
    guard let known = anchors[anchor] else {
      report(at: range) { $0.alias(anchor, at: $1) }
      return dropped(range)
    }
    copiedCount += known.count
    guard copiedCount <= mostCopied else { return stop(findings.tooManyCopies(mostCopied, at: range)) }
    completed(YAMLNode(known.node.value, range: range))
  }

  /// Adds a node to the surrounding collection.
  private mutating func completed(_ node: YAMLNode, anchor: String? = nil) {
    if let anchor { anchors[anchor] = (node, node.count) }
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
    case .merge:
      stack[top].pending = .key
      guard let entries = node.mergedEntries else { return report(at: node.range) { $0.mergeKey(at: $1) } }
      stack[top].merged += entries
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
    reading.document = isEmpty ? YAMLNode(.mapping([]), range: node.range) : node
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
    if top == 0 { documentKey = key == "<<" && isPlain ? nil : key }
    if key == "<<", isPlain {
      stack[top].pending = .merge
      return
    }
    if let first = stack[top].add(key: key, at: node.range) {
      return report(at: node.range) { $0.duplicateKey(key, at: $1, first: first) }
    }
    stack[top].pending = .value(key: key, range: node.range)
  }
}

// MARK: - Checks

extension YAMLTreeBuilder {
  /// Returns the range of a node without its anchor and tag, which can precede it in either order, and reports a tag
  /// that is not of YAML itself.
  private mutating func rangeAfterProperties(of event: YAMLEvent) -> SourceRange {
    guard event.anchor != nil || event.hasTag else { return event.range }
    let bytes = findings.source.bytes
    var index = event.range.lower
    for _ in 0..<2 {
      guard index < bytes.count, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!") else { break }
      let begin = index
      while index < bytes.count, !isEndOfProperty(bytes[index]) { index += 1 }
      let range = SourceRange(begin, index)
      if bytes[begin] == UInt8(ascii: "!"), !bytes[begin..<index].starts(with: "!!".utf8) {
        report(at: range) { $0.tag(at: $1) }
      }
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

/// The most values for which the aliases of a document stand.
private let mostCopied = 1000

extension YAMLNode {
  /// The number of values.
  fileprivate var count: Int {
    switch value {
    case .scalar: 1
    case .sequence(let items): items.reduce(1) { $0 + $1.count }
    case .mapping(let entries): entries.reduce(1) { $0 + $1.value.count }
    }
  }

  /// The entries that a merge key adds: those of a mapping, or of each mapping of a list.
  fileprivate var mergedEntries: [YAMLEntry]? {
    switch value {
    case .mapping(let entries): return entries
    case .sequence(let items):
      var all: [YAMLEntry] = []
      for item in items {
        guard case .mapping(let entries) = item.value else { return nil }
        all += entries
      }
      return all
    case .scalar: return nil
    }
  }
}
