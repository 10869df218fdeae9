/// The grammar of pages as a machine that reads a page tag by tag.
///
/// Says only whether a page is in the grammar; libxml2 says what is wrong with one that is not. It works by the
/// derivatives of the grammar's patterns (James Clark, "An algorithm for RELAX NG validation"), each found once and kept:
/// pages are made of the same tags over and over, so nearly all steps are a look into a table.
struct GrammarAutomaton: Sendable {
  private var patterns: GrammarPatterns
  private let fresh: GrammarPatterns
  private var steps = StepTable()

  /// Steps that are kept at most from one page to the next; a site's pages have some thousands.
  private static let mostKept = 1 << 18

  /// nil if the schema is not one that this knows to read.
  init?(schema: String, names: inout ByteTable) {
    guard let patterns = GrammarPatterns(schema: schema, names: &names) else { return nil }
    self.patterns = patterns
    fresh = patterns
  }

  /// Whether a page is in the grammar.
  ///
  /// - Complexity: O(page), but for steps that no page took before.
  mutating func accepts(_ page: PageTree) -> Bool {
    if steps.count > Self.mostKept {
      steps = StepTable()
      patterns = fresh
    }
    let classes = (0..<page.classes.count).map { patterns.valueKey(page.classes[$0].span) }
    var open: [Int32] = []
    var state = patterns.start
    for index in page.elements.indices {
      let element = page.elements[index]
      while let last = open.last, last != element.parent {
        state = end(page.elements[Int(last)], in: state)
        open.removeLast()
      }
      if element.followsText { state = step(.text, in: state) }
      guard element.isXHTML, let name = patterns.key(ofName: element.name) else { return false }
      state = step(.open(name), in: state)
      for attribute in page.attributes[Int(element.attributes.lowerBound)..<Int(element.attributes.upperBound)] {
        guard let name = patterns.key(ofName: attribute.name) else { return false }
        var value: UInt64 = 0
        if attribute.name == Int32(PageName.class.rawValue), element.classes >= 0 {
          value = classes[Int(element.classes)]
        } else if patterns.isRestricted(attribute.name) {
          value = patterns.valueKey(page.value(attribute).span)
        }
        state = step(.attribute(name, value), in: state)
      }
      state = step(.close, in: state)
      if state == GrammarPatterns.notAllowed { return false }
      open.append(Int32(clamping: index))
    }
    while let last = open.popLast() { state = end(page.elements[Int(last)], in: state) }
    return patterns.isNullable(state)
  }

  private mutating func end(_ element: PageElement, in state: Int32) -> Int32 {
    step(.end, in: element.endsWithText ? step(.text, in: state) : state)
  }

  private mutating func step(_ event: GrammarEvent, in state: Int32) -> Int32 {
    if state == GrammarPatterns.notAllowed { return state }
    let key = UInt64(UInt32(bitPattern: state)) << 36 | event.key
    if let known = steps[key] { return known }
    let next = patterns.derivative(of: state, by: event)
    steps[key] = next
    return next
  }
}

/// What a grammar reads of a page.
enum GrammarEvent {
  /// The start of a tag, by its name.
  case open(UInt64)
  /// By name and value.
  case attribute(UInt64, UInt64)
  /// The end of a start tag.
  case close
  /// More than spaces.
  case text
  case end

  /// Differs for all events, and takes 36 bits.
  var key: UInt64 {
    switch self {
    case .open(let name): 1 << 33 | name
    case .attribute(let name, let value): 2 << 33 | value << 12 | name
    case .close: 3 << 33
    case .text: 4 << 33
    case .end: 5 << 33
    }
  }
}

/// Where each step leads, by its key.
private struct StepTable: Sendable {
  private var keys: [UInt64] = []
  private var values: [Int32] = []
  private(set) var count = 0

  subscript(key: UInt64) -> Int32? {
    get {
      if keys.isEmpty { return nil }
      let slot = slot(of: key)
      return keys[slot] == key ? values[slot] : nil
    }
    set {
      guard let newValue else { return }
      if (count + 1) * 2 > keys.count { grow() }
      let slot = slot(of: key)
      if keys[slot] != key { count += 1 }
      keys[slot] = key
      values[slot] = newValue
    }
  }

  /// No key is all ones: a state is not negative.
  private static let free = UInt64.max

  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: (mixed ^ (mixed >> 32)) >> 8) & mask
    while keys[slot] != key, keys[slot] != Self.free { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = zip(keys, values).filter { $0.0 != Self.free }
    let size = max(1024, keys.count * 2)
    keys = Array(repeating: Self.free, count: size)
    values = Array(repeating: 0, count: size)
    for (key, value) in old {
      let slot = slot(of: key)
      keys[slot] = key
      values[slot] = value
    }
  }
}
