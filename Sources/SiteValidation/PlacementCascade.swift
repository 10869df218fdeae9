/// The style sheets of one page, in the order in which it links them.
struct PlacementCascade {
  /// A choice of the reader in a shelf.
  struct Scope {
    let shelf: ExactText
    let choice: PlacementSelector.Choice
  }

  let styleSheets: [StyleSheet]
  /// nil for what holds whatever the reader chooses.
  var scope: Scope?

  /// The rules for one target, in the order in which a browser applies them.
  ///
  /// - Complexity: O(rules for the target).
  func box(_ part: PlacementSelector.Part, of id: ArraySlice<UInt8>) -> PlacedBox {
    guard let scope else { return box { $0.declarations(of: part, id.span, in: nil) } }
    let shelf = Array(scope.shelf.text.utf8)
    return box { $0.declarations(of: part, id.span, in: (shelf.span, scope.choice)) }
  }

  func box(_ part: PlacementSelector.Part, of id: ExactText) -> PlacedBox { box(part, of: Array(id.text.utf8)[...]) }

  /// The rules for a class, in the order in which a browser applies them.
  ///
  /// - Complexity: O(rules for the class).
  func box(ofClass name: ArraySlice<UInt8>) -> PlacedBox {
    guard let choice = scope?.choice else { return box { $0.declarations(ofClass: name.span, choice: nil) } }
    return box {
      $0.declarations(ofClass: name.span, choice: nil) + $0.declarations(ofClass: name.span, choice: choice)
    }
  }

  private func box(_ declarations: (borrowing StyleSheet) -> ArraySlice<PlacementDeclaration>) -> PlacedBox {
    var all: ArraySlice<PlacementDeclaration> = []
    for index in styleSheets.indices {
      let own = declarations(styleSheets[index])
      if own.isEmpty { continue }
      if all.isEmpty { all = own } else { all += own }
    }
    return PlacedBox(declarations: all)
  }
}

/// What the style sheets of a page say about one box.
struct PlacedBox {
  /// Of all rules in the order in which a browser applies them.
  fileprivate let declarations: ArraySlice<PlacementDeclaration>

  var isEmpty: Bool { declarations.isEmpty }

  /// The value of a property on a page of some width, in CSS pixels: that of the last rule that holds.
  func value(_ property: PlacementDeclaration.Property, onPageOf width: Double) -> PlacementDeclaration.Value? {
    index(of: property, onPageOf: width).map { declarations[$0].value }
  }

  /// The value if it is a length.
  func length(_ property: PlacementDeclaration.Property, onPageOf width: Double) -> Double? {
    index(of: property, onPageOf: width).flatMap { declarations[$0].length }
  }

  func area(onPageOf width: Double) -> GridArea? {
    index(of: .gridArea, onPageOf: width).flatMap { declarations[$0].area }
  }

  /// The gap between tracks or cards; `normal` is 0 in grids and rows.
  func gap(_ property: PlacementDeclaration.Property, onPageOf width: Double) -> Double {
    length(property, onPageOf: width) ?? 0
  }

  func isHidden(onPageOf width: Double) -> Bool {
    index(of: .display, onPageOf: width).map { declarations[$0].detail?.isNone == true } ?? false
  }

  /// The value if it is a word, or anything else that only a browser can tell.
  func text(_ property: PlacementDeclaration.Property, onPageOf width: Double) -> String? {
    if case .other(let text) = value(property, onPageOf: width) { text } else { nil }
  }

  private func index(of property: PlacementDeclaration.Property, onPageOf width: Double) -> Int? {
    var index = declarations.endIndex
    while index > declarations.startIndex {
      index -= 1
      if declarations[index].property == property, declarations[index].pages.contains(width) { return index }
    }
    return nil
  }
}
