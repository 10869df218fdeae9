/// What the rules of a style sheet are said of, by number.
struct StyleTargets: Sendable {
  private struct Key: Hashable {
    let part: PlacementSelector.Part
    let id: Int
    let shelf: Int
    let choice: PlacementSelector.Choice?
  }

  private struct ClassKey: Hashable {
    let name: Int
    let choice: PlacementSelector.Choice?
  }

  private(set) var count = 0
  private var ids = ByteTable()
  /// By the number of the id: most rules are said of an element, whatever the reader has chosen; -1 is none.
  private var elements: [Int32] = []
  private var parts: [Key: Int] = [:]
  private var classNames = ByteTable()
  private var classes: [ClassKey: Int] = [:]

  func number(
    of part: PlacementSelector.Part, _ id: Span<UInt8>,
    in scope: (shelf: Span<UInt8>, choice: PlacementSelector.Choice)?
  ) -> Int? {
    guard let id = ids.number(of: id) else { return nil }
    guard let scope else {
      if part == .element { return id < elements.count && elements[id] >= 0 ? Int(elements[id]) : nil }
      return parts[Key(part: part, id: id, shelf: -1, choice: nil)]
    }
    guard let shelf = ids.number(of: scope.shelf) else { return nil }
    return parts[Key(part: part, id: id, shelf: shelf, choice: scope.choice)]
  }

  func number(ofClass name: Span<UInt8>, choice: PlacementSelector.Choice?) -> Int? {
    classNames.number(of: name).flatMap { classes[ClassKey(name: $0, choice: choice)] }
  }

  /// - Parameter names: those in the selector.
  mutating func number(_ selector: PlacementSelector, _ names: [UInt8]) -> Int {
    let id = ids.insert(names.span.extracting(selector.id)).number
    if selector.scope == nil, selector.part == .element {
      if elements.count <= id { elements += repeatElement(-1, count: id + 1 - elements.count) }
      if elements[id] < 0 { elements[id] = Int32(clamping: add()) }
      return Int(elements[id])
    }
    let shelf = selector.scope.map { ids.insert(names.span.extracting($0.shelf)).number } ?? -1
    let key = Key(part: selector.part, id: id, shelf: shelf, choice: selector.scope?.choice)
    if let known = parts[key] { return known }
    let number = add()
    parts[key] = number
    return number
  }

  mutating func number(_ selector: ClassSelector, _ names: [UInt8]) -> Int {
    let name = classNames.insert(names.span.extracting(selector.name)).number
    let key = ClassKey(name: name, choice: selector.choice)
    if let known = classes[key] { return known }
    let number = add()
    classes[key] = number
    return number
  }

  private mutating func add() -> Int {
    count += 1
    return count - 1
  }
}
