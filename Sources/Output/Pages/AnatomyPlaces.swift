import CardLayout
import Content
import Themes

/// The class names of an anatomy's rows and stacks. If there are several of a kind, they are numbered.
struct ContainerClasses {
  private var containers: [ElementPath: (kind: String, number: Int)] = [:]
  private var counts: [String: Int] = [:]

  init(_ anatomy: CardAnatomy) {
    for (index, element) in anatomy.elements.enumerated() { add(element, at: [index]) }
  }

  // The reader of themes limits the depth, so the recursion is bounded.
  private mutating func add(_ element: CardAnatomy.AnatomyElement, at path: ElementPath) {
    switch element {
    case .image, .text: return
    case .row: add("row", at: path)
    case .stack: add("labels", at: path)
    }
    for (index, child) in element.children.enumerated() { add(child, at: path + [index]) }
  }

  private mutating func add(_ kind: String, at path: ElementPath) {
    counts[kind, default: 0] += 1
    containers[path] = (kind, counts[kind, default: 0])
  }

  /// The class names in the markup.
  func names(at path: ElementPath) -> String {
    guard let (kind, number) = containers[path] else { return "" }
    return counts[kind] == 1 ? kind : "\(kind) \(kind)-\(number)"
  }

  /// The class name that is unique within the anatomy.
  fileprivate func ownName(at path: ElementPath) -> String {
    guard let (kind, number) = containers[path] else { return "" }
    return counts[kind] == 1 ? kind : "\(kind)-\(number)"
  }
}

/// The selectors of an anatomy's elements: in the article, or in the element that is pinned to its bottom.
struct AnatomyPlaces {
  private let anatomy: CardAnatomy
  private let slots: SlotTable
  private let article: String
  private let containers: ContainerClasses
  private let firstPinned: Int

  /// - Parameter article: the selector of the article.
  init(_ anatomy: CardAnatomy, slots: SlotTable, article: String) {
    self.anatomy = anatomy
    self.slots = slots
    self.article = article
    containers = ContainerClasses(anatomy)
    firstPinned = anatomy.firstPinned ?? anatomy.elements.count
  }

  /// - Parameter path: the path of an element of the anatomy.
  func any(_ path: ElementPath) -> String {
    var selector = article
    var elements = anatomy.elements
    for length in path.indices.map({ $0 + 1 }) {
      guard elements.indices.contains(path[length - 1]) else { break }
      if length == 1, path[0] >= firstPinned { selector += ">.pinned" }
      let element = elements[path[length - 1]]
      selector += ">." + name(of: element, at: ElementPath(path[..<length]))
      elements = element.children
    }
    return selector
  }

  /// The element if nothing is above it in the card.
  func first(_ path: ElementPath) -> String {
    let name = last(path)
    return isPinned(path)
      ? "\(article)>.pinned:first-child>\(name):first-child" : "\(article)>\(name):first-child"
  }

  /// The element if something is above it in the card, or in its stack.
  func notFirst(_ path: ElementPath) -> String {
    let name = last(path)
    guard isPinned(path) else { return any(path) + ":not(:first-child)" }
    return "\(article)>.pinned:not(:first-child)>\(name),\(article)>.pinned>\(name):not(:first-child)"
  }

  private func isPinned(_ path: ElementPath) -> Bool { path.count == 1 && path[0] >= firstPinned }

  private func last(_ path: ElementPath) -> String {
    guard let index = path.first, path.count == 1, anatomy.elements.indices.contains(index) else { return "" }
    return "." + name(of: anatomy.elements[index], at: path)
  }

  private func name(of element: CardAnatomy.AnatomyElement, at path: ElementPath) -> String {
    switch element {
    case .image: "image"
    case .text(let placement): slots.className(of: placement.slot)
    case .row, .stack: containers.ownName(at: path)
    }
  }
}
