/// Reads a selector. The depth of nested lists is limited, because the author of a sheet determines it.
struct PaintSelectorParser {
  private let bytes: [UInt8]
  private var index = 0
  private static let mostDepth = 8

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// nil if the selector uses an unsupported feature: its rule then matches nothing.
  static func parse(_ text: String) -> PaintSelector? {
    var parser = PaintSelectorParser(text)
    guard let selector = parser.list(isRelative: false, depth: 0), parser.index == parser.bytes.count else {
      return nil
    }
    return selector
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() -> Bool {
    let start = index
    while let byte, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
    return index > start
  }

  private mutating func list(isRelative: Bool, depth: Int) -> PaintSelector? {
    if depth > Self.mostDepth { return nil }
    var selector = PaintSelector()
    while true {
      guard let branch = branch(isRelative: isRelative, depth: depth) else { return nil }
      selector.branches.append(branch)
      guard byte == UInt8(ascii: ",") else { return selector }
      index += 1
    }
  }

  private mutating func branch(isRelative: Bool, depth: Int) -> PaintSelector.Branch? {
    var branch = PaintSelector.Branch()
    _ = skipSpace()
    var combinator = PaintSelector.Combinator.descendant
    if isRelative, let written = writtenCombinator() { combinator = written }
    while true {
      guard let compound = compound(depth: depth) else { return nil }
      branch.parts.append((combinator, compound))
      let hasSpace = skipSpace()
      if let written = writtenCombinator() {
        combinator = written
      } else if hasSpace, let byte, byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") {
        combinator = .descendant
      } else {
        return branch
      }
    }
  }

  private mutating func writtenCombinator() -> PaintSelector.Combinator? {
    let found: PaintSelector.Combinator
    switch byte {
    case UInt8(ascii: ">"): found = .child
    case UInt8(ascii: "+"): found = .next
    case UInt8(ascii: "~"): found = .following
    default: return nil
    }
    index += 1
    _ = skipSpace()
    return found
  }

  private mutating func compound(depth: Int) -> PaintSelector.Compound? {
    var compound = PaintSelector.Compound()
    let start = index
    if byte == UInt8(ascii: "*") {
      index += 1
    } else if let name = name() {
      compound.conditions.append(.type(name.lowercased()))
    }
    while let byte, compound.pseudoElement == nil {
      if byte == UInt8(ascii: ".") {
        index += 1
        guard let name = name() else { return nil }
        compound.conditions.append(.className(name))
      } else if byte == UInt8(ascii: ":") {
        index += 1
        let isElement = self.byte == UInt8(ascii: ":")
        if isElement { index += 1 }
        guard let name = name()?.lowercased() else { return nil }
        if isElement {
          compound.pseudoElement = "::" + name
        } else {
          guard let condition = condition(named: name, depth: depth) else { return nil }
          compound.conditions.append(condition)
        }
      } else {
        break
      }
    }
    return index > start ? compound : nil
  }

  private mutating func condition(named name: String, depth: Int) -> PaintSelector.Condition? {
    guard byte == UInt8(ascii: "(") else {
      switch name {
      case "first-child": return .firstChild
      case "last-child": return .lastChild
      case "hover", "active", "focus", "focus-visible", "focus-within", "target", "visited", "disabled": return .never
      case "checked": return .className(":checked")
      case "root": return .type("html")
      default: return nil
      }
    }
    index += 1
    let condition: PaintSelector.Condition?
    switch name {
    case "is": condition = list(isRelative: false, depth: depth + 1).map { .anyOf($0, hasWeight: true) }
    case "where": condition = list(isRelative: false, depth: depth + 1).map { .anyOf($0, hasWeight: false) }
    case "not": condition = list(isRelative: false, depth: depth + 1).map { .not($0) }
    case "has": condition = list(isRelative: true, depth: depth + 1).map { .has($0) }
    case "dir":
      _ = skipSpace()
      let direction = self.name()
      condition = direction.map { .direction(isRightToLeft: $0 == "rtl") }
    default: return nil
    }
    _ = skipSpace()
    guard byte == UInt8(ascii: ")") else { return nil }
    index += 1
    return condition
  }

  private mutating func name() -> String? {
    let start = index
    while let byte,
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || byte == 0x2D || byte == 0x5F || byte >= 0x80
    { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }
}
