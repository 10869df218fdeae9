/// The patterns of a RELAX NG grammar, each known by its number; a pattern is made of patterns with their numbers.
struct GrammarPatterns: Sendable {
  struct Pattern: Hashable, Sendable {
    enum Kind: UInt8 { case notAllowed, empty, text, choice, group, oneOrMore, attribute, element, after }

    let kind: Kind
    /// The numbers of its parts, or of its attribute or element.
    var first: Int32 = 0
    var second: Int32 = 0
  }

  struct Attribute: Sendable {
    let name: Int32
    /// What the words of its value may be; nil if its value may be anything.
    let values: [[Word]]?
  }

  enum Word: Hashable, Sendable {
    case any
    case literal(Int)
  }

  struct Element: Sendable {
    let name: Int32
    var content: Int32
  }

  static let notAllowed: Int32 = 0
  static let empty: Int32 = 1
  static let text: Int32 = 2

  private var patterns: [Pattern] = []
  private var nullable: [Bool] = []
  private var numbers: [Pattern: Int32] = [:]
  private var attributes: [Attribute] = []
  private var elements: [Element] = []
  private var words = ByteTable()
  /// By the number of an attribute's name.
  private var restricted: [Bool] = []
  private(set) var start: Int32 = 0

  init?(schema: String, names: inout ByteTable) {
    for kind in [Pattern.Kind.notAllowed, .empty, .text] { _ = number(of: Pattern(kind: kind)) }
    guard var reader = GrammarReader(schema, names: names), let start = reader.read(into: &self) else { return nil }
    self.start = start
    names = reader.names
    restricted = Array(repeating: false, count: names.count)
    for attribute in attributes where attribute.values != nil { restricted[Int(attribute.name)] = true }
    // A key has 12 bits for a name and 7 for a word.
    guard names.count < 1 << 12, words.count < 124 else { return nil }
  }

  func isNullable(_ pattern: Int32) -> Bool { nullable[Int(pattern)] }

  /// What a name is in the keys of events; nil if the grammar has no such name.
  func key(ofName name: Int32) -> UInt64? { name >= 0 && Int(name) < restricted.count ? UInt64(name) : nil }

  /// Whether the grammar says something about the value of an attribute.
  func isRestricted(_ name: Int32) -> Bool { restricted[Int(name)] }

  /// What the words of a value are to the grammar, in 21 bits.
  func valueKey(_ value: Span<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    var count = 0
    var position = 0
    while true {
      while position < value.count, value[position].isSpace { position += 1 }
      if position == value.count { return key }
      let start = position
      while position < value.count, !value[position].isSpace { position += 1 }
      count += 1
      // No value of the grammar has as many words.
      if count > 3 { return Self.manyWords }
      let word = words.number(of: value.extracting(start..<position)).map { UInt64($0) + 2 } ?? 1
      key |= word << UInt64((count - 1) * 7)
    }
  }

  private static let manyWords: UInt64 = 1 << 21 - 1
}

// MARK: Making patterns

extension GrammarPatterns {
  mutating func attribute(_ name: Int32, _ values: [[Word]]?) -> Int32 {
    attributes.append(Attribute(name: name, values: values))
    return number(of: Pattern(kind: .attribute, first: Int32(clamping: attributes.count - 1)))
  }

  /// An element whose content is set later.
  mutating func element(_ name: Int32) -> (pattern: Int32, element: Int) {
    elements.append(Element(name: name, content: Self.notAllowed))
    let element = elements.count - 1
    return (number(of: Pattern(kind: .element, first: Int32(clamping: element))), element)
  }

  mutating func setContent(_ content: Int32, of element: Int) { elements[element].content = content }

  mutating func word(_ text: ArraySlice<UInt8>) -> Word { .literal(words.insert(text).number) }

  mutating func choice(_ a: Int32, _ b: Int32) -> Int32 {
    if a == b || b == Self.notAllowed { return a }
    if a == Self.notAllowed { return b }
    // The alternatives in order and each once, so that equal choices are one pattern.
    var all: Set<Int32> = []
    collectAlternatives(of: a, into: &all)
    collectAlternatives(of: b, into: &all)
    let sorted = all.sorted()
    var result = sorted[sorted.count - 1]
    for alternative in sorted.dropLast().reversed() {
      result = number(of: Pattern(kind: .choice, first: alternative, second: result))
    }
    return result
  }

  private func collectAlternatives(of pattern: Int32, into all: inout Set<Int32>) {
    var rest = pattern
    while patterns[Int(rest)].kind == .choice {
      all.insert(patterns[Int(rest)].first)
      rest = patterns[Int(rest)].second
    }
    all.insert(rest)
  }

