/// The rules of a style sheet while it is read.
struct StyleRules {
  private(set) var targets = StyleTargets()

  private var blocks: [Block] = []
  private var declarations: [PlacementDeclaration] = []
  /// In the order of the file.
  private var rules: [(target: Int, declarations: Range<Int>)] = []
  /// Of the open rule, of which there is one at most.
  private var openTargets: [Int] = []
  private var names: [UInt8] = []

  /// A block that is open.
  private enum Block {
    /// `@container page (min-width: …)`, or `(width>=…) and (width<…)`, or one of the two.
    case page(PageWidths)
    /// With the number of declarations before it.
    case style(PageWidths, first: Int)
    /// Places nothing that is known here.
    case other
  }

  var hasOpenBlocks: Bool { !blocks.isEmpty }

  /// Takes the text before a `{`, `}` or `;`.
  mutating func take(_ bytes: Span<UInt8>, _ range: Range<Int>, _ end: StyleSheetScanner.Segment.End) {
    switch end {
    case .open: blocks.append(block(bytes, bytes.trimmed(range)))
    case .semicolon, .close:
      if case .style(let pages, _) = blocks.last { declarations.read(bytes, range, on: pages) }
    case .endOfFile: break
    }
  }

  /// Ends the innermost block; false if there is none.
  mutating func close() -> Bool {
    guard let block = blocks.popLast() else { return false }
    if case .style(_, let first) = block, declarations.count > first {
      for target in openTargets { rules.append((target, first..<declarations.count)) }
    }
    return true
  }

  private mutating func block(_ bytes: Span<UInt8>, _ prelude: Range<Int>) -> Block {
    let pages: PageWidths
    switch blocks.last {
    case .none: pages = PageWidths()
    case .page(let outer): pages = outer
    case .style, .other: return .other
    }
    if let start = prelude.first, bytes[start] == UInt8(ascii: "@") {
      let condition = blocks.isEmpty ? PageWidths(bytes, prelude) : nil
      return condition.map { .page($0) } ?? .other
    }
    readSelectors(bytes, prelude)
    return openTargets.isEmpty ? .other : .style(pages, first: declarations.count)
  }

  /// Reads the parts between the commas that are not in parentheses or brackets; one behind a backslash belongs to a name.
  private mutating func readSelectors(_ bytes: Span<UInt8>, _ prelude: Range<Int>) {
    openTargets.removeAll(keepingCapacity: true)
    var depth = 0
    var start = prelude.lowerBound
    var position = start
    while position < prelude.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        readSelector(bytes, start..<position)
        start = position + 1
      default: break
      }
      position += 1
    }
    readSelector(bytes, start..<prelude.upperBound)
  }

  private mutating func readSelector(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    names.removeAll(keepingCapacity: true)
    if let selector = PlacementSelector(bytes, range, names: &names) {
      openTargets.append(targets.number(selector, names))
      return
    }
    names.removeAll(keepingCapacity: true)
    if let selector = ClassSelector(bytes, range, names: &names) {
      openTargets.append(targets.number(selector, names))
    }
  }

  /// All declarations, those of one target together, and where those of each target are.
  var declarationsByTarget: (declarations: [PlacementDeclaration], ranges: [Range<Int>]) {
    var counts = Array(repeating: 0, count: targets.count)
    for rule in rules { counts[rule.target] += rule.declarations.count }
    var starts: [Int] = []
    var total = 0
    for count in counts {
      starts.append(total)
      total += count
    }
    var ends = starts
    var order = Array(repeating: 0, count: total)
    for rule in rules {
      for declaration in rule.declarations {
        order[ends[rule.target]] = declaration
        ends[rule.target] += 1
      }
    }
    return (order.map { declarations[$0] }, zip(starts, ends).map { $0..<$1 })
  }
}

extension PageWidths {
  /// The widths in `@container page (min-width: …)` or `@container page (width>=…) and (width<…)`.
  fileprivate init?(_ bytes: Span<UInt8>, _ prelude: Range<Int>) {
    let end = prelude.upperBound
    var position = prelude.lowerBound
    let rule: StaticString = "@container"
    guard bytes.hasText(rule, in: prelude) else { return nil }
    position += rule.utf8CodeUnitCount
    guard position < end, bytes[position].isSpace else { return nil }
    position = bytes.trimmed(position..<end).lowerBound
    guard bytes.hasText("page", in: position..<end) else { return nil }
    position = bytes.trimmed((position + 4)..<end).lowerBound
    var bounds = (from: false, below: false)
    while true {
      guard position < end, bytes[position] == UInt8(ascii: "(") else { return nil }
      let start = position + 1
      while position < end, bytes[position] != UInt8(ascii: ")") { position += 1 }
      guard position < end, take(bytes, bytes.trimmed(start..<position), &bounds) else { return nil }
      position = bytes.trimmed((position + 1)..<end).lowerBound
      if position == end { return }
      guard bytes.hasText("and", in: position..<end) else { return nil }
      position = bytes.trimmed((position + 3)..<end).lowerBound
    }
  }

  /// Takes one bound; false if it is none.
  private mutating func take(_ bytes: Span<UInt8>, _ bound: Range<Int>, _ known: inout (from: Bool, below: Bool))
    -> Bool
  {
    for (name, sign, isFrom) in [
      ("min-width", ":", true), ("width", ">=", true), ("width", "<", false),
    ] as [(StaticString, StaticString, Bool)] {
      guard bytes.hasText(name, in: bound) else { continue }
      let rest = bytes.trimmed((bound.lowerBound + name.utf8CodeUnitCount)..<bound.upperBound)
      guard bytes.hasText(sign, in: rest),
        let length = cssLength(bytes, (rest.lowerBound + sign.utf8CodeUnitCount)..<rest.upperBound),
        !(isFrom ? known.from : known.below)
      else { continue }
      if isFrom { (from, known.from) = (length, true) } else { (below, known.below) = (length, true) }
      return true
    }
    return false
  }
}
