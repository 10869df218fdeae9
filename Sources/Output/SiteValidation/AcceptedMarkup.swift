/// What was on pages that are in the grammar: on a site of many pages, nearly everything on the next.
///
/// Whether the grammar allows an element depends on its kind and on the elements around it. It does not depend on its
/// siblings: if those have an order or a number, they are part of the parent's kind. So a page is in the grammar if each
/// element of its reduced form was on an accepted page, in the same place.
struct AcceptedMarkup {
  /// By the numbers that the kinds of elements have on all pages.
  var kinds = MarkupKinds()
  private var numbers: [ReducedPage.NodeKey: Int32] = [:]
  /// By the number of a node: whether it may hold text; at first only of ``anyList``.
  private var holdsText = [false]

  /// For each node of a page, whether it was on no accepted page in the same place, or held no text there.
  ///
  /// - Complexity: O(nodes of the page).
  func news(in page: ReducedPage) -> [Bool] {
    var known: [Int32?] = []
    known.reserveCapacity(page.nodes.count)
    return page.nodes.map { node in
      let number = key(of: node, known).flatMap { numbers[$0] }
      known.append(number)
      guard let number else { return true }
      return node.holdsText && !holdsText[Int(number)]
    }
  }

  /// - Parameter page: is in the grammar.
  mutating func insert(_ page: ReducedPage) {
    var known: [Int32?] = []
    known.reserveCapacity(page.nodes.count)
    for node in page.nodes {
      // Parents are before their children, so all have a number.
      guard let key = key(of: node, known) else { continue }
      let number = numbers[key] ?? Int32(clamping: holdsText.count)
      if Int(number) == holdsText.count {
        numbers[key] = number
        holdsText.append(false)
      }
      if node.holdsText { holdsText[Int(number)] = true }
      known.append(number)
    }
  }

  /// Stands for the lists of all shelves and sections.
  private static let anyList: Int32 = 0

  /// The key of a node on all pages; nil if its parent is on no accepted page.
  ///
  /// - Parameter known: the numbers of the nodes before it on its page.
  private func key(of node: ReducedPage.ReducedNode, _ known: [Int32?]) -> ReducedPage.NodeKey? {
    guard let parent = node.key.parent else { return node.key }
    guard let number = node.isCard ? Self.anyList : known[Int(parent)] else { return nil }
    var key = node.key
    key.parent = number
    return key
  }
}