  mutating func group(_ a: Int32, _ b: Int32) -> Int32 {
    if a == Self.notAllowed || b == Self.notAllowed { return Self.notAllowed }
    if a == Self.empty { return b }
    if b == Self.empty { return a }
    return number(of: Pattern(kind: .group, first: a, second: b))
  }

  mutating func oneOrMore(_ a: Int32) -> Int32 {
    a == Self.notAllowed || a == Self.empty ? a : number(of: Pattern(kind: .oneOrMore, first: a))
  }

  private mutating func after(_ a: Int32, _ b: Int32) -> Int32 {
    a == Self.notAllowed || b == Self.notAllowed
      ? Self.notAllowed : number(of: Pattern(kind: .after, first: a, second: b))
  }

  private mutating func number(of pattern: Pattern) -> Int32 {
    if let known = numbers[pattern] { return known }
    let number = Int32(clamping: patterns.count)
    let isNullable =
      switch pattern.kind {
      case .empty, .text: true
      case .choice: nullable[Int(pattern.first)] || nullable[Int(pattern.second)]
      case .group: nullable[Int(pattern.first)] && nullable[Int(pattern.second)]
      case .oneOrMore: nullable[Int(pattern.first)]
      case .notAllowed, .attribute, .element, .after: false
      }
    patterns.append(pattern)
    nullable.append(isNullable)
    numbers[pattern] = number
    return number
  }
}

// MARK: Derivatives

extension GrammarPatterns {
  /// What may follow an event, of what a pattern allows.
  mutating func derivative(of number: Int32, by event: GrammarEvent) -> Int32 {
    let pattern = patterns[Int(number)]
    switch (pattern.kind, event) {
    case (.choice, _):
      let first = derivative(of: pattern.first, by: event)
      return choice(first, derivative(of: pattern.second, by: event))
    case (.after, .end): return isNullable(pattern.first) ? pattern.second : Self.notAllowed
    case (_, .end): return Self.notAllowed
    case (.after, .open): return then(derivative(of: pattern.first, by: event)) { $0.after($1, pattern.second) }
    case (.after, _): return after(derivative(of: pattern.first, by: event), pattern.second)
    case (.element, .open(let name)):
      let element = elements[Int(pattern.first)]
      return element.name == Int32(clamping: name) ? after(element.content, Self.empty) : Self.notAllowed
    case (.group, .open):
      let first = then(derivative(of: pattern.first, by: event)) { $0.group($1, pattern.second) }
      return isNullable(pattern.first) ? choice(first, derivative(of: pattern.second, by: event)) : first
    case (.oneOrMore, .open):
      return then(derivative(of: pattern.first, by: event)) { $0.group($1, $0.choice(number, Self.empty)) }
    case (.attribute, .attribute(let name, let value)):
      return isAllowed(value, in: attributes[Int(pattern.first)], name) ? Self.empty : Self.notAllowed
    case (.group, .attribute):
      let first = group(derivative(of: pattern.first, by: event), pattern.second)
      return choice(first, group(pattern.first, derivative(of: pattern.second, by: event)))
    case (.group, .text):
      let first = group(derivative(of: pattern.first, by: event), pattern.second)
      return isNullable(pattern.first) ? choice(first, derivative(of: pattern.second, by: event)) : first
    case (.oneOrMore, .attribute), (.oneOrMore, .text):
      return group(derivative(of: pattern.first, by: event), choice(number, Self.empty))
    case (.text, .text): return number
    case (.attribute, .close): return Self.notAllowed
    case (.group, .close):
      let first = derivative(of: pattern.first, by: event)
      return group(first, derivative(of: pattern.second, by: event))
    case (.oneOrMore, .close): return oneOrMore(derivative(of: pattern.first, by: event))
    case (_, .close): return number
    default: return Self.notAllowed
    }
  }

  /// Changes what follows the elements that have begun in a pattern.
  private mutating func then(_ number: Int32, _ change: (inout GrammarPatterns, Int32) -> Int32) -> Int32 {
    let pattern = patterns[Int(number)]
    switch pattern.kind {
    case .choice:
      let first = then(pattern.first, change)
      return choice(first, then(pattern.second, change))
    case .after:
      let rest = change(&self, pattern.second)
      return after(pattern.first, rest)
    default: return Self.notAllowed
    }
  }

  private func isAllowed(_ value: UInt64, in attribute: Attribute, _ name: UInt64) -> Bool {
    guard UInt64(attribute.name) == name else { return false }
    guard let values = attribute.values else { return true }
    if value == Self.manyWords { return false }
    var found: [UInt64] = []
    var rest = value
    while rest > 0 {
      found.append(rest & 0x7F)
      rest >>= 7
    }
    return values.contains { words in
      words.count == found.count
        && zip(words, found).allSatisfy { word, found in
          switch word {
          case .any: true
          case .literal(let number): UInt64(number) + 2 == found
          }
        }
    }
  }
}
