/// A reader's choice for a shelf, for which the style sheets contain both layouts.
enum Choice: CaseIterable {
  case first
  case other

  /// The rest of the shelf's selector. The input that is not chosen at first has a class.
  var condition: String {
    switch self {
    case .first: ":not(:has(.other:checked))"
    case .other: ":has(.other:checked)"
    }
  }
}

/// Selectors for the content of a shelf, for either choice or for one.
struct ShelfScope {
  private let shelf: String
  private let choice: Choice?

  init(shelf: String, choice: Choice?) {
    self.shelf = shelf
    self.choice = choice
  }

  func element(_ id: String) -> String {
    let element = "#" + escapedIdentifier(id)
    guard let choice else { return element }
    let chosen = "#" + escapedIdentifier(shelf) + choice.condition
    return id == shelf ? chosen : chosen + " " + element
  }
}
