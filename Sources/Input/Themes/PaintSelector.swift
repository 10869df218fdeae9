/// A list of complex selectors (Selectors Level 4), one branch each.
///
/// It supports types, classes, the four combinators, `:is`, `:where`, `:not`, `:has`, `:dir`, and positions among siblings.
/// States of pointers, the keyboard and forms never match.
struct PaintSelector: Sendable {
  /// Ids count as classes, because no known sheet paints with them.
  struct Weight: Sendable, Hashable, Comparable {
    var classes = 0
    var types = 0

    static func < (a: Weight, b: Weight) -> Bool { (a.classes, a.types) < (b.classes, b.types) }
    static func + (a: Weight, b: Weight) -> Weight {
      Weight(classes: a.classes + b.classes, types: a.types + b.types)
    }
  }

  enum Combinator: Sendable { case descendant, child, next, following }

  struct Branch: Sendable {
    /// The last part matches the element itself. The combinator of each other part relates it to the part before it; in
    /// `:has`, that of the first relates it to the scope.
    var parts: [(combinator: Combinator, compound: Compound)] = []
    var weight: Weight { parts.reduce(Weight()) { $0 + $1.compound.weight } }
  }

  struct Compound: Sendable {
    var conditions: [Condition] = []
    /// `::before`.
    var pseudoElement: String?
    var weight: Weight {
      conditions.reduce(Weight(types: pseudoElement == nil ? 0 : 1)) { $0 + $1.weight }
    }
  }

  indirect enum Condition: Sendable {
    case type(String)
    case className(String)
    case firstChild
    case lastChild
    case never
    case direction(isRightToLeft: Bool)
    case anyOf(PaintSelector, hasWeight: Bool)
    case not(PaintSelector)
    case has(PaintSelector)

    var weight: Weight {
      switch self {
      case .type: Weight(types: 1)
      case .className, .firstChild, .lastChild, .never, .direction: Weight(classes: 1)
      case .anyOf(let selector, let hasWeight): hasWeight ? selector.greatestWeight : Weight()
      case .not(let selector), .has(let selector): selector.greatestWeight
      }
    }
  }

  var branches: [Branch] = []

  var greatestWeight: Weight { branches.map(\.weight).max() ?? Weight() }

  // MARK: Matching

  /// The greatest specificity of the branches that match an element; nil if none does.
  func weight(of element: Int, in tree: ElementTree) -> Weight? {
    branches.filter { $0.holds(of: element, in: tree) }.map(\.weight).max()
  }

  func holds(of element: Int, in tree: ElementTree) -> Bool {
    branches.contains { $0.holds(of: element, in: tree) }
  }
}

extension PaintSelector.Branch {
  func holds(of element: Int, in tree: ElementTree) -> Bool {
    holds(upTo: parts.count - 1, of: element, in: tree, scope: nil)
  }

  /// Returns whether a descendant or a later sibling of an element matches.
  func holds(from scope: Int, in tree: ElementTree) -> Bool {
    tree.nodes.indices.contains { element in
      element != scope && holds(upTo: parts.count - 1, of: element, in: tree, scope: scope)
    }
  }

  /// - Parameter scope: the element that the first part is related to; nil if there is none.
  private func holds(upTo last: Int, of element: Int, in tree: ElementTree, scope: Int?) -> Bool {
    guard last >= 0, parts[last].compound.holds(of: element, in: tree) else { return false }
    if last == 0, scope == nil { return true }
    // What comes before a pseudo-element is related to the element that has it.
    let isPseudo = parts[last].compound.pseudoElement != nil
    guard let element = isPseudo ? tree.parent(of: element) : element else { return false }
    func fits(_ other: Int) -> Bool {
      last == 0 ? other == scope : holds(upTo: last - 1, of: other, in: tree, scope: scope)
    }
    switch parts[last].combinator {
    case .child: return tree.parent(of: element).map(fits) ?? false
    case .descendant:
      var above = tree.parent(of: element)
      while let other = above {
        if fits(other) { return true }
        above = tree.parent(of: other)
      }
      return false
    case .next: return tree.previous(element).map(fits) ?? false
    case .following:
      var before = tree.previous(element)
      while let other = before {
        if fits(other) { return true }
        before = tree.previous(other)
      }
      return false
    }
  }
}

extension PaintSelector.Compound {
  func holds(of element: Int, in tree: ElementTree) -> Bool {
    let node = tree.nodes[element]
    let isPseudo = node.name.hasPrefix("::")
    guard let pseudoElement else { return !isPseudo && conditions.allSatisfy { $0.holds(of: element, in: tree) } }
    guard node.name == pseudoElement, let owner = node.parent else { return false }
    return conditions.allSatisfy { $0.holds(of: owner, in: tree) }
  }
}

extension PaintSelector.Condition {
  func holds(of element: Int, in tree: ElementTree) -> Bool {
    let node = tree.nodes[element]
    switch self {
    case .type(let name): return node.name == name
    case .className(let name): return node.classes.contains(name)
    case .firstChild: return node.place == 0
    case .lastChild: return tree.isLast(element)
    case .never: return false
    case .direction(let isRightToLeft): return node.isRightToLeft == isRightToLeft
    case .anyOf(let selector, _): return selector.holds(of: element, in: tree)
    case .not(let selector): return !selector.holds(of: element, in: tree)
    case .has(let selector): return selector.branches.contains { $0.holds(from: element, in: tree) }
    }
  }
}
