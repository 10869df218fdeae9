/// The elements of a page, with the properties that selectors of a style sheet test.
public struct ElementTree: Sendable {
  struct Node {
    let name: String
    let classes: Set<String>
    let parent: Int?
    /// The index among the elements of its parent.
    let place: Int
    let isRightToLeft: Bool
    var children: [Int] = []
  }

  private(set) var nodes: [Node] = []

  public init() {}

  /// Adds an element as the last child of its parent.
  ///
  /// - Parameters:
  ///   - name: the element name; `::before` and `::after` for an element that a style sheet adds to the parent.
  ///   - parent: nil for the root.
  ///   - isRightToLeft: nil inherits from the parent.
  /// - Returns: the element's number.
  public mutating func add(
    _ name: String, _ classes: Set<String> = [], in parent: Int?, isRightToLeft: Bool? = nil
  ) -> Int {
    let number = nodes.count
    let isPseudo = name.hasPrefix("::")
    nodes.append(
      Node(
        name: name, classes: classes, parent: parent, place: parent.map { nodes[$0].children.count } ?? 0,
        isRightToLeft: isRightToLeft ?? parent.map { nodes[$0].isRightToLeft } ?? false))
    if let parent, !isPseudo { nodes[parent].children.append(number) }
    return number
  }

  public func parent(of number: Int) -> Int? { nodes[number].parent }

  public func isRightToLeft(_ number: Int) -> Bool { nodes[number].isRightToLeft }

  /// The previous sibling of an element.
  func previous(_ number: Int) -> Int? {
    let node = nodes[number]
    guard let parent = node.parent, node.place > 0 else { return nil }
    return nodes[parent].children[node.place - 1]
  }

  func isLast(_ number: Int) -> Bool {
    guard let parent = nodes[number].parent else { return true }
    return nodes[parent].children.last == number
  }
}
