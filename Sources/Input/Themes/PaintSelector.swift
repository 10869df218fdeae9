/// A list of complex selectors (Selectors Level 4).
///
/// It supports types, classes, the four combinators, `:is`, `:where`, `:not`, `:has`, `:dir`, and positions among siblings.
/// States of pointers, the keyboard and forms never match.
public struct PaintSelector: Sendable {
  enum Combinator: String, Sendable {
    case descendant = " "
    case child = ">"
    case next = "+"
    case following = "~"
  }

  struct Compound: Sendable {
    /// The relation to the compound before it; in `:has`, the first compound's relation to the scope.
    var combinator = Combinator.descendant
    var conditions: [Condition] = []
    /// A pseudo-element such as `::before`.
    var pseudoElement: String?

    fileprivate var weight: Int { conditions.reduce(pseudoElement == nil ? 0 : 1) { $0 + $1.weight } }
  }

  indirect enum Condition: Sendable {
    case type(String)
    /// A class, or a state of a form with its colon.
    case className(String)
    case firstChild
    case lastChild
    case never
    case direction(isRightToLeft: Bool)
    case anyOf(PaintSelector, hasWeight: Bool)
    case not(PaintSelector)
    case has(PaintSelector)

    /// A class outweighs all types that a sheet can name. No known sheet paints with ids.
    fileprivate var weight: Int {
      switch self {
      case .type: 1
      case .className, .firstChild, .lastChild, .never, .direction: 1 << 32
      case .anyOf(let selector, let hasWeight): hasWeight ? selector.greatestWeight : 0
      case .not(let selector), .has(let selector): selector.greatestWeight
      }
    }
  }

  /// The complex selectors. The last compound of each one matches the element itself.
  var branches: [[Compound]] = []

  private static func weight(of branch: [Compound]) -> Int { branch.reduce(0) { $0 + $1.weight } }

  private var greatestWeight: Int { branches.map(Self.weight).max() ?? 0 }
}

// MARK: - Matching

extension PaintSelector {
  /// The greatest specificity of the branches that match an element; nil if none does.
  func weight(of element: Int, in tree: ElementTree) -> Int? {
    branches.filter { Self.matches($0[...], element, in: tree, scope: nil) }.map(Self.weight).max()
  }

  fileprivate func matches(_ element: Int, in tree: ElementTree) -> Bool {
    branches.contains { Self.matches($0[...], element, in: tree, scope: nil) }
  }

  /// Returns whether a descendant or a later sibling of an element matches.
  fileprivate func matches(from scope: Int, in tree: ElementTree) -> Bool {
    branches.contains { branch in
      tree.nodes.indices.contains { $0 != scope && Self.matches(branch[...], $0, in: tree, scope: scope) }
    }
  }

  /// - Parameter scope: the element that the first compound is related to; nil if there is none.
  private static func matches(
    _ branch: ArraySlice<Compound>, _ element: Int, in tree: ElementTree, scope: Int?
  ) -> Bool {
    guard let last = branch.last, last.matches(element, in: tree) else { return false }
    let rest = branch.dropLast()
    if rest.isEmpty, scope == nil { return true }
    // The compounds before a pseudo-element are related to the element that has it.
    guard let element = last.pseudoElement == nil ? element : tree.parent(of: element) else { return false }
    let (step, isRepeated): ((Int) -> Int?, Bool) =
      switch last.combinator {
      case .child: (tree.parent(of:), false)
      case .descendant: (tree.parent(of:), true)
      case .next: (tree.previous, false)
      case .following: (tree.previous, true)
      }
    var other = step(element)
    while let candidate = other {
      if rest.isEmpty ? candidate == scope : matches(rest, candidate, in: tree, scope: scope) { return true }
      other = isRepeated ? step(candidate) : nil
    }
    return false
  }
}

extension PaintSelector.Compound {
  fileprivate func matches(_ element: Int, in tree: ElementTree) -> Bool {
    let node = tree.nodes[element]
    guard let pseudoElement else {
      return !node.name.hasPrefix("::") && conditions.allSatisfy { $0.matches(element, in: tree) }
    }
    guard node.name == pseudoElement, let owner = node.parent else { return false }
    return conditions.allSatisfy { $0.matches(owner, in: tree) }
  }
}

extension PaintSelector.Condition {
  fileprivate func matches(_ element: Int, in tree: ElementTree) -> Bool {
    let node = tree.nodes[element]
    switch self {
    case .type(let name): return node.name == name
    case .className(let name): return node.classes.contains(name)
    case .firstChild: return node.place == 0
    case .lastChild: return tree.isLast(element)
    case .never: return false
    case .direction(let isRightToLeft): return node.isRightToLeft == isRightToLeft
    case .anyOf(let selector, _): return selector.matches(element, in: tree)
    case .not(let selector): return !selector.matches(element, in: tree)
    case .has(let selector): return selector.matches(from: element, in: tree)
    }
  }
}

// MARK: - Writing

/// Writes the selector as in a style sheet.
extension PaintSelector: CustomStringConvertible {
  public var description: String {
    branches.map { branch in
      branch.enumerated().map { ($0 > 0 ? $1.combinator.rawValue : "") + $1.description }.joined()
    }.joined(separator: ",")
  }
}

extension PaintSelector.Compound: CustomStringConvertible {
  var description: String { conditions.map(\.description).joined() + (pseudoElement ?? "") }
}

extension PaintSelector.Condition: CustomStringConvertible {
  var description: String {
    switch self {
    case .type(let name): name
    case .className(let name): name.hasPrefix(":") ? name : "." + name
    case .firstChild: ":first-child"
    case .lastChild: ":last-child"
    case .never: ":hover"
    case .direction(let isRightToLeft): ":dir(\(isRightToLeft ? "rtl" : "ltr"))"
    case .anyOf(let selector, let hasWeight): ":\(hasWeight ? "is" : "where")(\(selector))"
    case .not(let selector): ":not(\(selector))"
    case .has(let selector): ":has(\(selector))"
    }
  }
}
