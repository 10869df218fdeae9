/// What a reader has chosen for a shelf, of which both layouts are in the style sheets.
enum Choice: CaseIterable {
  case first
  case other

  /// What the shelf's selector goes on with. The input that was not chosen at first has a class.
  var condition: String {
    switch self {
    case .first: ":not(:has(.other:checked))"
    case .other: ":has(.other:checked)"
    }
  }
}

/// Selectors of what is in a shelf, whatever the reader chose or with one choice.
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
