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
  private struct Entry {
    let property: PlacementRule.Property
    let from: Double
    let below: Double
    let value: PlacementRule.Value
  }

  /// The declarations of all rules in the order in which a browser applies them.
  private var entries: [Entry] = []

  fileprivate init(rules: [PlacementRule]) {
    for rule in rules {
      for declaration in rule.declarations {
        entries.append(
          Entry(
            property: declaration.property, from: rule.minWidth ?? -.infinity, below: rule.below ?? .infinity,
            value: declaration.value))
      }
    }
  }

  /// The value of a property on a page of some width, in CSS pixels: that of the last rule that holds.
  func value(_ property: PlacementRule.Property, onPageOf width: Double) -> PlacementRule.Value? {
    let last = entries.lastIndex { entry in
      entry.property == property && entry.from <= width + grain && width + grain < entry.below
    }
    return last.map { entries[$0].value }
  }
}

/// CSS pixels below which two lengths are the same. Layout knows multiples of 1/64 px only.
let grain = 0.001
