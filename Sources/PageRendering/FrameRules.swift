import CardLayout
import Geometry

/// Declarations by selector, in the order in which they were written.
struct FrameRules {
  typealias Declaration = (property: String, value: String)

  private(set) var selectors: [String] = []
  private(set) var declarations: [String: [Declaration]] = [:]

  mutating func add(_ selector: String, _ more: [Declaration]) {
    if declarations[selector] == nil { selectors.append(selector) }
    declarations[selector, default: []].append(contentsOf: more)
  }
}

/// Says something about the cards of one list: once for all of them, or for each.
///
/// The rule for all is more specific than those for each, so a property has one kind of rule at all steps.
struct CardRules {
  /// Of the element around the list.
  let list: String
  let scope: ShelfScope
  let ids: [String]
  /// What differs among the cards of the list at some step.
  let differing: Set<String>

  func add(_ property: String, _ values: [String], to rules: inout FrameRules) {
    guard differing.contains(property) else {
      if let first = values.first { rules.add(list + ">.card", [(property, first)]) }
      return
    }
    for (id, value) in zip(ids, values) { rules.add(scope.element(id), [(property, value)]) }
  }
}
