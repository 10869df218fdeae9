/// The elements of an image that show others again: `use`, patterns, masks, markers, filters. The total number of shown
/// elements is a sum along these references, which doubles with every level in a few lines of text.
struct SVGReferences {
  private struct ReferringElement {
    var children: [Int32] = []
    var ids: [String] = []
    /// So many of them, at the end, are said by style sheets.
    var styleCount = 0
  }

  private var elements: [ReferringElement] = []
  private var open: [Int] = []
  private var byID: [String: Int] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  /// Of rules and elements that are matched: some rules are of all elements.
  private var remainingMatches = 2_000_000

  enum SVGReferenceFault { case circle(String), tooMany }

  mutating func start(_ name: String, id: String?, classes: [Substring], references: [String]) {
    let number = elements.count
    elements.append(ReferringElement(ids: references))
    if let parent = open.last { elements[parent].children.append(Int32(clamping: number)) }
    open.append(number)
    // Of two with one id, browsers take the first.
    if let id, byID[id] == nil { byID[id] = number }
    for name in classes { byClass[String(name), default: []].append(number) }
    byName[name, default: []].append(number)
  }

  mutating func end() { _ = open.popLast() }

  /// Of a rule in a style sheet: what its selector can be true of refers to the element.
  mutating func refer(from selector: String, to id: String) {
    for part in selector.split(separator: ",") {
      let last = part.split { " >+~\t\r\n".contains($0) }.last ?? ""
      let plain = last.prefix { $0 != ":" && $0 != "[" }
      var matches: [Int]
      if let start = plain.firstIndex(of: "#") {
        let name = plain[plain.index(after: start)...].prefix { $0 != "." && $0 != "#" }
        matches = byID[String(name)].map { [$0] } ?? []
      } else if let start = plain.firstIndex(of: ".") {
        let name = plain[plain.index(after: start)...].prefix { $0 != "." && $0 != "#" }
        matches = byClass[String(name)] ?? []
      } else if !plain.isEmpty, plain != "*" {
        matches = byName[String(plain)] ?? []
      } else {
        matches = remainingMatches < elements.count ? [] : Array(elements.indices)
        if matches.isEmpty { remainingMatches = -1 }
      }
      remainingMatches -= matches.count + 1
      if remainingMatches < 0 { return }
      for number in matches {
        elements[number].ids.append(id)
        elements[number].styleCount += 1
      }
    }
  }

  /// - Complexity: O(elements + references).
  func fault(most: Int) -> SVGReferenceFault? {
    guard !elements.isEmpty else { return nil }
    if remainingMatches < 0 { return .tooMany }
    enum VisitState { case new, open, done }
    var states = [VisitState](repeating: .new, count: elements.count)
    var counts = [Int](repeating: 1, count: elements.count)
    // The element, and the next of its children and references.
    var stack: [(number: Int, next: Int)] = [(0, 0)]
    states[0] = .open
    while let (number, next) = stack.last {
      let element = elements[number]
      guard next < element.children.count + element.ids.count else {
        states[number] = .done
        stack.removeLast()
        if let above = stack.last { counts[above.number] = min(most + 1, counts[above.number] + counts[number]) }
        continue
      }
      stack[stack.count - 1].next += 1
      let isChild = next < element.children.count
      let id = isChild ? "" : element.ids[next - element.children.count]
      guard let target = isChild ? Int(element.children[next]) : byID[id] else { continue }
      switch states[target] {
      case .new:
        states[target] = .open
        stack.append((target, 0))
      // A rule may be true of fewer elements than its last name says, and browsers leave out what refers to itself.
      case .open:
        if next < element.children.count + element.ids.count - element.styleCount { return .circle(id) }
      case .done: counts[number] = min(most + 1, counts[number] + counts[target])
      }
    }
    return counts[0] > most ? .tooMany : nil
  }
}
