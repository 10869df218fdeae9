/// The style sheets of one page, in the order in which it links them.
struct PlacementCascade {
  let styleSheets: [StyleSheet]
  /// nil for what holds whatever the reader chooses.
  var scope: PlacementTarget.Scope?

  /// The rules for one target, in the order in which a browser applies them.
  ///
  /// - Complexity: O(rules for the target).
  func box(_ part: PlacementTarget.Part, of id: ExactText) -> PlacedBox {
    let target = PlacementTarget(part, of: id, in: scope)
    return PlacedBox(rules: styleSheets.flatMap { $0.placements[target] ?? [] })
  }

  /// The rules for a class, in the order in which a browser applies them.
  ///
  /// - Complexity: O(rules for the class).
  func box(ofClass name: String) -> PlacedBox {
    let targets = [ClassTarget(name)] + (scope.map { [ClassTarget(name, choice: $0.choice)] } ?? [])
    return PlacedBox(rules: styleSheets.flatMap { sheet in targets.flatMap { sheet.classes[$0] ?? [] } })
  }
}

/// What the style sheets of a page say about one box.
struct PlacedBox {
  fileprivate let rules: [PlacementRule]

  /// The value of a property on a page of some width, in CSS pixels: that of the last rule that holds.
  func value(_ property: PlacementRule.Property, onPageOf width: Double) -> PlacementRule.Value? {
    for rule in rules.reversed()
    where (rule.minWidth ?? -.infinity) <= width + grain && width + grain < rule.below ?? .infinity {
      if let declaration = rule.declarations.last(where: { $0.property == property }) { return declaration.value }
    }
    return nil
  }
}

/// CSS pixels below which two lengths are the same. Layout knows multiples of 1/64 px only.
let grain = 0.001
